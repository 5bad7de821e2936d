"""A room of a server at the table of the terminal: ``threedown play --at URL`` and ``threedown rooms --at URL``."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from support.commands import apart
from support.serving import PATIENCE, Serving, within
from textual.pilot import Pilot

from threedown.cli.play import remote
from threedown.cli.play.seating import Wish
from threedown.cli.table.feed import WAITS, WaitsFor
from threedown.cli.table.remote_game import KEPT, RemoteGame
from threedown.cli.table.screen import TableScreen
from threedown.client import GuestClient, Message


class AtTable:
    """A person at a room's table, and the keys that they press."""

    def __init__(self, screen: TableScreen, away: RemoteGame, pilot: Pilot[str]) -> None:
        self.screen, self.away, self._pilot = screen, away, pilot

    async def press(self, key: str) -> None:
        await self.press_only(key)
        await self.settled()

    async def press_only(self, key: str) -> None:
        """Presses a key, and does not wait until it is one's turn again."""
        await self._pilot.press(key)

    async def shown(self) -> None:
        """Check that everything the table was sent is on the screen."""
        await self._pilot.pause()

    async def settled(self) -> None:
        await self.shown()
        await self.screen.settled()
        if self.screen.ended is not None:
            raise self.screen.ended

    @property
    def seq(self) -> int | None:
        """The number of the last entry that the table has received."""
        return self.away.connection.seq

    async def play_to_the_end(self) -> None:
        while not self.away.over:
            await self.press("enter" if self.screen.menu is not None else "space")
        while self.screen.now is None or self.screen.now.waits is not WaitsFor.OVER or self.screen.menu is None:
            await asyncio.sleep(0.02)  # the last message is here, but not yet on the screen


@asynccontextmanager
async def table_at(player: GuestClient, room: Message) -> AsyncIterator[AtTable]:
    away = RemoteGame(player, room)
    screen = TableScreen(away, False, breath=0, pace=0)
    async with screen.run_test(size=(80, 24)) as pilot:
        table = AtTable(screen, away, pilot)
        await table.settled()
        yield table


async def both_are_asked(first: AtTable, second: AtTable) -> None:
    """Play on until both seats are asked at the same time; answer what only one seat is asked."""
    while first.screen.menu is None or second.screen.menu is None:
        for table, other in ((first, second), (second, first)):
            await table.shown()
            await other.shown()
            if table.seq != other.seq:
                continue  # One of them has not been told yet: perhaps they are asked as well.
            now, beside = table.screen.now, other.screen.now
            assert now is not None
            assert beside is not None
            if now.waits is WaitsFor.NEXT:
                await table.press_only("space")
            elif now.waits is WaitsFor.CHOICE and beside.waits is WaitsFor.OTHERS:
                assert beside.said.startswith(f"{table.away.names[table.away.you or 0]}: "), "who is asked is told"
                await table.press_only("enter")
        await asyncio.sleep(0.02)


def is_told_what_it_came_to(table: AtTable) -> bool:
    """True if a message came after a stored answer."""
    told = [line.text for line in table.screen.log_lines.lines]
    return any(line.startswith("You ") for line in told[told.index(KEPT) :])


async def opened(player: GuestClient, game: str, **wish: Any) -> Message:
    return await remote.open_room(player, game, Wish(**wish))


