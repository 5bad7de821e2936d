"""A spectator at the terminal's table looks over the seat of a player who lets them."""

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from rich.text import Text
from support.serving import PATIENCE, people
from textual.pilot import Pilot

from threedown.cli.table.remote_game import RemoteGame
from threedown.cli.table.screen import TableScreen
from threedown.client import GuestClient, Message


class Watching:
    """A spectator's screen of 80x24, as it is drawn."""

    def __init__(self, screen: TableScreen, away: RemoteGame, pilot: Pilot[str]) -> None:
        self.screen, self.away, self._pilot = screen, away, pilot

    @property
    def text(self) -> str:
        strips = self.screen.screen._compositor.render_strips()
        return "\n".join(Text.assemble(*(part.text for part in strip)).plain.rstrip() for strip in strips)

    async def press(self, key: str) -> None:
        await self._pilot.press(key)

    async def until(self, is_so: Callable[[str], bool]) -> str:
        """Wait until the drawn screen is so, and return it."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not is_so(self.text):
                    assert self.screen.ended is None, self.screen.ended
                    await self._pilot.pause(0.02)
        except TimeoutError:
            raise AssertionError(self.text) from None
        return self.text


@asynccontextmanager
async def watched(player: GuestClient, room: Message) -> AsyncIterator[Watching]:
    away = RemoteGame(player, room)
    screen = TableScreen(away, False, breath=0, pace=0)
    async with screen.run_test(size=(80, 24)) as pilot:
        yield Watching(screen, away, pilot)


async def dealt(first: GuestClient, second: GuestClient) -> str:
    """Deal Blitz (31) to two people; return the room's path."""
    name = (await first.call("POST", "/api/rooms", {"game": "blitz31", "seats": 2}))["room"]
    await second.call("POST", f"/api/rooms/{name}/join", {})
    await first.call("POST", f"/api/rooms/{name}/start")
    return f"/api/rooms/{name}"


async def cards_of(player: GuestClient, room: str) -> list[str]:
    """Return the hand of a player, as the room sends it to them."""
    async for message in player.live(room.rpartition("/")[2]):
        if message["type"] == "table" and message["view"] is not None:
            seat = message["you"]
            return list(message["view"]["piles"][f"hand {seat}"]["cards"])
    raise AssertionError("a room sends its table")


def test_a_spectator_sees_the_cards_of_players_who_let_them_and_of_no_others(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben", "Cyd") as (ann, ben, cyd), AsyncExitStack() as stack:
            room = await dealt(ann, ben)
            at = await stack.enter_async_context(watched(cyd, await cyd.call("GET", room)))
            closed = await at.until(lambda text: "Ann" in text and "Ben" in text)
            assert "see " not in closed, "nobody shows their cards"
            await at.press("o")
            for player in (ben, ann):
                await player.call("POST", f"{room}/shown", {"shown": True})
            await at.until(lambda text: "o see Ann's cards" in text and "Ben lets spectators see their cards." in text)
            hands = {"Ann": await cards_of(ann, room), "Ben": await cards_of(ben, room)}
            before = at.text
            await at.press("o")
            text = await at.until(lambda text: "o see Ben's cards" in text)
            assert drawn(text, hands["Ann"])
            assert not drawn(text, hands["Ben"])
            assert "You " not in text
            await at.away.connection.drop()
            await at.until(lambda text: "The connection is broken" in text)
            await at.until(lambda _: not at.away.offline)
            assert drawn(at.text, hands["Ann"]), "the new connection looks over her seat too"
            await at.press("o")
            text = await at.until(lambda text: "o see what all see" in text)
            assert drawn(text, hands["Ben"])
            assert not drawn(text, hands["Ann"])
            await at.press("o")
            text = await at.until(lambda text: "o see Ann's cards" in text)
            assert not drawn(text, hands["Ann"])
            assert not drawn(text, hands["Ben"])
            assert not drawn(before, hands["Ann"])

    asyncio.run(act())


def test_cards_disappear_when_their_player_takes_leave_back(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben", "Cyd") as (ann, ben, cyd), AsyncExitStack() as stack:
            room = await dealt(ann, ben)
            await ann.call("POST", f"{room}/shown", {"shown": True})
            hand = await cards_of(ann, room)
            at = await stack.enter_async_context(watched(cyd, await cyd.call("GET", room)))
            await at.until(lambda text: "o see Ann's cards" in text)
            await at.press("o")
            await at.until(lambda text: drawn(text, hand))
            await ann.call("POST", f"{room}/shown", {"shown": False})
            text = await at.until(lambda text: not drawn(text, hand))
            assert "Ann no longer lets spectators see their cards." in text
            assert " see " not in text.split("\n")[-1]

    asyncio.run(act())


def drawn(text: str, cards: list[str]) -> bool:
    """True if all of these cards lie face up on the screen."""
    faces = set()
    lines = text.split("\n")
    for upper, middle in itertools.pairwise(lines):
        ranks = re.findall(r"│(10|[2-9AJQK]) +(?=│)", upper)
        suits = re.findall(r"│  ([♠♥♦♣])  (?=│)", middle)
        faces.update(map("".join, zip(ranks, suits, strict=False)))
    signs = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
    return {card[:-1].replace("T", "10") + signs[card[-1]] for card in cards} <= faces
