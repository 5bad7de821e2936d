"""Suggestions for mistyped names."""

import difflib
from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A suggestion to add to a message about an unknown name: the known name nearest to it, if one is near.

    >>> did_you_mean("pyanista", ["war", "pyanitsa"]), did_you_mean("bridge", ["war", "pyanitsa"])
    ("; did you mean 'pyanitsa'?", '')
    """
    found = difflib.get_close_matches(name.lower(), list(known), 1)
    return f"; did you mean {found[0]!r}?" if found else ""
