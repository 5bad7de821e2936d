"""A room that begins with a table laid by hand instead of the deal."""

import asyncio
import io
from typing import Any

import httpx
import pytest
from support.server_rooms import heard, listener_of, room_of, say
from support.serving import Person, any_choice, people, refused, within

from threedown.games import find_game
from threedown.games.laying import LaidTable
from threedown.games.setting import settle
from threedown.server.model.messages import Choose, GoOn, Hello
from threedown.session.record import examine, record_in

QUEENS = {"piles": {"deck 0": "7C 2C QC 3C 9C 5H", "deck 1": "7D QD"}}
"""An example of War's rulebook: sevens, queens, and a nine against the last queen."""
LAST = {"preset": "pagat-last-card", "laid": QUEENS}


def test_it_is_played_to_its_end_and_proved(url: str) -> None:
    """The cards lie as they were laid; the record says so, and is true; a rematch lays them again."""

    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            opened = await ann.call("POST", "/api/rooms", {"game": "war", "bots": {"1": "random"}, **LAST})
            room = opened["room"]
            assert (await ann.call("GET", f"/api/rooms/{room}"))["laid"]
            person = Person(ann, room, any_choice(0))
            playing = asyncio.ensure_future(within(person.play()))
            await ann.call("POST", f"/api/rooms/{room}/start")
            await playing
            record = record_in(io.BytesIO(await ann.call("GET", f"/api/rooms/{room}/record")))
            assert examine(record).wrong == []
            assert record.header.laid.piles == QUEENS["piles"]
            story = httpx.get(f"{url}/api/rooms/{room}/story?seat=open", trust_env=False).json()
            laid, turn, *_ = story["steps"]
            assert laid["view"]["piles"]["deck 1"]["cards"] == ["7D", "QD"]
            turned = [event["card"] for event in turn["events"] if event["kind"] == "turn_up"]
            assert turned == ["7C", "7D", "QC", "QD", "9C"]
            again = await ann.call("POST", f"/api/rooms/{room}/rematch")
            assert again["laid"]
            assert [seat["name"] for seat in again["seats"]] == ["Ann", "Bot 1"], "their cards lie in front of them"
            options = f"/api/rooms/{again['room']}/options"
            assert (await ann.call("POST", options, {"preset": "bicycle", "clock": {"choice": 9000}}))["laid"]
            for_five = await refused(ann.call("POST", options, {"preset": "five-down", "laid": QUEENS}))
            assert for_five["status"] == 400

    asyncio.run(run())


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        ({"piles": {"deck 2": "7C"}}, "there is no pile 'deck 2': deck 0"),
        ({"piles": {"deck 0": "7C 7C"}}, "7C"),
        ({"piles": {"deck 0": "7C JK1"}}, "JK1"),
        ({"piles": {"deck 0": "7C"}, "state": {"lives 0": 1}}, "there is no 'lives 0'"),
        ({"piles": {"deck 0": "7C"}, "state": {"wars": 1 << 30}}, "1000"),
        ({"piles": {}}, "length"),
        ({"piles": {"deck 0": "7C"}, "chance": [1]}, "chance"),
    ],
)
def test_a_table_that_cannot_be_laid_is_refused(url: str, wish: dict[str, Any], says: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            problem = await refused(ann.call("POST", "/api/rooms", {"game": "war", "laid": wish}))
            assert problem["status"] == 400
            assert says in problem["detail"]

    asyncio.run(run())


def test_a_hand_that_is_laid_is_its_seats_alone() -> None:
    """Nothing of another's hand is told, though it was laid by hand."""
    piles = {"hand 0": "AC KC 2D", "hand 1": "9H 9S 9D", "stock": "3C 4C 5C 6C", "discard": "7D"}
    laid = LaidTable(piles, {"lives 0": 3, "lives 1": 3})

    async def run() -> None:
        room = room_of("blitz31", setting=settle(find_game("blitz31"), seats=2).laid_by_hand(laid))
        ann, ben = listener_of("p0"), listener_of("p1")
        for subscriber in (ann, ben):
            await room.handle(subscriber, Hello())
        await room.start("p0")
        await say(room, ann, GoOn("g", room.game.seq))
        await say(room, ben, GoOn("g", room.game.seq))
        seen = heard(ann, "step")[-1]["view"]["piles"]
        assert seen["hand 0"]["cards"] == ["AC", "KC", "2D"]
        assert seen["hand 1"]["cards"] == ["??", "??", "??"]
        await say(room, ann, Choose("a", room.game.seq, "draw stock"))
        told = heard(ben, "step")
        assert told
        assert not any(card in str(told) for card in ("AC", "KC", "2D", "3C"))

    asyncio.run(run())
