"""Suggestions for mistyped names."""

import difflib
from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A suggestion to add to a message about an unknown name: the known name nearest to it, if one is near.

    >>> did_you_mean("pyanista", ["war", "pyanitsa"]), did_you_mean("bridge", ["war", "pyanitsa"])
    ("; did you mean 'pyanitsa'?", '')
    """
    found = nearest(name, known)
    return f"; did you mean {found!r}?" if found else ""


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name nearest to a mistyped one; empty if none is near."""
    return next(iter(difflib.get_close_matches(name.lower(), list(known), 1)), "")
