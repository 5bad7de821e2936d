"""A name that was mistyped, and the one that was meant."""

import difflib
from collections.abc import Iterable


def perhaps(name: str, known: Iterable[str]) -> str:
    """What to add to a message that a name is not known: the one that is nearest to it, if one is near.

    >>> perhaps("pyanista", ["war", "pyanitsa"]), perhaps("bridge", ["war", "pyanitsa"])
    ("; did you mean 'pyanitsa'?", '')
    """
    found = difflib.get_close_matches(name.lower(), list(known), 1)
    return f"; did you mean {found[0]!r}?" if found else ""
