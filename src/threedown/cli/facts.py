"""``threedown games`` and ``threedown options``: what there is."""

from typing import Any

import click
import msgspec
from rich.table import Table

from threedown.cli.common import console, game_of, json_flag, print_json
from threedown.cli.completion import complete_games
from threedown.games import game_names, problems
from threedown.games.declare import Game
from threedown.games.facts import options_schema
from threedown.games.game_options import OptionFacts, option_facts, show_value


@click.command()
@json_flag
def games(as_json: bool) -> None:
    """All games, with what they are about."""
    games = [game_of(name) for name in game_names()]
    for problem in problems():
        click.echo(f"threedown: {problem}", err=True)
    if as_json:
        print_json(
            {
                "games": [
                    {
                        "name": game.name,
                        "title": game.title,
                        "summary": game.summary,
                        "seats": game.seats._asdict(),
                        "presets": list(game.presets),
                        "default_preset": game.default_preset,
                        "first_preset": first_preset(game),
                        "rules_version": game.version,
                    }
                    for game in games
                ]
            }
        )
        return
    table = Table("game", "seats", "presets", "", box=None, pad_edge=False, header_style="bold")
    for game in games:
        table.add_row(
            f"[bold]{game.name}[/]", f"{game.seats.fewest}-{game.seats.most}", ", ".join(game.presets), game.summary
        )
    console().print(table)


@click.command()
@click.argument("game", shell_complete=complete_games)
@json_flag
def options(game: str, as_json: bool) -> None:
    """The house rules of GAME and its presets; with --json their JSON Schema."""
    chosen = game_of(game)
    if as_json:
        print_json(schema_with_presets(chosen))
        return
    out = console()
    table = Table("option", "default", "allowed", "", box=None, pad_edge=False, header_style="bold")
    for fact in option_facts(chosen.options):
        allowed = fact.allowed.removeprefix("one of ")
        table.add_row(f"[bold]{fact.name}[/]", show_value(fact.default), allowed, described(fact))
    out.print(table)
    out.print()
    table = Table("preset", "options", "", box=None, pad_edge=False, header_style="bold")
    for name, preset in chosen.presets.items():
        marks = ["default"] * preset.default + ["for a first game"] * preset.first
        title = f"[bold]{name}[/]" + (f" ({', '.join(marks)})" if marks else "")
        table.add_row(title, preset_changes(chosen, name), f"{preset.called(name)}: {preset.help}")
    out.print(table)


def first_preset(game: Game) -> str:
    """Return the name of the preset that suits a first game best; the default one where none is said to."""
    return next((name for name, preset in game.presets.items() if preset.first), game.default_preset)


def described(fact: OptionFacts) -> str:
    """Return the name of an option for people, with the names of its values.

    >>> from threedown.games.tod_und_leben.options import Options
    >>> described(option_facts(Options)[0])
    'Rounds: rounds that are played; most rounds won wins the game'
    """
    values = ", ".join(f"{value} = {title}" for value, title in fact.titles.items())
    return f"{fact.title}: {fact.help}" + (f" ({values})" if values else "")


def preset_changes(game: Game, name: str) -> str:
    """Return a preset's differences from the options' defaults, in the form of ``--set``."""
    preset = game.presets[name]
    changes = [
        f"{fact.name}={show_value(getattr(preset.options, fact.name))}"
        for fact in option_facts(game.options)
        if getattr(preset.options, fact.name) != fact.default
    ]
    return " ".join(changes + ([f"seats={preset.seats}"] if preset.seats else []))


def schema_with_presets(game: Game) -> dict[str, Any]:
    """The JSON Schema of a game's options, with its presets under ``presets``."""
    presets = {
        name: {
            "default": preset.default,
            "first": preset.first,
            "help": preset.help,
            "seats": preset.seats or game.seats.fewest,
            "options": msgspec.structs.asdict(preset.options),
        }
        for name, preset in game.presets.items()
    }
    return {**options_schema(game), "game": game.name, "presets": presets}
