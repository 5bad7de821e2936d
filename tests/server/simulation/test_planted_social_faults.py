"""Faults planted where people meet, and where the machine fails: each is found by some seed."""

import asyncio
import copy
import re
from typing import Any

import pytest
from sqlalchemy import create_engine
from support.simulation import disk
from support.simulation.planted import NoLock, found
from support.simulation.scenarios import CASINO, RACE, STEAL, THREE_STEAL

from threedown.server.model.evening import Next
from threedown.server.model.messages import Command
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import Guest
from threedown.server.rooms import seat_results, served_room
from threedown.server.rooms.absence import Absence
from threedown.server.rooms.opening import RoomOpener
from threedown.server.rooms.ready import CommandKey
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import sqlite


@pytest.mark.slow
def test_a_database_without_a_journal_is_found_when_the_power_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(path: Any) -> Any:
        engine = create_engine(f"sqlite:///{path}")
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA journal_mode=OFF")
        return engine

    monkeypatch.setattr(sqlite, "engine_of", careless)
    assert found()


@pytest.mark.slow
def test_a_cancelled_call_after_which_memory_differs_from_the_disk_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def forgotten(future: asyncio.Future[Any]) -> Any:
        return await asyncio.shield(future)

    monkeypatch.setattr(disk, "settled", forgotten)
    assert found()


def test_one_vote_that_decides_for_all_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Absence, "_needed", lambda absence: 1)
    assert "1 of 2 want a bot" in found(THREE_STEAL, drop=0.5, stray=1.0)


def test_a_vote_to_wait_that_brings_a_bot_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Absence, "_has_majority", lambda absence, bot: bool(absence._votes))
    assert re.search("0 of [01] want a bot", found(STEAL, drop=0.5, stray=1.0))


def test_a_vote_about_a_player_who_is_here_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(absence: Absence) -> list[int]:
        return [seat for seat in absence._asked() if not absence._bots.plays_for(seat)]

    monkeypatch.setattr(Absence, "_gone", asked)
    assert "whose player is here" in found(STEAL, sleep=0.3)


@pytest.mark.slow
def test_a_command_of_a_player_who_was_sent_away_meanwhile_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat is looked up before the command waits for the lock."""
    honest = ServedRoom.handle
    seats: dict[tuple[ServedRoom, Subscriber], int | None] = {}

    async def early(room: ServedRoom, subscriber: Subscriber, message: Any) -> None:
        seats[room, subscriber] = room.seat_of(subscriber.player)
        await honest(room, subscriber, message)

    async def late(room: ServedRoom, subscriber: Subscriber, command: Command) -> None:
        if room.game is not None and room.state == "playing":
            await room.game.handle(subscriber, seats[room, subscriber], command)

    monkeypatch.setattr(ServedRoom, "handle", early)
    monkeypatch.setattr(ServedRoom, "_carry_out", late)
    assert "sent away" in found(CASINO, kick=0.5)


def test_an_evening_that_counts_no_game_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_results, "with_result", lambda plan, room, session: plan)
    assert "the evening has the games" in found(RACE, ending="want")


def test_wishes_for_the_next_game_without_the_lock_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = RoomOpener.want

    async def unlocked(opener: RoomOpener, room: ServedRoom, guest: Guest, want: Next | None, host: str = "") -> None:
        lock, room.lock = room.lock, NoLock()  # type: ignore[assignment]
        try:
            await honest(opener, room, guest, want, host)
        finally:
            room.lock = lock

    monkeypatch.setattr(RoomOpener, "want", unlocked)
    assert "rematch" in found(RACE, ending="want")


@pytest.mark.slow
def test_a_next_room_that_nobody_deals_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(plan: RoomPlan) -> bool:
        return False

    monkeypatch.setattr(served_room, "has_everybody", nobody)
    assert "stands still" in found(RACE, ending="want")


def test_rooms_that_share_the_answers_of_their_players_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ServedGame.__init__
    shared: dict[CommandKey, int | None] = {}

    def confused(game: ServedGame, *given: Any) -> None:
        honest(game, *given)
        shared.update(copy.copy(game.answered))
        game.answered = shared

    monkeypatch.setattr(ServedGame, "__init__", confused)
    assert "acknowledged" in found(RACE, STEAL)
