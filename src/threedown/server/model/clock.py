"""The server's clock. Tests move it; workers that share a database follow the database's clock."""

import time

CLOSE = 250
"""Milliseconds by which the clock may differ from the one it follows."""

_ahead = 0


def now() -> int:
    """Return the time in milliseconds since 1970."""
    return int(time.time() * 1000) + _ahead


def follow(other: int) -> None:
    """Set the clock by another one that shows ``other`` now, unless they are close."""
    global _ahead
    if abs(other - now()) > CLOSE:
        _ahead += other - now()
