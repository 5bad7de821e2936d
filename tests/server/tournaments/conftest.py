"""Fixtures of the tests of tournaments over real rooms."""

import pytest

from threedown.server.tournaments import tables


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let turns begin at once, and step only where a test says so."""
    monkeypatch.setattr(tables, "PACE", 0)

    async def idle(self: object) -> None:
        return None

    monkeypatch.setattr("threedown.server.tournaments.tournaments.Tournaments.run", idle)
