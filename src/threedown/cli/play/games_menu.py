"""The menu of games that ``threedown play`` shows when it is given none."""

from collections.abc import Sequence
from pathlib import Path

import click

from threedown.games import find_game, game_names
from threedown.language import say
from threedown.session.record import RecordError, record_in

GO_ON = ""
"""The answer that goes on with the game that was left."""


def choose_game(left: Path | None) -> str | None:
    """Return the name of the game that the player chooses, GO_ON for the one they left, None to leave."""
    going = title_of(left)
    names: Sequence[str] = (*((GO_ON,) if going else ()), *game_names())
    click.echo(say("What do you want to play?"))
    for number, name in enumerate(names, start=1):
        told = (
            f"{find_game(name).title}: {say(find_game(name).summary)}" if name else say("Go on with {game}", game=going)
        )
        click.echo(f"{number:>3}  {told}")
    while True:
        text = click.prompt(say("Number or name, or q"), default="1", prompt_suffix=": ").strip().lower()
        if text in ("q", "quit"):
            return None
        if text.isdecimal() and 1 <= int(text[:3]) <= len(names):
            return names[int(text[:3]) - 1]
        if text in game_names():
            return str(text)
        click.echo(say("{text} is not in the menu.", text=repr(text)))


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
