"""Rooms that have ended: those that nobody came to, those that leave memory and answer all the same; and what one room
tells of another."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import ANN, BEN, asked, in_a_house, opened, over, until
from support.server_rooms import drained, heard, say, sit_and_start

from threedown.server.hub import Hub
from threedown.server.model import clock
from threedown.server.model.errors import Invalid, NotNow, TooMany
from threedown.server.model.messages import Choose, GoOn, Hello, TakeBack
from threedown.server.model.wire import Join, NewRoom, Point
from threedown.server.rooms import sealing
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.registry import ABANDONED_AFTER, STORE_USE_AFTER
from threedown.server.rooms.room_limits import MAX_ROOMS_PER_GUEST
from threedown.server.rooms.room_lists import public_rooms, rooms_of
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import queries
from threedown.server.store.records import footer_line


def test_a_room_that_waits_for_nobody_ends_after_a_day(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, str] = {}
    began, now = clock.now(), [0]
    monkeypatch.setattr(clock, "now", lambda: began + now[0])

    async def wait(hub: Hub) -> None:
        for name in ("forgotten", "looked at", "watched"):
            names[name] = (await hub.opener.open(ANN, NewRoom("war"))).room
        subscriber = Subscriber("")
        await hub.rooms[names["watched"]].handle(subscriber, Hello())
        now[0] = ABANDONED_AFTER
        await hub.rooms.end_abandoned()
        assert {room.state for room in hub.rooms.values()} == {"waiting"}
        await hub.rooms.find(names["looked at"])
        await hub.rooms.end_abandoned()

    async def end(hub: Hub) -> None:
        now[0] = ABANDONED_AFTER + STORE_USE_AFTER
        await hub.rooms.end_abandoned()
        ended = {name: hub.rooms[room].state for name, room in names.items()}
        assert ended == {"forgotten": "stopped", "looked at": "waiting", "watched": "waiting"}
        assert hub.rooms[names["forgotten"]].plan.stopped == "nobody has come for a day"
        hub.rooms.evict()
        hub.rooms.evict()
        assert names["forgotten"] not in hub.rooms
        with pytest.raises(NotNow, match="The game has begun"):
            await (await hub.rooms.find(names["forgotten"])).join(BEN, Join())
        with pytest.raises(NotNow, match="stopped before its end: it has no record"):
            await hub.archive.record(names["forgotten"], ANN.player)

    in_a_house(folder, wait)
    in_a_house(folder, end)


def test_a_game_that_left_memory_is_told_and_listed_all_the_same(folder: Path) -> None:
    before: dict[str, Any] = {}

    async def answers(hub: Hub, name: str) -> dict[str, Any]:
        return {
            "record": await hub.archive.record(name, ANN.player),
            "story": await hub.archive.story(name, 0, False, 0, ANN.player),
            "fairness": await hub.archive.fairness(name, ANN.player),
            "mine": [msgspec.to_builtins(room) for room in await rooms_of(ANN, hub.rooms, hub.services.writer)],
            "others": await rooms_of(BEN, hub.rooms, hub.services.writer),
        }

    async def play(hub: Hub) -> None:
        room = await over(hub)
        before["name"] = room.name
        before["answers"] = await answers(hub, room.name)
        assert before["answers"]["mine"][0]["seq"] == 1
        hub.rooms.evict()
        hub.rooms.evict()
        assert not hub.rooms

    async def look(hub: Hub) -> None:
        assert not hub.rooms, "nor is it there after a restart, before anybody asks for it"
        found = await answers(hub, before["name"])
        for room in (*found["mine"], *before["answers"]["mine"]):
            del room["seats"][0]["stand_in"]  # nobody plays any more
            del room["seats"][0]["gone"]  # the time goes on
        assert found == before["answers"]
        following = await hub.opener.rematch(await hub.rooms.find(before["name"]), ANN)
        mine = await rooms_of(ANN, hub.rooms, hub.services.writer)
        assert [room.room for room in mine] == [
            following.name,
            before["name"],
        ]

    in_a_house(folder, play)
    in_a_house(folder, look)


def test_a_game_at_which_nobody_looks_is_remembered_from_its_last_entry_on(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await opened(hub, options={"lives": 5})
        subscriber, game = await asked(room), room.game
        assert game is not None
        for _ in range(3):
            await room.handle(subscriber, Choose(f"c{game.seq}", game.seq, game.session.menu(0)[0]))
            await until(lambda: game.shared_game.asked_people() == [0])
        before, told = len(game.event_log.moments), game.step(game.event_log.moments[-1], Eyes(0), "en")
        assert before > 3
        hub.rooms.evict()
        hub.rooms.evict()
        assert len(game.event_log.moments) == before, "she is there"
        room.disconnect(subscriber)
        hub.rooms.evict()
        hub.rooms.evict()
        assert len(game.event_log.moments) == 1
        assert game.step(game.event_log.moments[-1], Eyes(0), "en") == told
        back = Subscriber(ANN.player)
        await room.handle(back, Hello(after=game.seq - 3))
        assert b'"type":"table"' in drained(back), "what she missed is not there any more: she is told all there is"
        await room.handle(back, Choose("again", game.seq, game.session.menu(0)[0]))
        assert b'"type":"ack"' in drained(back)

    in_a_house(folder, act)


def test_many_calls_at_once_open_no_more_rooms_than_one_after_another(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        calls = (hub.opener.open(ANN, NewRoom("war")) for _ in range(2 * MAX_ROOMS_PER_GUEST))
        opened = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(isinstance(one, TooMany) for one in opened) == MAX_ROOMS_PER_GUEST
        assert len(hub.rooms) == MAX_ROOMS_PER_GUEST
        await hub.rooms[next(iter(hub.rooms))].leave(ANN.player)
        await hub.opener.open(ANN, NewRoom("war"))

    in_a_house(folder, act)


def test_there_is_no_room_of_a_rematch_to_which_nothing_leads(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure between the two writes leaves the room as if the rematch had not begun."""

    def fails(point: queries.CrashPoint) -> None:
        if point == queries.CrashPoint.REMATCH:
            raise OSError("the power goes")

    async def act(hub: Hub) -> None:
        room = await over(hub)
        monkeypatch.setattr(queries, "crash_point", fails)
        with pytest.raises(OSError, match="the power goes"):
            await hub.opener.rematch(room, ANN)
        monkeypatch.undo()
        assert [found.room for found in (await hub.services.writer.do(queries.all_rooms))[0]] == [room.name]
        assert (await hub.opener.rematch(room, ANN)).name == room.plan.next

    in_a_house(folder, act)


