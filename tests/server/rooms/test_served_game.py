"""A served game: going on, clocks, stand-ins, races, held answers, undo, hints, the rematch."""

import asyncio
import re
from typing import Any

import pytest
from support.serving import opened, people, refused
from support.wire import seated, started, wired

from threedown.client import GuestClient


def test_a_turn_is_played_when_all_people_are_ready(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            room = await started([ann, ben], "war", seats=3, bots={"2": "random"}, pace=86_400_000)
            async with wired(url, room, ann) as one, wired(url, room, ben) as two:
                (first, _), (second, _) = await seated(one), await seated(two)
                await first.say(type="go", id="a", seq=0)
                await first.say(type="go", id="a2", seq=0)
                await second.say(type="go", id="stale", seq=3)
                assert (await second.answer("stale"))["reason"] == "stale"
                assert (await ann.call("GET", f"/api/rooms/{room}"))["seq"] == 0
                waits = await ann.call("GET", "/api/me/rooms"), await ben.call("GET", "/api/me/rooms")
                assert [mine[0]["waits"] for mine in waits] == [False, True]
                await second.say(type="go", id="b", seq=0)
                for wire, id in ((first, "a"), (first, "a2"), (second, "b")):
                    assert (await wire.answer(id)) == {"type": "ack", "id": id, "seq": 1}
                await second.say(type="go", id="b", seq=0)
                assert (await second.answer("b"))["seq"] == 1
                assert (await first.next("step"))["seq"] == 1
                assert (await ann.call("GET", f"/api/rooms/{room}"))["seq"] == 1
                (line,) = await ben.call("GET", "/api/me/rooms")
                assert line["progress"].startswith("turn 1, ")
                assert [sum(shares) for shares in line["course"]] == [52 - 52 % 3] * 2

    asyncio.run(run())


def test_the_others_are_waited_for_as_long_as_the_pace_says(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            room = await started([ann, ben], "war", pace=1)
            async with wired(url, room, ann) as socket:
                wire, _ = await seated(socket)
                await wire.say(type="go", id="a", seq=0)
                assert (await wire.answer("a"))["seq"] == 1

    asyncio.run(run())


def test_a_table_of_bots_plays_on_by_itself(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            wish = {"game": "war", "bots": {"0": "random", "1": "random"}, "options": {"turn_cap": 5}, "pace": 0}
            told = await ann.call("POST", "/api/rooms", wish)
            assert told["seat"] is None
            await ann.call("POST", f"/api/rooms/{told['room']}/start")
            async with wired(url, told["room"], None) as socket:
                wire, _ = await seated(socket)
                assert (await wire.next("over"))["result"]["reason"] == "turn_cap"

    asyncio.run(run())


def test_when_the_on_timeout_a_bot_plays_until_one_is_back(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await started([ann], "blitz31", bots={"1": "simple"}, clock={"choice": 1000})
            async with wired(url, room, ann) as socket:
                wire, table = await seated(socket)
                table = await wire.until_asked(table)
                assert table["clock"]["choice"] == 1000
                assert 0 <= table["clock"]["left"] <= 1000
                while not (told := await wire.next("room"))["room"]["seats"][0]["stand_in"]:
                    pass
                step = await wire.next("step")
                assert step["seq"] > table["seq"], "nobody has chosen, and the game goes on"
                await wire.say(type="hello", after=None)
                while (told := await wire.next("room"))["room"]["seats"][0]["stand_in"]:
                    pass
                assert told["room"]["seats"][0]["kind"] == "person"

    asyncio.run(run())


def test_when_the_time_of_a_turn_is_over_a_bot_plays(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            clock = {"choice": 86_400_000, "turn": 1}
            room = await started([ann, ben], "blitzwar", preset="duel", seats=3, bots={"2": "simple"}, clock=clock)
            assert (await ann.call("GET", f"/api/rooms/{room}"))["clock"] == clock
            async with wired(url, room, ann) as socket:
                wire, table = await seated(socket)
                if table["clock"]:
                    assert table["clock"]["choice"] == 86_400_000
                    assert table["clock"]["turn"]["of"] == 1
                while not any(seat["stand_in"] for seat in (await wire.next("room"))["room"]["seats"]):
                    pass

    asyncio.run(run())


def test_a_bot_plays_for_a_player_who_leaves(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            room = await started([ann, ben], "blitz31", options={"lives": 1})
            for player in (ann, ben):
                await player.call("POST", f"/api/rooms/{room}/leave")
            async with wired(url, room, None) as socket:
                wire, _ = await seated(socket)
                if (await ann.call("GET", f"/api/rooms/{room}"))["state"] == "playing":
                    await wire.next("over")

    asyncio.run(run())


def test_answers_given_at_once_are_unseen_until_the_last_and_then_in_the_order_of_seats(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            room = await started([ann, ben], "steal-war", pace=0)
            async with wired(url, room, ann) as one, wired(url, room, ben) as two, wired(url, room, eve) as three:
                (first, table), (second, other), (third, _) = await seated(one), await seated(two), await seated(three)
                while table["question"] is None or len(table["question"]["seats"]) < 2:
                    seq = table["seq"]
                    if table["question"] is None:
                        await first.say(type="go", id=f"g{seq}", seq=seq)
                        await second.say(type="go", id=f"g{seq}", seq=seq)
                    else:
                        wire, asked = ((first, table), (second, other))[table["question"]["seat"]]
                        await wire.say(type="choose", id=f"c{seq}", seq=seq, choice=asked["question"]["choices"][0])
                    table, other = await first.next("step"), await second.next("step")
                    assert not table["view"]["over"], "nobody ever declares together"
                seq = table["seq"]
                await second.say(type="choose", id="b", seq=seq, choice="play")
                assert await second.answer("b") == {"type": "ack", "id": "b", "seq": None}
                await second.say(type="choose", id="again", seq=seq, choice="play")
                assert "isn't asked" in (await second.answer("again"))["reason"]
                assert (await ann.call("GET", f"/api/rooms/{room}"))["seq"] == seq, "it is in no log"
                await second.say(type="hello", after=None)
                question = (await second.next("table"))["question"]
                assert (question["seats"], question.get("choices")) == ([0], None), "he is not asked again"
                await first.say(type="choose", id="a", seq=seq, choice="play")
                assert await first.answer("a") == {"type": "ack", "id": "a", "seq": seq + 1}
                await second.say(type="choose", id="b", seq=seq, choice="play")
                assert await second.answer("b") == {"type": "ack", "id": "b", "seq": None}, "the same answer as before"
                while (step := await third.next("step"))["seq"] <= seq:
                    pass
                assert (step["seq"], step["events"], step["question"]) == (seq + 1, [], None)
                last = await third.next("step")
                assert last["seq"] == seq + 2
                assert last["events"]

    asyncio.run(run())


def test_in_a_race_the_order_of_receipt_decides_and_everybody_plays_his_own_card(url: str) -> None:
    async def race(ann: GuestClient, ben: GuestClient) -> bool:
        """Play a game up to its first race; return False if it has none in a pass of the packs."""
        room = await started([ann, ben], "war", preset="race-to-ace", pace=0)
        async with wired(url, room, ann) as one, wired(url, room, ben) as two:
            (first, table), (second, _) = await seated(one), await seated(two)
            while table["question"] is None:
                if table["view"]["over"] or table["seq"] >= 26:
                    return False
                await first.say(type="go", id=f"g{table['seq']}", seq=table["seq"])
                table = await first.next("step")
            assert table["question"]["choices"] == ["seat 0", "seat 1"]
            await second.say(type="choose", id="x", seq=table["seq"], choice="seat 0")
            assert (await second.answer("x"))["reason"] == "You can only play your own card here."
            seq = table["seq"]
            await second.say(type="choose", id="old", seq=seq - 1, choice="seat 1")
            assert (await second.answer("old"))["reason"] == "stale", "said before this race began"
            await second.say(type="choose", id="b", seq=seq, choice="seat 1")
            assert (await second.answer("b"))["seq"] == seq + 1
            step = await first.next("step")
            assert next(event["seat"] for event in step["events"] if event["kind"] == "turn_up") == 1
            if step["question"] is not None:
                await first.say(type="choose", id="a", seq=seq, choice="seat 0")
                assert (await first.answer("a"))["seq"] == seq + 2, "late, and yet it counts"
        return True

    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            while not await race(ann, ben):
                pass  # the cards are the server's: some games have no war for long

    asyncio.run(run())


def test_undo_is_a_further_entry(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Eve") as (ann, eve):
            wish = {"preset": "duel", "bots": {"1": "simple", "2": "simple"}}
            room = await started([ann], "blitzwar", **wish)
            async with wired(url, room, ann) as socket, wired(url, room, eve) as other:
                (wire, table), (watcher, _) = await seated(socket), await seated(other)
                assert not table["undo"], "nothing has been chosen yet"
                seq = table["seq"]
                await wire.say(type="undo", id="nothing", seq=seq)
                assert (await wire.answer("nothing"))["reason"] == "There is nothing to undo."
                choice = next(text for text in table["question"]["choices"] if text.endswith(" 1"))
                await wire.say(type="choose", id="a", seq=seq, choice=choice)
                step = await wire.next("step")
                assert (step["undo"], step["question"]["seat"]) == (True, 0)
                assert not (await watcher.next("step"))["undo"], "what another has chosen is not for you to take back"
                await wire.say(type="undo", id="u", seq=step["seq"])
                back = await wire.next("step")
                assert (back["seq"], back["events"]) == (seq + 2, [])
                assert back["view"] == table["view"]
                assert back["question"] == table["question"]

    asyncio.run(run())


ROUNDED = 0.005
"""Per cent by which a share on the wire, of four digits, is off what was rounded to whole per cent."""


@pytest.mark.slow
def test_a_hint_is_for_who_is_asked(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells the shares that a search has found, also at a table whose bots do not search."""
    monkeypatch.setattr("threedown.bots.seated.has_compiler", lambda: False)

    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await started([ann], "champz", bots={"1": "simple"})
            async with wired(url, room, ann) as socket, wired(url, room, None) as other:
                (wire, table), (watcher, _) = await seated(socket), await seated(other)
                table = await wire.until_asked(table)
                while len(choices := table["question"]["choices"]) == 1:  # there is nothing to compare
                    await wire.say(type="choose", id=f"{table['seq']}", seq=table["seq"], choice=choices[0])
                    table = await wire.until_asked(await wire.next("step"))
                hint: dict[str, Any] = {"compared": []}
                while not hint["compared"]:  # until its code is compiled, a level that doesn't search answers
                    await wire.say(type="hint", id="h", seq=table["seq"])
                    hint = await wire.answer("h")
                assert hint["choice"] in table["question"]["choices"]
                chosen, *others = hint["compared"]
                assert chosen["choice"] == hint["choice"]
                assert {each["choice"] for each in others} < set(table["question"]["choices"])
                told = re.search(r"it wins (\d+) % of .*?; (\d+) % for ", hint["why"])
                short = re.search(r": wins (\d+) % of ", hint["short"])
                assert told, hint["why"]
                assert short, hint["short"]
                for percent, share in ((told[1], chosen), (told[2], others[0]), (short[1], chosen)):
                    assert abs(int(percent) - 100 * share["share"]) <= 0.5 + ROUNDED + 1e-9
                await watcher.say(type="hint", id="h", seq=table["seq"])
                assert (await watcher.answer("h"))["type"] == "refused"
                await wire.say(type="emote", id="e", emote="thanks", seq=table["seq"])
                assert await watcher.next("emote") == {"type": "emote", "seat": 0, "emote": "thanks"}
                await wire.say(type="emote", id="f", emote="rude words")
                assert "choose one of" in (await wire.answer("f"))["reason"]

    asyncio.run(run())


def test_chances_are_counted_for_the_player_who_is_asked(url: str) -> None:
    """3C meets 5C with 7C and 7D unseen: calling for troops wins in one world of two, surrender never."""
    battalion = {"options": {"diplomats": 0}, "laid": {"piles": {"deck 0": "3C 7C", "deck 1": "5C 7D"}}}

    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await started([ann], "blitzkrieg", bots={"1": "sensible"}, **battalion)
            async with wired(url, room, ann) as socket, wired(url, room, None) as other:
                (wire, table), (watcher, _) = await seated(socket), await seated(other)
                table = await wire.until_asked(table)
                await wire.say(type="chances", id="c", seq=table["seq"])
                games = []
                while not games or games[-1] < 1000:
                    told = await wire.next("chances")
                    assert (told["id"], told["seq"]) == ("c", table["seq"])
                    (defend,) = told["chances"]
                    assert defend["choice"] == "defend"
                    assert 0 < defend["low"] < defend["chance"] < defend["high"] < 1
                    games.append(defend["games"])
                assert games == [125, 250, 500, 1000]
                assert abs(defend["chance"] - 0.5) < 0.08
                await watcher.say(type="chances", id="c", seq=table["seq"])
                assert (await watcher.answer("c"))["type"] == "refused"
                await wire.say(type="chances", id="d", seq=table["seq"] - 1)
                assert (await wire.answer("d"))["reason"] == "stale"

    asyncio.run(run())


def test_a_rematch_is_another_room_with_cards_from_another_secret(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben", "Eve") as (ann, ben, eve):
            wish = {"options": {"turn_cap": 1}, "pace": 0}
            room = await started([ann, ben], "war", **wish)
            assert (await refused(ann.call("POST", f"/api/rooms/{room}/rematch")))["status"] == 409
            async with wired(url, room, ann) as socket:
                wire, _ = await seated(socket)
                await wire.say(type="go", id="a", seq=0)
                over = await wire.next("over")
                assert (await refused(eve.call("POST", f"/api/rooms/{room}/rematch")))["status"] == 403
                told = await ben.call("POST", f"/api/rooms/{room}/rematch")
                assert (await wire.next("room"))["room"]["next"] == told["room"]
                assert (await ann.call("POST", f"/api/rooms/{room}/rematch"))["room"] == told["room"]
                before = await ann.call("GET", f"/api/rooms/{room}")
                assert told["commitment"] != before["commitment"]
                assert told["state"] == "waiting"
                assert [seat["name"] for seat in told["seats"]] == ["Ben", "Ann"], "Ben begins this time"
                assert (await ben.call("POST", f"/api/rooms/{told['room']}/start"))["state"] == "playing"
                assert len(over["secret"]) == 64

    asyncio.run(run())


def test_the_name_of_the_rules_is_shown_with_the_room(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            rules = {"options": {"turn_cap": 1}, "pace": 0, "listed": True, "variant": " Quick <b>War</b>, più breve "}
            name = "Quick <b>War</b>, più breve"
            room = await opened([ann], "war", bots={"1": "random"}, **rules)
            assert (await ben.call("GET", f"/api/rooms/{room}"))["variant"] == name
            assert [one["variant"] for one in await ben.call("GET", "/api/rooms") if one["room"] == room] == [name]
            assert (await ann.call("GET", "/api/me/rooms"))[0]["variant"] == name
            for wrong in ("", "   ", "a\nb", "\u202egnorw", "x" * 41, 7):
                wish = {"game": "war", "variant": wrong}
                assert (await refused(ann.call("POST", "/api/rooms", wish)))["status"] == 400, wrong
            assert (await ann.call("POST", f"/api/rooms/{room}/options", {}))["variant"] is None, "other rules"
            assert (await ann.call("POST", f"/api/rooms/{room}/options", rules))["variant"] == name
            await ann.call("POST", f"/api/rooms/{room}/start")
            async with wired(url, room, ann) as socket:
                wire, table = await seated(socket)
                assert table["room"]["variant"] == name
                await wire.say(type="go", id="a", seq=0)
                await wire.next("over")
            assert (await ben.call("GET", f"/api/rooms/{room}/story"))["variant"] == name
            again = await ann.call("POST", f"/api/rooms/{room}/rematch")
            fork = await ann.call("POST", "/api/rooms", {"from": {"room": room, "seq": 0}})
            for name_of in (again["room"], fork["room"]):
                assert (await ben.call("GET", f"/api/rooms/{name_of}"))["variant"] == name

    asyncio.run(run())


def test_nothing_of_the_secret_is_told_before_the_end(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await opened([ann], "war", bots={"1": "random"}, options={"turn_cap": 2}, pace=0)
            heard: list[str] = []
            async with wired(url, room, ann) as socket:
                wire, table = await seated(socket)
                assert (table["seq"], table["view"], table["question"]) == (None, None, None), "not dealt yet"
                await ann.call("POST", f"/api/rooms/{room}/start")
                assert (await wire.next("step"))["seq"] == 0
                for seq in (0, 1):
                    await wire.say(type="go", id=f"g{seq}", seq=seq)
                    heard.append(str(await wire.next("step")))
                heard.append(str(await ann.call("GET", "/api/me/rooms")))
                over = await wire.next("over")
                assert all(over["secret"] not in text for text in heard)
                async with GuestClient(url, None) as nobody:
                    record = await nobody.call("GET", over["record"])
                assert over["secret"].encode() in record

    asyncio.run(run())
