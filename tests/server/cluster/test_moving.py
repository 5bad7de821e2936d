"""A room that waits for its players goes to the worker at which its first client arrives."""

import asyncio
from pathlib import Path

import httpx
import msgspec
import pytest
from support.cluster import greeted, workers
from support.hubs import ANN, BEN
from support.hubs import opened as begun
from support.nginx import nginx
from support.serving import Person, any_choice, check_record, insisted, opened, people, within
from support.workers import WorkerServing, holder_of

from threedown.client import GuestClient
from threedown.server.http.forwarding import FROM
from threedown.server.hub import Hub
from threedown.server.limits.addresses import rate_key
from threedown.server.limits.rates import CODES
from threedown.server.model.errors import TooMany
from threedown.server.model.wire import Join, NewRoom
from threedown.server.rooms import room_limits
from threedown.server.rooms.cluster import Shared
from threedown.server.store import queries
from threedown.server.store.errors import Lost
from threedown.session.record import read_record

pytestmark = pytest.mark.postgres

HERE = "203.0.113.9"


def worker_of(hub: Hub) -> str:
    assert isinstance(hub.services.cluster, Shared)
    return hub.services.cluster.own.worker


async def holds(hub: Hub, name: str) -> bool:
    """True if a worker may write about a room, by the database."""
    try:
        await hub.services.writer.do(hub.services.cluster.fenced(name, lambda connection: None))
    except Lost:
        return False
    return True


