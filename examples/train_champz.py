"""Learn how often a seat of Blitz Champz wins from a table: a small network, in NumPy alone, a minute on one core.

    pip install 'threedown[rl]'
    python examples/train_champz.py       seed 1: prints the curve, writes examples/learned_champz.npz
    python examples/train_champz.py 2 50  another seed, fewer decisions at each table

A thousand tables of two to six are played at once (:class:`threedown.rl.Batch`). Simple players sit everywhere, and
now and then one of them makes any legal choice, so that more kinds of tables come up. What each seat sees at each
choice, and whether it won in the end, is what the network learns (logistic regression with a hidden layer, by Adam).
The tables are read by the functions of ``learned_champz.py``, which plays what was learned.
"""

import importlib.util
import sys
import time
from pathlib import Path

import numpy as np

from threedown.bulk.compiler import compiled_entry
from threedown.bulk.player import compiled_options, usable_cache
from threedown.games.champz.bots import simple
from threedown.games.champz.rules import CODES
from threedown.rl import Batch
from threedown.table.layout import Table

SEED, STEPS = 1, 300
"""The decisions at each table; games that then go on are left out."""
SEATS, TABLES = (2, 3, 4, 5, 6), 1024
STRAYS = 0.05
"""The share of choices that are any legal one."""
EPOCHS, PART, RATE = 2, 4096, 4e-3
"""Rounds through all tables, tables that change the weights together, and the first learning rate (it falls to 0)."""
HELD_OUT = 20
"""One in so many tables is not learned from: its games measure the error."""
ROWS = 10


