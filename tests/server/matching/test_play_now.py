"""Players find each other: one room for each match, whatever breaks, and a game that begins when they have come."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.hubs import in_a_house, until

from threedown.server.hub import Hub
from threedown.server.matching import play_now, tables_offered
from threedown.server.model.errors import Invalid
from threedown.server.model.matching import TakePlace
from threedown.server.model.messages import GoOn, Hello
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import Guest, Join, NewGuest
from threedown.server.rooms import gathering
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import places, writer
from threedown.server.store.places import KEPT_FOR, TOLD_FOR, Place

Writer = writer.Writer
"""This module opens databases of both kinds."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_now, "EVERY", 0.01)


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games of matched players are over after one turn."""

    def short(players: Sequence[Place], seats: int) -> RoomPlan:
        return replace(tables_offered.plan_of_match(players, seats), options={"turn_cap": 1})

    monkeypatch.setattr(play_now, "plan_of_match", short)


async def guests(hub: Hub, count: int) -> list[Guest]:
    return [await hub.guests.new(NewGuest(f"Guest {number}")) for number in range(count)]


async def wait(hub: Hub, guest: Guest, **wish: Any) -> Subscriber:
    """Take a place, and return the client that hears of it."""
    await hub.play_now.take_place(guest, TakePlace(**{"game": "war", **wish}), "")
    client = Subscriber(guest.player)
    client.greet("en", parts=False)
    await hub.play_now.listen(client)
    return client


def heard(client: Subscriber) -> list[dict[str, Any]]:
    found = []
    while not client.queue.empty():
        found.append(json.loads(client.queue.get_nowait()))
    return found


async def room_of(hub: Hub, client: Subscriber) -> str:
    """Return the room to which a client is sent."""
    while True:
        message = await asyncio.wait_for(client.next(), 10)
        if message.startswith(b'{"type":"matched"'):
            return str(message.split(b'"')[7].decode())


def test_two_players_are_sent_to_one_room_and_play(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        ann, ben = await guests(hub, 2)
        first = await wait(hub, ann, seats=2)
        [alone] = heard(first)
        assert alone["type"] == "place"
        assert alone["place"]["waiting"] == 1
        assert (alone["place"]["table"], alone["place"]["window"], alone["place"]["offered"]) == (2, 100, False)
        assert alone["place"]["sizes"][:2] == [2, 3]
        second = await wait(hub, ben)
        name = await room_of(hub, first)
        assert await room_of(hub, second) == name
        room = hub.rooms[name]
        assert {chair.player for chair in room.plan.chairs} == {ann.player, ben.player}
        assert room.state == "waiting"
        assert room.plan.clock is not None
        for guest in (ann, ben):
            await hub.opener.join(room, guest, Join())
        assert room.state == "playing"
        assert await hub.services.writer.do(places.all_places) != [], "a client that comes back is told again"

    in_a_house(tmp_path, act)


def test_everybody_of_a_crowd_sits_at_one_table(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        people = await guests(hub, 30)
        clients = await asyncio.gather(
            *(wait(hub, guest, game="blitz31", seats=3 if number % 5 < 3 else 2) for number, guest in enumerate(people))
        )
        rooms = await asyncio.gather(*(room_of(hub, client) for client in clients))
        seats = [chair.player for name in set(rooms) for chair in hub.rooms[name].plan.chairs]
        assert sorted(seats) == sorted(guest.player for guest in people)
        for guest, name in zip(people, rooms, strict=True):
            assert hub.rooms[name].seat_of(guest.player) is not None

    in_a_house(tmp_path, act)


def test_a_player_who_leaves_or_has_gone_is_not_matched(tmp_path: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        ann, ben, cat = await guests(hub, 3)
        gone = await wait(hub, ann)
        await hub.play_now.forget(gone)
        left = await wait(hub, ben)
        await hub.play_now.leave(ben.player)
        staying = await wait(hub, cat)
        await hub.play_now.look()
        assert [message["type"] for message in heard(staying)] == ["place"]
        assert heard(left)[-1]["place"] is None
        later(KEPT_FOR - 1000)
        back = Subscriber(ann.player)
        await hub.play_now.listen(back)
        assert await room_of(hub, staying) == await room_of(hub, back), "the place was kept"

    in_a_house(tmp_path, act)


def test_a_place_ends_when_nobody_comes_back(tmp_path: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        [ann] = await guests(hub, 1)
        client = await wait(hub, ann)
        await hub.play_now.forget(client)
        later(KEPT_FOR + 1000)
        await until_empty(hub)

    in_a_house(tmp_path, act)


async def until_empty(hub: Hub) -> None:
    async with asyncio.timeout(10):
        while await hub.services.writer.do(places.all_places):
            await asyncio.sleep(0.01)


def test_bots_sit_down_after_twenty_seconds_with_those_who_agree(tmp_path: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        ann, ben, cat = await guests(hub, 3)
        clients = [await wait(hub, guest, game="blitz31", seats=4) for guest in (ann, ben, cat)]
        later(20_000)
        await hub.play_now.look()
        shown = heard(clients[0])[-1]["place"]
        assert shown["offered"]
        assert shown["votes"] == 2
        assert shown["level"] == "keen"
        await wait(hub, ann, game="blitz31", seats=4, bots=True)
        await hub.play_now.look()
        assert heard(clients[1])[-1]["place"]["players"][0] == {
            "name": "Guest 0", "rating": 1500, "you": False, "bots": True,
        }  # fmt: skip
        await wait(hub, cat, game="blitz31", seats=4, bots=True)
        room = hub.rooms[await room_of(hub, clients[1])]
        assert [chair.level for chair in room.plan.chairs] == ["", "", "", "keen"]
        assert set(room.plan.players) == {ann.player, ben.player, cat.player}

    in_a_house(tmp_path, act)


def test_a_game_begins_without_a_player_who_does_not_come(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        ann, ben = await guests(hub, 2)
        clients = [await wait(hub, guest, game="blitz31", seats=2) for guest in (ann, ben)]
        room = hub.rooms[await room_of(hub, clients[0])]
        await hub.opener.join(room, ann, Join())
        assert room.state == "waiting"
        await gathering.begin(room)  # as when the time is up
        assert room.game is not None
        assert room.game.bots.absent == {room.seat_of(ben.player)}
        late = Subscriber(ben.player)
        await room.handle(late, Hello())
        assert room.game.bots.absent == set(), "the seat is still theirs"

    in_a_house(tmp_path, act)


def test_a_restart_keeps_the_places_and_the_match(tmp_path: Path, later: Any) -> None:
    async def before(hub: Hub) -> None:
        people.extend(await guests(hub, 4))
        for guest in people[:2]:
            clients.append(await wait(hub, guest, game="blitz31", seats=2))
        rooms.append(await room_of(hub, clients[0]))
        await wait(hub, people[2], game="champz", seats=2)

    async def after(hub: Hub) -> None:
        again = Subscriber(people[1].player)
        await hub.play_now.listen(again)
        assert await room_of(hub, again) == rooms[0]
        again = Subscriber(people[2].player)
        await hub.play_now.listen(again)
        other = await wait(hub, people[3], game="champz", seats=2)
        assert await room_of(hub, again) == await room_of(hub, other) != rooms[0]
        room = hub.rooms[rooms[0]]
        for guest in people[:2]:
            await hub.opener.join(room, guest, Join())
        assert room.state == "playing"

    people: list[Guest] = []
    clients: list[Subscriber] = []
    rooms: list[str] = []
    in_a_house(tmp_path, before)
    later(10_000)
    in_a_house(tmp_path, after)


def test_who_wants_a_rated_game_meets_others_who_do(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        ann, ben, cat = await guests(hub, 3)
        first, friendly = await wait(hub, ann, rated=True), await wait(hub, ben)
        last = await wait(hub, cat, rated=True)
        room = hub.rooms[await room_of(hub, first)]
        assert await room_of(hub, last) == room.name
        assert room.plan.rated
        assert [message["type"] for message in heard(friendly)] == ["place"]

    in_a_house(tmp_path, act)


def test_a_room_to_which_nobody_comes_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_offered, "COME_WITHIN", 100)

    async def act(hub: Hub) -> None:
        clients = [await wait(hub, guest) for guest in await guests(hub, 2)]
        room = hub.rooms[await room_of(hub, clients[0])]
        await until(lambda: room.state == "stopped")
        assert room.plan.stopped == "nobody has come"

    in_a_house(tmp_path, act)


def test_two_presses_are_one_place_and_another_game_is_another(tmp_path: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        [ann] = await guests(hub, 1)
        for _ in range(2):
            seen = await hub.play_now.take_place(ann, TakePlace("war", 3), "")
        later(5_000)
        seen = await hub.play_now.take_place(ann, TakePlace("war", 4), "")
        assert (seen.waited, seen.seats, seen.waiting) == (5_000, 4, 1)
        seen = await hub.play_now.take_place(ann, TakePlace("blitz31"), "")
        assert (seen.waited, seen.seats, seen.table, seen.waiting) == (0, None, 2, 1)

    in_a_house(tmp_path, act)


def test_a_player_who_has_just_been_matched_gets_no_second_table(tmp_path: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        ann, ben, cat = await guests(hub, 3)
        clients = [await wait(hub, guest) for guest in (ann, ben)]
        name = await room_of(hub, clients[0])
        assert (await hub.play_now.take_place(ann, TakePlace("war"), "")).room == name
        waiting = await wait(hub, cat)
        await hub.play_now.look()
        assert [message["type"] for message in heard(waiting)] == ["place"]
        later(TOLD_FOR + 1000)
        await wait(hub, ann)
        assert await room_of(hub, waiting) != name

    in_a_house(tmp_path, act)


async def played_with_bots(hub: Hub, ann: Guest, later: Any) -> ServedRoom:
    """A table of three in the queue for War, at which Ann and two bots have played a game."""
    client = await wait(hub, ann, seats=3, bots=True)
    later(20_000)
    await hub.play_now.look()
    room = hub.rooms[await room_of(hub, client)]
    await hub.opener.join(room, ann, Join())
    player = Subscriber(ann.player)
    await room.handle(player, Hello())
    await room.handle(player, GoOn("a", 0))
    await until(lambda: room.state == "over")
    later(TOLD_FOR + 20_000)
    await hub.play_now.look()
    return room


async def wanted(hub: Hub, room: ServedRoom, ann: Guest) -> ServedRoom:
    """The next game as people agree on it."""
    await hub.opener.want(room, ann, "rematch")
    return hub.rooms[room.plan.next or ""]


async def at_once(hub: Hub, room: ServedRoom, ann: Guest) -> ServedRoom:
    """The next game as somebody begins it who has only bots to ask."""
    return await hub.opener.rematch(room, ann)


@pytest.mark.usefixtures("short_games")
@pytest.mark.parametrize("rematch", [wanted, at_once])
def test_who_comes_later_takes_a_bots_seat_at_the_next_game(tmp_path: Path, later: Any, rematch: Any) -> None:
    async def act(hub: Hub) -> None:
        ann, ben, cat = await guests(hub, 3)
        room = await played_with_bots(hub, ann, later)
        late, other = await wait(hub, ben, seats=3), await wait(hub, cat, seats=2)
        following = await rematch(hub, room, ann)
        assert await room_of(hub, late) == following.name
        assert following.name == room.plan.next
        [bot] = [chair for chair in following.plan.chairs if chair.level]
        assert set(following.plan.players) == {ann.player, ben.player}
        assert bot.name in {chair.name for chair in room.plan.chairs}
        for guest in (ann, ben):
            assert following.state == "waiting"
            await hub.opener.join(following, guest, Join())
        assert following.state == "playing"
        await hub.play_now.look()
        assert {message["type"] for message in heard(other)} == {"place"}, "that is no table of two"

    in_a_house(tmp_path, act)


@pytest.mark.usefixtures("short_games")
def test_who_leaves_the_queue_at_that_moment_has_no_seat_at_the_next_game(
    tmp_path: Path, later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(hub: Hub) -> None:
        ann, ben = await guests(hub, 2)
        room = await played_with_bots(hub, ann, later)
        await wait(hub, ben, seats=3)
        found = hub.play_now.with_joining

        async def too_late(plan: RoomPlan) -> RoomPlan:
            plan = await found(plan)
            assert ben.player in plan.players
            await hub.play_now.leave(ben.player)
            return plan

        monkeypatch.setattr(hub.opener, "with_joining", too_late)
        await hub.opener.want(room, ann, "rematch")
        assert room.plan.next is not None
        assert hub.rooms[room.plan.next].plan.players == [ann.player]

    in_a_house(tmp_path, act)


@pytest.mark.usefixtures("short_games")
def test_nobody_is_seated_twice_or_against_the_hosts_wish(tmp_path: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        ann, ben, cat = await guests(hub, 3)
        room = await played_with_bots(hub, ann, later)
        room.plan = replace(room.plan, kicked={ben.player: ""})
        for guest in (ann, ben):
            await hub.play_now.take_place(guest, TakePlace("war", 3), "")
        assert (await hub.play_now.with_joining(room.plan)).players == [ann.player]
        await hub.play_now.leave(ben.player)
        await hub.play_now.take_place(cat, TakePlace("war", 3), "")
        assert set((await hub.play_now.with_joining(room.plan)).players) == {ann.player, cat.player}

    in_a_house(tmp_path, act)


@pytest.mark.parametrize(("game", "seats"), [("champz", 7), ("blitzkrieg", 3), ("nothing", None)])
def test_a_table_that_does_not_exist_is_refused(tmp_path: Path, game: str, seats: int | None) -> None:
    async def act(hub: Hub) -> None:
        [ann] = await guests(hub, 1)
        with pytest.raises(Invalid):
            await hub.play_now.take_place(ann, TakePlace(game, seats), "")
        assert (await hub.play_now.crowd()).waiting == {}

    in_a_house(tmp_path, act)
