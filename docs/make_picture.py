"""Draws the README's picture from a real game (``make docs``): a turn of War, as the terminal shows it."""

import asyncio
from pathlib import Path

import threedown
from threedown.cli.table.keyboard_game import KeyboardGame
from threedown.cli.table.local_game import LocalGame
from threedown.cli.table.screen import TableScreen
from threedown.shared.seating import seat_all
from threedown.shared.shared_game import SharedGame
from threedown.shared.store import NullStore

NAMES = ("Ann", "Ben")
SEED = 3


async def main() -> None:
    """Plays to the first war of the seed and saves the screen as an SVG."""
    session = threedown.new("war", seed=SEED).session
    home = KeyboardGame(
        SharedGame(session, NullStore(), seat_all(session.setting, [None, "random"], NAMES)), in_ascii=False
    )
    home.says_you = True
    screen = TableScreen(LocalGame(home), in_ascii=False, breath=0)
    async with screen.run_test(size=(80, 24)) as pilot:
        await screen.settled()
        await pilot.press("w")
        await screen.settled()
        await pilot.pause()
        picture = screen.export_screenshot(title="threedown play war")
    (Path(__file__).parent / "war.svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
