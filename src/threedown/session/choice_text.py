"""What somebody has written, and which of the choices it means."""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from threedown.cards import spelled
from threedown.limits import LONGEST_TEXT


def meant(text: str, menu: Sequence[str], cards: Collection[str]) -> str | None:
    """The choice of a menu that a text means; None if it means none, or might mean several.

    ``cards`` are the names of the deck. Cards may be named in any order and in any usual way, small or capital letters
    make no difference, nor do commas, a missing hyphen in a name, or spaces around an arrow. A text that is
    longer than any choice may be means nothing.

    >>> meant("Trade Peru, Japan and East Africa", ["trade east-africa japan peru"], ["japan", "east-africa", "peru"])
    'trade east-africa japan peru'
    >>> meant("DISCARD 10♥", ["discard TH", "discard TS"], ["TH", "TS"])
    'discard TH'
    >>> meant("bet 1 tie 10", ["bet 10 tie 1"], ["TH"])
    """
    if text in menu:
        return text
    if len(text) > LONGEST_TEXT:
        return None
    names = frozenset(card.lower() for card in cards)
    wanted = _words(text, names)
    found = [choice for choice in menu if _words(choice, names) == wanted]
    return found[0] if len(found) == 1 else None


def _words(text: str, names: frozenset[str]) -> list[str]:
    """The words of a text, those that are cards and stand side by side in the order of their letters."""
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
    """Names with a hyphen, as they stand without it; the longest first, where one is the beginning of another."""
    spaced = sorted((name.replace("-", " ") for name in names if "-" in name), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, spaced))})\b" if spaced else r"(?!)")
