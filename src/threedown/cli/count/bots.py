"""``threedown bots``: the levels of a game's bots, and the ladder that shows which is stronger."""

import shlex
from typing import Any

import click
from rich.markup import escape

from threedown.bots.ladder import LOOKS, MINUTES, Ladder, LadderError, climb, ladder_levels
from threedown.bots.ladder_facts import ladder_facts
from threedown.bulk.worker_pool import WorkerPool, WorkerPoolError
from threedown.cli.common import (
    OrGame,
    any_seed,
    columns,
    console,
    game_of,
    json_flag,
    most_flag,
    pool_flags,
    pool_of,
    print_json,
    rule_flags,
    seed_flag,
    setting_of,
)
from threedown.cli.completion import complete_games
from threedown.cli.exits import CHECK_FAILED, Stop, bad_input, usage
from threedown.cli.play.seating import sees_cards
from threedown.cli.progress import games_bar, warn_without_compiler
from threedown.games.declare import Game
from threedown.games.levels import LevelError, installed_levels, policy_of
from threedown.games.setting import Setting, rule_words

MOST = 20_000


@click.group(
    cls=OrGame,
    default="levels",
    options_metavar="",
    subcommand_metavar="GAME [OPTIONS] | COMMAND GAME [OPTIONS]",
)
def bots() -> None:
    """The levels of GAME's bots (``bots GAME`` is short for ``bots levels GAME``), and how well they play."""


@bots.command()
@click.argument("game", shell_complete=complete_games)
@json_flag
def levels(game: str, as_json: bool) -> None:
    """The levels of GAME's bots; the first is the default."""
    chosen = game_of(game)
    facts = level_facts(chosen)
    if as_json:
        print_json({"game": chosen.name, "levels": facts})
        return
    table = columns("level", "")
    table.columns[1].justify = "left"
    for level in facts:
        cheaper = level["imagines_with"]
        table.add_row(
            f"[bold]{escape(level['name'])}[/]{' (default)' if level['default'] else ''}",
            escape(level["help"]) + (f" Imagines that {cheaper} plays at every seat." if cheaper else ""),
        )
    console().print(table)


def level_facts(game: Game) -> list[dict[str, Any]]:
    """The levels as their policies describe themselves."""
    imagines = game.bots.IMAGINES
    return [
        {
            "name": level,
            "help": _help(game, level),
            "imagines_with": imagines.get(level),
            "default": (level,) == game.first_level,
        }
        for level in (*game.bots.LEVELS, *installed_levels(game))
    ]


def _help(game: Game, level: str) -> str:
    try:
        return (policy_of(game, level).__doc__ or "").strip().split("\n")[0].replace("``", "")
    except LevelError as error:
        return str(error)


@bots.command()
@click.argument("game", shell_complete=complete_games)
@rule_flags
@click.option("--levels", "names", metavar="A,B,...", help="The levels to pair, weakest first (default: all).")
@most_flag(MOST, of="a pairing")
@click.option(
    "--minutes",
    type=click.FloatRange(0, min_open=True),
    default=MINUTES,
    show_default=True,
    metavar="M",
    help="Time for the whole ladder, about; what is not clear by then stays unclear.",
)
@seed_flag("Seed of the games (default: a fresh one, which is printed).")
@pool_flags
@json_flag
def ladder(
    game: str,
    preset: str | None,
    changes: tuple[str, ...],
    seats: int | None,
    names: str | None,
    most: int,
    minutes: float,
    seed: int | None,
    workers: int | None,
    on: str | None,
    as_json: bool,
) -> None:
    """Pairs every level of GAME's bots with every weaker one; exit 1 if a level does not beat the one below it.

    One bot of the stronger level sits alone among bots of the weaker, a seat further on in every game. If both played
    equally well, its share of the wins would be one over the number of seats. A game with several winners counts in
    equal parts for them, one without in equal parts for all.

    A pairing is checked after 200 games, then after ever more, ten times at most, and ends as soon as the 99.9 %
    interval of the share (Wilson) lies on one side of that; only then does a level count as better or worse. The 95 %
    interval is printed beside it.
    """
    setting = setting_of(game, preset, changes, seats)
    named = names.split(",") if names is not None else None
    try:
        chosen = ladder_levels(setting.game, named)
        climbed = _climb(setting, chosen, any_seed(seed), most, pool_of(workers, on), minutes)
    except LadderError as error:
        raise usage(f"{error}{sees_cards(setting.game, named or ())}") from error
    except (LevelError, WorkerPoolError) as error:
        raise bad_input(str(error)) from error
    if as_json:
        print_json(ladder_facts(climbed))
    else:
        _print_ladder(climbed)
    if not climbed.holds:
        raise Stop(CHECK_FAILED)


def _climb(setting: Setting, chosen: tuple[str, ...], seed: int, most: int, pool: WorkerPool, minutes: float) -> Ladder:
    warn_without_compiler()
    with games_bar(setting.game) as show:
        return climb(setting, chosen, seed, most, pool, show, minutes=minutes)


def _print_ladder(climbed: Ladder) -> None:
    out, setting = console(), climbed.setting
    out.print(
        f"[bold]{setting.game.title}[/], {setting.seats} seats: one bot among {setting.seats - 1} of another level."
        f" Even is {1 / setting.seats:.1%}.\n"
    )
    table = columns("", "games", "share", "95 % interval", "games/s", "")
    table.columns[-1].justify = "left"
    for pairing in climbed.pairings:
        estimate = pairing.estimate()
        style = {"beats": "bold green", "loses to": "bold red"}.get(pairing.verdict, "yellow")
        speed = f"{pairing.games / pairing.seconds:,.0f}" if pairing.seconds else ""
        table.add_row(
            escape(f"{pairing.level} among {pairing.against}"),
            f"{pairing.games:,}",
            f"{estimate.share:.1%}",
            f"{estimate.low:.1%} to {estimate.high:.1%}",
            speed,
            f"[{style}]{pairing.verdict}[/]",
        )
    out.print(table)
    out.print()
    table = columns("a choice of", "takes")
    for pace in climbed.paces:
        table.add_row(escape(pace.level), "" if pace.microseconds is None else f"{pace.microseconds:,.1f} µs")
    out.print(table)
    out.print(
        f"\n[dim]Verdicts are by the 99.9 % interval, at one of at most {LOOKS} looks. Shares and intervals account\n"
        "for games that ended as soon as it was clear. A choice's time is that of games in which the level sits\n"
        "everywhere, their rules included.[/]"
    )
    if not climbed.holds:
        out.print("[bold red]A level does not beat the one below it.[/]")
    out.print(f"[dim]again: {escape(_command(climbed))}[/]", soft_wrap=True)


def _command(climbed: Ladder) -> str:
    setting = climbed.setting
    rules, *changes = rule_words(setting)
    parts = [f"threedown bots ladder {rules} --seats {setting.seats}", *changes]
    return " ".join(
        [*parts, f"--levels {shlex.quote(','.join(climbed.levels))} --most {climbed.most} --seed {climbed.seed}"]
    )
