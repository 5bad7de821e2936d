"""The memory of a game: what an entry of its log costs for as long as the game is held."""

import gc
import random
import tracemalloc

import pytest

from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.session.session import Session
from threedown.session.state import MARKS
from threedown.table.chance import Generator

ENTRIES = 2_000
BYTES_AN_ENTRY = 1_024
TABLES_A_MARK = 2.5
"""A mark, a point that the game can be undone to, holds its table, often the table of the turn's start, and events."""
QUICK = {"blitz31"}


def played(game: str, entries: int) -> list[Session]:
    """Play random games until their logs hold ``entries`` entries, each tried on a fork as a room tries it."""
    setting, draw = settle(find_game(game), None, {}, None), random.Random(1)
    sessions: list[Session] = []
    while (left := entries - sum(len(session.log) for session in sessions)) > 0:
        session = Session(setting, Generator(3, len(sessions)))
        while not session.over and len(session.log) < left:
            step = session.fork()
            if step.pending is None:
                step.go(1)
            else:
                seat = next(iter(step.pending.menus))
                step.choose(draw.choice(step.menu(seat)), None if seat < 0 else seat)
            session = step
        sessions.append(session)
    return sessions


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in game_names()]
)
def test_an_entry_keeps_a_bounded_amount_of_memory(game: str) -> None:
    """Failed for all games that ask: the exception behind a question kept every fork of the game alive."""
    played(game, 10)  # modules loaded once are not counted
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        sessions = played(game, ENTRIES)
        gc.collect()
        held = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    marks = sum(min(len(session.log), MARKS + len(session.log) // MARKS) for session in sessions)
    table = sessions[0].table_state.words.nbytes
    assert held <= ENTRIES * BYTES_AN_ENTRY + marks * table * TABLES_A_MARK
