"""The share of games that a pairing would win, from games that were looked at until they were clear.

A pairing that stops once its share is clear has been lucky more often than not, so its share of the games flatters.
Here the outcomes of the whole procedure are put in order (stage-wise: Tsiatis, Rosner and Mehta, Biometrics 40 (1984)):
a win that was clear earlier is more than one that was clear later, and of two at the same look, the one with more games
won is more. The interval has the true shares under which the outcome is neither too high nor too low, and the estimate
is the share under which it is in the middle. Their probabilities are added up exactly, and half of the outcome's own
counts to each side (mid-p), because numbers of games are whole.
"""

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.report import share_interval

FARTHEST = 9.0
"""Standard deviations from the mean beyond which a number of games is left out: less than 1e-18 of all."""
STEPS = 60
"""Halvings of the interval in which a share is searched."""


class LookBounds(NamedTuple):
    """A look at a pairing: after so many ``games`` it stops with ``loses`` won or fewer, and with ``beats`` or more."""

    games: int
    loses: int
    beats: int


class Estimated(NamedTuple):
    """A share, and the interval from ``low`` to ``high``."""

    share: float
    low: float
    high: float


@functools.lru_cache(1 << 10)
def look(games: int, even: float, confidence: float) -> LookBounds:
    """Return a look at which Wilson's interval of the share says whether a pairing stops."""

    def first(is_beyond: Callable[[int], bool]) -> int:
        low, high = -1, games + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if is_beyond(middle) else (middle, high)
        return high

    beats = first(lambda won: share_interval(won, games, confidence)[0] > even)
    not_lost = first(lambda won: share_interval(won, games, confidence)[1] >= even)
    return LookBounds(games, not_lost - 1, beats)


def estimated(looks: Sequence[LookBounds], won: float, confidence: float = 0.95) -> Estimated:
    """Return the share that a pairing would win, from the games that it had ``won`` at the last of its ``looks``.

    ``won`` may be between two whole numbers, because games with several winners count in parts: then the interval is
    that of both, and the share lies between theirs.
    """
    below, above = (_of_whole(tuple(looks), each, confidence) for each in (math.floor(won), math.ceil(won)))
    part = won - math.floor(won)
    return Estimated(below.share * (1 - part) + above.share * part, below.low, above.high)


@functools.lru_cache(1 << 10)
def _of_whole(looks: tuple[LookBounds, ...], won: int, confidence: float) -> Estimated:
    def share_at(position: float) -> float:
        low, high = 0.0, 1.0
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if at_least(looks, won, middle) < position else (low, middle)
        return (low + high) / 2

    tail = (1 - confidence) / 2
    least, most = at_least(looks, won, 0.0), at_least(looks, won, 1.0)
    return Estimated(*(
        0.0 if position <= least else 1.0 if position >= most else share_at(position)
        for position in (0.5, tail, 1 - tail)
    ))  # fmt: skip


def at_least(looks: Sequence[LookBounds], won: int, share: float) -> float:
    """Return the probability of an outcome that is at least as high as ``won`` games at the last look, if games are won
    with this probability.

    Half of the outcome's own probability counts. It grows with ``share``.
    """
    higher = 0.0
    first, chances = 0, np.ones(1)
    for number, each in enumerate(looks):
        played = each.games - (looks[number - 1].games if number else 0)
        begin, more = binomial(played, share)
        first, chances = first + begin, np.convolve(chances, more)
        numbers = np.arange(first, first + len(chances))
        if number == len(looks) - 1:
            return higher + float(chances[numbers > won].sum() + chances[numbers == won].sum() / 2)
        higher += float(chances[numbers >= each.beats].sum())
        goes_on = (numbers > each.loses) & (numbers < each.beats)
        if not goes_on.any():
            break
        first, chances = int(numbers[goes_on][0]), chances[goes_on]
    return higher


def binomial(games: int, share: float) -> tuple[int, Any]:
    """Return the probabilities of numbers of games won, from the first number on; those that are tiny are left out."""
    mean, spread = games * share, FARTHEST * math.sqrt(games * share * (1 - share)) + 1
    first, last = max(0, math.floor(mean - spread)), min(games, math.ceil(mean + spread))
    if share in (0.0, 1.0):
        return round(mean), np.ones(1)
    logs = _log_factorials(games)
    won = np.arange(first, last + 1)
    ways = logs[games] - logs[won] - logs[games - won]
    return first, np.exp(ways + won * math.log(share) + (games - won) * math.log1p(-share))


@functools.lru_cache(64)
def _log_factorials(most: int) -> Any:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, most + 1)))])
