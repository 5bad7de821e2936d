"""A player that searches: Monte Carlo tree search over a batch of Blitz Champz for two, against ``simple``.

    pip install 'threedown[rl]'
    python examples/search_champz.py            20 games with 512 imagined games for each choice
    python examples/search_champz.py 100 2048   100 games, 2,048 imagined games

Each choice is searched for on 64 tables at once (``Batch.restore`` with ``imagine``): the cards that the player doesn't
know lie otherwise on each of them. The tree has a node for each line of the player's own choices (an open-loop tree, as
chance and the opponent answer anew in each world; Kocsis and Szepesvári 2006 for the bound by which a branch is
chosen). Below the tree the choices are random. So it knows nothing of the game but its rules and the result.
"""

import math
import sys

import numpy as np

from threedown.bulk.report import share_interval
from threedown.rl import Batch

OPPONENT = "simple"
TABLES = 64
EXPLORES = 1.0
"""The weight of the bound for branches that were seldom tried."""


class Node:
    """A line of own choices: how often it was tried, what it brought, and the lines that follow."""

    def __init__(self):
        self.visits, self.total, self.lines = 0, 0.0, {}

    def pick(self, legal, random):
        """Return the next choice: one that was never tried, or the one with the best bound."""
        new = [action for action in legal if action not in self.lines]
        if new:
            return int(random.choice(new))
        return max(legal, key=lambda action: self.lines[action].bound(self.visits))

    def bound(self, of):
        return self.total / max(1, self.visits) + EXPLORES * math.sqrt(math.log(of + 1) / max(1, self.visits))


def search(worlds, saved, legal, games, seed):
    """Return the choice that was tried most in so many imagined games."""
    root, random = Node(), np.random.default_rng(seed)
    for number in range(max(1, games // worlds.n)):
        step = worlds.restore(range(worlds.n), saved, imagine=seed + number)
        paths, in_tree = [[root] for _ in range(worlds.n)], np.ones(worlds.n, dtype=bool)
        won = np.zeros(worlds.n)
        while (step.seat >= 0).any():
            actions = worlds.random_actions(random)
            for lane in np.flatnonzero(in_tree & (step.seat >= 0)):
                node = paths[lane][-1]
                action = node.pick(worlds.legal_actions(lane), random)
                in_tree[lane] = action in node.lines
                paths[lane].append(node.lines.setdefault(action, Node()))
                node.visits += 1  # at once, so that the other tables of this round try other lines
                actions[lane] = action
            step = worlds.step(actions)
            won += step.rewards[:, 0]
        for lane, path in enumerate(paths):
            path[-1].visits += 1
            for node in path:
                node.total += won[lane]
    return max(legal, key=lambda action: root.lines[action].visits if action in root.lines else 0)


def play(games, imagined):
    """Return how many of so many games the search wins."""
    table = Batch("champz", 1, seed=1, learners=[0], bots=OPPONENT, restarts=False, seats=2)
    worlds = Batch("champz", TABLES, seed=1, learners=[0], bots=OPPONENT, restarts=False, seats=2)
    worlds.reset()
    won, asked = 0, 0
    for game in range(games):
        step = table.reset() if game == 0 else table.deal([True])
        while step.seat[0] >= 0:
            legal, asked = table.legal_actions(0), asked + 1
            choice = legal[0] if len(legal) == 1 else search(worlds, table.save(0), legal, imagined, 1000 * asked)
            step = table.step([choice])
        won += step.rewards[0, 0] > 0
    return won


if __name__ == "__main__":
    games, imagined = (int(text) for text in (sys.argv[1:] + ["20", "512"][len(sys.argv) - 1 :])[:2])
    won = play(games, imagined)
    low, high = share_interval(won, games)
    print(f"won {won} of {games} games against {OPPONENT}, {won / games:.1%} (95 % interval {low:.1%} to {high:.1%})")
