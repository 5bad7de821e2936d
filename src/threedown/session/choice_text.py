"""The choice that a typed text means."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from threedown.cards import spelled
from threedown.limits import LONGEST_TEXT


def parse_choice(text: str, menu: Sequence[str], cards: Collection[str]) -> str | None:
    """Return the choice of a menu that a text means; None if it means none or could mean several.

    ``cards`` are the names of the deck. Cards may be named in any order and in any usual way. Case, commas, a missing
    hyphen in a name and spaces around an arrow make no difference. A text longer than any choice means nothing.

    >>> parse_choice("Trade Peru and East Africa", ["trade east-africa peru"], ["east-africa", "peru"])
    'trade east-africa peru'
    >>> parse_choice("DISCARD 10♥", ["discard TH", "discard TS"], ["TH", "TS"])
    'discard TH'
    >>> parse_choice("bet 1 tie 10", ["bet 10 tie 1"], ["TH"])
    """
    if text in menu:
        return text
    if len(text) > LONGEST_TEXT:
        return None
    names = frozenset(card.lower() for card in cards)
    words = _words(text, names)
    found = [choice for choice in menu if _words(choice, names) == words]
    return found[0] if len(found) == 1 else None


def _words(text: str, names: frozenset[str]) -> list[str]:
    """Return the words of a text, with neighbouring cards in alphabetical order."""
    plain = " ".join(re.sub(r"[,;&]| and ", " ", text.lower()).split())
    plain = re.sub(r" ?-?> ?", ">", plain)
    plain = _spaced(names).sub(lambda found: found[0].replace(" ", "-"), plain)
    words: list[str] = []
    beside: list[str] = []
    for word in spelled(plain).lower().split():
        if word in names:
            beside.append(word)
        else:
            words, beside = [*words, *sorted(beside), word], []
    return words + sorted(beside)


@lru_cache(64)
def _spaced(names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern of hyphenated names written with spaces; longer names come first."""
    spaced = sorted((name.replace("-", " ") for name in names if "-" in name), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, spaced))})\b" if spaced else r"(?!)")
