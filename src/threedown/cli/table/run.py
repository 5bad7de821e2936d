"""The table on the screen, from its first line to the text that remains when it closes."""

import click

from threedown.cli.table.drawing import Look
from threedown.cli.table.feed import GameFeed
from threedown.cli.table.keyboard_game import KeyboardGame
from threedown.cli.table.local_game import LocalGame
from threedown.cli.table.replay_feed import ReplayFeed
from threedown.cli.table.screen import TableScreen
from threedown.language import say
from threedown.room.shared_game import SharedGame
from threedown.session.keeper import Keeper


def run_here(room: SharedGame, keeper: Keeper, in_ascii: bool) -> bool:
    """Plays a room of this process on the screen; whether another game is wanted. Raises what the game raises."""
    home = KeyboardGame(room, in_ascii)
    home.says_you = True

    def closed() -> bytes:
        room.finish()
        return keeper.path.read_bytes()

    here = LocalGame(home, finish=closed)
    ended = show(here, in_ascii)
    if room.session.over:
        turns = say("{n} {n:turn|turns}", n=room.session.turns)
        told = home.narrator(Look(in_ascii)).verdict(room.session, home.events)
        click.echo(f"{say('After {turns}', turns=turns)}: {told}")
    return ended == "again"


def show(source: GameFeed, in_ascii: bool) -> str:
    """Shows a table until the player leaves, and replays on request; returns the ending.

    Raises KeyboardInterrupt for Ctrl-C, and any error of the source.
    """
    screen = TableScreen(source, in_ascii)
    ended = screen.run() or "leave"
    if screen.ended is not None:
        raise screen.ended
    if ended == "interrupted":
        raise KeyboardInterrupt
    if ended == "replay":
        assert screen.kept_record is not None
        return show(ReplayFeed(screen.kept_record, source.you), in_ascii)
    return ended
