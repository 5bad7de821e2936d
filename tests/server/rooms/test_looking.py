"""A spectator looks over a seat: as long as its player allows it, and over that seat alone."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import ANN, BEN, in_a_house, over
from support.server_rooms import drained, heard
from support.serving import people, refused
from support.wire import Wire, wired

from threedown.server.hub import Hub
from threedown.server.model.errors import NotNow, NotYours
from threedown.server.model.evening import Kick
from threedown.server.model.messages import AskHint, Choose, Hello, TakeBack
from threedown.server.model.wire import Join, NewRoom
from threedown.server.rooms.evening import next_plan
from threedown.server.rooms.eyes import with_seat_shown
from threedown.server.rooms.hosting import kick
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber


async def dealt(hub: Hub) -> ServedRoom:
    """Return a room of 31 in which Ann and Ben play."""
    room = hub.rooms[(await hub.opener.open(ANN, NewRoom("blitz31", seats=2, pace=0))).room]
    await hub.opener.join(room, BEN, Join())
    await room.start(ANN.player)
    return room


async def show(room: ServedRoom, player: str, shown: bool = True) -> None:
    async with room.lock:
        await room.change(with_seat_shown(room.plan, room.state, player, shown))


async def looking(room: ServedRoom, player: str, over: int | None) -> tuple[Subscriber, dict[str, Any]]:
    """Return the socket of a player who says hello, and the table that they get."""
    subscriber = Subscriber(player)
    await room.handle(subscriber, Hello(over=over))
    return subscriber, heard(subscriber, "table")[0]


async def choose(room: ServedRoom) -> None:
    """Make a choice of the player who is asked."""
    game = room.game
    assert game is not None
    assert game.session.asked is not None
    player = room.plan.chairs[game.session.asked].player
    await room.handle((await looking(room, player, None))[0], Choose(f"{game.seq}", game.seq, game.session.menu()[0]))


def sees(view: dict[str, Any]) -> list[int]:
    """Return the seats whose hands a view shows."""
    return [seat for seat in (0, 1) if "??" not in view["piles"][f"hand {seat}"]["cards"]]


def test_a_spectator_sees_the_seat_that_its_player_shows_and_no_other(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await dealt(hub)
        early, table = await looking(room, "early", 0)
        assert (table["view"]["seat"], sees(table["view"])) == (None, []), "nobody has allowed it"
        await show(room, ANN.player)
        assert [seat["shown"] for seat in heard(early, "room")[-1]["room"]["seats"]] == [True, False]
        cyd, table = await looking(room, "cyd", 0)
        assert (table["you"], table["view"]["seat"], sees(table["view"]), table["undo"]) == (None, 0, [0], False)
        _, own = await looking(room, ANN.player, None)
        assert table["view"] == own["view"]
        for other in (1, 7, -1):
            assert sees((await looking(room, f"other {other}", other))[1]["view"]) == []
        _, bens = await looking(room, BEN.player, 0)
        assert (bens["view"]["seat"], sees(bens["view"])) == (1, [1]), "a player has their own seat's eyes alone"
        drained(cyd)
        drained(early)
        await choose(room)
        steps = heard(cyd, "step")
        assert steps
        assert all((step["view"]["seat"], sees(step["view"])) == (0, [0]) for step in steps)
        assert {len(sees(step["view"])) for step in heard(early, "step")} == {0}

    in_a_house(folder, act)


def test_a_spectator_over_a_seat_can_do_nothing_for_it(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await dealt(hub)
        assert room.game is not None
        await show(room, ANN.player)
        await show(room, BEN.player)
        asked, seq = room.game.session.asked, room.game.seq
        cyd, table = await looking(room, "cyd", asked)
        choice = table["question"]["choices"][0]
        for command in (Choose("c", seq, choice), TakeBack("u", seq), AskHint("h", seq)):
            await room.handle(cyd, command)
            assert heard(cyd, "refused")[0]["id"] == command.id
        assert room.game.seq == seq

    in_a_house(folder, act)


def test_a_player_takes_leave_back_and_the_spectator_sees_what_is_public_at_once(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await dealt(hub)
        await show(room, ANN.player)
        cyd, _ = await looking(room, "cyd", 0)
        await show(room, ANN.player, shown=False)
        table = heard(cyd, "table")[0]
        assert (table["view"]["seat"], sees(table["view"]), table["room"]["seats"][0]["shown"]) == (None, [], False)
        await choose(room)
        assert {len(sees(step["view"])) for step in heard(cyd, "step")} == {0}
        await show(room, ANN.player)
        assert heard(cyd, "table") == []
        await choose(room)
        steps = heard(cyd, "step")
        assert {len(sees(step["view"])) for step in steps} == {0}, "until they choose the seat again"
        await room.handle(cyd, Hello(over=0))
        assert sees(heard(cyd, "table")[0]["view"]) == [0]

    in_a_house(folder, act)


def test_leave_is_on_the_disk_and_ends_with_the_game_and_with_the_player(tmp_path: Path) -> None:
    names: list[str] = []

    async def play(hub: Hub) -> None:
        room = await dealt(hub)
        names.append(room.name)
        await show(room, ANN.player)

    async def go_on(hub: Hub) -> None:
        room = await hub.rooms.find(names[0])
        cyd, table = await looking(room, "cyd", 0)
        assert sees(table["view"]) == [0]
        following = next_plan(room.plan, {ANN.player, BEN.player}, "rematch")
        assert [chair.shown for chair in following.chairs] == [False, False]
        async with room.lock:
            await room.change(msgspec.structs.replace(room.plan, host=BEN.player))
            await kick(room, BEN.player, Kick(0))
        assert sees(heard(cyd, "table")[0]["view"]) == [], "Ann has been asked to leave"

    in_a_house(tmp_path, play)
    in_a_house(tmp_path, go_on)


def test_only_a_player_shows_a_seat_and_only_before_the_end(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await over(hub)
        with pytest.raises(NotNow):
            with_seat_shown(room.plan, room.state, ANN.player, True)
        with pytest.raises(NotYours):
            with_seat_shown(room.plan, "playing", BEN.player, True)

    in_a_house(tmp_path, act)


def test_a_seat_is_shown_over_http_and_chosen_over_the_socket(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben", "Cyd") as (ann, ben, cyd), AsyncExitStack() as stack:
            name = (await ann.call("POST", "/api/rooms", {"game": "blitz31", "seats": 2}))["room"]
            room = f"/api/rooms/{name}"
            await ben.call("POST", f"{room}/join", {})
            await ann.call("POST", f"{room}/start")
            assert (await refused(cyd.call("POST", f"{room}/shown", {"shown": True})))["status"] == 403
            told = await ben.call("POST", f"{room}/shown", {"shown": True})
            assert [seat["shown"] for seat in told["seats"]] == [False, True]
            wire = Wire(await stack.enter_async_context(wired(url, name, cyd)))
            await wire.say(type="hello", over=1)
            assert sees((await wire.next("table"))["view"]) == [1]

    asyncio.run(act())
