"""Two workers and one room: what the one that doesn't hold it wants to write is not written."""

import asyncio
import io
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import OperationalError
from support.cluster import asked, greeted, workers
from support.hubs import ANN, BEN, opened, until
from support.server_rooms import drained, heard

from threedown.server import hub as hubs
from threedown.server.hub import Hub
from threedown.server.model import clock
from threedown.server.model.errors import TooMany, Unavailable
from threedown.server.model.messages import Choose, GoOn
from threedown.server.model.wire import Guest, Join, NewGuest, NewRoom
from threedown.server.rooms import cluster as clusters
from threedown.server.rooms import guests, room_limits
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import leases, queries
from threedown.server.store.errors import Lost
from threedown.server.store.postgres import engine_of
from threedown.session.record import record_in

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("known_cards")]


async def whole(hub: Hub, name: str) -> Any:
    """Return a room and its log as they are on disk, after following the chain."""
    stored, log = await hub.services.writer.do(lambda connection: queries.whole(connection, name))
    assert stored.header is not None
    assert record_in(io.BytesIO(stored.header + b"".join(log.lines))).damage is None
    return stored, log


def test_a_choice_at_the_wrong_worker_is_stale_and_not_written(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        seq, ann = await asked(room), await greeted(room, ANN.player)
        taken = await second.rooms.find(room.name)
        assert taken.game is not None
        there = await greeted(taken, ANN.player)
        await taken.handle(there, Choose("there", seq, "draw stock"))
        assert [told["id"] for told in heard(there, "ack")] == ["there"]
        await room.handle(ann, Choose("here", seq, "draw stock"))
        told = heard(ann)
        assert [(one["id"], one["reason"]) for one in told if one["type"] == "refused"] == [("here", "stale")]
        assert room.holding.lost
        log = (await whole(second, room.name))[1]
        assert (ANN.player, "here") not in log.answered
        assert (ANN.player, "there") in log.answered

    workers(folder, act)


def test_a_choice_that_the_other_worker_has_written_is_acknowledged(folder: Path) -> None:
    """The client has sent it to both, under one id."""

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        seq, ann = await asked(room), await greeted(room, ANN.player)
        taken = await second.rooms.find(room.name)
        await taken.handle(await greeted(taken, ANN.player), Choose("same", seq, "draw stock"))
        await room.handle(ann, Choose("same", seq, "draw stock"))
        assert [one["seq"] for one in heard(ann, "ack")] == [seq + 1]

    workers(folder, act)


def test_a_plan_is_not_written_by_a_worker_that_lost_the_room(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        room = first.rooms[(await first.opener.open(ANN, NewRoom("war", seats=3))).room]
        taken = await second.rooms.find(room.name)
        await taken.join(BEN, Join())
        with pytest.raises(Lost):
            await room.leave(ANN.player)
        stored, _ = await second.services.writer.do(lambda connection: queries.whole(connection, room.name))
        assert stored.plan.players == [ANN.player, BEN.player]

    workers(folder, act)


def test_a_hidden_answer_is_not_written_by_a_worker_that_lost_the_room(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        room = first.rooms[(await first.opener.open(ANN, NewRoom("steal-war", seats=2, pace=0))).room]
        await room.join(BEN, Join())
        await room.start(ANN.player)
        both = [await greeted(room, ANN.player), await greeted(room, BEN.player)]
        assert room.game is not None
        while len(people := room.game.shared_game.asked_people()) < 2:
            seq = room.game.seq
            for seat in people or (0, 1):
                choice = room.game.session.menu(seat)[0] if people else ""
                await room.handle(both[seat], Choose(f"{seq}", seq, choice) if people else GoOn(f"{seq}", seq))
        seq = room.game.seq
        taken = await second.rooms.find(room.name)
        drained(both[1])
        await room.handle(both[1], Choose("held", seq, "play"))
        told = {message["type"] for message in heard(both[1])}
        assert not told & {"ack", "refused"}, "it is repeated at the other worker"
        assert (await whole(second, room.name))[1].held == []
        assert taken.game is not None
        assert taken.game.seq == seq

    workers(folder, act)


def test_games_written_together_with_one_that_lost_are_written(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        rooms = [await opened(first) for _ in range(3)]
        assert isinstance(first.services.cluster, Shared)
        works = []
        for room in rooms:
            seq = await asked(room)
            stored, _ = await whole(first, room.name)
            assert stored.header is not None
            work = queries.AppendEntries(room.name, seq + 1, [b"line of %d\n" % seq])
            works.append(first.services.cluster.fenced(room.name, work))
        await second.services.cluster.claim(rooms[1].name, force=True)
        values = await first.services.writer.do(lambda connection: queries.AppendEntries.together(connection, works))
        assert [type(value) for value in values] == [type(None), Lost, type(None)]

    workers(folder, act)


def test_an_entry_that_is_there_is_not_written_again_even_without_a_lease(folder: Path) -> None:
    """The key of the log alone lets one writer add an entry, and a game of several lines is written whole or not."""

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        seq = await asked(room)
        before = (await whole(first, room.name))[1].lines
        twice = queries.AppendEntries(room.name, seq, [b"other\n", b"more\n"])
        with pytest.raises(Lost):
            await second.services.writer.do(twice)
        assert (await whole(first, room.name))[1].lines == before

    workers(folder, act)


def test_without_the_fence_a_player_who_was_acknowledged_loses_their_seat(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted fault: the same as above, and an acknowledged seat is lost."""
    monkeypatch.setattr(Shared, "fenced", lambda self, room, work: work)
    monkeypatch.setattr(RoomRegistry, "lose", lambda self, names: None)

    async def act(first: Hub, second: Hub) -> None:
        room = first.rooms[(await first.opener.open(ANN, NewRoom("war", seats=3))).room]
        taken = await second.rooms.find(room.name)
        await taken.join(BEN, Join())
        await room.change(msgspec.structs.replace(room.plan, listed=True))
        stored, _ = await second.services.writer.do(lambda connection: queries.whole(connection, room.name))
        assert BEN.player not in stored.plan.players, "the fault is seen"

    workers(folder, act)


def test_a_dead_workers_rooms_go_on_at_another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "BEAT_EVERY", 0.05)
    monkeypatch.setattr(leases, "LIFETIME", 1000)

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        await asked(room)
        assert isinstance(first.services.cluster, Shared)
        first.services.cluster._left = True  # it beats no more
        await until(lambda: room.name in second.rooms)
        taken = second.rooms[room.name]
        await until(lambda: taken.game is not None)
        ann = await greeted(taken, ANN.player)
        assert taken.game is not None
        await taken.handle(ann, Choose("on", taken.game.seq, "draw stock"))
        assert [told["id"] for told in heard(ann, "ack")] == ["on"]

    workers(folder, act)


def test_a_worker_that_finds_its_room_taken_closes_its_sockets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "BEAT_EVERY", 0.05)

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        ann = await greeted(room, ANN.player)
        await second.rooms.find(room.name)
        await until(lambda: room.name not in first.rooms)
        told: list[Any] = []

        async def read() -> None:
            while True:
                told.append(msgspec.json.decode(await ann.next()))
                ann.sent()

        reading = asyncio.create_task(read())
        await until(ann.ending.is_set)
        reading.cancel()
        assert told[-1]["type"] == "closing"
        assert ann.code == 1012

    workers(folder, act)


def test_rooms_are_shared_out_among_workers_that_begin(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers' own looks for rooms without a holder are too far apart to come between."""
    monkeypatch.setattr(clusters, "BEAT_EVERY", 60)

    async def act(first: Hub, *others: Hub) -> None:
        names = {(await first.opener.open(ANN, NewRoom("war"))).room for _ in range(6)}
        await first.services.cluster.leave()
        found = []
        for hub in others:
            assert isinstance(hub.services.cluster, Shared)
            worker = hub.services.cluster.own.worker
            claim = partial(leases.claim_orphans, worker=worker, most=4)
            found.append(await hub.services.writer.do(claim))
        assert [len(mine) for mine in found] == [4, 2]
        assert set(found[0]) | set(found[1]) == names

    workers(folder, act, 3)


def test_workers_with_other_rules_are_refused(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        other = Shared(first.services.writer, "127.0.0.1:2")
        other.own = other.own._replace(rules="others")
        with pytest.raises(OSError, match="worker processes with other rules"):
            await other.register()

    workers(folder, act)


def test_the_clock_follows_the_database(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_ahead", 10_000)

    async def act(first: Hub, second: Hub) -> None:
        now = text("SELECT extract(epoch FROM clock_timestamp()) * 1000")
        there = await first.services.writer.do(lambda connection: float(connection.execute(now).scalar_one()))
        assert abs(clock.now() - there) < 5_000

    workers(folder, act)


def test_a_device_that_is_signed_out_at_another_worker_has_no_socket(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hubs, "FOLLOW_EVERY", 0.05)

    async def act(first: Hub, second: Hub) -> None:
        guest = await first.guests.new(NewGuest("Ann"))
        token = guest.token
        here = await second.guests.signed_in(token)
        assert here is not None
        out, other = Subscriber(guest.player, device=here.device), Subscriber("")
        second.subscribers |= {out, other}
        await first.guests.sign_out(guest.player, here.device)
        await until(out.ending.is_set)
        assert (out.code, other.ending.is_set()) == (4401, False)
        assert await second.guests.signed_in(token) is None

    workers(folder, act)


def test_rooms_and_seats_at_other_workers_count(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_limits, "MAX_ROOMS_PER_GUEST", 2)
    monkeypatch.setattr(room_limits, "MAX_PUBLIC_SEATS", 2)
    monkeypatch.setattr(room_limits, "MAX_ROOMS", 4)

    async def act(first: Hub, second: Hub) -> None:
        await first.opener.open(ANN, NewRoom("war", listed=True))
        await second.opener.open(ANN, NewRoom("war", listed=True))
        for hub in (first, second):
            with pytest.raises(TooMany, match=r"You have 2 rooms|You hold seats in 2"):
                await hub.opener.open(ANN, NewRoom("war"))
        public = second.rooms[(await second.opener.open(BEN, NewRoom("war", listed=True))).room]
        with pytest.raises(TooMany, match="You hold seats in 2 public rooms"):
            await second.opener.join(public, ANN, Join())
        await first.opener.open(BEN, NewRoom("war"))
        for hub in (first, second):
            with pytest.raises(Unavailable, match="All rooms are taken"):
                await hub.opener.open(Guest("p2", "Cleo"), NewRoom("war"))

    workers(folder, act)


def test_guests_of_other_workers_are_counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "FOLLOW_EVERY", 0.01)
    monkeypatch.setattr(guests, "MAX_GUESTS", 2)

    async def act(first: Hub, second: Hub) -> None:
        for name in ("Ann", "Ben"):
            await first.guests.new(NewGuest(name))
        await until(lambda: second.guests._count == 2)
        with pytest.raises(Unavailable, match="too many guests"):
            await second.guests.new(NewGuest("Cleo"))

    workers(folder, act)


def test_a_notice_is_enough_to_let_a_room_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "BEAT_EVERY", 3600.0)

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        await second.rooms.find(room.name)
        await until(lambda: room.name not in first.rooms)
        assert room.holding.lost

    workers(folder, act)


def test_a_missed_notice_is_made_up_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "BEAT_EVERY", 0.05)
    monkeypatch.setattr(leases, "notify", lambda connection, room, seq: None)

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        await second.rooms.find(room.name)
        await until(lambda: room.name not in first.rooms)
        assert room.holding.lost

    workers(folder, act)


def test_nobody_takes_a_room_over_while_its_log_is_read(folder: Path) -> None:
    """Else the lines would be of one moment and the commands of a later one, and the log would look damaged."""

    async def act(first: Hub, second: Hub) -> None:
        room = await opened(first)
        seq = await asked(room)
        attempts: list[str] = []
        assert isinstance(first.services.cluster, Shared)
        holder = first.services.cluster.own.worker
        theirs = engine_of(str(first.services.writer.source))

        def take_over(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
            """Between the lines and the commands: the first worker takes the room back, and writes an entry."""
            if not statement.startswith("SELECT entries.line"):
                return
            try:
                with theirs.begin() as other:
                    other.execute(text("SET LOCAL lock_timeout = '200ms'"))
                    leases.claim(other, room.name, holder, force=True)
                    queries.AppendEntries(room.name, seq + 1, [b"{}"], [(ANN.player, "there")], seq + 1)(other)
                attempts.append("written")
            except OperationalError:
                attempts.append("has to wait")

        event.listen(Engine, "after_cursor_execute", take_over)
        try:
            taken = await second.rooms.find(room.name)
        finally:
            event.remove(Engine, "after_cursor_execute", take_over)
            theirs.dispose()
        assert (attempts, taken.state) == (["has to wait"], "playing")

    workers(folder, act)


@pytest.mark.parametrize("steps", range(5))
def test_a_worker_that_is_stopped_while_a_notice_comes_ends(folder: Path, steps: int) -> None:
    """``asyncio.wait_for`` of Python 3.11 swallowed the stop at one of these steps, and the server never ended."""

    async def act(first: Hub, second: Hub) -> None:
        cluster = first.services.cluster
        assert isinstance(cluster, Shared)
        running = asyncio.create_task(cluster.run(second.rooms.find, dict, lambda names: None))
        for _ in range(3):
            await asyncio.sleep(0)
        cluster._noticed.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.wait({running}, timeout=10)
        assert running.cancelled()

    workers(folder, act)
