"""``threedown bench ready``: a first choice that is made in machine code, and figures that tell of the worst."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import ready
from benchmarks.memory import most_memory
from benchmarks.ready import BotReady, BotStart
from threedown.games import find_game, game_names
from threedown.games.setting import settle


def test_the_worst_of_all_levels_is_held_against_the_aims() -> None:
    slow = BotReady("champz", "seed", 6, "keen", BotStart(11.0, 9.0, 250.0), BotStart(0.5, 0.4, 130.0))
    late = BotReady("blitz31", "seed", 2, "keen", BotStart(6.0, 6.0, 610.0), BotStart(1.5, 1.0, 130.0))
    assert [figure.kept for figure in ready.aims([slow, late])] == [False, False, False]
    good = slow._replace(cold=BotStart(9.0, 9.0, 250.0))
    assert [figure.kept for figure in ready.aims([good])] == [True, True, True]


def test_the_memory_of_who_starts_a_process_is_not_counted_as_its_own() -> None:
    much = np.ones(1 << 28, dtype=np.uint8)
    code = "from benchmarks.memory import most_memory; print(most_memory())"
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert 10 < float(told) < len(much) >> 20 < most_memory()


def test_bots_start_where_seats_are_asked() -> None:
    """War and Beggar-My-Neighbour ask for nothing by their usual rules, and have levels that imagine."""
    assert [seats for _, seats in ready.asking("steal-war")] == [2, 3, 4]
    for name in game_names():
        for preset, seats in ready.asking(name):
            assert settle(find_game(name), preset, {}, seats).asks_seats, (name, preset, seats)
    assert ready.asking("war") == [("hand-of-three", seats) for seats in (2, 3, 4, 5, 6)]


@pytest.mark.slow
def test_a_second_start_finds_what_the_first_has_compiled(tmp_path: Path) -> None:
    what = ("steal-war", "seed", 2, "keen")
    cold, warm = (ready._start(str(tmp_path), what) for _ in range(2))
    assert warm.processor < cold.processor / 3
    assert warm.memory < cold.memory
