"""Names that players give themselves: visible, readable, and unlike a bot's or another player's at the table."""

import re
import unicodedata
from collections.abc import Iterable

from threedown.server.model.errors import Invalid
from threedown.server.model.wire import LONGEST_NAME

BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that are drawn as nothing."""
WIDE_SIGNS = "\ufdfd\ufdfa\u2e3b"
"""Signs as wide as a sentence."""
MOST_MARKS = 3
"""Accents on one letter."""
_BOT = re.compile(r"bot ?\d*")


def readable(name: str) -> str:
    """Return a name without blanks around it; raises Invalid if it is empty, or others could not see or read it.

    >>> readable(" Ana ")
    'Ana'
    """
    name = unicodedata.normalize("NFC", name).strip()
    if not name or not name.isprintable() or any(sign in BLANK_LETTERS for sign in name):
        raise Invalid("A name may contain only printable characters.")
    too_wide = len(_plain(name)) > LONGEST_NAME or any(sign in WIDE_SIGNS for sign in name)
    if too_wide or _most_marks(name) > MOST_MARKS:
        raise Invalid("This name is too large: use plain letters, {n} at most.", n=LONGEST_NAME)
    return name


def is_showable(text: str) -> bool:
    """True if a text for others is seen, and stays within its line: not everything printable does.

    >>> is_showable("Ciao, à bientôt"), is_showable("a" + "\\u0300" * 20), is_showable("\\u3164")
    (True, False, False)
    """
    text = unicodedata.normalize("NFC", text)
    visible = "".join(sign for sign in text if sign not in BLANK_LETTERS).strip()
    return bool(visible) and text.isprintable() and _most_marks(text) <= MOST_MARKS


def of_person(name: str) -> str:
    """Return a readable name; raises Invalid also if bots are called so."""
    name = readable(name)
    if _BOT.fullmatch(_plain(name)):
        raise Invalid("That is a bot's name. Please choose another one.")
    return name


def distinct(name: str, others: Iterable[str]) -> str:
    """Return a name, with a number after it if another player at the table already has it.

    >>> distinct("Ana", ["ANA", "Ana 2"])
    'Ana 3'
    """
    taken = {_plain(other) for other in others}
    number, candidate = 2, name
    while _plain(candidate) in taken:
        candidate = f"{name[: LONGEST_NAME - 1 - len(str(number))]} {number}"
        number += 1
    return candidate


def _plain(name: str) -> str:
    """Return a name without differences that a reader hardly sees: case, width, style and blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _most_marks(name: str) -> int:
    """Return the most combining marks on one letter."""
    runs = re.findall("M+", "".join("M" if unicodedata.combining(sign) else "-" for sign in name))
    return max(map(len, runs), default=0)
