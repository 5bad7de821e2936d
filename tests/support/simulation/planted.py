"""The search for a seed that finds a planted fault."""

from typing import Any

import pytest

from support.simulation.house import House, simulated
from support.simulation.player import Habits

MOST = 300
"""Seeds that may be needed to find a fault."""


def found(*places: int, ending: str | None = None, **habits: Any) -> str:
    """Return the message of the first seed that fails; fail if none does.

    The rooms, their ``ending`` and the players' ``habits`` come from the seed unless they are given.
    """
    with simulated():
        for seed in range(MOST):
            try:
                House(seed, places, Habits(**habits) if habits else None, ending).run()
            except AssertionError as error:
                return str(error)
    pytest.fail(f"{MOST} seeds find nothing")


class NoLock:
    """A lock that keeps nobody out."""

    async def acquire(self) -> bool:
        return True

    def release(self) -> None:
        return None

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, *error: Any) -> None:
        return None
