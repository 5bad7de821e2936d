"""What a log that was tampered with, or a disk that takes nothing, does to a room: it stops or waits, and says so."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

from test_wire_leaks import drained

from threedown.server import kept
from threedown.server.house import House
from threedown.server.hub import Hub
from threedown.server.listener import Listener
from threedown.server.served import ServedRoom
from threedown.server.wire import Choose, Guest, Hello, NewRoom
from threedown.server.writer import CannotKeep, Writer

ANN = Guest("p0", "Ann")


async def opened(hub: Hub, **wish: Any) -> ServedRoom:
    """A room of 31 in which Ann sits beside a bot, begun."""
    room = hub.rooms[(await hub.open_room(ANN, NewRoom("blitz31", bots={"1": "simple"}, **wish))).room]
    await room.start(ANN.player)
    return room


async def until(fact: Callable[[], bool]) -> None:
    """Waits until something is true."""
    while not fact():
        await asyncio.sleep(0.01)


def in_a_house(folder: Path, act: Callable[[Hub], Any]) -> None:
    """Does something with all rooms of a folder, restored."""

    async def run() -> None:
        house = House(Writer(folder), 0)
        try:
            hub = Hub(house)
            await hub.open()
            await asyncio.wait_for(act(hub), 60)
        finally:
            await house.close()

    asyncio.run(run())


async def asked(room: ServedRoom) -> Listener:
    """Ann's socket, once she is asked."""
    listener = Listener(ANN.player)
    assert room.game is not None
    await until(lambda: room.game is not None and room.game.table.asked_people() == [0])
    await room.hear(listener, Hello())
    drained(listener)
    return listener


def test_a_room_whose_log_was_tampered_with_stops_alone(folder: Path) -> None:
    names: list[str] = []

    async def play(hub: Hub) -> None:
        for _ in range(2):
            room = await opened(hub)
            names.append(room.name)
            await asked(room)

    async def look(hub: Hub) -> None:
        broken, honest = (hub.rooms[name] for name in names)
        assert broken.state == "stopped"
        assert broken.plan.stopped is not None
        assert "the chain breaks" in broken.plan.stopped
        listener = Listener("")
        await broken.hear(listener, Hello())
        assert b'"type":"table"' in drained(listener), "what was played until then can be seen"
        listener = Listener(ANN.player)
        assert broken.game is not None
        await broken.hear(listener, Hello())
        await broken.hear(listener, Choose("a", broken.game.seq, "draw stock"))
        assert b"cannot be restored" in drained(listener)
        assert honest.state == "playing"
        await honest.hear(await asked(honest), Choose("a", honest.game.seq if honest.game else 0, "draw stock"))

    in_a_house(folder, play)
    with sqlite3.connect(folder / "threedown.db") as connection:
        connection.execute(
            "UPDATE entries SET line = CAST(replace(CAST(line AS TEXT), '\"go\":1', '\"go\":2') AS BLOB)"
            " WHERE game = ? AND seq = 1",
            (names[0],),
        )
    in_a_house(folder, look)


def test_what_the_disk_does_not_take_does_not_count(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await opened(hub)
        listener = await asked(room)
        assert room.game is not None
        seq, honest = room.game.seq, room.house.writer.do

        async def full(work: Any) -> Any:
            raise CannotKeep("database or disk is full")

        room.house.writer.do = full  # type: ignore[method-assign]
        before = room.game.session
        await room.hear(listener, Choose("a", seq, "draw stock"))
        told = drained(listener)
        assert b'"refused"' in told
        assert b"cannot be kept now" in told
        assert (room.game.seq, room.game.session) == (seq, before)
        room.house.writer.do = honest  # type: ignore[method-assign]
        await room.hear(listener, Choose("a", seq, "draw stock"))
        assert b'"ack","id":"a"' in drained(listener), "tried again it counts, under the same id"
        log = await honest(lambda connection: kept.log_of(connection, room.name))
        assert len(log.lines) == room.game.seq
        assert (ANN.player, "a") in log.answered

    in_a_house(folder, act)


def test_who_reads_too_slowly_is_let_go_and_nobody_waits_for_him(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await opened(hub)
        listener = await asked(room)
        stalled = Listener("")
        await room.hear(stalled, Hello())
        while not stalled.too_slow.is_set():
            room.publish_room()
            drained(listener)
        assert room.game is not None
        await room.hear(listener, Choose("a", room.game.seq, "draw stock"))
        assert b'"ack"' in drained(listener)

    in_a_house(folder, act)
