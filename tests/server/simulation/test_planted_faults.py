"""Faults planted into the server, each of which some seed finds."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import pytest
from support.simulation.planted import NoLock, found
from support.simulation.scenarios import CASINO, RACE, STEAL, WAR

from threedown.server.model.messages import Ack, Command, Step
from threedown.server.model.moments import Moment, Now
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import Guest, Opened
from threedown.server.rooms.absence import Absence
from threedown.server.rooms.commit import Commit
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.opening import RoomOpener
from threedown.server.rooms.room_tasks import RoomTasks
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.timers import Action, Timers
from threedown.server.store.errors import NotSaved
from threedown.session.session import Refused
from threedown.session.views import Looks
from threedown.shared.shared_game import Attempt, SharedGame
from threedown.table.layout import NOBODY


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
        room.lock = NoLock()  # type: ignore[assignment]

    monkeypatch.setattr(ServedRoom, "__init__", open_to_all)
    assert found()


def test_bots_and_timers_without_the_lock_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def unlocked(tasks: RoomTasks, counts: Callable[[], bool], act: Callable[[], Awaitable[None]]) -> None:
        if counts():
            with contextlib.suppress(NotSaved):
                await act()

    monkeypatch.setattr(RoomTasks, "retry_until_saved", unlocked)
    assert found()


def test_a_held_answer_told_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedGame._commit_hidden

    async def told(game: ServedGame, attempt: Attempt, answer: tuple[int, str], key: Any, by: Any) -> None:
        await honest(game, attempt, answer, key, by)
        session = attempt.session.frozen_view()
        for other in game._host.greeted():
            narrator = game.event_log._narrator(game.event_log.moments[-1], Eyes(answer[0]), "en")
            other.send(Moment(game.seq, session, attempt.events).step(narrator, Now()))

    monkeypatch.setattr(ServedGame, "_commit_hidden", told)
    assert re.search("is shown the table of|every entry once", found())  # the step comes again when it counts


def test_a_timer_that_fires_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every action of a timer asks whether it still counts; here the next turn does not."""

    def twice(timers: Timers, name: str, action: Action) -> None:
        del timers._running[name]
        timers._spawn(action())
        asyncio.get_running_loop().call_later(0.01, lambda: timers._spawn(action()))

    async def trusting(game: ServedGame, seq: int) -> None:
        async with game._host.lock:
            if game._host.state == "playing" and game.session.pending is None and not game.session.over:
                with contextlib.suppress(NotSaved):
                    await game._next_turn()

    monkeypatch.setattr(Timers, "_fire", twice)
    monkeypatch.setattr(ServedGame, "on_pace", trusting)
    assert "begins by itself after" in found()


@pytest.mark.slow
def test_a_clock_that_a_choice_does_not_stop_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the second choice never begins, so it never runs out."""
    honest = ServedGame._apply

    def apply(game: ServedGame, commit: Commit) -> None:
        with monkeypatch.context() as planted:
            planted.setattr(Timers, "stop", lambda timers: None)
            honest(game, commit)

    monkeypatch.setattr(ServedGame, "_apply", apply)
    assert "the clock does not run out" in found(CASINO, sleep=0.3)


def test_a_clock_that_runs_out_without_the_lock_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedGame.on_timeout

    async def unlocked(game: ServedGame, seq: int) -> None:
        lock, game._host.lock = game._host.lock, NoLock()  # type: ignore[assignment]
        try:
            await honest(game, seq)
        finally:
            game._host.lock = lock

    monkeypatch.setattr(ServedGame, "on_timeout", unlocked)
    assert found(CASINO, sleep=0.3)


@pytest.mark.slow
def test_a_repeated_command_that_is_not_looked_up_under_the_lock_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedGame.handle

    async def forgetful(game: ServedGame, subscriber: Subscriber, seat: int | None, command: Command) -> None:
        answered, game.answered = game.answered, {}
        try:
            await honest(game, subscriber, seat, command)
        finally:
            game.answered = answered | game.answered

    monkeypatch.setattr(ServedGame, "handle", forgetful)
    assert "is answered with" in found(STEAL, double=0.5, drop=0.5, tabs=2)


@pytest.mark.slow
def test_a_stand_in_that_answers_though_the_player_is_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def obstinate(game: ServedGame, seq: int, seat: int, choice: str, race: bool) -> None:
        async def play() -> None:
            await game.commit(game.shared_game.try_choice(None if race else seat, choice), seat)

        await game._retry_until_saved(seq, play)

    monkeypatch.setattr(ServedGame, "_play_for_bot", obstinate)
    assert "that its player never made" in found(STEAL, leave=0.3)


def test_a_player_who_is_back_and_gets_no_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(absence: Absence, seat: int) -> None:
        return None

    monkeypatch.setattr(Absence, "returned", nothing)
    assert "is back, and a bot plays on" in found(STEAL, leave=0.3, drop=0.3)


def test_a_spectator_whose_missed_steps_are_those_of_a_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedGame.step

    def wrong(game: ServedGame, moment: Moment, eyes: Eyes, language: str, looks: Looks | None = None) -> Step:
        wrong_eyes = eyes if eyes.seat is not None or moment.seq == game.seq else Eyes(0)
        return honest(game, moment, wrong_eyes, language, looks)

    monkeypatch.setattr(ServedGame, "step", wrong)
    assert "is shown the table of seat 0" in found(STEAL)


def test_an_undo_past_what_another_player_did_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(game: SharedGame, seat: int) -> int:
        if not game.session.history:
            raise Refused("There is nothing to undo.")
        return 1

    monkeypatch.setattr(SharedGame, "inputs_to_undo", everything)
    assert "takes back what another player did" in found(RACE, undo=0.5)


def test_a_rematch_without_the_lock_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RoomOpener.rematch

    async def unlocked(opener: RoomOpener, room: ServedRoom, guest: Guest, host: str = "") -> ServedRoom:
        lock, room.lock = room.lock, NoLock()  # type: ignore[assignment]
        try:
            return await honest(opener, room, guest, host)
        finally:
            room.lock = lock

    monkeypatch.setattr(RoomOpener, "rematch", unlocked)
    assert "rematch" in found(RACE, ending="rematch")


def test_a_rematch_with_the_old_parts_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RoomOpener._open

    async def kept(
        opener: RoomOpener,
        guest: Guest,
        plan: RoomPlan,
        host: str,
        of: str | None = None,
        joining: Collection[str] = (),
    ) -> Opened:
        for chair in plan.chairs if of else ():
            chair.part = "c0ffee"
        return await honest(opener, guest, plan, host, of, joining)

    monkeypatch.setattr(RoomOpener, "_open", kept)
    assert "old parts in a rematch" in found(WAR, ending="rematch")