def test_a_room_that_waits_is_handed_over_and_written_by_one_worker(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        room = first.rooms[(await first.opener.open(ANN, NewRoom("war", seats=3), HERE)).room]
        assert await first.rooms.hand_over(room, worker_of(second))
        assert room.name not in first.rooms
        assert (await holds(first, room.name), await holds(second, room.name)) == (False, True)
        with pytest.raises(Lost):
            await room.join(BEN, Join())
        there = await second.rooms.find(room.name)
        await there.join(BEN, Join())
        assert there.plan.players == [ANN.player, BEN.player]
        assert await second.rooms.hand_over(there, worker_of(first)), "it may come back"
        assert (await first.rooms.find(room.name)).plan == there.plan

    workers(folder, act)


@pytest.mark.usefixtures("known_cards")
def test_a_room_with_a_client_a_game_or_something_under_way_stays(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        playing = await begun(first)
        visited, busy, frozen = [
            first.rooms[(await first.opener.open(ANN, NewRoom("war", seats=2))).room] for _ in range(3)
        ]
        await greeted(visited, ANN.player)
        frozen.plan = msgspec.structs.replace(frozen.plan, frozen=1)
        async with busy.lock:
            for room in (playing, visited, busy, frozen):
                assert not await first.rooms.hand_over(room, worker_of(second))
                assert room.name in first.rooms
                assert await holds(first, room.name)
        assert await first.rooms.hand_over(busy, worker_of(second)), "now nothing keeps it"

    workers(folder, act)


def test_a_room_for_a_worker_that_has_gone_is_read_again(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        room = first.rooms[(await first.opener.open(ANN, NewRoom("war", seats=2))).room]
        await second.services.cluster.leave()
        assert await first.rooms.hand_over(room, worker_of(second))
        again = await first.rooms.find(room.name)
        assert again is not room
        await again.join(BEN, Join())
        stored, _ = await first.services.writer.do(lambda connection: queries.whole(connection, room.name))
        assert stored.plan.players == [ANN.player, BEN.player]

    workers(folder, act)


def test_rooms_that_were_handed_over_count_for_their_address_until_they_end(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_limits, "MAX_ROOMS_PER_ADDRESS", 2)

    async def act(first: Hub, second: Hub) -> None:
        names = [(await first.opener.open(ANN, NewRoom("war", seats=2), HERE)).room for _ in range(2)]
        for name in names:
            await first.rooms.hand_over(first.rooms[name], worker_of(second))
        with pytest.raises(TooMany, match="from your address"):
            await first.opener.open(BEN, NewRoom("war"), HERE)
        assert first.rooms.handed_over == dict.fromkeys(names, rate_key(HERE))
        await (await second.rooms.find(names[0])).leave(ANN.player)
        await first.opener.open(BEN, NewRoom("war"), HERE)
        assert first.rooms.handed_over.keys() == {names[1]}
        await (await second.rooms.find(names[1])).leave(ANN.player)
        await first.rooms.forget_ended()
        assert first.rooms.handed_over == {}

    workers(folder, act)


@pytest.mark.parametrize("how", ["socket", "call"])
def test_the_first_client_brings_the_room_to_its_worker(
    how: str, pair: tuple[WorkerServing, WorkerServing], tmp_path: Path
) -> None:
    first, second = pair

    async def run() -> None:
        async with people(first.url, "Ann", "Ben") as (ann, ben):
            room = (await ann.call("POST", "/api/rooms", {"game": "war", "pace": 0, "options": {"turn_cap": 10}}))[
                "room"
            ]
            before = holder_of(first.database, room)
            there = GuestClient(second.url, ben.token)
            if how == "call":
                await there.call("POST", f"/api/rooms/{room}/join", {})
            seated = [Person(ann, room, any_choice(0)), Person(there, room, any_choice(1))]
            plays = [asyncio.ensure_future(seated[1].play())]
            while not seated[1].told:
                await asyncio.sleep(0.01)
            after = holder_of(first.database, room)
            assert after != before
            if how == "socket":
                await ann.call("POST", f"/api/rooms/{room}/join", {})
                await there.call("POST", f"/api/rooms/{room}/join", {})
            plays.append(asyncio.ensure_future(seated[0].play()))
            await ann.call("POST", f"/api/rooms/{room}/start")
            overs = await within(*plays)
            assert holder_of(first.database, room) == after, "a second client changes nothing"
            file = tmp_path / "game.3d"
            file.write_bytes(await insisted(lambda: ann.call("GET", overs[0]["record"])))
            check_record(read_record(file), seated)
            for person in seated:
                assert "closing" not in {message["type"] for message in person.told}
            await there.__aexit__()

    asyncio.run(run())


def test_no_call_is_refused_while_rooms_move(pair: tuple[WorkerServing, WorkerServing]) -> None:
    """Calls at both workers at once, from the first moment on."""

    async def run() -> None:
        async with people(pair[0].url, "Ann", "Ben", "Cleo") as players:
            elsewhere = [GuestClient(server.url, player.token) for server in pair for player in players]
            for _ in range(8):
                room = await opened([players[0]], "war", seats=3, listed=True)
                joins = [(player, "POST", f"/api/rooms/{room}/join", {}) for player in (elsewhere[4], elsewhere[2])]
                looks = [(player, "GET", f"/api/rooms/{room}", None) for player in elsewhere]
                told = await within(*(player.call(*call) for player, *call in joins + looks))
                assert {one["room"] for one in told} == {room}
                seats = (await players[0].call("GET", f"/api/rooms/{room}"))["seats"]
                assert sorted(one["name"] for one in seats) == ["Ann", "Ben", "Cleo"]
                listed = await players[0].call("GET", "/api/rooms")
                assert [one["room"] for one in listed].count(room) == 1
                await players[0].call("POST", f"/api/rooms/{room}/start")
            for player in elsewhere:
                await player.__aexit__()

    asyncio.run(run())


def test_a_refused_call_leaves_a_public_room_in_the_list(pair: tuple[WorkerServing, WorkerServing]) -> None:
    async def run() -> None:
        async with people(pair[0].url, "Ann") as (ann,):
            room = await opened([ann], "war", seats=2, listed=True)
            async with httpx.AsyncClient(base_url=pair[1].url) as nobody:
                assert (await nobody.post(f"/api/rooms/{room}/join", json={})).status_code == 401
            assert room in [one["room"] for one in await ann.call("GET", "/api/rooms")]

    asyncio.run(run())


def test_a_right_code_is_no_wrong_one_where_the_room_is_not(pair: tuple[WorkerServing, WorkerServing]) -> None:
    """A class behind one address reads the code of a room that another worker holds."""

    async def run() -> None:
        async with people(pair[0].url, "Ann") as (ann,):
            room = await opened([ann], "war", seats=2)
            code = (await ann.call("GET", f"/api/rooms/{room}"))["code"]
            async with httpx.AsyncClient(base_url=pair[1].url, headers={"X-Forwarded-For": HERE}) as pupil:
                for _ in range(CODES.burst + 5):
                    answer = await pupil.get(f"/api/codes/{code}")
                    assert (answer.status_code, answer.json()) == (200, {"room": room})
                wrong = [(await pupil.get("/api/codes/AAA-AAA")).status_code for _ in range(CODES.burst + 5)]
                assert set(wrong) == {404, 429}

    asyncio.run(run())


def test_a_caller_cannot_move_a_room(pair: tuple[WorkerServing, WorkerServing]) -> None:
    async def run() -> None:
        async with people(pair[0].url, "Ann") as (ann,):
            room = await opened([ann], "war", seats=2)
            before = holder_of(pair[0].database, room)
            async with httpx.AsyncClient(base_url=pair[0].url) as caller:
                answer = await caller.get(
                    f"/api/rooms/{room}", headers={FROM.decode(): "w0", "x-threedown-worker": "x"}
                )
            assert answer.status_code == 200
            assert holder_of(pair[0].database, room) == before

    asyncio.run(run())


@pytest.mark.slow
def test_behind_nginx_every_room_is_where_its_clients_arrive(
    pair: tuple[WorkerServing, WorkerServing], tmp_path: Path
) -> None:
    """All rooms are opened at one worker, because one address opens them; nginx leads their clients to both."""

    async def run(url: str) -> None:
        async with people(url, "Ann") as (ann,):
            rooms = [await opened([ann], "war", seats=2) for _ in range(20)]
            assert len({holder_of(pair[0].database, room) for room in rooms}) == 1
            for room in rooms:
                told = aiter(ann.live(room))
                assert (await anext(told))["type"] == "table"
                await told.aclose()
            assert len({holder_of(pair[0].database, room) for room in rooms}) == 2

    with nginx(tmp_path / "nginx", [each.port for each in pair]) as url:
        asyncio.run(run(url))
