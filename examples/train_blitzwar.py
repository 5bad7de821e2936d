"""Learn a value of BlitzWar's tables in self-play: each player's chance to win, by a small network, in NumPy alone.

    pip install 'threedown[rl]'
    python examples/train_blitzwar.py         seed 1: prints the curve, writes examples/learned_blitzwar.npz
    python examples/train_blitzwar.py 2 1000  another seed, fewer games for each number of players

Keen players and some simple ones play games for two to five. The network learns to predict the winner from the tables
between two turns: a softmax over the players, trained by Adam. ``learned_blitzwar.py`` reads the tables, and plays by
what was learned. The formula of ``fierce`` predicts the winner of the same tables, for comparison.
"""

import importlib.util
import sys
import time
import types
from pathlib import Path

import msgspec
import numpy as np

from threedown.bulk import kernel
from threedown.bulk.compiler import compiled_entry
from threedown.bulk.player import compiled_options, usable_cache
from threedown.games.blitzwar import fierce
from threedown.games.blitzwar.keen import keen
from threedown.games.blitzwar.simple import simple
from threedown.table.chance import WORD, keys
from threedown.table.layout import Table
from threedown.table.verbs import begin_turn, is_over, seats

SEED, GAMES = 1, 8_000
"""Games for each number of players."""
PLAYERS = (2, 3, 4, 5)
SIMPLE = 0.25
"""The share of seats with a simple player."""
EVERY = 3
"""Of so many turns, one is followed by a table to learn from."""
MOST_READ = 25
"""Tables of a game, on average: the room for them."""

HIDDEN, EPOCHS, PART, RATE, DECAY = 32, 6, 512, 3e-3, 1e-4
"""The network's hidden units; training epochs, tables in a batch, the first learning rate (it falls to 0), and the
weight decay."""
HELD_OUT = 20
"""Of so many games, one is held out to measure the error."""
ROWS = 8


def example(name):
    """Import a file in this folder as a module."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PLAYED = example("learned_blitzwar")


def pupil(t, seat, question):
    """Play like a simple player at the seats marked so in this game, else like a keen one."""
    if t.live[seat]:
        return simple(t, seat, question)
    return keen(t, seat, question)


def play_and_read(t, words, fresh, key, are_simple, seen, left, odds, game_of, won):
    """Play a game for each row of ``key``, write the winners, and read one table in EVERY turns.

    Return the number of tables read. ``seen`` gets the inputs of each seat, ``left`` is true for seats that are still
    in, and ``odds`` are proportional to their chances by the formula of ``fierce``. Compiled.
    """
    tail = words[len(words) - len(fresh) :]
    count = 0
    for game in range(len(key)):
        for place in range(len(fresh)):
            tail[place] = fresh[place]
        t.s.chance[0] = key[game, 0]
        t.s.chance[1] = key[game, 1]
        t.s.pilot[0] = key[game, 2] & WORD
        for seat in range(seats(t)):
            t.live[seat] = are_simple[game, seat]
        kernel.deal(t)
        while not is_over(t):
            begin_turn(t)
            kernel.turn(t)
            is_read = (int(t.s.turns) + game) % EVERY == 0 and count < len(seen)
            if is_read and not is_over(t) and not t.s.opening:
                x = PLAYED.read(t)
                for seat in range(seats(t)):
                    left[count, seat] = PLAYED.is_left(t, seat)
                    later = seats(t) - 1 - (seat - int(t.s.turn_of)) % seats(t)
                    odds[count, seat] = fierce.odds(t, seat) * (seats(t) - 1 + fierce.NEXT * later)
                    for place in range(PLAYED.INPUTS):
                        seen[count, seat, place] = x[seat, place]
                game_of[count] = game
                count += 1
        for seat in range(seats(t)):
            won[game, seat] = (int(t.s.winners) >> seat) & 1
    return count


def games_of(players, seed, games):
    """Play games for a number of players; return what :func:`play_and_read` writes."""
    setting = PLAYED.usual(players)
    own = setting.game.bots
    names = {name: getattr(own, name) for name in ("WORLD", "IMAGINES", "PLANS", "LADDER")}
    bots = types.SimpleNamespace(LEVELS=own.LEVELS | {"pupil": pupil}, **names)
    setting = msgspec.structs.replace(setting, game=setting.game._replace(bots=bots))
    entry = compiled_entry(play_and_read, setting, ("pupil",) * players, {}, usable_cache(), False)
    state = setting.new_table_state()
    fresh = state.words[state.clean_from :].copy()
    table = Table(state.compiled, compiled_options(setting), np.zeros(players, dtype=np.int64))
    are_simple = (np.random.default_rng(seed).random((games, players)) < SIMPLE).astype(np.int64)
    room = games * MOST_READ
    seen = np.zeros((room, players, PLAYED.INPUTS), dtype=np.int16)
    left, odds = np.zeros((room, players), dtype=np.bool_), np.zeros((room, players))
    game_of, won = np.zeros(room, dtype=np.int64), np.zeros((games, players), dtype=np.int64)
    count = entry(table, state.words, fresh, keys(seed, 0, games), are_simple, seen, left, odds, game_of, won)
    return seen[:count], left[:count], odds[:count], game_of[:count], won


class Network:
    """The network in floating point, for arrays of tables (tables, seats, inputs)."""

    def __init__(self, pick):
        inner = pick.normal(0, (2 / 16) ** 0.5, (PLAYED.INPUTS, HIDDEN))
        wins = pick.normal(0, 0.1, HIDDEN)
        weights = inner, np.zeros(HIDDEN), wins, np.zeros(PLAYED.INPUTS)
        self.weights = [each.astype(np.float32) for each in weights]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.steps = 0

    def chances(self, seen, left):
        """Return the inputs, the hidden layer, and each seat's chance to win."""
        x = seen.reshape(-1, PLAYED.INPUTS).astype(np.float32) / PLAYED.UNIT
        inner = np.maximum(x @ self.weights[0] + self.weights[1], 0)
        power = np.where(left, (inner @ self.weights[2] + x @ self.weights[3]).reshape(left.shape), -np.inf)
        power = np.exp(power - power.max(axis=1, keepdims=True))
        return x, inner, power / power.sum(axis=1, keepdims=True)

    def learn(self, seen, left, won, rate):
        """Change the weights by tables and the winners of their games (Adam: Kingma and Ba 2015)."""
        x, inner, chance = self.chances(seen, left)
        wrong = ((chance - won) / len(won)).reshape(-1).astype(np.float32)
        back = wrong[:, None] * self.weights[2] * (inner > 0)
        self.steps += 1
        for place, slope in enumerate((x.T @ back, back.sum(axis=0), inner.T @ wrong, x.T @ wrong)):
            mean, square = self.means[place], self.squares[place]
            slope = slope + DECAY * self.weights[place]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            self.weights[place] -= (rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-8)).astype(np.float32)

    def save(self, path):
        """Write the weights, as whole numbers in parts of ONE."""
        inner, bias, wins, direct = self.weights
        arrays = {"inner": inner / PLAYED.UNIT, "inner_bias": bias, "wins": wins, "direct": direct / PLAYED.UNIT}
        np.savez_compressed(
            path, **{name: np.round(each * PLAYED.ONE).astype(np.int32) for name, each in arrays.items()}
        )


