"""A small study: how long is a game of War, by the cards that are laid face down in a war?

For each number of cards: the mean number of turns, its 95 % interval (the mean of many independent games, ± 1.96
standard errors), and the command that gives the same numbers again::

    python examples/study.py
    python examples/study.py 100000 1
"""

import sys
from itertools import pairwise

import threedown

FACE_DOWN = (0, 1, 2, 3, 4)
TWO_SIDED_95 = 1.96


def study(games, seed):
    """A row for each rule: (face_down, mean, low, high)."""
    rows = []
    for face_down in FACE_DOWN:
        found = threedown.simulate("war", games, seed=seed, face_down=face_down)
        mean, error = found.turns.mean, found.turns.se
        rows.append((face_down, mean, mean - TWO_SIDED_95 * error, mean + TWO_SIDED_95 * error))
    return rows


def told(rows, games, seed):
    """Return the rows as lines, and the conclusions: only where two intervals don't overlap."""
    yield f"Turns of a game of War for two, {games:,} games a row, seed {seed}"
    for face_down, mean, low, high in rows:
        command = f"threedown sim war -n {games} --seed {seed} --set face_down={face_down}"
        yield f"{face_down} face down: {mean:6.1f}  [{low:.1f}, {high:.1f}]   {command}"
    for before, after in pairwise(rows):
        if after[3] < before[2]:
            verdict = "makes the game shorter"
        elif after[2] > before[3]:
            verdict = "makes the game longer"
        else:
            verdict = "makes no difference that so many games can show"
        yield f"{after[0]} instead of {before[0]} {verdict}."


def main(games=20_000, seed=1):
    for line in told(study(games, seed), games, seed):
        print(line)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
