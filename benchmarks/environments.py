"""``threedown bench rl``: decisions per second of the environments, game by game, compared with stepped sessions.

And beside two of OpenSpiel's games in C++, played from Python; and how soon a game begins.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from benchmarks.figure import Figure
from threedown.cli.common import talk
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.rl import Batch, MissingExtra, NothingToLearn, schema
from threedown.rl.extra import require
from threedown.rl.stepped import legal_actions, observation, take
from threedown.session.session import Session
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY

MANY = 1024
SEED = 1
SECONDS = 1.0
"""Seconds of processor time for each figure."""
SLOW, QUICK = "gin_rummy", "crazy_eights"
"""OpenSpiel's games to compare with."""
GAME = "blitz31"
"""The game that the targets in docs name."""


class Speed(NamedTuple):
    """Random decisions per second on one core, each with legal choices and an observation."""

    game: str
    preset: str
    many: float
    """For a batch of MANY tables, which start the next game by themselves."""
    one: float
    """For a batch of one table."""
    session: float

    @property
    def ratio(self) -> float:
        """The speed of a batch of one table, as a multiple of a session's."""
        return self.one / self.session


def speeds(games: Sequence[str] = ()) -> list[Speed]:
    """Measure every game that has choices (only ``games``, if any are named)."""
    found = []
    for name in games or game_names():
        try:
            batch = Batch(name, MANY, SEED)
        except NothingToLearn:
            continue
        talk().print(f"[dim]{name}: compiling, then measuring[/]")
        many, one = decisions(batch), decisions(Batch(name, 1, SEED))
        found.append(Speed(name, batch.setting.game.default_preset, many, one, stepped_decisions(name)))
    return found


def decisions(batch: Batch) -> float:
    """Return the decisions per second of a batch; the time to choose the actions isn't counted."""
    batch.reset()
    pick = np.random.default_rng(SEED)
    for _ in range(3):
        batch.step(batch.random_actions(pick))
    spent, steps = 0.0, 0
    while spent < SECONDS:
        actions = batch.random_actions(pick)
        started = time.process_time()
        batch.step(actions)
        spent += time.process_time() - started
        steps += 1
    return steps * batch.n / spent


def stepped_decisions(name: str) -> float:
    """Return the decisions per second of sessions, with legal choices, observation and choosing."""
    setting = settle(find_game(name))
    layout, pick = schema(setting), random.Random(SEED)
    count, game, started = 0, 0, time.process_time()
    session = Session(setting, Generator(SEED))
    while time.process_time() - started < SECONDS:
        if session.over:
            game += 1
            session = Session(setting, Generator(SEED, game))
        elif session.pending is None:
            session.go(1 << 40)
        elif session.pending.seat == NOBODY:
            session.choose(pick.choice(session.menu()), None)
        else:
            seat = session.pending.seat
            observation(session, seat, layout)
            take(session, seat, pick.choice(legal_actions(session, seat)))
            count += 1
    return count / (time.process_time() - started)


def rivals() -> dict[str, float]:
    """Return the decisions per second of OpenSpiel's games; nothing if OpenSpiel isn't installed."""
    try:
        pyspiel = require("pyspiel", "openspiel")
    except MissingExtra as missing:
        talk().print(f"[dim]OpenSpiel is left out: {missing}[/]")
        return {}
    return {name: _openspiel_decisions(pyspiel.load_game(name)) for name in (SLOW, QUICK)}


def _openspiel_decisions(game: Any) -> float:
    pick, count, started = random.Random(SEED), 0, time.process_time()
    state = game.new_initial_state()
    while time.process_time() - started < SECONDS:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            worlds, likely = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(pick.choices(worlds, likely)[0])
        else:
            legal = state.legal_actions()
            state.observation_tensor(state.current_player())
            state.apply_action(pick.choice(legal))
            count += 1
    return count / (time.process_time() - started)


class BatchStart(NamedTuple):
    """Processor seconds that a fresh process needs for its first game, not counting imports."""

    simulation: float
    """A simulation, with an empty cache."""
    cold: float
    """A batch, with an empty cache."""
    warm: float
    """A batch, with its machine code in the cache."""


SIMULATED = "from threedown.bulk.worker_pool import ThreadPool; from threedown.bulk.run_spec import run_spec; \
from threedown.bulk.run import simulate; from threedown.games import find_game; \
from threedown.games.setting import settle; import numba"
SIMULATES = f"simulate(run_spec(settle(find_game({GAME!r})), 1000, 1), ThreadPool(1), compiled=True)"
BATCHED, BATCHES = "from threedown.rl import Batch; import numba", f"Batch({GAME!r}, {MANY}, 1).reset()"


def starts() -> BatchStart:
    """Measure the start with one game's machine code, for simulation and for a batch."""
    talk().print(f"[dim]{GAME}: compiling for simulation and for a batch[/]")
    with tempfile.TemporaryDirectory() as folder:
        return BatchStart(
            _seconds_of(SIMULATED, SIMULATES, folder),
            _seconds_of(BATCHED, BATCHES, folder),
            _seconds_of(BATCHED, BATCHES, folder),
        )


def _seconds_of(before: str, code: str, cache: str) -> float:
    program = f"import time; {before}; s = time.process_time(); {code}; print(time.process_time() - s)"
    environment = os.environ | {"THREEDOWN_CACHE": cache}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    return float(done.stdout)


def aims(found: Sequence[Speed], others: Mapping[str, float], start: BatchStart) -> list[Figure]:
    """Return the figures that have a bound, each with True if it is met."""
    figures = []
    for name, speed in others.items():
        figures.append(Figure(f"OpenSpiel's {name}, in C++ from Python", speed, "decisions/s", "", None))
    for each in found:
        bounds = {SLOW: 5.0} | ({SLOW: 30.0, QUICK: 10.0} if each.game == GAME else {})
        for name, bound in bounds.items():
            if name in others:
                ratio = each.many / others[name]
                figures.append(Figure(f"{each.game} / {name}", ratio, "x", f"at least {bound:g}", ratio >= bound))
    for each in found:
        figures.append(Figure(f"{each.game}, one table / a session", each.ratio, "x", "at least 20", each.ratio >= 20))
    cold = start.cold / start.simulation
    return [
        *figures,
        Figure(f"{GAME}, simulation compiled", start.simulation, "s", "", None),
        Figure(f"{GAME}, a batch / that", cold, "x", "at most 1.5", cold <= 1.5),
        Figure(f"{GAME}, a batch compiled before", start.warm, "s", "under 0.5", start.warm < 0.5),
    ]