def test_other_rooms_are_named_to_who_sits_here_alone(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await over(hub)
        name = (await hub.opener.open(ANN, NewRoom(point=Point(room.name, 0)))).room
        fork, following = await hub.rooms.find(name), await hub.opener.rematch(room, ANN)
        hers, anybodys = fork.view(fork.seat_of(ANN.player)), fork.view()
        assert hers.point == Point(room.name, 0)
        assert anybodys.point == Point("", 0), "that it plays on, and that its cards are known, is for all to see"
        assert (room.view(0).next, room.view().next) == (following.name, following.name), "spectators may follow"
        room.plan = msgspec.structs.replace(room.plan, watch="nobody")
        assert (room.view(0).next, room.view().next) == (following.name, None)
        room.plan = msgspec.structs.replace(room.plan, watch="anybody")
        for player, sees in ((ANN.player, True), ("", False)):
            for there, other in ((fork, room.name), (room, following.name)):
                sees = sees or other == following.name
                subscriber = Subscriber(player)
                await there.handle(subscriber, Hello())
                there.publish_room()
                told = heard(subscriber)
                assert {"table", "room"} <= {message["type"] for message in told}
                assert all((other in str(message["room"])) == sees for message in told if "room" in message)
        assert room.name not in str([found for found in public_rooms(hub.rooms) if found.room != room.name])

    in_a_house(folder, act)


@pytest.mark.parametrize(
    ("more", "wrong"),
    [
        ({"bots": {"9": "random"}}, "A bot needs a seat that exists."),
        ({"bots": {"one": "random"}}, "A bot needs a seat that exists."),
        ({"bots": {"0": "random"}}, "You have seat 0"),
        ({"minutes": 5}, "send only from, bots, pace, clock or watch"),
        ({"listed": True}, "send only from, bots, pace, clock or watch"),
    ],
)
def test_options_that_a_continued_game_lacks_are_refused(folder: Path, more: dict[str, Any], wrong: str) -> None:
    async def act(hub: Hub) -> None:
        room = await over(hub)
        with pytest.raises(Invalid, match=wrong):
            await hub.opener.open(ANN, NewRoom(point=Point(room.name, 0), **more))

    in_a_house(folder, act)


def test_a_game_is_taken_back_so_often_and_no_oftener(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who chooses and takes back again and again would fill the disk."""
    monkeypatch.setattr(sealing, "MAX_UNDOS", 2)

    async def run() -> None:
        room, (ann, *_) = await sit_and_start("blitzwar", preset="duel", bots={1: "simple", 2: "simple"})
        game = room.game
        assert game is not None
        answers = []
        for time in range(3):
            choice = next(text for text in game.session.menu(0) if text.endswith(" 1"))
            await say(room, ann, Choose(f"choice {time}", game.seq, choice))
            heard(ann)
            undo = game.can_undo(0)
            await say(room, ann, TakeBack(f"undo {time}", game.seq))
            answers.append((undo, heard(ann)[0]["type"]))
        assert answers == [(True, "ack"), (True, "ack"), (False, "refused")]

    asyncio.run(run())


def test_nothing_is_taken_back_between_the_last_choice_and_the_end_of_the_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        room, (ann, *_) = await sit_and_start("blitz31", 2, options={"lives": 1}, bots={1: "random"})
        game = room.game
        assert game is not None
        game.shared_game.undo_rule = "free"

        async def in_thread(work: Any) -> Any:
            if getattr(work, "func", None) is footer_line:
                await asyncio.Event().wait()
            return work()

        monkeypatch.setattr(room.services, "in_thread", in_thread)
        while not game.session.over:
            if game.shared_game.asked_people() == [0]:
                await say(room, ann, Choose(f"{game.seq}", game.seq, game.session.menu(0)[-1]))
            elif game.session.pending is None:
                await say(room, ann, GoOn(f"{game.seq}", game.seq))
            await asyncio.sleep(0)
        heard(ann)
        before = game.seq
        await say(room, ann, TakeBack("back", before))
        (refused,) = heard(ann, "refused")
        assert "you can't undo anything" in refused["reason"]
        assert (game.seq, room.state) == (before, "playing")

    asyncio.run(run())
