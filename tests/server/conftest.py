"""Rooms with known cards, a clock that a test moves, and two kinds of databases."""

from pathlib import Path
from typing import Any

import pytest
from support.hubs import SECRET

from threedown.server.model import clock
from threedown.server.rooms import opening

WITH_DATABASE = {"Writer", "Serving", "in_a_house"}
"""A module that uses one of these opens databases."""
ON_BOTH = {
    "test_calls", "test_crashes", "test_deleting", "test_interleavings", "test_lost_answers", "test_restore",
    "test_stored_snapshots", "test_tournaments",
}  # fmt: skip
"""The modules that ``make test`` runs on PostgreSQL too; ``make test-all`` runs all."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test that opens a database on both kinds."""
    opens = WITH_DATABASE & vars(metafunc.module).keys() or {"served", "url"} & set(metafunc.fixturenames)
    if not opens or any(mark.name in ("sqlite", "postgres") for mark in metafunc.definition.iter_markers()):
        return
    metafunc.fixturenames.insert(0, "database_kind")
    marks = [] if Path(metafunc.module.__file__ or "").stem in ON_BOTH else [pytest.mark.slow]
    kinds = ["sqlite", pytest.param("postgres", marks=marks)]
    metafunc.parametrize("database_kind", kinds, indirect=True, scope="session")


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
