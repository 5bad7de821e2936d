"""A game that is over is told again, checked, and played on from any of its points."""

import asyncio
import hashlib
import io
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec
import pytest
from support.serving import Person, any_choice, opened, people, refused, within

from threedown.client import GuestClient, Message
from threedown.deal_witness import DealWitness
from threedown.session.record import Record, examine, record_in
from threedown.session.state import Choice

SHORT = {"lives": 1}


async def finished(players: list[GuestClient], game: str, **wish: Any) -> tuple[str, list[Person]]:
    """A game played to its end, and what each was told of it."""
    room = await opened(players, game, **wish)
    seated = [Person(player, room, any_choice(seed)) for seed, player in enumerate(players)]
    playing = asyncio.ensure_future(within(*(person.play() for person in seated)))
    await players[0].call("POST", f"/api/rooms/{room}/start")
    await playing
    return room, seated


async def record_of(player: GuestClient, room: str) -> Record:
    return record_in(io.BytesIO(await player.call("GET", f"/api/rooms/{room}/record")))


async def whole_story(player: GuestClient, room: str, seat: str = "") -> Message:
    """All parts of a story as one."""
    query = f"?seat={seat}&first=" if seat else "?first="
    story: Message = await player.call("GET", f"/api/rooms/{room}/story{query}0")
    while story["next"] is not None:
        part = await player.call("GET", f"/api/rooms/{room}/story{query}{story['next']}")
        story = {**part, "steps": [*story["steps"], *part["steps"]]}
    return story


def unworded(steps: Sequence[Message]) -> list[Message]:
    """Steps without the sentences of their events."""
    return [
        {**step, "events": [{key: value for key, value in event.items() if key != "text"} for event in step["events"]]}
        for step in steps
    ]


def test_the_story_is_what_was_told(url: str) -> None:
    """Through a player's eyes the story has the events, views and questions that they were told during the game; others
    read the same, and only the sentences call the player by name."""

    async def run() -> None:
        async with people(url, "Ann", "Ben") as players:
            room, seated = await finished(players, "blitz31", seats=3, bots={"2": "simple"}, options=SHORT)
            for person in seated:
                story, *others = [
                    await whole_story(player, room, str(person.you))
                    for player in (players[person.you], players[1 - person.you])
                ]
                assert [unworded(one["steps"]) for one in others] == [unworded(story["steps"])]
                told = {message["seq"]: message for message in person.told if message["type"] == "step"}
                assert [step["seq"] for step in story["steps"]] == list(range(story["last"] + 1))
                for step in story["steps"]:
                    if step["seq"] in told:
                        for key in ("events", "view", "question"):
                            assert step[key] == told[step["seq"]][key], (step["seq"], key)
                assert [step["view"]["shares"] for step in story["steps"]][-1] == story["history"][-1]
                assert story["result"]["winners"] == person.told[-1]["result"]["winners"]

    asyncio.run(run())


def test_the_story_for_everybody_hides_what_one_seat_alone_has_seen(url: str) -> None:
    """An event's card is in it if all seats were told that card, and only then."""

    async def run() -> None:
        async with people(url, "Ann") as players:
            room, _ = await finished(players, "blitz31", seats=2, bots={"1": "simple"}, options=SHORT)
            public, *own = [await whole_story(players[0], room, seat) for seat in ("", "0", "1")]
            hidden = 0
            for step, *told in zip(public["steps"], *(story["steps"] for story in own), strict=True):
                for event, *seen in zip(step["events"], *(one["events"] for one in told), strict=True):
                    cards = {one.get("card") for one in seen}
                    hidden += len(cards) > 1
                    assert {event.get("card")} == (cards if len(cards) == 1 else {"??"}), event
            assert hidden >= 6, "each seat is dealt three cards that the other does not see"

    asyncio.run(run())


