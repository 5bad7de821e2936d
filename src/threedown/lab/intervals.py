"""Intervals and probabilities that hold at every look.

A study looks at its games up to ten times, each time at twice as many. With at least 95 % the intervals of *all* looks
hold, so it may stop at any look: the 5 % of error are spent as the games grow, 0.05 t² of them up to a share t of all
games (Lan and DeMets, Biometrika 70 (1983); the power family of Kim and DeMets, Biometrika 74 (1987)). A look's
intervals have the error at which they fail there, and not before, with what it adds (:mod:`threedown.lab.sequential`).
Those of the last look are 3.2 % wider than without any looks before, for which 6.5 % more games make up. P-values use
what a look adds alone (Bonferroni's inequality): so they may be compared at any level, as Holm's method does.

At each look an interval is Student's, of the differences game by game. For shares it is that of Bonett and Price
(Statistics in Medicine 31 (2012)): two imagined games are added, one that differs each way, so that it does not shrink
to zero if all games came out equal.
"""

import itertools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.report import share_interval, standard_error
from threedown.lab.distributions import binomial_quantile, student_quantile, student_tail
from threedown.lab.sequential import bounds_of, two_tails

ERROR = 0.05
LOOKS = 10
FIRST_LOOK = 1000
"""The smallest number of games before the first look."""


class Interval(NamedTuple):
    """A value and an interval that holds at every look; ``p`` is the p-value of a difference of 0."""

    value: float
    low: float
    high: float
    p: float = 1.0

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class LookErrors(NamedTuple):
    """The errors of one look."""

    error: float
    """The chance that an interval of this look alone misses the true value."""
    spent: float
    """The part of the whole 5 % that it adds to the looks before it."""


ONE_LOOK = LookErrors(ERROR, ERROR)


def looks_after(most: int) -> tuple[int, ...]:
    """Return the numbers of games at the looks: ten at most, each twice the one before, the last one ``most``.

    >>> looks_after(4000), len(looks_after(512_000)), looks_after(1_000_000)[:2]
    ((1000, 2000, 4000), 10, (1954, 3908))
    """
    first = max(FIRST_LOOK, -(-most // 2 ** (LOOKS - 1)))
    before = itertools.takewhile(lambda games: games < most, (first << look for look in range(LOOKS)))
    return (*before, most)


def errors_of(looks: Sequence[int]) -> list[LookErrors]:
    """Return the errors of looks after these numbers of games.

    >>> [(round(each.error, 4), round(each.spent, 4)) for each in errors_of([1000, 2000, 4000])]
    [(0.0031, 0.0031), (0.0105, 0.0094), (0.0432, 0.0375)]
    """
    spent = [ERROR * (games**2 - before**2) / looks[-1] ** 2 for before, games in itertools.pairwise((0, *looks))]
    bounds = bounds_of(tuple(games / looks[-1] for games in looks), tuple(spent))
    return [LookErrors(two_tails(bound), part) for bound, part in zip(bounds, spent, strict=True)]


def difference(n: int, total: int, squares: int, whole: int, look: LookErrors) -> Interval:
    """Return the mean of ``n`` differences at a look, from their sum and sum of squares.

    ``whole`` is the value of a game if they are differences of a share (the interval is then of the share), else 0.
    """
    value = total / n
    if whole:
        n, squares = n + 2, squares + 2 * whole * whole
    error = standard_error(n, total, squares)
    if not error:
        return Interval(value, value, value, 1.0 if total == 0 else 0.0)
    middle = total / n
    low, high = student(1 - look.error, n, middle, error)
    scale = whole or 1
    return Interval(value / scale, low / scale, high / scale, chance_of(n, middle, error, look))


def level(n: int, total: int, squares: int, whole: int, error: float) -> Interval:
    """Return the mean of a measure with Student's interval, or a share with Wilson's (rounded outwards)."""
    if whole:
        low, _ = share_interval(total // whole, n, 1 - error)
        _, high = share_interval(-(-total // whole), n, 1 - error)
        return Interval(total / whole / n, low, high)
    spread = standard_error(n, total, squares) or 0.0
    return Interval(total / n, *student(1 - error, n, total / n, spread))


def quantile(values: Sequence[tuple[int, int]], share: float, error: float) -> Interval:
    """Return a quantile of sorted counts ``(value, games)`` with the binomial interval of its ranks."""
    running = np.cumsum([count for _, count in values])
    n = int(running[-1])
    low, high = (binomial_quantile(side, n, share) for side in (error / 2, 1 - error / 2))
    ranks = (share * n, max(low, 1), min(high + 1, n))
    at, least, most = (float(values[int(np.searchsorted(running, rank))][0]) for rank in ranks)
    return Interval(at, least, most)


def student(sure: float, n: int, mean: float, error: float) -> tuple[float, float]:
    """Return Student's interval of a mean of ``n`` values with this standard error (0: the mean itself)."""
    half = student_quantile((1 + sure) / 2, n - 1) * error if error else 0.0
    return mean - half, mean + half


def quotient(parts: Any, wholes: Any) -> tuple[float, Any]:
    """Return the quotient of the means of two columns (float64), and the influence of each row on it: the delta method.

    >>> quotient(np.array([1.0, 3.0]), np.array([4.0, 4.0]))
    (0.5, array([-0.25,  0.25]))
    """
    value = float(parts.sum() / wholes.sum())
    return value, (parts - value * wholes) / wholes.mean()


def error_of(influence: Any) -> float:
    """Return the standard error of a value from the influence of each row on it."""
    n = len(influence)
    return math.sqrt(float(influence @ influence) / (n * (n - 1)))


def chance_of(n: int, mean: float, error: float, look: LookErrors) -> float:
    """Return the p-value of a mean of 0: below 5 % only if the look's interval excludes 0."""
    return min(1.0, ERROR / look.spent * 2 * student_tail(abs(mean) / error, n - 1))


def holm(chances: Sequence[float]) -> list[float]:
    """Adjust the p-values of several comparisons, so that the small ones among them may be picked.

    Holm, Scandinavian Journal of Statistics 6 (1979); SciPy has only the control of false discoveries.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    raised, so_far = [0.0] * len(chances), 0.0
    for before, place in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        so_far = max(so_far, min(1.0, (len(chances) - before) * chances[place]))
        raised[place] = so_far
    return raised
