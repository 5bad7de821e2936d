"""The command line: one file a command, loaded when it is called.

Data goes to stdout, talk and progress to stderr. Exit codes: 0 ok, 1 a check failed, 2 usage, 3 bad input, 4 a missing
extra, 130 interrupted.
"""

import importlib
import io
import os
import re
import sys
from typing import Any

import click

from threedown import collector
from threedown.cli.exits import BAD_INPUT, INTERRUPTED, Stop

COMMANDS = {
    "games": ("facts:games", "All games, with what they are about."),
    "options": ("facts:options", "The house rules of a game and their presets (JSON Schema with --json)."),
    "ruleset": ("design.ruleset:ruleset", "Write house rules as a file with a name, which other commands take."),
    "rules": ("design.rules:rules", "The rulebook of a game: clauses, rulings, examples that run."),
    "learn": ("design.learn:learn", "Learn a game by playing: a lesson in five to eight steps."),
    "play": ("play.play:play", "Play in this terminal, alone, against bots or with friends."),
    "serve": ("serve.serve:serve", "Serve rooms in which people and bots play, over the wire."),
    "db": ("serve.db:db", "Back up, prune or delete what a server keeps."),
    "sim": ("count.sim:sim", "Simulate many games on all cores."),
    "lab": ("design.lab:lab", "What a house rule does: the same deals with and without it."),
    "bots": ("count.bots:bots", "The levels of a game's bots, and the ladder: which is stronger."),
    "warm": ("serve.warm:warm", "Compile ahead what bots that imagine think with."),
    "exact": ("count.exact:exact", "Count all cases: exact casino-war, blitz31, dice, blitzwar."),
    "maps": ("design.maps:maps", "Check a map of BlitzWar, or draw one."),
    "scenario": ("design.scenario:scenario", "Play scenario files and check what they expect."),
    "analyse": ("design.analyse:analyse", "What decided a recorded game: luck or choices, and the mistakes."),
    "replay": ("play.replay:replay", "Show a recorded game again."),
    "verify": ("play.replay:verify", "Check that a record is a true game with a true result."),
    "daily": ("play.daily:daily", "The deals of the day at a server: everybody plays the same cards, once."),
    "rooms": ("play.remote:rooms", "The rooms of a server that wait for players or may be watched."),
    "completion": ("completion:completion", "What a shell needs to complete games, presets, options and levels."),
    "man": ("man:man", "The manual of all commands, as a man page."),
    "bench-server": ("bench:bench_server", "Measure how many choices a second the server puts on disk."),
    "bench": ("bench:bench", "Measure the speed beside hand-written C and plain Python."),
}


class LazyGroup(click.Group):
    """A group that imports a command's file only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, command = COMMANDS[name][0].split(":")
        with collector.paused():
            found: click.Command = getattr(importlib.import_module(f"threedown.cli.{module}"), command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0].startswith(("http://", "https://")):
            args = ["play", *args]
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from threedown.games.suggestions import did_you_mean

            ctx.fail(f"No such command {args[0]!r}{did_you_mean(args[0], COMMANDS) or '.'}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise Stop(INTERRUPTED, "interrupted") from error
        except BrokenPipeError as error:
            # The reader has closed the pipe; Python would complain once more when it flushes stdout at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise Stop(0) from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(package_name="threedown")
@click.pass_context
def threedown(ctx: click.Context) -> None:
    """Threedown: the home of the War and Blitz families of games.

    \b
    threedown                       the games on a page in your browser
    threedown play war              a game of War in this terminal
    threedown LINK                  the room to which an invite link leads
    threedown sim war -n 1000000    a million games, counted
    threedown rules war             the rulebook, with examples that run
    """
    if ctx.invoked_subcommand is None:
        from threedown.cli.serve.serve import open_home

        ctx.invoke(open_home)


def main(arguments: list[str] | None = None, command: click.Command | None = None) -> None:
    """Run ``command`` (None: ``threedown``) and end the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ♥ shows ?, and goes on
    try:
        code = (command or threedown).main(arguments, prog_name="threedown", standalone_mode=False)
    except click.ClickException as error:
        _complain(error)
        sys.exit(error.exit_code)
    except Stop as stop:
        if stop.message:
            click.echo(f"threedown: {stop.message}", err=True)
        sys.exit(stop.code)
    except click.Abort:
        sys.exit(INTERRUPTED)
    except OSError as error:
        sys.stderr.write(f"threedown: couldn't write the output: {error.strerror}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(BAD_INPUT)
    sys.exit(code if isinstance(code, int) else 0)


def _complain(error: click.ClickException) -> Any:
    where = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "threedown"
    where = where.removesuffix(" game")
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return
    message = re.sub(r"is not a valid integer( range)?\.", "is not a whole number.", error.format_message())
    click.echo(f"{where}: {message}{_house_rule_meant(error)}", err=True)


def _house_rule_meant(error: click.ClickException) -> str:
    """Return a hint on the syntax if a house rule stands alone on the command line: ``rounds=3``, ``--rounds``."""
    context = getattr(error, "ctx", None)
    if context is None or not any("--set" in each.opts for each in context.command.params):
        return ""
    if isinstance(error, click.NoSuchOption):
        from threedown.games import find_game, game_names

        name = error.option_name.lstrip("-").replace("-", "_")
        known = (name in find_game(game).options.__struct_fields__ for game in game_names())
        return f" A house rule is given so: --set {name}=VALUE." if any(known) else ""
    given = re.search(r"\((\w+=[^ )]+)", error.format_message())
    return f". A house rule is given so: --set {given[1]}." if given else ""
