"""Draws the README's picture from a real game (``make docs``): a turn of War, as the terminal shows it."""

import io
from pathlib import Path

from rich.console import Console

import threedown
from threedown.cli.screen import Look, draw, teller
from threedown.cli.table import playing_keys

NAMES = ("Ann", "Ben")
SEED = 3


def main() -> None:
    """Plays to the first war of the seed and saves the screen as an SVG."""
    session = threedown.new("war", seed=SEED)
    session.go(1000, lambda events: any(event.kind == "war" for event in events))
    look = Look(ascii=False, width=80, height=24)
    log = teller(session.setting.game, NAMES, look).tell_all(session, session.events)
    console = Console(record=True, width=80, highlight=False, file=io.StringIO())
    console.print(draw(session, session.last_turn, NAMES, look, log[-4:], playing_keys("war")))
    console.save_svg(str(Path(__file__).parent / "war.svg"), title="threedown play war")


if __name__ == "__main__":
    main()