def test_a_room_is_opened_and_played_to_its_end_through_broken_connections(url: str) -> None:
    async def play() -> None:
        async with await GuestClient.guest(url, "Ann") as ann:
            room = await opened(ann, "blitz31", changes=("turn_cap=6",))
            async with table_at(ann, room) as table:
                assert table.screen.now is not None
                await table.press("space" if table.screen.menu is None else "enter")
                await table.away.connection.drop()
                await table.play_to_the_end()
                assert "The turn cap is reached" in table.screen.now.said
                told = [line.text for line in table.screen.log_lines.lines]
                assert sum(line.startswith("You discard") for line in told) >= 1
                assert any("made again by itself" in line for line in told)
                await table.press("3")
                told = [line.text for line in table.screen.log_lines.lines]
                assert any(line.startswith("A true record") for line in told), "before or after the story of the game"

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_two_people_meet_and_a_third_looks_on(url: str) -> None:
    async def play() -> None:
        async with await GuestClient.guest(url, "Ann") as ann, await GuestClient.guest(url, "Ben") as ben:
            room = await opened(ann, "war", bots=("1=open",), changes=("turn_cap=3",))
            async with table_at(ann, room) as first:
                assert first.screen.now is not None
                assert first.screen.now.waits is WaitsFor.SEATS
                assert f"{url}{room['url']}" in first.screen.now.said
                joined = await remote.join_room(ben, room["room"], watch=False)
                async with await GuestClient.guest(url, "Cid") as cid:
                    looked_at = await remote.join_room(cid, room["room"], watch=True)
                    async with table_at(ben, joined) as second, table_at(cid, looked_at) as third:
                        await first.press("space")
                        await within(first.play_to_the_end(), second.play_to_the_end())
                        assert third.away.you is None
                        assert any("Ann turns up" in line.text for line in second.screen.log_lines.lines)
                        assert any("You turn up" in line.text for line in second.screen.log_lines.lines)

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_an_answer_that_is_kept_leaves_no_menu_and_says_who_is_waited_for(url: str) -> None:
    """In Steal War both players declare their steals at the same time, without seeing the other's."""

    async def play() -> None:
        async with await GuestClient.guest(url, "Ann") as ann, await GuestClient.guest(url, "Ben") as ben:
            room = await opened(ann, "steal-war", bots=("1=open",))
            async with table_at(ann, room) as first:
                joined = await remote.join_room(ben, room["room"], watch=False)
                async with table_at(ben, joined) as second:
                    await first.press("space")
                    await within(both_are_asked(first, second))
                    await first.press_only("enter")
                    while first.screen.menu is not None:
                        await asyncio.sleep(0.02)
                    assert first.screen.now is not None
                    assert first.screen.now.waits is WaitsFor.OTHERS
                    assert first.screen.now.said == "The others have still to answer."
                    assert KEPT in [line.text for line in first.screen.log_lines.lines]
                    assert second.screen.menu is not None
                    await second.press_only("enter")
                    while not is_told_what_it_came_to(first):
                        await asyncio.sleep(0.02)

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_a_room_is_found_by_its_code(url: str) -> None:
    async def play() -> None:
        async with await GuestClient.guest(url, "Ann") as ann, await GuestClient.guest(url, "Ben") as ben:
            room = await opened(ann, "war", bots=("1=open",))
            assert room["code"] not in ("", None, room["room"])
            joined = await remote.join_room(ben, room["code"].lower(), watch=False)
            assert joined["room"] == room["room"]
            assert [seat["name"] for seat in joined["seats"]] == ["Ann", "Ben"]

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_a_player_alone_with_bots_is_asked_only_where_there_is_a_choice(url: str) -> None:
    """In Steal War most cards can only be played: they play themselves, and taking back leads before them."""

    async def play() -> None:
        async with await GuestClient.guest(url, "Ann") as ann:
            room = await opened(ann, "steal-war", changes=("turn_cap=12",))
            async with table_at(ann, room) as table:
                while not table.away.over:
                    menu = table.screen.menu
                    assert menu is None or len(menu.entries) > 1
                    await table.press("enter" if menu is not None else "space")
                played = [line.text for line in table.screen.log_lines.lines if line.text.startswith("You turn up")]
                assert len(played) > 6

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_a_choice_made_offline_says_that_it_waits(url: str) -> None:
    async def play() -> None:
        async with await GuestClient.guest(url, "Ann") as ann:
            room = await opened(ann, "blitz31")
            async with table_at(ann, room) as table:
                while table.screen.menu is None:
                    await table.press("space")
                table.away.offline = True
                await table.press("enter")
                assert WAITS in [line.text for line in table.screen.log_lines.lines]

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_a_refusal_is_printed(url: str) -> None:
    async def play() -> None:
        async with await GuestClient.guest(url, "Ann") as ann:
            room = await opened(ann, "blitz31")
            async with table_at(ann, room) as table:
                await table.press("space" if table.screen.menu is None else "enter")
                await table.press("u")
                assert "can't undo this" in table.screen.log_lines.lines[-1].text

    asyncio.run(asyncio.wait_for(play(), PATIENCE))


def test_the_rooms_of_a_server(served: Serving, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
                               tmp_path: Path) -> None:  # fmt: skip
    monkeypatch.setenv("THREEDOWN_GAMES", str(tmp_path))
    room = asyncio.run(remote.ask_server(served.url, "Ann", lambda player: opened(player, "war", bots=("1=open",))))
    remote.rooms.main(["--at", served.url, "--json"], standalone_mode=False)
    told = json.loads(capsys.readouterr().out)["rooms"]
    assert told[0]["room"] == room["room"], "mine come first"
    remote.rooms.main(["--at", served.url], standalone_mode=False)
    assert room["room"] in capsys.readouterr().out
    kept = next((tmp_path / "guests").iterdir())
    assert kept.stat().st_mode & 0o077 == 0, "others may read the token"


def plain_lines(served: Serving, games: Path, *wish: str) -> str:
    """Play a game at a server in plain lines, with Enter four times; return what is told."""
    done = apart("play", *wish, "--at", served.url, "--plain", typed="\n" * 4, THREEDOWN_GAMES=str(games))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_plain_lines_at_a_server(served: Serving, tmp_path: Path) -> None:
    told = plain_lines(served, tmp_path, "war", "--set", "turn_cap=2")
    assert "You turn up" in told
    assert "The turn cap is reached" in told
    assert told.splitlines()[-1].startswith("At the end: ")


def test_plain_lines_at_a_server_tell_the_chance_in_casino_war(served: Serving, tmp_path: Path) -> None:
    told = plain_lines(served, tmp_path, "casino-war", "--set", "rounds=10")
    assert re.search(r"^Ahead at the end: \d+\s%", told, re.M), told


def test_a_connection_is_let_go_before_the_server_closes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A call on one that is just being closed would go unanswered."""
    given: dict[str, Any] = {}
    monkeypatch.setattr(httpx, "AsyncClient", lambda **how: given.update(how))
    GuestClient("http://nowhere", None)
    assert given["limits"].keepalive_expiry < uvicorn.Config("").timeout_keep_alive
