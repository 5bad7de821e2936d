"""A room whose seats grow with its guests, where the host picks the game, and the code that leads there."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

from support.serving import people, refused

from threedown.client import GuestClient


def with_people(url: str, names: str, act: Callable[..., Awaitable[None]]) -> None:
    """Run an act with guests of these names."""

    async def run() -> None:
        async with people(url, *names.split()) as players:
            await act(*players)

    asyncio.run(run())


async def growing(host: GuestClient, *guests: GuestClient, **wish: Any) -> str:
    """Return the path of a room that grows, in which all of these sit."""
    room = f"/api/rooms/{(await host.call('POST', '/api/rooms', {'grows': True, **wish}))['room']}"
    for guest in guests:
        await guest.call("POST", f"{room}/join", {})
    return room


def who(room: Any) -> list[str]:
    """Return a name or a kind for each seat."""
    return [seat["name"] if seat["kind"] == "person" else seat["level"] or "open" for seat in room["seats"]]


def test_seats_come_with_guests_and_go_with_them(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await growing(ann, game="war")
        assert who(await ann.call("GET", room)) == ["Ann", "open"], "War needs two"
        await ben.call("POST", f"{room}/join", {})
        assert who(await cyd.call("POST", f"{room}/join", {})) == ["Ann", "Ben", "Cyd"]
        told = await ben.call("POST", f"{room}/leave")
        assert who(told) == ["Ann", "Cyd"]
        assert len({seat["colour"] for seat in told["seats"]}) == 2, "everybody has a colour of their own"
        assert who(await cyd.call("POST", f"{room}/leave")) == ["Ann", "open"]

    with_people(url, "Ann Ben Cyd", act)


def test_a_guest_takes_the_seat_of_a_bot_at_the_limit_and_then_there_is_none(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await growing(ann, game="tod-und-leben", bots={"1": "random"})
        assert who(await ben.call("POST", f"{room}/join", {})) == ["Ann", "Ben"]
        assert (await refused(cyd.call("POST", f"{room}/join", {})))["status"] == 409
        problem = await refused(ann.call("POST", f"{room}/seats/2", {"bot": "random"}))
        assert (problem["status"], problem["detail"]) == (409, "These rules allow no more than 2 seats.")

    with_people(url, "Ann Ben Cyd", act)


def test_a_room_keeps_the_seats_that_its_rules_need(url: str) -> None:
    """Teams of two need four or six seats: nobody's leaving makes them three."""

    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await growing(ann, ben, cyd, game="champz", options={"teams": True}, seats=4)
        assert who(await ben.call("POST", f"{room}/leave")) == ["Ann", "open", "Cyd", "open"]
        assert who(await cyd.call("POST", f"{room}/leave")) == ["Ann", "open", "open", "open"]
        await ann.call("POST", f"{room}/seats/1", {"bot": "simple"})
        problem = await refused(ann.call("POST", f"{room}/seats/4", {"bot": "simple"}))
        assert (problem["status"], problem["detail"]) == (409, "These rules allow no more than 4 seats.")

    with_people(url, "Ann Ben Cyd", act)


def test_bots_are_added_after_the_last_seat_and_named_by_their_seats(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await growing(ann, ben, game="war")
        for seat in (2, 3):
            told = await ann.call("POST", f"{room}/seats/{seat}", {"bot": "random"})
        assert who(told) == ["Ann", "Ben", "random", "random"]
        told = await ben.call("POST", f"{room}/leave")
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Bot 1", "Bot 2"]
        assert who(await ann.call("POST", f"{room}/seats/1", {"bot": None})) == ["Ann", "random"]

    with_people(url, "Ann Ben", act)


def test_the_host_picks_another_game_for_the_same_people(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await growing(ann, ben, game="war", preset="pagat")
        await ann.call("POST", f"{room}/seats/2", {"bot": "random"})
        told = await ann.call("POST", f"{room}/options", {"game": "blitz31", "clock": {"choice": 30_000}})
        assert (told["game"], told["preset"], told["clock"]) == ("blitz31", "seed", {"choice": 30_000})
        assert who(told) == ["Ann", "Ben", "random"], "31 has a bot of this level too"
        told = await ann.call("POST", f"{room}/options", {"game": "casino-war"})
        assert who(await cyd.call("POST", f"{room}/join", {})) == ["Ann", "Ben", "random", "Cyd"]
        problem = await refused(ann.call("POST", f"{room}/options", {"game": "blitzkrieg"}))
        assert (problem["status"], problem["detail"]) == (409, "3 players sit here, so 2 seats are too few.")
        await cyd.call("POST", f"{room}/leave")
        assert who(await ann.call("POST", f"{room}/options", {"game": "blitzkrieg"})) == ["Ann", "Ben"]
        assert (await refused(ben.call("POST", f"{room}/options", {"game": "war"})))["status"] == 403
        told = await ann.call("POST", f"{room}/options", {"game": "blitzwar", "minutes": 30})
        assert (who(told), told["minutes"]) == (["Ann", "Ben", "open"], 30), "colours do not fix the length here"
        started = await ann.call("POST", f"{room}/seats/2", {"bot": "keen"})
        assert who(started) == ["Ann", "Ben", "keen"]
        assert (await ann.call("POST", f"{room}/start"))["game"] == "blitzwar"

    with_people(url, "Ann Ben Cyd", act)


def test_a_bot_of_another_game_plays_the_new_one_at_its_first_level(url: str) -> None:
    async def act(ann: GuestClient) -> None:
        room = await growing(ann, game="blitzwar", bots={"1": "fierce", "2": "keen"})
        told = await ann.call("POST", f"{room}/options", {"game": "champz"})
        assert who(told) == ["Ann", "simple", "keen"]

    with_people(url, "Ann", act)


def test_a_code_leads_to_the_room_until_its_game_is_over(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await growing(ann, game="war")
        code = (await ann.call("GET", room))["code"]
        assert re.fullmatch("[2-9A-HJKMNP-TV-Z]{3}-[2-9A-HJKMNP-TV-Z]{3}", code)
        for written in (code, code.lower(), code.replace("-", ""), code.replace("-", " ")):
            assert (await ben.call("GET", f"/api/codes/{written}"))["room"] == room.split("/")[-1]
        problem = await refused(ben.call("GET", "/api/codes/OOO-OOO"))
        assert (problem["status"], problem["detail"]) == (404, "No room has this code.")
        await ann.call("POST", f"{room}/leave")
        assert (await refused(ben.call("GET", f"/api/codes/{code}")))["status"] == 404
        assert (await ben.call("GET", room))["code"] is None

    with_people(url, "Ann Ben", act)


def test_the_host_is_marked_at_the_seat(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await growing(ann, ben, game="war")
        assert [seat["host"] for seat in (await ben.call("GET", room))["seats"]] == [True, False]

    with_people(url, "Ann Ben", act)
