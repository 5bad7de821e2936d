"""Hints: a quick one where the search is not ready, and nobody waits while a bot thinks about one."""

import asyncio
from typing import Any

import pytest
from support.hubs import until
from support.server_rooms import heard, sit_and_start

from threedown.server.model.messages import AskHint, Choose, GoOn
from threedown.server.rooms.refusals import STALE
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.workers import bot_pool
from threedown.server.workers.bot_pool import BotChoice, BotPool
from threedown.session.session import Session


async def asked_room() -> tuple[ServedRoom, Subscriber, int]:
    """A room of 31, the player who is asked there, and the entry."""
    room, people = await sit_and_start("blitz31", 2)
    assert room.game is not None
    for person in people[:2]:
        await room.handle(person, GoOn("g", room.game.seq))
    asked = people[room.game.session.asked or 0]
    heard(asked)
    return room, asked, room.game.seq


def test_a_hint_says_why_it_has_no_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search was still loading, a cheaper level stood in, and the hint gave its choice without a word."""

    async def quick(session: Session, seat: int, level: str, by: str) -> tuple[BotChoice, list[Any]]:
        return BotChoice("knock", "steady"), []

    async def run() -> None:
        room, asked, seq = await asked_room()
        monkeypatch.setattr(room.services.bot_pool, "hint", quick)
        await room.handle(asked, AskHint("h", seq))
        hints: list[Any] = []
        await until(lambda: bool(hints.extend(heard(asked, "hint")) or hints))
        assert "(a quick guess without chances: the search was not ready" in hints[0]["why"]

    asyncio.run(run())


def test_a_choice_does_not_wait_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint took 90 seconds on a cold server, and the choices of its player lay unread meanwhile."""
    thought = asyncio.Event()

    async def slow(session: Session, seat: int, level: str, by: str) -> tuple[BotChoice, list[Any]]:
        await thought.wait()
        return BotChoice("knock", "steady"), []

    async def run() -> None:
        room, asked, seq = await asked_room()
        monkeypatch.setattr(room.services.bot_pool, "hint", slow)
        await room.handle(asked, AskHint("h", seq))
        await room.handle(asked, Choose("c", seq, "draw stock"))
        assert [ack["id"] for ack in heard(asked, "ack")] == ["c"]
        thought.set()
        refused: list[Any] = []
        await until(lambda: bool(refused.extend(heard(asked, "refused")) or refused))
        assert [(each["id"], each["reason"]) for each in refused] == [("h", STALE)]

    asyncio.run(run())


def test_a_hint_is_a_quick_guess_while_the_search_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling takes a minute on a cold server; who asks for the first hint need not wait for it."""

    async def endless(pool: BotPool, warm_up: object) -> None:
        await asyncio.get_running_loop().create_future()

    async def chosen(pool: BotPool, session: Session, seat: int, level: str, *_: Any) -> tuple[BotChoice, list[Any]]:
        return BotChoice("knock", level), []

    monkeypatch.setattr(bot_pool, "HINT_SECONDS", 0.0)
    monkeypatch.setattr(BotPool, "_compile", endless)
    monkeypatch.setattr(BotPool, "_choose", chosen)

    async def run() -> None:
        room, _, _ = await asked_room()
        assert room.game is not None
        pool = BotPool(1, lambda work: asyncio.to_thread(work))
        told, _ = await pool.hint(room.game.session, 0, "keen")
        assert told == BotChoice("knock", "steady")
        await pool.close()

    asyncio.run(run())
