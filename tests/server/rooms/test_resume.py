"""Resuming: missed entries are told once, a command counts once, and forbidden commands change nothing."""

import asyncio
import random

import pytest
from support.serving import PATIENCE, Person, any_choice, opened, people, usual, within
from support.wire import Wire, started, wired
from websockets.exceptions import ConnectionClosed

from threedown.client import RequestRefused


def test_a_client_that_reconnects_often_misses_nothing(url: str) -> None:
    async def dropping(person: Person, pick: random.Random) -> None:
        while True:
            await asyncio.sleep(pick.uniform(0, 0.1))
            await person.live.drop()

    async def run() -> None:
        async with people(url, "Ann", "Ben") as players:
            room = await opened(players, "blitz31", seats=3, bots={"2": "simple"}, options={"lives": 1})
            seated = [Person(player, room, any_choice(seed)) for seed, player in enumerate(players)]
            pick = random.Random(3)
            breaking = [asyncio.ensure_future(dropping(person, pick)) for person in seated]
            playing = asyncio.ensure_future(within(*(person.play() for person in seated)))
            await players[0].call("POST", f"/api/rooms/{room}/start")
            await playing
            for task in breaking:
                task.cancel()
            last = (await players[0].call("GET", f"/api/rooms/{room}"))["seq"]
            for person in seated:
                person.check_entries(last)

    asyncio.run(run())


