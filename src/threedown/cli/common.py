"""Helpers of several commands: reading a game and its house rules, and printing results."""

import contextlib
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from threedown.bulk.run_spec import MOST_GAMES
from threedown.bulk.worker_pool import ThreadPool, WorkerPool, WorkerPoolError
from threedown.cli.completion import complete_levels, complete_options, complete_presets
from threedown.cli.exits import BAD_INPUT, MISSING_EXTRA, Stop, bad_input, is_number, usage
from threedown.games import UnknownGame, find_game, game_names
from threedown.games.consistency import GameError
from threedown.games.declare import Game
from threedown.games.game_options import OptionError
from threedown.games.rule_set import SUFFIX, RuleSet, RuleSetError, read_rule_set
from threedown.games.setting import Setting, settle
from threedown.language import LANGUAGES, known, speaking

Command = TypeVar("Command", bound=Callable[..., Any])

Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

LARGEST_SEED = (1 << 63) - 1


LONGEST_SUMMARY = 300


class Commands(click.Group):
    """A group that tells of each of its commands in a whole sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = self.commands.items()
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.get_short_help_str(LONGEST_SUMMARY)) for name, each in sorted(commands)])


class OrGame(Commands):
    """A group whose first word may be a game instead of a subcommand: its default subcommand then takes all words."""

    def __init__(self, *arguments: Any, default: str, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.default = default

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = bool(args) and args[0] in (*self.commands, *ctx.help_option_names)
        if not known and (args or not self.no_args_is_help):
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(f"Options of {ctx.info_name} GAME"):
            shown = (parameter.get_help_record(ctx) for parameter in self.commands[self.default].params)
            formatter.write_dl([record for record in shown if record is not None])
        self.format_commands(ctx, formatter)


def columns(*heads: str) -> Table:
    """A table without lines; all columns but the first to the right."""
    table = Table(*heads, box=None, pad_edge=False, header_style="bold")
    for column in table.columns[1:]:
        column.justify = "right"
    return table


def rule_flags(command: Command) -> Command:
    """--preset, --set and --seats: what :func:`setting_of` takes."""
    seats = click.option(
        "--seats", type=int, metavar="N", help="Number of players (default: the preset's, or the fewest)."
    )
    return option_flags(seats(command))


def option_flags(command: Command) -> Command:
    """--preset and --set: the same without the seats."""
    for flag in (
        click.option(
            "--set",
            "changes",
            multiple=True,
            metavar="KEY=VALUE",
            shell_complete=complete_options,
            help="Change a house rule; may be repeated.",
        ),
        click.option(
            "--preset",
            metavar="NAME",
            shell_complete=complete_presets,
            help="A named set of house rules (see: threedown options GAME).",
        ),
    ):
        command = flag(command)
    return command


def bot_flags(command: Command) -> Command:
    """--bot and --bots: the players at the seats."""
    for flag in (
        click.option(
            "--bots",
            "all_bots",
            metavar="L0,L1,...",
            shell_complete=complete_levels,
            help="The players, seat by seat: a bot's level, FILE.py:POLICY, or you.",
        ),
        click.option(
            "--bot",
            "bots",
            multiple=True,
            metavar="SEAT=LEVEL",
            shell_complete=complete_levels,
            help="A bot at a seat; may be repeated.",
        ),
    ):
        command = flag(command)
    return command


def language_flag(command: Command) -> Command:
    """--language: the language of the command's texts."""
    return click.option(
        "--language",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        callback=_speak,
        help="What to be told in (default: as LC_ALL, LC_MESSAGES or LANG say).",
    )(command)


def _speak(ctx: click.Context, param: click.Parameter, language: str | None) -> None:
    wished = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    ctx.with_resource(speaking(language or known(next(filter(None, wished), ""))))


def screen_flags(command: Command) -> Command:
    """--plain and --ascii: the form in which a game is shown."""
    for flag in (
        click.option("--ascii", "in_ascii", is_flag=True, help="Letters instead of suit symbols and lines."),
        click.option("--plain", is_flag=True, help="One line an event, for screen readers, logs and pipes."),
    ):
        command = flag(command)
    return command


