"""A clock at noon: no day ends while a test runs, unless the test says so."""

import pytest

from threedown.server.model import clock

NOON = 1_764_072_000_000
"""25 November 2025, 12:00 UTC."""


@pytest.fixture(autouse=True)
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the server's clock at noon."""
    monkeypatch.setattr(clock, "now", lambda: NOON)
