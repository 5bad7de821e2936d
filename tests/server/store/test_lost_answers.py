"""Commands whose answer is lost, and a disk that takes nothing: a choice counts once or not at all."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.hubs import ANN, asked, in_a_house, opened, until
from support.server_rooms import drained

from threedown.server.hub import Hub
from threedown.server.model.messages import Choose, GoOn, Hello
from threedown.server.model.wire import NewRoom
from threedown.server.rooms.refusals import MAX_REFUSALS
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import queries
from threedown.server.store.errors import NotSaved

pytestmark = pytest.mark.usefixtures("known_cards")


def test_an_unsaved_act_does_not_count(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await opened(hub)
        subscriber = await asked(room)
        assert room.game is not None
        seq, honest = room.game.seq, room.services.writer.do

        async def full(work: Any) -> Any:
            raise NotSaved("database or disk is full")

        room.services.writer.do = full  # type: ignore[method-assign]
        before = room.game.session
        await room.handle(subscriber, Choose("a", seq, "draw stock"))
        told = drained(subscriber)
        assert b'"refused"' in told
        assert b"Couldn't save that" in told
        assert (room.game.seq, room.game.session) == (seq, before)
        room.services.writer.do = honest  # type: ignore[method-assign]
        await room.handle(subscriber, Choose("a", seq, "draw stock"))
        assert b'"ack","id":"a"' in drained(subscriber), "tried again it counts, under the same id"
        log = await honest(lambda connection: queries.log_of(connection, room.name))
        assert len(log.lines) == room.game.seq
        assert (ANN.player, "a") in log.answered

    in_a_house(folder, act)


def test_clients_hear_of_an_entry_only_once_it_is_on_disk(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await opened(hub)
        subscriber, spectator = await asked(room), Subscriber("")
        await room.handle(spectator, Hello())
        drained(spectator)
        drained(subscriber)  # of the spectator
        assert room.game is not None
        seq, honest, written = room.game.seq, room.services.writer.do, asyncio.Event()

        async def slow(work: Any) -> Any:
            await written.wait()
            return await honest(work)

        room.services.writer.do = slow  # type: ignore[method-assign]
        task = asyncio.ensure_future(room.handle(subscriber, Choose("a", seq, "draw stock")))
        for _ in range(100):
            await asyncio.sleep(0)
        assert (drained(subscriber), drained(spectator), room.game.seq) == (b"", b"", seq)
        written.set()
        await task
        told = drained(subscriber)
        assert told.index(b'"ack"') < told.index(b'"step"')
        assert b'"step"' in drained(spectator)

    in_a_house(folder, act)


def test_a_command_whose_answer_was_lost_counts_once(folder: Path) -> None:
    """It was on disk when the process died, and the client says it again."""
    names: list[tuple[str, int]] = []

    async def play(hub: Hub) -> None:
        room = await opened(hub)
        subscriber = await asked(room)
        assert room.game is not None
        names.append((room.name, room.game.seq))
        await room.handle(subscriber, Choose("a", room.game.seq, "draw stock"))

    async def again(hub: Hub) -> None:
        name, seq = names[0]
        room = await hub.rooms.find(name)
        subscriber = await asked(room)
        assert room.game is not None
        before = room.game.seq
        await room.handle(subscriber, Choose("a", seq, "draw stock"))
        assert drained(subscriber) == b'{"type":"ack","id":"a","seq":%d}' % (seq + 1)
        assert room.game.seq == before

    in_a_house(folder, play)
    in_a_house(folder, again)


def test_the_last_command_of_a_game_whose_answer_was_lost_is_acknowledged(folder: Path) -> None:
    """The game is over by then: what counted is not refused."""
    names: list[str] = []

    async def play(hub: Hub) -> None:
        wish = NewRoom("war", bots={"1": "random"}, options={"turn_cap": 1}, pace=0)
        room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
        names.append(room.name)
        await room.start(ANN.player)
        subscriber = Subscriber(ANN.player)
        await room.handle(subscriber, Hello())
        await room.handle(subscriber, GoOn("last", 0))
        await until(lambda: room.state == "over")
        await check(room)

    async def check(room: ServedRoom) -> None:
        subscriber = Subscriber(ANN.player)
        await room.handle(subscriber, Hello())
        drained(subscriber)
        await room.handle(subscriber, GoOn("last", 0))
        assert drained(subscriber) == b'{"type":"ack","id":"last","seq":1}'
        await room.handle(subscriber, GoOn("later", 1))
        assert b"The game is over." in drained(subscriber)
        await room.handle(subscriber, GoOn("beaten", 0))
        assert b'"reason":"stale"' in drained(subscriber), "another player's press ended the game before"

    async def again(hub: Hub) -> None:
        await check(await hub.rooms.find(names[0]))

    in_a_house(folder, play)
    in_a_house(folder, again)


def test_a_command_that_was_refused_is_refused_again_whatever_has_happened_since(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = hub.rooms[(await hub.opener.open(ANN, NewRoom("blitz31", bots={"1": "simple"}))).room]
        early = Subscriber(ANN.player)
        await room.handle(early, Hello())
        drained(early)
        await room.handle(early, Choose("early", 1, "draw stock"))
        refusal = drained(early)
        assert b"The game hasn't begun." in refusal
        await room.start(ANN.player)
        subscriber = await asked(room)
        assert room.game is not None
        assert room.game.seq == 1, "what was said too early would be right now"
        await room.handle(subscriber, Choose("early", 1, "draw stock"))
        assert drained(subscriber) == refusal
        await room.handle(subscriber, Choose("wrong", 1, "no such choice"))
        refusal = drained(subscriber)
        await room.handle(subscriber, Choose("right", 1, "draw stock"))
        drained(subscriber)
        await room.handle(subscriber, Choose("wrong", room.game.seq, "no such choice"))
        assert drained(subscriber) == refusal
        assert room._refusals.find(ANN.player, "wrong") is not None
        for number in range(MAX_REFUSALS):
            await room.handle(subscriber, Choose(f"{number}", 0, "stale"))
        assert room._refusals.find(ANN.player, "wrong") is None, "no more than these are remembered"

    in_a_house(folder, act)