def json_flag(command: Command) -> Command:
    """--json: data for programs instead of text for people."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")(command)


def seed_flag(text: str) -> Callable[[Command], Command]:
    """--seed, from 0 to 2**63 - 1."""
    return click.option("--seed", type=click.IntRange(0, LARGEST_SEED), metavar="S", help=text)


def most_flag(default: int, of: str, least: int = 1) -> Callable[[Command], Command]:
    """--most: the largest number of games ``of`` something that is played until the result is precise enough."""
    return click.option(
        "--most",
        type=click.IntRange(least, MOST_GAMES),
        default=default,
        show_default=True,
        metavar="N",
        help=f"Games of {of}, at most.",
    )


def workers_flag(command: Command) -> Command:
    """--workers, of what is played on all cores."""
    option = click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Threads (default: one a core).")
    return option(command)


def pool_flags(command: Command) -> Command:
    """--workers and --on: what :func:`pool_of` takes."""
    on = click.option("--on", metavar="dask://HOST:PORT", help="Play on a Dask cluster (docs/scale.md), not here.")
    return workers_flag(on(command))


DASK = re.compile(r"dask://(\[[0-9a-fA-F:.]+\]|[\w.-]+):(\d{1,5})")


def pool_of(workers: int | None, on: str | None) -> WorkerPool:
    """Yield the worker pool: threads here, or a cluster until the command ends.

    Ends the command with one line if that fails.
    """
    if on is None:
        return ThreadPool(workers)
    if workers is not None:
        raise usage("--workers are threads here: with --on leave it out")
    address = DASK.fullmatch(on)
    if address is None:
        raise usage(f"--on {on}: write dask://HOST:PORT, as `dask scheduler` prints it (its port is 8786)")
    try:
        from threedown.bulk.dask_pool import DaskPool

        pool = DaskPool(f"{address[1]}:{address[2]}")
    except ImportError as error:
        raise Stop(MISSING_EXTRA, f"--on needs {error.name}: pip install 'threedown[dask]'") from error
    except WorkerPoolError as error:
        raise bad_input(str(error)) from error
    click.get_current_context().call_on_close(pool.close)
    return pool


@contextlib.contextmanager
def playing_into(folder: Path | None) -> Iterator[None]:
    """Yield while games are played and saved in a folder (None: nowhere); end the command in a line if that fails."""
    try:
        yield
    except OSError as error:
        raise Stop(
            BAD_INPUT,
            f"{folder or 'the cache folder'}: cannot be written: {error.strerror};"
            " finished chunks are safe, and the same command resumes",
        ) from error
    except ValueError as error:
        raise bad_input(str(error)) from error


def game_of(name: str) -> Game:
    """The game of that name, in small or capital letters, or of a rule set's file; ends with a usage error if there is
    none, and with another if it is not whole."""
    if (named := rule_set_in(name)) is not None:
        name = named.game
    try:
        return find_game(name if name in game_names() else name.lower())
    except UnknownGame as error:
        raise usage(str(error)) from error
    except GameError as error:
        raise bad_input(str(error)) from error


def rule_set_in(name: str) -> RuleSet | None:
    """The rule set of a file that stands where a game's name may stand; None for a name."""
    if not name.endswith(SUFFIX):
        return None
    try:
        return read_rule_set(Path(name))
    except RuleSetError as error:
        raise bad_input(f"{name}: {error}") from error


def setting_of(game: str, preset: str | None, changes: tuple[str, ...], seats: int | None) -> Setting:
    """The setting that the flags describe; ends with a usage error that says which is wrong."""
    values = {}
    for change in changes:
        key, equals, value = change.partition("=")
        if not equals:
            raise usage(f"--set {change}: write --set key=value")
        values[key.strip()] = value.strip()
    named = rule_set_in(game)
    if named is not None and preset is not None:
        raise usage(f"--preset {preset}: {game} is a rule set of its own; change it with --set")
    try:
        if named is None:
            return settle(game_of(game), preset, values, seats)
        return msgspec.structs.replace(named.setting(values, seats), given=(game, *changes))
    except OptionError as error:
        raise usage(str(error) if named is None else f"{game}: {error}") from error


def print_citation(out: Console, setting: Setting) -> None:
    """Prints whose rules these are, if somebody has named them."""
    if setting.cited is not None:
        out.print(f"[dim]Rules: {escape(str(setting.cited))}[/]", soft_wrap=True)


def any_seed(seed: int | None) -> int:
    """The seed given, or a fresh one (small enough to be read aloud)."""
    return secrets.randbelow(1 << 31) if seed is None else seed


def print_json(data: Any) -> None:
    """Prints plain data as JSON, indented for human readers."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n")
    sys.stdout.flush()


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def console() -> Console:
    """Return the console for people; rich honours NO_COLOR and a stdout that is no terminal."""
    columns = os.environ.get("COLUMNS", "")
    width = int(columns) if is_number(columns) and int(columns) >= 20 else 100
    return _Console(highlight=False, width=None if sys.stdout.isatty() else width)


def is_on_screen() -> bool:
    """True if a person sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def talk() -> Console:
    """Return the console for talk and progress."""
    return Console(stderr=True, highlight=False)
