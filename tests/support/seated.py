"""A table in the terminal without a terminal: Textual's pilot presses its keys and clicks its lines."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from rich.style import Style
from textual.pilot import Pilot

import threedown
from threedown.cli.table.keyboard_game import KeyboardGame
from threedown.cli.table.local_game import LocalGame
from threedown.cli.table.screen import TableScreen
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.shared.seating import seat_all
from threedown.shared.shared_game import SharedGame
from threedown.shared.store import NullStore

SIZES = [(80, 24), (120, 40), (60, 20), (40, 10)]
"""Columns and lines of the terminals at which every game's screen is kept as text."""

FOR_EVER = 1e6
"""A pause that only a key ends."""


class Seated:
    """A table of one game, with a person at seat 0 and first-level bots elsewhere."""

    def __init__(self, screen: TableScreen, shared_game: SharedGame, pilot: Pilot[str]) -> None:
        self.screen, self.shared_game, self._pilot = screen, shared_game, pilot

    async def press(self, *keys: str) -> str:
        """Presses keys one after the other; returns the screen when nothing more happens."""
        for key in keys:
            await self._pilot.press(key)
            await self.settled()
        return self.text

    async def click(self, line: str) -> str:
        """Clicks where a text stands on the screen."""
        rows = self.text.split("\n")
        row = next(row for row in range(len(rows) - 1, -1, -1) if line in rows[row])
        await self._pilot.click(offset=(rows[row].index(line), row))
        await self.settled()
        return self.text

    async def resize(self, width: int, height: int) -> str:
        await self._pilot.resize_terminal(width, height)
        await self.settled()
        return self.text

    async def settled(self) -> None:
        await self._pilot.pause()
        await self.screen.settled()
        if self.screen.ended is not None:
            raise self.screen.ended
        await self._pilot.pause()

    @property
    def cells(self) -> list[list[tuple[str, Style]]]:
        """Return the screen line by line, as the characters and styles that are drawn."""
        strips = self.screen.screen._compositor.render_strips()
        return [[(letter, part.style or Style()) for part in strip for letter in part.text] for strip in strips]

    @property
    def text(self) -> str:
        """Return the screen line by line."""
        return "\n".join("".join(letter for letter, _ in line).rstrip() for line in self.cells)

    @property
    def log(self) -> list[str]:
        """All lines of the log."""
        return [line.text for line in self.screen.log_lines.lines]

    @property
    def over(self) -> bool:
        return self.shared_game.session.over


@asynccontextmanager
async def seated(
    game: str,
    preset: str | None = None,
    size: tuple[int, int] = (80, 24),
    seed: int = 1,
    seats: int | None = None,
    levels: Sequence[str | None] | None = None,
    in_ascii: bool = False,
    breath: float = 0,
    repeats: float = 0,
    **changes: Any,
) -> AsyncIterator[Seated]:
    """A table that is open; bots wait for ever with their cards in a race."""
    setting = settle(find_game(game), preset, changes, seats)
    people = levels or [None, *setting.game.first_level * (setting.seats - 1)]
    session = threedown.new(game, preset=preset, seed=seed, seats=setting.seats, **changes).session
    shared_game = SharedGame(session, NullStore(), seat_all(setting, people), goes_on=True)
    home = KeyboardGame(shared_game, in_ascii)
    home.says_you = True
    here = LocalGame(home, race=None)
    screen = TableScreen(here, in_ascii, breath=breath, pace=0, repeats=repeats)
    async with screen.run_test(size=size) as pilot:
        table = Seated(screen, shared_game, pilot)
        await table.settled()
        yield table
        await here.close()
