"""A log that another worker writes to while it is read."""

from typing import Any

import pytest

from threedown.server.model.plan import StoredLog
from threedown.server.store import queries


def log(lines: int, answered: int) -> StoredLog:
    """So many lines, and a command for each of the first entries."""
    return StoredLog([b"line"] * lines, {("ann", str(seq)): seq for seq in range(1, answered + 1)}, [], None)


def read(monkeypatch: pytest.MonkeyPatch, *found: StoredLog) -> tuple[StoredLog, int]:
    """The log that is returned if the database shows these, one after the other, and how many were looked at."""
    left = list(found)
    monkeypatch.setattr(queries, "_log_of", lambda *_: left.pop(0))
    nothing: Any = None
    return queries.log_of(nothing, "game"), len(found) - len(left)


def test_a_command_that_is_ahead_of_the_lines_has_them_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, log(4, 5), log(6, 7), log(8, 8), log(9, 9)) == (log(8, 8), 3)


def test_a_whole_log_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, log(5, 5), log(6, 6)) == (log(5, 5), 1)


def test_entries_that_are_missing_stay_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker writes: the second reading has no more lines than the first."""
    found, readings = read(monkeypatch, log(4, 5), log(4, 5), log(9, 9))
    assert (found.lacks_entries, readings) == (True, 2)
