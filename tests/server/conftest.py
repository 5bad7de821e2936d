"""Rooms with known cards, and a clock that a test moves."""

from typing import Any

import pytest
from support.hubs import SECRET

from threedown.server.model import clock
from threedown.server.rooms import opening


@pytest.fixture
def known_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every room from the same secret."""
    monkeypatch.setattr(opening, "new_secret", lambda: SECRET)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let milliseconds pass."""
    began, passed = clock.now(), [0]
    monkeypatch.setattr(clock, "now", lambda: began + passed[0])

    def wait(milliseconds: int) -> None:
        passed[0] += milliseconds

    return wait
