"""Numba's own way to compile, without its internals: the same results as with :mod:`threedown.bulk.numba_internals`,
but compiling takes several times as long."""

import types
from typing import Any

import numba

njit: Any = numba.njit

SHARES_WORK = False
"""A second process cannot compile some of the parts."""


def part(clone: Any, **options: Any) -> Any:
    """Return the dispatcher of a function that other functions call."""
    options.pop("forceinline", None)  # not an option that Numba documents; LLVM decides
    return njit(clone, **options)


def whole(clone: Any, cache: bool) -> Any:
    """Return the dispatcher of an entry; it runs without the GIL, and ``cache`` says if it is cached on disk."""
    return njit(clone, nogil=True, cache=cache)


def code() -> list[Any]:
    """All code of this file that machine code depends on."""
    return [member.__code__ for member in globals().values() if isinstance(member, types.FunctionType)]
