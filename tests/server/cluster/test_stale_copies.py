"""A copy of a room that other workers have gone on with is not told of to anybody, and goes."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from support.cluster import asked, greeted, workers
from support.hubs import ANN, opened, until
from support.server_rooms import heard

from threedown.server.hub import Hub
from threedown.server.model.messages import Choose, Hello
from threedown.server.model.wire import NewRoom
from threedown.server.rooms import cluster as clusters
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import RESTART, Subscriber
from threedown.server.store import leases
from threedown.server.store.errors import NotSaved
from threedown.server.store.tables import leases as leases_table

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("known_cards")]


async def unreachable(_: Any) -> Any:
    raise NotSaved("the database is out of reach")


async def dealt_elsewhere(first: Hub, second: Hub) -> ServedRoom:
    """Open a room at a worker, deal it at another, and give it back behind the backs of both; return the copy of the
    first worker, in which it still waits."""
    room = first.rooms[(await first.opener.open(ANN, NewRoom("blitz31", bots={"1": "simple"}))).room]
    await (await second.rooms.find(room.name)).start(ANN.player)
    cluster = first.services.cluster
    assert isinstance(cluster, Shared)
    back = update(leases_table).where(leases_table.c.room == room.name).values(worker=cluster.own.worker)
    await second.services.writer.do(lambda connection: connection.execute(back))
    assert (room.state, room.holding.lost) == ("waiting", False)
    return room


def test_a_copy_that_waits_for_a_game_that_has_begun_goes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the next sign of life; a notice brings it on, so that it comes when all is laid out, and not before."""
    monkeypatch.setattr(clusters, "BEAT_EVERY", 3600.0)
    notify = leases.notify
    monkeypatch.setattr(leases, "notify", lambda connection, room, seq: None)

    async def act(first: Hub, second: Hub) -> None:
        room = await dealt_elsewhere(first, second)
        await first.services.writer.do(lambda connection: notify(connection, room.name, 0))
        await until(lambda: room.holding.lost)
        assert (await first.rooms.find(room.name)).state == "playing"

    workers(folder, act)


def test_a_client_that_has_seen_the_game_is_not_told_that_it_waits(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "BEAT_EVERY", 3600.0)
    monkeypatch.setattr(leases, "notify", lambda connection, room, seq: None)

    async def act(first: Hub, second: Hub) -> None:
        room = await dealt_elsewhere(first, second)
        ann = Subscriber(ANN.player)
        await room.handle(ann, Hello(after=0))
        assert (heard(ann), ann.code) == ([], RESTART)
        again = await first.rooms.find(room.name)
        there = Subscriber(ANN.player)
        await again.handle(there, Hello(after=0))
        assert there.code == 0
        assert [step["seq"] for step in heard(there, "step")][:1] == [1]

    workers(folder, act)


def test_a_room_that_waits_on_disk_too_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "BEAT_EVERY", 0.05)

    async def act(first: Hub, second: Hub) -> None:
        room = first.rooms[(await first.opener.open(ANN, NewRoom("blitz31", bots={"1": "simple"}))).room]
        ann = Subscriber(ANN.player)
        await room.handle(ann, Hello(after=3))  # it invents an entry
        assert [told["seq"] for told in heard(ann, "table")] == [None]
        await asyncio.sleep(0.3)
        assert first.rooms[room.name] is room
        async with room.lock:  # as whoever changes a room has it
            await room.start(ANN.player)
        await asyncio.sleep(0.3)
        assert first.rooms[room.name] is room

    workers(folder, act)


def test_a_client_that_arrives_as_the_room_goes_is_sent_on(folder: Path) -> None:
    """Its hello waits for the room's lock while another worker takes the room over: it is not told of a dead copy."""

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        await asked(room)
        async with room.lock:
            ann = Subscriber(ANN.player)
            hello = asyncio.create_task(room.handle(ann, Hello()))
            await asyncio.sleep(0)
            await second.rooms.find(room.name)
            first.rooms.lose([room.name])
        await hello
        assert heard(ann) == []
        assert ann.code == RESTART

    workers(folder, act)


def test_a_client_that_has_seen_more_than_a_copy_brings_the_room_to_be_read_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy would tell a table that is older than what was seen, also while the database is out of reach; an entry
    that nobody wrote changes nothing."""
    monkeypatch.setattr(clusters, "BEAT_EVERY", 3600.0)
    monkeypatch.setattr(leases, "notify", lambda connection, room, seq: None)

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        seq = await asked(room)
        invented = Subscriber(ANN.player)
        await room.handle(invented, Hello(after=seq + 1000))
        assert [told["seq"] for told in heard(invented, "table")] == [seq]
        assert not room.holding.lost

        taken = await second.rooms.find(room.name)
        assert taken.game is not None
        await taken.handle(await greeted(taken, ANN.player), Choose("there", seq, "draw stock"))
        seen = taken.game.seq
        assert room.game is not None
        assert room.game.seq < seen

        ann = Subscriber(ANN.player)
        with monkeypatch.context() as patch:
            patch.setattr(first.services.writer, "do", unreachable)
            with pytest.raises(NotSaved):  # its socket closes, and it returns
                await room.handle(ann, Hello(after=seen))
        assert heard(ann) == []

        await room.handle(ann, Hello(after=seen))
        assert heard(ann, "table") == []
        assert ann.code == RESTART
        assert room.holding.lost
        again = await first.rooms.find(room.name)
        assert again is not room
        there = Subscriber(ANN.player)
        await again.handle(there, Hello(after=seen))
        assert heard(there, "table") == []

    workers(folder, act)
