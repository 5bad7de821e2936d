"""The choice between two ways to compile with Numba, and the one setting of Numba's that they share."""

import contextlib
import functools
import logging
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import numba

from threedown.bulk import plain_numba

config: Any = numba.config
_cache_dir = threading.Lock()


class Backend(Protocol):
    """A module that compiles: ``numba_internals`` or ``plain_numba``."""

    SHARES_WORK: bool

    def part(self, clone: Any, **options: Any) -> Any: ...

    def whole(self, clone: Any, cache: bool) -> Any: ...

    def code(self) -> list[Any]: ...


@functools.cache
def backend() -> Backend:
    """Return ``numba_internals``, or ``plain_numba`` if this version of Numba lacks what that needs.

    With THREEDOWN_PLAIN_NUMBA=1 in the environment it is ``plain_numba`` in any case.
    """
    if os.environ.get("THREEDOWN_PLAIN_NUMBA", "0") not in ("", "0"):
        return plain_numba
    try:
        from threedown.bulk import numba_internals

        numba_internals.check()
    except Exception as error:  # a future version of Numba may fail in any way
        logging.getLogger(__name__).warning(
            "Compiling takes longer than usual, with the same results: Numba %s has changed inside (%s). "
            "Update Threedown, or install a Numba that it knows (0.68).",
            numba.__version__,
            error,
        )
        return plain_numba
    return numba_internals


@contextlib.contextmanager
def cached_in(folder: Path) -> Iterator[None]:
    """Within this context, the functions of this thread that are to be cached go into ``folder``.

    Numba reads the folder from a setting of the whole process, so only one thread at a time may be in here.
    """
    with _cache_dir:
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before
