"""The memory of the server's process, and the limit that it keeps to."""

import os
import sys
from pathlib import Path

STATUS = Path("/proc/self/statm")
SHARE = 2
"""A server may use this fraction of the machine's memory unless it is told otherwise: one half."""


def resident() -> int | None:
    """Return the bytes of memory that this process has; None where the system does not say (Linux does)."""
    try:
        return int(STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


def default_limit() -> int | None:
    """Return half of the machine's memory in bytes; None where the system does not say."""
    if sys.platform == "win32":
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // SHARE


class MemoryLimit:
    """The limit, in bytes (None: no limit). Above it idle games leave memory, and no room opens."""

    def __init__(self, most: int | None) -> None:
        self.most = most

    @property
    def is_exceeded(self) -> bool:
        """True if the process has more memory than it should."""
        used = resident()
        return self.most is not None and used is not None and used > self.most
