"""The results of finished games: written with the end of each game, and kept when rooms and guests are deleted."""

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.hubs import in_a_house, until

from threedown.server.hub import Hub
from threedown.server.model.seat_result import SeatResult
from threedown.server.model.wire import Join, NewGuest, NewRoom, Point
from threedown.server.rooms.seat_results import seat_results
from threedown.server.store.results import rated_results, results_of_game
from threedown.server.store.salvage import salvage
from threedown.server.store.sqlite import FILE
from threedown.server.store.writer import Writer


async def played(hub: Hub, **wish: Any) -> tuple[str, str, str]:
    """Play a short War in which Ann and Ben sit with a bot, leave, and return the room and the two players."""
    ann, ben = [await hub.guests.new(NewGuest(name)) for name in ("Ann", "Ben")]
    request = NewRoom("war", seats=3, bots={"2": "random"}, pace=0, **wish)
    room = hub.rooms[(await hub.opener.open(ann, request)).room]
    await room.join(ben, Join())
    await room.start(ann.player)
    for guest in (ann, ben):
        await room.leave(guest.player)
    await until(lambda: room.state == "over")
    assert room.game is not None
    assert room.game.session.over
    return room.name, ann.player, ben.player


async def of_war(hub: Hub) -> list[SeatResult]:
    return await hub.services.writer.do(partial(results_of_game, game="war"))


def test_a_finished_game_has_a_result_for_each_seat(folder: Path, known_cards: None) -> None:
    async def act(hub: Hub) -> None:
        name, ann, ben = await played(hub, options={"turn_cap": 3})
        found = await of_war(hub)
        session = hub.rooms[name].game.session  # type: ignore[union-attr]
        assert [(result.room, result.seat, result.player, result.level) for result in found] == [
            (name, 0, ann, None),
            (name, 1, ben, None),
            (name, 2, None, "random"),
        ]
        assert {(result.seats, result.preset, result.rated) for result in found} == {(3, None, False)}
        scores = sorted((result.score for result in found), reverse=True)
        assert [result.place for result in found] == [1 + scores.index(result.score) for result in found]
        assert min(result.place for result in found) == 1
        assert session.turns == 3
        assert await hub.services.writer.do(partial(rated_results, game="war", since=0)) == []

    in_a_house(folder, act)


def test_results_outlive_the_room_and_lose_a_guest_who_is_deleted(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        name, ann, ben = await played(hub, options={"turn_cap": 1})
        await hub.deleter.delete_room(name, hub.rooms[name].plan.host)
        await hub.deleter.delete_guest(ann)
        assert [(result.room, result.player) for result in await of_war(hub)] == [
            (name, None),
            (name, ben),
            (name, None),
        ]

    in_a_house(folder, act)


def test_a_preset_is_named_and_a_forked_game_has_no_result(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        ann = await hub.guests.new(NewGuest("Ann"))
        room = hub.rooms[(await hub.opener.open(ann, NewRoom("casino-war", pace=0))).room]
        await room.start(ann.player)
        await room.leave(ann.player)
        await until(lambda: room.state == "over")
        assert room.game is not None
        [result] = await hub.services.writer.do(partial(results_of_game, game="casino-war"))
        assert result.preset == room.plan.preset
        again = await hub.opener.open(ann, NewRoom(point=Point(room.name, 1)))
        assert seat_results(hub.rooms[again.room].plan, again.room, room.game.session) == []

    in_a_house(folder, act)


@pytest.mark.sqlite
def test_a_salvaged_database_has_the_results(folder: Path, tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        await played(hub, options={"turn_cap": 1})

    in_a_house(folder, act)
    with closing(sqlite3.connect(folder / FILE)) as connection, connection:
        connection.execute("DELETE FROM guests WHERE name = 'Ben'")
        connection.execute("UPDATE results SET player = 'gone' WHERE seat = 1")
    target = tmp_path / "salvaged" / FILE
    target.parent.mkdir()
    salvage(folder, target)

    async def look() -> list[SeatResult]:
        writer = Writer(target.parent)
        try:
            return await writer.do(partial(results_of_game, game="war"))
        finally:
            writer.close()

    found = asyncio.run(look())
    assert [result.player is None for result in found] == [False, True, True]
