"""Faults planted into the server, each of which some seed finds."""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from support.simulation.house import House, simulated

from threedown.server.model.messages import Ack
from threedown.server.model.moments import Moment, Now
from threedown.server.rooms.room_tasks import RoomTasks
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.served_room import ServedRoom
from threedown.shared.shared_game import Attempt
from threedown.table.layout import NOBODY

MOST = 400
"""Seeds that may be needed to find a fault."""


def found(most: int = MOST) -> str:
    """Return what the first seed that fails says; fail if none does."""
    with simulated():
        for seed in range(most):
            try:
                House(seed).run()
            except AssertionError as error:
                return f"{seed}: {error}"
    pytest.fail(f"{most} seeds find nothing")


class _NoLock:
    """A lock that keeps nobody out."""

    async def acquire(self) -> bool:
        return True

    def release(self) -> None:
        return None

    async def __aenter__(self) -> None:
        return None

    async def __aexit__(self, *error: Any) -> None:
        return None


def test_an_acknowledgement_before_the_commit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedGame.commit

    async def hasty(game: ServedGame, attempt: Attempt, seat: int = NOBODY, key: Any = None, by: Any = None) -> None:
        if by is not None and attempt.held is None:
            by.send(Ack(key[1], game.seq + 1))
        await honest(game, attempt, seat, key, by)

    monkeypatch.setattr(ServedGame, "commit", hasty)
    assert "before it is on disk" in found()


def test_an_acknowledgement_of_a_held_answer_before_the_commit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedGame.commit

    async def hasty(game: ServedGame, attempt: Attempt, seat: int = NOBODY, key: Any = None, by: Any = None) -> None:
        if by is not None and attempt.held is not None:
            by.send(Ack(key[1], None))
        await honest(game, attempt, seat, key, by)

    monkeypatch.setattr(ServedGame, "commit", hasty)
    assert "before it is on disk" in found()


def test_a_room_without_a_lock_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedRoom.__init__

    def open_to_all(room: ServedRoom, *given: Any, **named: Any) -> None:
        honest(room, *given, **named)
        room.lock = _NoLock()  # type: ignore[assignment]

    monkeypatch.setattr(ServedRoom, "__init__", open_to_all)
    assert found()


def test_bots_and_timers_without_the_lock_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unlocked(tasks: RoomTasks, counts: Callable[[], bool], act: Callable[[], Awaitable[None]]) -> None:
        if counts():
            with contextlib.suppress(OSError):
                await act()

    monkeypatch.setattr(RoomTasks, "retry_until_saved", unlocked)
    assert found()


def test_a_held_answer_told_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedGame._commit_hidden

    async def told(game: ServedGame, attempt: Attempt, answer: tuple[int, str], key: Any, by: Any) -> None:
        await honest(game, attempt, answer, key, by)
        session = attempt.session.frozen_view()
        for other in game._host.greeted():
            narrator = game.event_log._narrator(game.event_log.moments[-1], answer[0], "en")
            other.send(Moment(game.seq, session, attempt.events).step(narrator, Now()))

    monkeypatch.setattr(ServedGame, "_commit_hidden", told)
    assert "is shown the table of" in found()