def test_missed_steps_are_sent_in_order_and_a_wrong_number_brings_the_table(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as players:
            room = await started(players, "blitzwar", preset="duel", seats=3, bots={"1": "random", "2": "random"})
            async with wired(url, room, players[0]) as socket:
                wire = Wire(socket)
                await wire.say(type="hello", after=None)
                first = await wire.next("table")
                assert first["you"] == 0
                await wire.say(type="choose", id="a", seq=first["seq"], choice=first["question"]["usual"])
                assert (await wire.answer("a"))["seq"] == first["seq"] + 1
                seq = first["seq"]
                while (step := await wire.next("step"))["question"] is None or step["question"]["seat"] != 0:
                    assert step["seq"] == (seq := seq + 1)
            async with wired(url, room, players[0]) as socket:
                wire = Wire(socket)
                await wire.say(type="hello", after=first["seq"])
                missed = [await wire.next("step") for _ in range(first["seq"], step["seq"])]
                assert [message["seq"] for message in missed] == list(range(first["seq"] + 1, step["seq"] + 1))
                assert missed[-1] == step, "the same bytes as at first"
            for wrong in (step["seq"] + 1, 10**9, -7):
                async with wired(url, room, players[0]) as socket:
                    wire = Wire(socket)
                    await wire.say(type="hello", after=wrong)
                    assert (await wire.next("table"))["seq"] == step["seq"]

    asyncio.run(run())


def test_the_same_command_counts_once_and_a_stale_or_illegal_one_never(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Eve") as (ann, eve):
            room = await started([ann], "blitz31", seats=2, bots={"1": "simple"})
            async with wired(url, room, ann) as socket, wired(url, room, eve) as other, wired(url, room, None) as third:
                wire, watcher, nobody = Wire(socket), Wire(other), Wire(third)
                await wire.say(type="choose", id="early", seq=0, choice="knock")
                assert (await wire.answer("early"))["reason"] == "Say hello first."
                for one in (wire, watcher, nobody):
                    await one.say(type="hello", after=None)
                table = await wire.next("table")
                table = await wire.until_asked(table)
                seq, choices = table["seq"], table["question"]["choices"]
                assert set(choices) == {"draw stock", "draw discard", "knock"}
                await wire.say(type="choose", id="illegal", seq=seq, choice="discard 2C")
                answer = await wire.answer("illegal")
                assert (answer["type"], answer["seq"], answer["choices"]) == ("refused", seq, choices)
                await wire.say(type="choose", id="old", seq=seq - 1, choice="draw stock")
                assert (await wire.answer("old"))["reason"] == "stale"
                await wire.say(type="choose", id="new", seq=seq + 1, choice="draw stock")
                assert (await wire.answer("new"))["reason"] == "stale"
                for foreign in (watcher, nobody):
                    await foreign.next("table")
                    await foreign.say(type="choose", id="x", seq=seq, choice="draw stock")
                    answer = await foreign.answer("x")
                    assert answer["reason"] == "Spectators can't play."
                    assert "choices" not in answer
                assert (await ann.call("GET", f"/api/rooms/{room}"))["seq"] == seq, "nothing has changed"
                for _ in range(3):
                    await wire.say(type="choose", id="mine", seq=seq, choice="draw stock")
                assert [await wire.answer("mine") for _ in range(3)] == [
                    {"type": "ack", "id": "mine", "seq": seq + 1} for _ in range(3)
                ]
                assert (await ann.call("GET", f"/api/rooms/{room}"))["seq"] == seq + 1
                step = await watcher.next("step")
                assert step["question"].get("choices") is None, "what another may choose is his alone"

    asyncio.run(run())


@pytest.mark.parametrize(
    "text",
    ["", "no json", "[]", '"hello"', '{"type":"win"}', '{"type":"choose","id":"a"}', '{"type":"hello","after":"x"}',
     '{"type":"hello","after":null,"more":1}', "[" * 3000, '{"type":"choose","id":"","seq":0,"choice":"x"}',
     '{"type":"choose","id":"' + "i" * 65 + '","seq":0,"choice":"x"}', '{"type":"go","id":"a","seq":1e400}'],
    ids=range(12),
)  # fmt: skip
def test_a_malformed_message_is_refused_and_the_socket_stays(url: str, text: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await started([ann], "war", bots={"1": "random"})
            async with wired(url, room, ann) as socket:
                wire = Wire(socket)
                await wire.send(text)
                answer = await wire.next("refused")
                assert "can't be read" in answer["reason"]
                await wire.say(type="hello", after=None)
                assert (await wire.next("table"))["seq"] == 0

    asyncio.run(run())


def test_a_frame_that_is_too_large_closes_the_socket_and_no_other(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await started([ann], "war", bots={"1": "random"})
            async with wired(url, room, ann) as honest, wired(url, room, ann) as socket:
                wire = Wire(honest)
                await wire.say(type="hello", after=None)
                await wire.next("table")
                await socket.send("x" * 5000)
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(socket.recv(), PATIENCE)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1009
                await wire.say(type="go", id="go", seq=0)
                assert (await wire.answer("go"))["seq"] == 1

    asyncio.run(run())


def test_another_sites_page_is_not_heard(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await started([ann], "war", bots={"1": "random"})
            async with wired(url, room, ann, Origin="https://elsewhere.example") as socket:
                with pytest.raises(ConnectionClosed) as closed:
                    await asyncio.wait_for(socket.recv(), PATIENCE)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4403
            async with wired(url, room, ann, Origin=url) as socket:
                await Wire(socket).say(type="hello", after=None)
                assert (await Wire(socket).next("table"))["you"] == 0

    asyncio.run(run())


def test_a_room_that_is_not_there_or_lets_nobody_watch(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Eve") as (ann, eve):
            room = await started([ann], "war", bots={"1": "random"}, watch="nobody")
            for player, name in ((eve, room), (ann, "nowhere")):
                with pytest.raises(RequestRefused):
                    await asyncio.wait_for(Person(player, name, usual).play(), PATIENCE)
            async with wired(url, room, ann) as socket:
                await Wire(socket).say(type="hello", after=None)
                assert (await Wire(socket).next("table"))["you"] == 0

    asyncio.run(run())


def test_a_player_removed_from_a_room_without_spectators_hears_no_more(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            name = await opened([ann, ben], "war", watch="nobody")
            async with wired(url, name, ben) as socket:
                await Wire(socket).say(type="hello", after=None)
                assert (await Wire(socket).next("table"))["you"] == 1
                await ann.call("POST", f"/api/rooms/{name}/seats/1", {"bot": None})
                await asyncio.wait_for(socket.wait_closed(), PATIENCE)
                assert socket.close_code == 4403

    asyncio.run(run())