def surprise(chance, won):
    """Return the average surprise at the winner, in bits (the cross entropy)."""
    return float(-np.log2(np.maximum((chance * won).sum(axis=1), 1e-6)).mean())


def tables_of(seed, games, numbers=PLAYERS):
    """Play games for these numbers of players; return ``seen``, ``left``, each seat's share of the win,
    ``odds``, and the held-out tables.

    Tables with fewer players than others get empty seats.
    """
    parts, most = [], max(numbers)
    for players in numbers:
        seen, left, odds, game_of, won = games_of(players, seed, games)
        share = (won / np.maximum(won.sum(axis=1, keepdims=True), 1)).astype(np.float32)[game_of]
        wide = ((0, 0), (0, most - players))
        known = won[game_of].any(axis=1)
        parts.append(
            (np.pad(seen, (*wide, (0, 0)))[known], np.pad(left, wide)[known], np.pad(share, wide)[known],
             np.pad(odds, wide)[known], game_of[known] % HELD_OUT == 0)
        )  # fmt: skip
    return tuple(np.concatenate(each) for each in zip(*parts, strict=True))


def fit(seed, seen, left, won, held_out):
    """Train a network; yield it with each point of the curve: the tables seen so far, and the held-out surprise."""
    pick = np.random.default_rng(seed)
    learned = np.flatnonzero(~held_out)
    network, rounds = Network(pick), max(1, EPOCHS * len(learned) // PART)
    order = np.concatenate([pick.permutation(learned) for _ in range(EPOCHS)])
    for number in range(rounds):
        part = order[number * PART : (number + 1) * PART]
        network.learn(seen[part], left[part], won[part], RATE * (1 - number / rounds))
        if (number + 1) * ROWS // rounds > number * ROWS // rounds:
            chance = network.chances(seen[held_out], left[held_out])[2]
            yield network, ((number + 1) * PART, surprise(chance, won[held_out]))


def main(seed=SEED, games=GAMES):
    began = time.process_time()

    def tell(text):
        print(f"{text}, {(time.process_time() - began) / 60:.1f} min", flush=True)

    seen, left, won, odds, held_out = tables_of(seed, games)
    tell(
        f"BlitzWar, seed {seed}: {len(seen):,} tables; the surprise at the winners of {held_out.sum():,} held-out ones"
    )
    for network, (so_far, bits) in fit(seed, seen, left, won, held_out):
        tell(f"{so_far:>10,} tables: {bits:.4f} bits")
        network.save(PLAYED.WEIGHTS)
    dealt = seen[:, :, PLAYED.TIME :].any(axis=2).sum(axis=1)
    for players in PLAYERS:
        those = held_out & (dealt == players)
        usual = surprise(odds[those] / odds[those].sum(axis=1, keepdims=True), won[those])
        bits = surprise(network.chances(seen[those], left[those])[2], won[those])
        tell(f"{players} players: {bits:.4f} bits, and {usual:.4f} by the formula of fierce")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
