"""Stepped sessions compared with the lanes of a batch: the same games, the same answers."""

import random
from typing import Any

import numpy as np
import pytest

from support import conformance, machine_code
from support.tables import PRESETS, SLOW_PRESETS, setting_of
from threedown.games import find_game
from threedown.rl import Batch, stepped
from threedown.table.layout import NOBODY

LEARNED = [pair for pair in PRESETS if setting_of(pair).asks_seats]
"""Every preset of every game in which there is something to learn."""
LEARNED_GAMES = sorted(game for game, preset in LEARNED if preset == find_game(game).default_preset)
"""The games in which there is something to learn under their default house rules."""


def learned(*quick: tuple[str, str]) -> list[Any]:
    """Those presets for a check that compiles: these are quick, the others as slow as ``SLOW_PRESETS`` says."""
    slow = [each for each in SLOW_PRESETS if each.values[0] in LEARNED]
    return [pytest.param(*each.values, id=each.id) if each.values[0] in quick else each for each in slow]


class Beside:
    """The session that plays a lane's game; it keeps up with the lane."""

    def __init__(self, batch: Batch, lane: int) -> None:
        self.batch, self.lane = batch, lane
        self.questions = 0
        self.deal()

    def deal(self) -> None:
        self.game = self.batch.game(self.lane)
        self.session = conformance.dealt(self.batch.setting, self.batch.seed, self.game)
        self.go_on()

    def go_on(self) -> None:
        """Play on to the next question to a learner; bots and the world answer as in the batch."""
        session, batch = self.session, self.batch
        while not session.over:
            if session.pending is None:
                session.go(conformance.WHOLE_GAME)
            elif session.pending.seat != NOBODY and session.pending.seat in batch.learners:
                return
            else:
                level = "" if session.pending.seat == NOBODY else batch.bots[session.pending.seat]
                session.choose(conformance.answer(session, level), session.asked)

    def answer(self, action: int) -> None:
        """Apply the lane's answer; games that the lane has finished are finished here."""
        assert self.session.pending is not None
        stepped.take(self.session, self.session.pending.seat, action)
        self.go_on()
        if self.game != self.batch.game(self.lane):
            assert self.session.over, f"game {self.game} ended in the batch alone"
            self.deal()

    def check(self) -> None:
        """The lane tells what the session shows, byte for byte."""
        batch, session, lane, told = self.batch, self.session, self.lane, self.batch.last_step
        where = f"game {self.game}, question {self.questions}"
        pending = session.pending
        assert pending is not None, f"{where}: nobody is asked stepped"
        assert int(told.seat[lane]) == pending.seat, f"{where}: another seat is asked"
        assert batch.legal_actions(lane) == stepped.legal_actions(session, pending.seat), f"{where}: another menu"
        assert int(told.choices[lane]) == len(pending.menu), f"{where}: miscounted"
        table_state = session.table_state.copy()
        table_state.pilot[1] += len(session.unseen)
        words = batch.table_state(lane).words
        assert words.tobytes() == table_state.tobytes(), f"{where}: {machine_code.difference(table_state, words)}"
        planes, counters = stepped.observation(session, pending.seat, batch.schema)
        assert told.planes[lane].tobytes() == planes.tobytes(), f"{where}: {differing(batch, lane, planes)}"
        assert told.counters[lane].tobytes() == counters.tobytes(), f"{where}: other counters"
        self.questions += 1


def differing(batch: Batch, lane: int, planes: Any) -> str:
    """Return the parts of the planes that differ."""
    places = np.flatnonzero(batch.last_step.planes[lane] != planes)
    return ", ".join(sorted({part.name for part in batch.schema.planes for place in places
                             if part.start <= place < part.stop}))  # fmt: skip


def check_batch(batch: Batch, questions: int, seed: int) -> int:
    """Plays on with random actions until so many questions are compared; returns how many games came to an end."""
    pick = random.Random(seed)
    batch.reset()
    sessions = [Beside(batch, lane) for lane in range(batch.n)]
    done, games = 0, 0
    while done < questions:
        for each in sessions:
            each.check()
        actions = [pick.choice(batch.legal_actions(lane)) for lane in range(batch.n)]
        games += int(batch.step(actions).done.sum())
        for each, action in zip(sessions, actions, strict=True):
            each.answer(action)
        done += batch.n
    return games
