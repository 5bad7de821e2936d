"""Sentences of the wire's contract that no other test holds: keys, order of receipt, what is too old or listed."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from support.server_rooms import heard, listener_of, say, sit_and_start
from support.serving import opened, people, refused
from support.wire import Wire, started, wired

from threedown.deal_witness import DealWitness
from threedown.server.http.app import server
from threedown.server.model.messages import Choose, GoOn, Hello
from threedown.server.rooms.event_log import REMEMBERED
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.writer import Writer
from threedown.session.state import Choice

ROOM = {
    "room", "state", "game", "preset", "options", "seats", "clock", "pace", "host", "commitment", "seq",
}  # fmt: skip
SEAT = {"seat", "kind", "name", "level", "colour", "here"}
SEED = 8
"""Of a game of Steal War in which two come to one pile."""
GAME = {
    "game", "title", "summary", "version", "seats", "presets", "preset", "options", "levels", "questions", "piles",
    "events",
}  # fmt: skip
TABLE = {"type", "room", "you", "seq", "view", "question", "clock", "undo"}
STEP = {"type", "seq", "events", "view", "question", "clock", "undo"}


def test_every_key_that_was_promised_is_there(url: str) -> None:
    """Keys may be added, none is renamed."""

    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            for game in await ann.call("GET", "/api/games"):
                assert set(game) >= GAME
                assert all(set(preset) >= {"name", "help", "seats", "options"} for preset in game["presets"])
            told = await ann.call("POST", "/api/rooms", {"game": "war"})
            assert set(told) >= {"room", "url", "seat"}
            path = f"/api/rooms/{told['room']}"
            calls = [
                await ben.call("POST", f"{path}/join", {}),
                await ben.call("POST", f"{path}/leave"),
                await ann.call("POST", f"{path}/seats/1", {"bot": "random"}),
                await ann.call("POST", f"{path}/start"),
                await ann.call("GET", path),
            ]
            for room in calls:
                assert set(room) >= ROOM
                assert all(set(seat) >= SEAT for seat in room["seats"])
            async with wired(url, told["room"], ann) as socket:
                wire = Wire(socket)
                await wire.say(type="hello", after=None)
                table = await wire.next("table")
                assert set(table) >= TABLE
                assert set(table["view"]) >= {"seat", "turns", "over", "piles", "state"}
                assert set((await wire.next("room"))["room"]) >= ROOM
                await wire.say(type="go", id="g", seq=0)
                assert await wire.answer("g") == {"type": "ack", "id": "g", "seq": 1}
                assert set(await wire.next("step")) >= STEP
                await wire.say(type="go", id="late", seq=0)
                assert set(await wire.answer("late")) >= {"type", "id", "reason", "seq"}

    asyncio.run(run())


def test_listed_rooms_wait_or_may_be_watched(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            hidden = await opened([ann], "war")
            waiting = await opened([ann], "war", listed=True)
            watched = await opened([ann], "war", listed=True, bots={"1": "random"})
            private = await opened([ann], "war", listed=True, bots={"1": "random"}, watch="nobody")
            for room in (watched, private):
                await ann.call("POST", f"/api/rooms/{room}/start")
            listed = {room["room"] for room in await ben.call("GET", "/api/rooms")}
            assert {waiting, watched} <= listed
            assert not {hidden, private} & listed

    asyncio.run(run())


def test_a_program_gets_its_token_in_the_body_and_no_cookie(url: str) -> None:
    with httpx.Client(base_url=url, trust_env=False) as program:
        answer = program.post("/api/guest", json={"name": "Robin", "program": True})
        assert (answer.status_code, answer.headers.get("set-cookie")) == (201, None)
        told = answer.json()
        assert told["player"].startswith("p")
        assert len(told["token"]) == 43, "256 bits in base64"
        assert program.get("/api/me").status_code == 401
        bearer = {"Authorization": f"Bearer {told['token']}"}
        assert program.get("/api/me", headers=bearer).json() == {"player": told["player"], "name": "Robin"}


def test_a_code_gives_a_browser_the_cookie_and_a_program_the_token_of_its_person_once(url: str) -> None:
    with httpx.Client(base_url=url, trust_env=False) as ann, httpx.Client(base_url=url, trust_env=False) as phone:
        told = ann.post("/api/guest", json={"name": "Ann"}).json()
        assert ann.cookies["threedown"]

        def link() -> str:
            answer = ann.post("/api/me/devices")
            assert answer.status_code == 201
            assert set(answer.json()) >= {"code", "url", "until"}
            assert isinstance(answer.json()["until"], int)
            return str(answer.json()["code"])

        code = link()
        assert phone.post("/api/me/devices").status_code == 401
        answer = phone.post(f"/api/devices/{code}")
        assert (answer.status_code, answer.json()) == (201, told)
        assert phone.cookies["threedown"] not in ("", ann.cookies["threedown"])
        assert phone.get("/api/me").json() == told
        again = httpx.post(f"{url}/api/devices/{code}", trust_env=False)
        assert (again.status_code, again.headers["content-type"]) == (404, "application/problem+json")
        assert set(again.json()) >= {"title", "status", "detail"}
        answer = httpx.post(f"{url}/api/devices/{link()}", json={"program": True}, trust_env=False)
        assert (answer.status_code, answer.headers.get("set-cookie")) == (201, None)
        bearer = {"Authorization": f"Bearer {answer.json()['token']}"}
        assert httpx.get(f"{url}/api/me", headers=bearer, trust_env=False).json() == told


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_cookie_is_secure_over_https(tmp_path: Path) -> None:
    for scheme, name, secure in (("https", "__Host-threedown=", True), ("http", "threedown=", False)):
        app = server(Writer(tmp_path / scheme), 0, names=["threedown.example"])
        with TestClient(app, base_url=f"{scheme}://threedown.example") as browser:
            cookie = browser.post("/api/guest", json={"name": "Ann"}).headers["set-cookie"]
            assert cookie.startswith(name)
            assert ("Secure" in cookie) == secure
            assert browser.get("/api/me").json()["name"] == "Ann"
            injected = {"Cookie": f"threedown=of-a-neighbour; {cookie.partition(';')[0]}"}
            assert not secure or browser.get("/api/me", headers=injected).json()["name"] == "Ann"
            browser.cookies.clear()
            token = cookie.partition(";")[0].partition("=")[2]
            status = browser.get("/api/me", headers={"Cookie": f"threedown={token}"}).status_code
            assert status == (401 if secure else 200), "a neighbour could have set that one"


def test_a_part_in_the_clear_is_refused(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            path = f"/api/rooms/{await opened([ann], 'war')}/join"
            problem = await refused(ann.call("POST", path, {"part": "ab" * 32}))
            assert problem["status"] == 400
            assert "part_hash" in problem["detail"]
            for part_hash in ("ab" * 33, "ab" * 31, "AB" * 32, "xy" * 32):
                assert (await refused(ann.call("POST", path, {"part_hash": part_hash})))["status"] == 400
            seen = await ann.call("POST", path, {"part_hash": "ab" * 32})
            assert seen["seats"][0]["part_hash"] == "ab" * 32


def test_a_part_has_at_most_32_bytes(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await opened([ann], "war", bots={"1": "random"})
            ann.witnesses[room] = DealWitness("ab" * 32)
            await ann.sit(room)
            await ann.call("POST", f"/api/rooms/{room}/start")
            for part in ("ab" * 33, "abc", "AB", "xy"):
                assert (await refused(ann.call("POST", f"/api/rooms/{room}/part", {"part": part})))["status"] == 400
            assert (await ann.call("POST", f"/api/rooms/{room}/part", {"part": "ab" * 32}))["state"] == "playing"

    asyncio.run(run())


def test_a_client_far_behind_gets_the_whole_table() -> None:
    async def run() -> None:
        room, (ann, _) = await sit_and_start("war", 2, bots={1: "random"}, seed=3)
        assert room.game is not None
        while room.game.seq < REMEMBERED + 6:
            await say(room, ann, GoOn(f"g{room.game.seq}", room.game.seq))
        last = room.game.seq
        for after, expected in (
            (last - REMEMBERED, [("step", seq) for seq in range(last - REMEMBERED + 1, last + 1)]),
            (last - REMEMBERED - 1, [("table", last)]),
            (last, []),
        ):
            again = listener_of("")
            await room.handle(again, Hello(after))
            told = [message for message in heard(again) if message["type"] != "room"]
            assert [(message["type"], message["seq"]) for message in told] == expected, after

    asyncio.run(run())


def test_the_acknowledgement_comes_before_the_entry() -> None:
    async def run() -> None:
        room, (ann, ben, _) = await sit_and_start("war", 2, seed=1)
        for one in (ann, ben):
            heard(one)
        for name, one in (("a", ann), ("b", ben)):
            await say(room, one, GoOn(name, 0))
        for one in (ann, ben):
            assert [message["type"] for message in heard(one)] == ["ack", "step"]

    asyncio.run(run())


async def two_thieves(room: ServedRoom, subscribers: Sequence[Subscriber]) -> tuple[int, list[int]]:
    """Plays Steal War to a table where two may steal one pile; returns whose, and the thieves."""
    assert room.game is not None
    while not room.game.session.over:
        session, seq = room.game.session, room.game.seq
        if session.pending is None:
            for seat in range(3):
                await say(room, subscribers[seat], GoOn(f"g{seq}", seq))
            continue
        menus = {seat: session.menu(seat) for seat in session.pending.menus}
        for victim in range(3):
            thieves = [seat for seat, menu in menus.items() if f"steal {victim}" in menu]
            if len(thieves) == 2:
                return victim, thieves
        for seat, menu in menus.items():
            if seat < 0:
                racer = int(menu[0].split()[1])
                await say(room, subscribers[racer], Choose(f"c{seq}", seq, menu[0]))
            else:
                await say(room, subscribers[seat], Choose(f"c{seq}", seq, menu[0]))
    raise AssertionError("nobody ever meets another at a pile")


@pytest.mark.parametrize("first", [0, 1])
def test_of_two_thieves_the_first_whose_answer_came_gets_the_pile_and_it_is_recorded(first: int) -> None:
    """SW-R6: the order of receipt says who lets go of a card first; the entry is the world's."""

    async def run() -> None:
        room, subscribers = await sit_and_start("steal-war", 3, preset="seed", seed=SEED)
        victim, thieves = await two_thieves(room, subscribers)
        assert room.game is not None
        session, seq = room.game.session, room.game.seq
        assert session.pending is not None
        order = [thieves[first], thieves[1 - first], *(seat for seat in session.pending.menus if seat not in thieves)]
        for seat in order:
            choice = f"steal {victim}" if seat in thieves else "play"
            await say(room, subscribers[seat], Choose(f"t{seat}", seq, choice))
        entries: list[Any] = list(room.game.session.log[seq:])
        assert [entry.seat for entry in entries[:3]] == sorted(order), "answers in the order of seats"
        assert entries[3] == Choice(None, f"seat {thieves[first]}")
        stolen = [event for event in heard(subscribers[3], "step")[-1]["events"] if event["kind"] == "steal"]
        assert [event["seat"] for event in stolen] == [thieves[first]]

    asyncio.run(run())