def example(name):
    """Import a file in this folder as a module."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAYED = example("learned_champz")

SCALE = np.ones(PLAYED.INPUTS, dtype=np.float32)
"""Of the inputs, so that they are all about as large; in the file the weights contain it."""
SCALE[PLAYED.UNSEEN : PLAYED.PROGRESS + 2] = 0.25
SCALE[[PLAYED.OWN_POINTS, *(PLAYED.OTHER + place * PLAYED.EACH + 2 for place in range(PLAYED.OTHERS))]] = 0.1
SCALE[[PLAYED.OTHER + place * PLAYED.EACH + 1 for place in range(PLAYED.OTHERS)]] = 0.2


def read_rows(t, words, rows, asked, questions, out, codes):
    """Read each table, a row of words, for the seat that is asked there, and let a simple player choose; compiled."""
    for row in range(len(rows)):
        if asked[row] >= 0:
            words[:] = rows[row]
            x = PLAYED.read(t, asked[row], questions[row])
            for place in range(len(x)):
                out[row, place] = x[place]
            codes[row] = simple(t, asked[row], questions[row])


def games(seats, seed, steps):
    """Play at TABLES tables; return what was seen at each choice (uint8), whether that seat won, and the table."""
    batch = Batch("champz", TABLES, seed, seats=seats)
    setting, pick = batch.setting, np.random.default_rng(seed)
    reads = compiled_entry(read_rows, setting, setting.game.first_level * seats, {}, usable_cache())
    state, codes = setting.new_table_state(), np.zeros(TABLES, dtype=np.int64)
    table, first = Table(state.compiled, compiled_options(setting), None), np.array([0, CODES[0]])
    seen = np.zeros((steps, TABLES, PLAYED.INPUTS), dtype=np.uint8)
    asked, ended = np.zeros((steps, TABLES), dtype=np.int64), np.zeros((steps, TABLES), dtype=bool)
    won = np.zeros((steps, TABLES, seats), dtype=bool)
    batch.reset()
    for step in range(steps):
        questions = np.ascontiguousarray(batch._results["question"])
        asked[step] = batch.last_step.seat
        reads(table, state.words, batch._lanes["words"], asked[step], questions, seen[step], codes)
        strays = pick.random(TABLES) < STRAYS
        told = batch.step(np.where(strays, batch.random_actions(pick), first[questions] + codes))
        ended[step], won[step] = told.done, told.rewards > 0
    wins, known = np.zeros((steps, TABLES), dtype=bool), np.zeros((steps, TABLES), dtype=bool)
    of, over = np.zeros((TABLES, seats), dtype=bool), np.zeros(TABLES, dtype=bool)
    for step in reversed(range(steps)):
        of[ended[step]] = won[step, ended[step]]
        over |= ended[step]
        wins[step], known[step] = of[np.arange(TABLES), asked[step]], over
    lanes = np.broadcast_to(np.arange(TABLES), known.shape)
    return seen[known], wins[known], lanes[known]


class Network:
    """The network, in floating point."""

    def __init__(self, pick):
        inner = pick.normal(0, (2 / PLAYED.INPUTS) ** 0.5, (PLAYED.INPUTS, PLAYED.HIDDEN))
        wins = pick.normal(0, (1 / PLAYED.HIDDEN) ** 0.5, PLAYED.HIDDEN)
        self.weights = [each.astype(np.float32) for each in (inner, np.zeros(PLAYED.HIDDEN), wins, np.zeros(1))]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def hidden(self, seen):
        """Return the inputs and the hidden layer."""
        x = seen * SCALE
        return x, np.maximum(x @ self.weights[0] + self.weights[1], 0)

    def share(self, seen):
        """Return the share of games that each seat may expect to win."""
        return 1 / (1 + np.exp(-(self.hidden(seen)[1] @ self.weights[2] + self.weights[3])))

    def learn(self, seen, won, rate):
        """Change the weights by what was seen and won (Adam, Kingma and Ba 2015)."""
        x, inner = self.hidden(seen)
        wrong = (1 / (1 + np.exp(-(inner @ self.weights[2] + self.weights[3]))) - won) / len(won)
        back = wrong[:, None] * self.weights[2] * (inner > 0)
        self.steps += 1
        for place, slope in enumerate((x.T @ back, back.sum(axis=0), inner.T @ wrong, wrong.sum(keepdims=True))):
            mean, square = self.means[place], self.squares[place]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            self.weights[place] -= (rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)).astype(np.float32)

    def save(self, path):
        """Write the weights in parts of ONE, as whole numbers."""
        inner, bias, wins, last = self.weights
        arrays = {"inner": inner * SCALE[:, None], "inner_bias": bias, "wins": np.concatenate([wins, last])}
        np.savez_compressed(
            path, **{name: np.round(each * PLAYED.ONE).astype(np.int32) for name, each in arrays.items()}
        )


def error(network, seen, won):
    """Return the average surprise at a result, in bits."""
    share = np.clip(network.share(seen), 1e-6, 1 - 1e-6)
    return float(-np.log2(np.where(won, share, 1 - share)).mean())


def train(seed, steps):
    """Train a network; yield it with each row of the curve: choices learned from so far, and the error."""
    pick = np.random.default_rng(seed)
    parts = [games(seats, seed, steps) for seats in SEATS]
    seen, won, lanes = (np.concatenate(each) for each in zip(*parts, strict=True))
    learned = np.flatnonzero(lanes % HELD_OUT > 0)
    held_out = np.flatnonzero(lanes % HELD_OUT == 0)
    network, rounds = Network(pick), max(1, EPOCHS * len(learned) // PART)
    order = np.concatenate([pick.permutation(learned) for _ in range(EPOCHS)])
    for number in range(rounds):
        part = order[number * PART : (number + 1) * PART]
        network.learn(seen[part].astype(np.float32), won[part], RATE * (1 - number / rounds))
        if (number + 1) * ROWS // rounds > number * ROWS // rounds:
            yield network, ((number + 1) * PART, error(network, seen[held_out], won[held_out]))


def main(seed=SEED, steps=STEPS):
    began = time.process_time()
    print(f"Blitz Champz for two to six, seed {seed}: the surprise at who wins, in bits, at tables not learned from")
    for network, (so_far, surprise) in train(seed, steps):
        print(f"{so_far:>10,} choices: {surprise:.4f} bits, {(time.process_time() - began) / 60:.1f} min", flush=True)
        network.save(PLAYED.WEIGHTS)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
