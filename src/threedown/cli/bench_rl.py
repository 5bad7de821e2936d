"""``threedown bench rl``: how many decisions a second environments make, game by game, beside stepped sessions."""

import random
import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from threedown.cli.common import talk
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.play.session import Session
from threedown.rl import Batch, NothingToLearn, schema
from threedown.rl.stepped import legal_actions, observation, take
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY

MANY = 1024
SEED = 1
SECONDS = 1.0
"""Of the processor's time, for each figure."""


class Speed(NamedTuple):
    """Decisions a second of one core, random and legal: each with the menu and the observation of who is asked."""

    game: str
    preset: str
    many: float
    """Of a batch of MANY tables, the next game begun by itself."""
    one: float
    """Of a batch of one table."""
    session: float

    @property
    def ratio(self) -> float:
        """One table of a batch against a session."""
        return self.one / self.session


def speeds(games: Sequence[str] = ()) -> list[Speed]:
    """The speed of every game in which there is something to learn (of ``games``, if any are named)."""
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
    """Decisions a second of a batch; choosing the actions is not counted."""
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
    """Decisions a second of sessions, with menu and observation; the choice of the actions is next to nothing."""
    setting = settle(find_game(name))
    laid, pick = schema(setting), random.Random(SEED)
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
            observation(session, seat, laid)
            take(session, seat, pick.choice(legal_actions(session, seat)))
            count += 1
    return count / (time.process_time() - started)
