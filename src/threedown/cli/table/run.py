"""The table on the screen, from its first line to the text that remains when it closes."""

import os

import click

from threedown.cli.table.faces import Look
from threedown.cli.table.feed import GameFeed
from threedown.cli.table.game_clock import GameClock
from threedown.cli.table.keyboard_game import KeyboardGame
from threedown.cli.table.local_game import LocalGame
from threedown.cli.table.replay_feed import ReplayFeed
from threedown.cli.table.screen import TableScreen
from threedown.language import say
from threedown.session.keeper import Keeper
from threedown.shared.shared_game import SharedGame


def run_here(shared_game: SharedGame, keeper: Keeper, in_ascii: bool, game_clock: GameClock | None) -> bool:
    """Plays a game of this process on the screen; whether another game is wanted. Raises what the game raises."""
    home = KeyboardGame(shared_game, in_ascii, game_clock)
    home.says_you = True

    def closed() -> bytes:
        shared_game.finish()
        return keeper.path.read_bytes()

    here = LocalGame(home, finish=closed)
    ended = show(here, in_ascii)
    if shared_game.session.over:
        turns = say("{n} {n:turn|turns}", n=shared_game.session.turns)
        told = home.narrator(Look(in_ascii)).verdict(shared_game.session, home.events)
        click.echo(f"{say('After {turns}', turns=turns)}: {told}")
    return ended == "again"


def show_record(record: bytes, in_ascii: bool) -> None:
    """Show a finished game at the table, turn by turn, until the player leaves."""
    while show(ReplayFeed(record, None), in_ascii) == "again":
        pass


def show(source: GameFeed, in_ascii: bool) -> str:
    """Shows a table until the player leaves, and replays on request; returns the ending.

    Raises KeyboardInterrupt for Ctrl-C, and any error of the source.
    """
    if not has_colours():
        os.environ["NO_COLOR"] = "1"  # the picked line is reversed then
    screen = TableScreen(source, in_ascii)
    ended = screen.run() or "leave"
    if screen.ended is not None:
        raise screen.ended
    if ended == "interrupted":
        raise KeyboardInterrupt
    if ended == "replay":
        assert screen.kept_record is not None
        return show(ReplayFeed(screen.kept_record, source.you if source.racers() else None), in_ascii)
    return ended


def has_colours() -> bool:
    """True unless the terminal is known to have no colours, like a VT100 (``TERM``)."""
    try:
        import curses
    except ImportError:  # Windows
        return True
    try:
        curses.setupterm()
    except curses.error:  # a terminal that terminfo does not know
        return True
    return curses.tigetnum("colors") > 0