def test_only_the_reader_is_addressed_through_whosever_eyes_a_story_is_seen(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as players:
            room, _ = await finished(players, "blitz31", seats=2, bots={"1": "simple"}, options=SHORT)
            own, other = [await whole_story(players[0], room, seat) for seat in ("0", "1")]
            told = [
                [event["text"] for step in story["steps"] for event in step["events"] if event.get("text")]
                for story in (own, other)
            ]
            assert any(text.startswith("You ") for text in told[0])
            assert not any(text.startswith("You ") for text in told[1])
            assert any(text.startswith("Ann ") for text in told[1])

    asyncio.run(run())


@pytest.mark.parametrize("call", ["story", "story?seat=open", "record", "fairness", "analysis", "luck"])
def test_a_room_that_has_stopped_tells_nothing(url: str, call: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await opened([ann], "blitz31", bots={"1": "simple"})
            assert (await ann.call("POST", f"/api/rooms/{room}/leave"))["state"] == "stopped"
            assert (await refused(ann.call("GET", f"/api/rooms/{room}/{call}")))["status"] == 409

    asyncio.run(run())


def test_the_open_story_hides_nothing_and_that_of_everybody_no_less_than_then(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as players:
            room, _ = await finished(players, "blitz31", seats=2, bots={"1": "simple"}, options=SHORT)
            openly, public = await whole_story(players[0], room, "open"), await whole_story(players[0], room)
            assert (openly["open"], openly["seat"], public["open"], public["seat"]) == (True, None, False, None)
            assert "??" not in str(openly["steps"])
            stranger = httpx.get(f"{url}/api/rooms/{room}/story", trust_env=False).json()
            assert (openly["you"], stranger["you"]) == (0, None)
            assert any(event.get("text", "").startswith("You ") for step in openly["steps"] for event in step["events"])
            for step in openly["steps"]:
                cards = [card for pile in step["view"]["piles"].values() for card in pile["cards"]]
                assert len(cards) == len(set(cards)) == 52
            assert public["steps"][0]["view"]["piles"]["hand 0"]["cards"] == ["??"] * 3
            record = await record_of(players[0], room)
            entries = [msgspec.to_builtins(entry) for entry in record.inputs]
            assert [step["entry"] for step in openly["steps"]] == [None, *entries]
            for wrong in ("7", "x", "-1"):
                assert (await refused(players[0].call("GET", f"/api/rooms/{room}/story?seat={wrong}")))["status"] == 400

    asyncio.run(run())


def test_nothing_is_told_before_the_end(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await opened([ann], "war", bots={"1": "random"})
            await ann.call("POST", f"/api/rooms/{room}/start")
            for call in ("story", "story?seat=open", "fairness", "record"):
                assert (await refused(ann.call("GET", f"/api/rooms/{room}/{call}")))["status"] == 409
            point = {"room": room, "seq": 0}
            assert (await refused(ann.call("POST", "/api/rooms", {"from": point})))["status"] == 409

    asyncio.run(run())


def test_a_game_without_spectators_is_read_by_its_players_alone(url: str) -> None:
    """``watch: nobody`` ended with the game: everybody who had the link read all hands afterwards."""

    async def run() -> None:
        async with people(url, "Ann", "Eve") as (ann, eve):
            room, _ = await finished([ann], "war", bots={"1": "random"}, options={"turn_cap": 1}, watch="nobody")
            for call in ("record", "story", "story?seat=open", "fairness", "analysis", "luck"):
                path = f"/api/rooms/{room}/{call}"
                told = await refused(eve.call("GET", path))
                assert (told["status"], told["detail"]) == (403, "Only the players at this table can read its game.")
                assert httpx.get(f"{url}{path}", trust_env=False).status_code == 403, "without a token"
                await ann.call("GET", path)
            point = {"from": {"room": room, "seq": 0}}
            assert (await refused(eve.call("POST", "/api/rooms", point)))["status"] == 403
            await ann.call("POST", "/api/rooms", point)

    asyncio.run(run())


def drawn_by_hand(told: Message) -> list[list[int]]:
    """The draws as the sentences of ``how`` say, with nothing of ours but the numbers n."""
    key, words, place, draws = bytes.fromhex(told["key"]), list[int](), 0, []
    for n, _ in told["draws"]:
        while True:
            if place == len(words):
                block = hashlib.shake_256(key + (place // 32).to_bytes(8, "big")).digest(128)
                words += [int.from_bytes(block[4 * i : 4 * i + 4], "big") for i in range(32)]
            word, place = words[place], place + 1
            if word * n % 2**32 >= 2**32 % n:
                break
        draws.append([n, word * n // 2**32])
    return draws


def test_the_draws_can_be_recomputed_from_what_is_told(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await opened([ann], "blitz31", seats=2, bots={"1": "simple"}, options=SHORT)
            ann.witnesses[room] = DealWitness("c0ffee")
            await ann.sit(room)
            promised = (await ann.call("GET", f"/api/rooms/{room}"))["commitment"]
            playing = asyncio.ensure_future(within(Person(ann, room, any_choice(1)).play()))
            await ann.call("POST", f"/api/rooms/{room}/start")
            await playing
            told = await ann.call("GET", f"/api/rooms/{room}/fairness")
            assert told["sealed"] is True
            assert told["commitment"] == promised == hashlib.sha256(bytes.fromhex(told["secret"])).hexdigest()
            assert told["settled"] == hashlib.sha256(told["header"].encode()).hexdigest()
            header = msgspec.json.decode(told["header"])
            assert (header["options"], header["names"]) == (told["options"], told["names"])
            assert header["chance"]["contributions"] == told["parts"] == ["c0ffee", ""]
            assert told["key"] == told["secret"] + told["settled"]
            assert len(told["draws"]) >= 51
            assert drawn_by_hand(told) == told["draws"]
            pack = told["pack"]
            assert pack[:6] == ["2C", "2D", "2H", "2S", "3C", "3D"]
            for n, result in told["draws"][:51]:
                pack[result], pack[n - 1] = pack[n - 1], pack[result]
            dealt = (await whole_story(ann, room, "open"))["steps"][0]["view"]["piles"]
            assert dealt["stock"]["cards"] == pack[-len(dealt["stock"]["cards"]) :]
            assert set(dealt["hand 0"]["cards"] + dealt["hand 1"]["cards"]) <= set(pack[:7])

    asyncio.run(run())


@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("blitz31", {"seats": 2, "options": SHORT}),
        pytest.param("steal-war", {"seats": 2}, marks=pytest.mark.slow),  # where several answer at once
    ],
)
def test_a_game_is_played_on_from_a_point_of_another(url: str, game: str, wish: Message) -> None:
    """The log begins with the other's; the record is true, and says that its cards were known."""

    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            room, _ = await finished([ann, ben], game, **wish)
            before = await record_of(ann, room)
            at = len(before.inputs) // 2
            told = await ben.call("POST", "/api/rooms", {"from": {"room": room, "seq": at}})
            assert told["seat"] == 1, "where he sat"
            again = await ben.call("GET", told["url"].replace("/r/", "/api/rooms/"))
            assert (again["state"], again["from"]["seq"]) == ("playing", at)
            assert [seat["kind"] for seat in again["seats"]] == ["bot", "person"]
            ben_again = Person(ben, told["room"], any_choice(5))
            (over,) = await within(ben_again.play())
            record = await record_of(ben, told["room"])
            verdict = examine(record)
            assert (verdict.wrong, verdict.finished) == ([], True)
            kept = at - sum(isinstance(entry, Choice) for entry in before.inputs[max(0, at - 4) : at])
            assert record.inputs[:kept] == before.inputs[:kept]
            assert msgspec.to_builtins(record.header.chance)["source"] == "known"
            fair = await ben.call("GET", f"/api/rooms/{told['room']}/fairness")
            assert fair["sealed"] is False
            assert drawn_by_hand(fair) == fair["draws"]
            assert over["result"]["over"]
            following = await ben.call("POST", f"/api/rooms/{told['room']}/rematch")
            assert following["from"] is None, "the rematch has cards of its own"
            assert following["commitment"] != again["commitment"]

    asyncio.run(run())


def test_a_spectator_continues_from_any_seat_and_a_wrong_point_is_refused(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Eve") as (ann, eve):
            room, _ = await finished([ann], "blitz31", seats=3, bots={"1": "simple", "2": "random"}, options=SHORT)
            last = (await ann.call("GET", f"/api/rooms/{room}"))["seq"]
            told = await eve.call("POST", "/api/rooms", {"from": {"room": room, "seq": 0}})
            assert told["seat"] == 0, "the first person's"
            told = await eve.call(
                "POST", "/api/rooms", {"from": {"room": room, "seq": 0, "seat": 2}, "bots": {"0": "random"}}
            )
            seats = (await eve.call("GET", f"/api/rooms/{told['room']}"))["seats"]
            assert [seat["level"] for seat in seats] == ["random", "simple", None]
            for wish, status in (
                ({"from": {"room": room, "seq": last + 1}}, 400),
                ({"from": {"room": room, "seq": last}}, 409),
                ({"from": {"room": "nowhere", "seq": 0}}, 404),
                ({"from": {"room": room, "seq": 0, "seat": 3}}, 400),
                ({"from": {"room": room, "seq": 0}, "bots": {"1": "nobody"}}, 400),
                ({"from": {"room": room, "seq": 0}, "game": "war"}, 400),
            ):
                assert (await refused(eve.call("POST", "/api/rooms", wish)))["status"] == status, wish

    asyncio.run(run())


def test_stories_are_described_and_need_no_guest(url: str) -> None:
    told = httpx.get(f"{url}/api/openapi/openapi.json", trust_env=False).json()
    assert {"/api/rooms/{name}/story", "/api/rooms/{name}/fairness"} <= set(told["paths"])
    assert httpx.get(f"{url}/api/rooms/nowhere/story", trust_env=False).status_code == 404
