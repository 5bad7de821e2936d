"""The menu of games that ``threedown play`` shows when it is given none."""

import itertools
import shutil
from collections.abc import Sequence
from pathlib import Path
from textwrap import TextWrapper

import click

from threedown.games import find_game, game_names
from threedown.games.suggestions import nearest
from threedown.language import say
from threedown.session.record import RecordError, record_in

GO_ON = ""
"""The answer that goes on with the game that was left."""
INDENT = " " * 5


def choose_game(left: Path | None) -> str | None:
    """Return the name of the game that the player chooses, GO_ON for the one they left, None to leave."""
    going = title_of(left)
    names: Sequence[str] = (*((GO_ON,) if going else ()), *game_names())
    told = [
        f"{find_game(name).title}: {say(find_game(name).summary)}" if name else say("Go on with {game}", game=going)
        for name in names
    ]
    click.echo("\n".join(menu_lines(say("What do you want to play?"), told, *shutil.get_terminal_size())))
    while True:
        text = click.prompt(say("Number or name, or q"), default="1", prompt_suffix=": ").strip().lower()
        if text in ("q", "quit"):
            return None
        if text.isdecimal() and 1 <= int(text[:3]) <= len(names):
            return names[int(text[:3]) - 1]
        if text in game_names():
            return str(text)
        click.echo(say("{text} is not in the menu.", text=repr(text)))
        if near := nearest(text, game_names()):
            click.echo(say("Did you mean {name}?", name=near))


def menu_lines(title: str, told: Sequence[str], columns: int, rows: int) -> list[str]:
    """Return the menu at a terminal's width, each game in one line if the whole would not fit its height."""
    wrapper = TextWrapper(columns - 1, subsequent_indent=INDENT)
    entries = [wrapper.wrap(f"{number:>3}  {each}") for number, each in enumerate(told, start=1)]
    if sum(map(len, entries)) + 2 > rows:
        wrapper.max_lines, wrapper.placeholder = 1, " …"
        entries = [wrapper.wrap(f"{number:>3}  {each}") for number, each in enumerate(told, start=1)]
    return [title, *itertools.chain.from_iterable(entries)]


def title_of(left: Path | None) -> str:
    """Return the title of an unfinished game from its record; empty if there is none."""
    if left is None:
        return ""
    try:
        with left.open("rb") as file:
            record = record_in(file)
    except (OSError, RecordError):
        return ""
    return "" if record.footer is not None else record.header.setting().game.title
