"""Rooms with known cards."""

import pytest
from support.hubs import SECRET

from threedown.server.rooms import opening


@pytest.fixture
def known_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every room from the same secret."""
    monkeypatch.setattr(opening, "new_secret", lambda: SECRET)