def test_in_casino_war_one_round_is_played_at_a_time(url: str) -> None:
    """A second bet that is sent behind the first, before the round is over, is never a round of its own."""

    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            room = await started([ann, ben], "casino-war", seats=2, pace=0)
            async with wired(url, room, ann) as one, wired(url, room, ben) as two:
                first, second = Wire(one), Wire(two)
                for wire in (first, second):
                    await wire.say(type="hello", after=None)
                table = await first.until_asked(await first.next("table"))
                seq = table["seq"]
                for number in range(5):
                    await first.say(type="choose", id=f"b{number}", seq=seq, choice="bet 10")
                    await first.say(type="go", id=f"g{number}", seq=seq)
                answers = [await first.answer(f"{kind}{number}") for number in range(5) for kind in "bg"]
                assert [answer["type"] for answer in answers] == ["ack"] + ["refused"] * 9
                for guess in range(seq + 1, seq + 4):
                    await first.say(type="choose", id=f"n{guess}", seq=guess, choice="bet 10")
                    assert (await first.answer(f"n{guess}"))["type"] == "refused", "the other has still to bet"
                await second.say(type="choose", id="c", seq=seq + 1, choice="bet 5")
                assert (await second.answer("c"))["seq"] == seq + 2
                view = (await ann.call("GET", f"/api/rooms/{room}"))["seq"]
                assert view >= seq + 2
                again = await first.next("step")
                while again["seq"] < seq + 2:
                    again = await first.next("step")
                assert again["view"]["state"]["bets"] == 2, "one bet of each in this round"

    asyncio.run(run())
