"""``threedown bench ready``: the time to the first choice of each bot that imagines, in fresh processes.

The first process finds an empty cache and compiles what the bot thinks with; the second finds it compiled.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.figure import Figure
from threedown.bots.seated import SeatedBots
from threedown.cli.common import talk
from threedown.cli.serve.warm import layouts
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.session.session import Session
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY

SEED = 1


class BotStart(NamedTuple):
    """The costs of a process up to its first choice: wall time, processor time and memory.

    Both times in seconds; the memory, in MiB, is the most that it had.
    """

    seconds: float
    processor: float
    memory: float


class BotReady(NamedTuple):
    """The time until a level is ready, at one number of seats."""

    game: str
    preset: str
    seats: int
    level: str
    cold: BotStart
    warm: BotStart


def first_choice(game: str, preset: str, seats: int, level: str) -> None:
    """Play a game up to the first question to a seat, and let the level answer it in machine code."""
    setting = settle(find_game(game), preset, {}, seats)
    bots = SeatedBots(setting, (level,) * seats, compiled=True)
    session = Session(setting, Generator(SEED))
    while session.pending is None or session.pending.seat == NOBODY:
        if session.pending is None:
            session.go()
        else:
            code = bots.answer(session, NOBODY)
            session.choose(session.menu()[session.pending.menu.index(code)], session.asked)
    bots.wait()
    bots.answer(session, session.pending.seat)
    if not bots.ready or bots.stood_in:
        raise RuntimeError(f"{level} of {game} has not answered in machine code")


def asking(name: str) -> list[tuple[str, int]]:
    """Return the presets whose tables need machine code of their own, with each number of seats; where one asks
    nothing, a preset that does."""
    game = find_game(name)
    asks = game.asking_presets
    found = ((preset if preset in asks else asks[0], seats) for preset, seats in layouts(name) if asks)
    return list(dict.fromkeys(found))


def starts(games: Sequence[str] = ()) -> list[BotReady]:
    """Measure every level that imagines at every number of seats (only for ``games``, if any are named)."""
    found = []
    for name in games or game_names():
        for preset, seats in asking(name):
            for level in find_game(name).bots.IMAGINES:
                what = (name, preset, seats, level)
                with tempfile.TemporaryDirectory() as cache:
                    found.append(BotReady(*what, _start(cache, what), _start(cache, what)))
                talk().print(f"[dim]{name}, {seats} seats: {level}[/]")
    return found


def _start(cache: str, what: tuple[str, str, int, str]) -> BotStart:
    code = f"from benchmarks import memory, ready; ready.first_choice(*{what!r}); print(memory.most_memory())"
    began = time.perf_counter()
    environment = {**os.environ, "THREEDOWN_CACHE": cache}
    process = subprocess.Popen([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        told = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"the first choice of {what} failed")
    return BotStart(time.perf_counter() - began, used.ru_utime + used.ru_stime, float(told))


def aims(found: Sequence[BotReady]) -> list[Figure]:
    """Return the worst figures of all levels, with their bounds."""
    cold, warm = max(each.cold.seconds for each in found), max(each.warm.seconds for each in found)
    memory = max(each.cold.memory for each in found)
    return [
        Figure("first choice, nothing compiled", cold, "s", "at most 10", cold <= 10),
        Figure("first choice, all compiled", warm, "s", "at most 1", warm <= 1),
        Figure("memory", memory, "MiB", "under 600", memory < 600),
    ]
