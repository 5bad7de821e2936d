"""An evening in a room: the score, the next game, and the powers of the host."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import ANN, BEN, in_a_house, over, until
from support.serving import people, refused
from support.wire import Wire, wired

from threedown.client import GuestClient
from threedown.server.hub import Hub
from threedown.server.model.errors import Unknown
from threedown.server.model.messages import GoOn, Hello
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import Join, NewRoom, Point
from threedown.server.rooms.evening import next_plan
from threedown.server.rooms.subscriber import NOT_YOURS, Subscriber

SHORT = {"game": "war", "options": {"turn_cap": 1}, "pace": 0, "grows": True}
"""A game that is over after one turn."""


def with_people(url: str, names: str, act: Callable[..., Awaitable[None]]) -> None:
    """Run an act with guests of these names."""

    async def run() -> None:
        async with people(url, *names.split()) as players:
            await act(*players)

    asyncio.run(run())


async def seated(host: GuestClient, *guests: GuestClient, **wish: Any) -> str:
    """Return the path of a room in which all of these sit."""
    room = f"/api/rooms/{(await host.call('POST', '/api/rooms', wish))['room']}"
    for guest in guests:
        await guest.call("POST", f"{room}/join", {})
    return room


async def connected(stack: AsyncExitStack, url: str, room: str, *players: GuestClient) -> list[Wire]:
    """Return a greeted socket of each player."""
    wires = []
    for player in players:
        wire = Wire(await stack.enter_async_context(wired(url, room.rpartition("/")[2], player)))
        await wire.say(type="hello", after=None)
        await wire.next("table")
        wires.append(wire)
    return wires


def test_a_rematch_that_everybody_here_wants_begins_when_all_have_come(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await seated(ann, ben, **SHORT)
        async with AsyncExitStack() as stack:
            wires = await connected(stack, url, room, ann, ben)
            await ann.call("POST", f"{room}/start")
            problem = await refused(ann.call("POST", f"{room}/want", {"want": "rematch"}))
            assert (problem["status"], problem["detail"]) == (409, "The game isn't over yet.")
            await wires[0].say(type="go", id="a", seq=0)
            for wire in wires:
                await wire.next("over")
            told = await ben.call("POST", f"{room}/want", {"want": "rematch"})
            assert (told["wants"], told["next"]) == ([{"seat": 1, "want": "rematch"}], None), "1 of 2"
            assert told["tonight"]["games"] == 1
            following = (await ann.call("POST", f"{room}/want", {"want": "rematch"}))["next"]
            path = f"/api/rooms/{following}"
            told = await ben.call("POST", f"{path}/join", {})
            assert (told["state"], told["code"], told["tonight"]["games"]) == ("waiting", told["code"], 1)
            assert [seat["name"] for seat in told["seats"]] == ["Ben", "Ann"], "Ben begins this time"
            assert (await ann.call("POST", f"{path}/join", {}))["state"] == "playing", "nobody presses Start again"

    with_people(url, "Ann Ben", act)


def test_the_host_takes_everybody_here_to_another_game(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await seated(ann, ben, cyd, **SHORT)
        code = (await ann.call("GET", room))["code"]
        async with AsyncExitStack() as stack:
            wires = await connected(stack, url, room, ann, ben)  # Cyd has gone
            await ann.call("POST", f"{room}/start")
            await cyd.call("POST", f"{room}/leave")
            for wire in wires:
                await wire.say(type="go", id="a", seq=0)
            for wire in wires:
                await wire.next("over")
            assert (await ben.call("POST", f"{room}/want", {"want": "another"}))["next"] is None, "the host decides"
            following = (await ann.call("POST", f"{room}/want", {"want": "another"}))["next"]
            assert (await cyd.call("GET", f"/api/codes/{code}"))["room"] == following, "the code stays the room's"
            told = await ann.call("POST", f"/api/rooms/{following}/options", {"game": "blitz31"})
            assert (told["game"], told["code"]) == ("blitz31", code)
            assert [seat["name"] for seat in told["seats"]] == ["Ann", "Ben"]
            assert {score["name"] for score in told["tonight"]["scores"]} == {"Ann", "Ben", "Cyd"}

    with_people(url, "Ann Ben Cyd", act)


def test_the_score_of_the_evening_is_on_the_disk(tmp_path: Path) -> None:
    names: list[str] = []

    async def play(hub: Hub) -> None:
        wish = NewRoom("war", bots={"1": "random"}, options={"turn_cap": 1}, pace=0)
        room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
        await room.start(ANN.player)
        ann = Subscriber(ANN.player)
        await room.handle(ann, Hello())
        await room.handle(ann, GoOn("a", 0))
        await until(lambda: room.state == "over")
        await hub.opener.want(room, ANN, "rematch")
        assert room.plan.next is not None
        names.append(room.plan.next)

    async def look(hub: Hub) -> None:
        tonight = hub.rooms[names[0]].view().tonight
        assert tonight is not None
        scores = [(score.name, score.seat, score.wins) for score in tonight.scores]
        winners = tonight.last.winners
        assert (tonight.games, tonight.last.game) == (1, "war")
        assert scores == [("Ann", 1, int("Ann" in winners)), ("Bot 1", 0, int("Bot 1" in winners))], "a bot counts too"

    in_a_house(tmp_path, play)
    in_a_house(tmp_path, look)


def test_a_kicked_player_reads_why_and_cannot_return(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await seated(ann, ben, cyd, game="war", grows=True)
        kick = {"seat": 1, "word": "Bedtime!"}
        assert (await refused(cyd.call("POST", f"{room}/kick", kick)))["status"] == 403
        assert (await refused(ann.call("POST", f"{room}/kick", {"seat": 0})))["status"] == 409, "this is Ann's own seat"
        told = await ann.call("POST", f"{room}/kick", kick)
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Cyd"]
        assert "Bedtime" not in str(told)
        for path, method in ((room, "GET"), (f"{room}/join", "POST")):
            problem = await refused(ben.call(method, path, {} if method == "POST" else None))
            assert problem["status"] == 403
            assert problem["detail"] == "The host has asked you to leave this room: Bedtime!"

    with_people(url, "Ann Ben Cyd", act)


def test_a_bot_plays_on_for_somebody_who_was_asked_to_leave_a_game(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        from threedown.server.model.evening import Kick
        from threedown.server.rooms.hosting import kick

        room = hub.rooms[(await hub.opener.open(ANN, NewRoom("blitz31", grows=True))).room]
        await room.join(BEN, Join())
        await room.start(ANN.player)
        await kick(room, ANN.player, Kick(1))
        assert room.seat_of(BEN.player) is None
        assert not room.may_watch(BEN.player)
        seen = room.view().seats[1]
        assert (seen.kind, seen.name, seen.stand_in) == ("open", "Ben", True)

    in_a_house(tmp_path, act)


def test_who_is_asked_to_leave_after_a_game_may_read_it_and_does_not_play_the_next_one(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await seated(ann, ben, cyd, watch="nobody", **SHORT)
        async with AsyncExitStack() as stack:
            wires = await connected(stack, url, room, ann, ben, cyd)
            await ann.call("POST", f"{room}/start")
            for wire in wires:
                await wire.say(type="go", id="a", seq=0)
            for wire in wires:
                await wire.next("over")
            await ann.call("POST", f"{room}/kick", {"seat": 1})
            assert await wires[1].closed() == NOT_YOURS
            assert (await ben.http.get(f"{room}/record")).status_code == 200, "the game is theirs"
            for path in ("want", "rematch"):
                wish = {"want": "rematch"} if path == "want" else None
                assert (await refused(ben.call("POST", f"{room}/{path}", wish)))["status"] == 403
            await cyd.call("POST", f"{room}/want", {"want": "rematch"})
            following = (await ann.call("POST", f"{room}/want", {"want": "rematch"}))["next"]
            assert following is not None, "the wish of a player who had to leave does not count"
            names = [seat["name"] for seat in (await ann.call("GET", f"/api/rooms/{following}"))["seats"]]
            assert (*names[1:], "Ben" in names) == ("Cyd", "Ann", False)
            assert (await refused(ben.call("POST", f"/api/rooms/{following}/join", {})))["status"] == 403

    with_people(url, "Ann Ben Cyd", act)


def test_a_game_that_is_continued_has_a_code_and_an_evening_of_its_own(tmp_path: Path) -> None:
    """Whoever continued a game got its code: others who typed that were led to them, away from their own room."""

    async def act(hub: Hub) -> None:
        room = await over(hub)
        async with room.lock:
            await room.change(msgspec.structs.replace(room.plan, kicked={"p7": "Bye"}, locked=True, grows=True))
        opened = await hub.opener.open(BEN, NewRoom(point=Point(room.name, 0)))
        plan = hub.rooms[opened.room].plan
        assert plan.code not in ("", room.plan.code)
        assert (plan.evening, plan.kicked, plan.locked, plan.grows) == ([], {}, False, False)
        with pytest.raises(Unknown):
            hub.rooms.by_code(room.plan.code)

    in_a_house(tmp_path, act)


def test_a_locked_room_takes_nobody_in_and_the_role_of_the_host_is_handed_over(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await seated(ann, ben, game="war", grows=True)
        assert (await refused(ben.call("POST", f"{room}/switches", {"locked": True})))["status"] == 403
        assert (await ann.call("POST", f"{room}/switches", {"locked": True}))["locked"]
        assert (await refused(cyd.call("POST", f"{room}/join", {})))["detail"] == "This room is locked."
        await ben.call("POST", f"{room}/join", {"name": "Benjamin"})
        told = await ann.call("POST", f"{room}/host", {"seat": 1})
        assert [seat["host"] for seat in told["seats"]] == [False, True]
        await ben.call("POST", f"{room}/switches", {"locked": False})
        assert len((await cyd.call("POST", f"{room}/join", {}))["seats"]) == 3

    with_people(url, "Ann Ben Cyd", act)


def test_the_host_pauses_the_game_and_switches_hints_and_messages_off(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await seated(ann, ben, game="blitz31", grows=True, clock={"choice": 60_000})
        async with AsyncExitStack() as stack:
            wires = await connected(stack, url, room, ann, ben)
            await ben.call("GET", room)
            await wires[1].say(type="say", id="s", text="Hello  you")
            said = await wires[0].next("said")
            assert (said["seat"], said["name"], said["text"]) == (1, "Ben", "Hello you")
            await wires[1].say(type="say", id="z", text="a" + "\u0300" * 90)
            assert (await wires[1].answer("z"))["reason"] == "This message can't be shown."
            await ann.call("POST", f"{room}/start")
            table = await wires[0].until_asked(await wires[0].next("step"))
            await ann.call("POST", f"{room}/switches", {"paused": True, "hints": False, "talk": False})
            choose = {"type": "choose", "seq": table["seq"], "choice": table["question"]["choices"][0]}
            await wires[0].say(id="c", **choose)
            assert (await wires[0].answer("c"))["reason"] == "The host has paused the game."
            await wires[0].say(type="hint", id="h", seq=table["seq"])
            assert (await wires[0].answer("h"))["reason"] == "The host has switched hints off."
            await wires[1].say(type="say", id="t", text="Hello?")
            assert (await wires[1].answer("t"))["reason"] == "The host has switched messages off."
            await ann.call("POST", f"{room}/switches", {"paused": False})
            await wires[0].say(id="d", **choose)
            assert (await wires[0].answer("d"))["type"] == "ack"

    with_people(url, "Ann Ben", act)


def test_rooms_open_to_strangers_have_no_messages(url: str) -> None:
    async def act(ann: GuestClient) -> None:
        room = await seated(ann, game="war", listed=True)
        assert (await ann.call("GET", room))["talk"] is False
        async with AsyncExitStack() as stack:
            [wire] = await connected(stack, url, room, ann)
            await wire.say(type="say", id="s", text="Hello")
            reason = "Nobody can write in a room that strangers may enter."
            assert (await wire.answer("s"))["reason"] == reason

    with_people(url, "Ann", act)


def test_the_player_who_begins_changes_with_each_rematch_and_bots_keep_their_names() -> None:
    """Everybody moves by a seat and keeps their colour; a bot for somebody who has gone has a name of its own."""
    chairs = [Chair("ann", "Ann", colour="blue"), Chair("ben", "Ben", colour="red"), Chair(name="Bot 2", level="keen")]
    plan = RoomPlan("blitz31", "seed", {}, chairs, "ann", "", 0)
    following = next_plan(plan, {"ann", "ben"}, "rematch")
    assert [(chair.name, chair.colour) for chair in following.chairs] == [
        ("Ben", "red"),
        ("Bot 2", ""),
        ("Ann", "blue"),
    ]
    without_ann = next_plan(following, {"ben"}, "rematch")
    assert [chair.name for chair in without_ann.chairs] == ["Bot 2", "Bot 1", "Ben"]
    another = next_plan(plan, {"ann", "ben"}, "another")
    assert [chair.name for chair in another.chairs] == ["Ann", "Ben", "Bot 2"]
