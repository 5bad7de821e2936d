"""Luck of the deal: the part of the result that the deal decides.

Every game is played twice: as it is, and again from the same deal with other chance (later draws and shuffles, and the
bots' own chance). The shares that the seats have won of each game are a vector y. The part decided by the deal is the
variance between deals over the whole variance, summed over the seats: the correlation within classes (Fisher 1925), or
Sobol's index of the deal (1993), estimated as by Janon, Klein, Lagnoux, Nodet and Prieur (ESAIM: Probability and
Statistics 18 (2014)).

The winners are a set of seats, so a study counts its deals by the pair of results, in whole numbers. Intervals are
Student's, of the influence of each deal on the share (the delta method). As with other shares, two imagined deals are
added, one whose games end equally and one whose games do not, so that an interval never shrinks to zero.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.lab.intervals import Interval, LookErrors, chance_of, student

Outcomes = Mapping[tuple[int, ...], int]
"""Numbers of deals by result: the winners (a bit a seat) of a variant's two games, or of both variants of a pair."""

SAME, OTHER = (1, 1), (1, 2)
"""The outcomes of the two imagined deals."""


class Share(NamedTuple):
    """A share of a variance, and the influence of each outcome on it (float64)."""

    value: float
    influence: Any


def outcomes(winners: Sequence[Any]) -> dict[tuple[int, ...], int]:
    """Count the deals by outcome, from columns of winners (int64, one for each deal)."""
    rows, counts = np.unique(np.column_stack(winners), axis=0, return_counts=True)
    return dict(zip(map(tuple, rows.tolist()), counts.tolist(), strict=True))


def deal_share(counts: Outcomes, seats: int, look: LookErrors) -> Interval:
    """Return the share of the result that the deal decides; if all games end equally, the interval is 0 to 1.

    >>> from threedown.lab.intervals import ONE_LOOK
    >>> share = deal_share({(1, 1): 500, (2, 2): 500}, 2, ONE_LOOK)  # of 1,002 deals one differs: 0.998 - 1.96 * 0.002
    >>> share.value, round(share.low, 4)
    (1.0, 0.9941)
    >>> deal_share({(1, 1): 250, (1, 2): 250, (2, 1): 250, (2, 2): 250}, 2, ONE_LOOK).value
    0.0
    """
    share = _share(counts, seats, 0)
    if share is None:
        return Interval(0.0, 0.0, 1.0)
    with_two = _with_imagined(counts, (SAME, OTHER))
    known = _share(with_two, seats, 0)
    assert known is not None
    low, high, _ = _student(known.value, known.influence, with_two, look)
    return Interval(max(0.0, share.value), max(0.0, low), min(1.0, high))


def deal_share_difference(counts: Outcomes, seats: int, look: LookErrors) -> Interval:
    """Return how much more the deal decides in the second of two variants of the same deals."""
    shares = [_share(counts, seats, place) for place in (0, 2)]
    with_two = _with_imagined(counts, ((*SAME, *OTHER), (*OTHER, *SAME)))
    known = [_share(with_two, seats, place) for place in (0, 2)]
    if None in shares or known[0] is None or known[1] is None:
        return Interval(0.0, -1.0, 1.0)
    value = shares[1].value - shares[0].value  # type: ignore[union-attr]
    difference = known[1].value - known[0].value
    return Interval(value, *_student(difference, known[1].influence - known[0].influence, with_two, look))


def _with_imagined(counts: Outcomes, imagined: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    more = dict(counts)
    for outcome in imagined:
        more[outcome] = more.get(outcome, 0) + 1
    return more


def _share(counts: Outcomes, seats: int, place: int) -> Share | None:
    """Return the share for the two games whose winners stand at ``place`` and after it; None if nothing varies."""
    weights = np.array(list(counts.values()), dtype=np.float64)
    weights /= weights.sum()
    one, other = (_won([outcome[each] for outcome in counts], seats) for each in (place, place + 1))
    mean = weights @ (one + other) / 2
    together = ((one - mean) * (other - mean)).sum(axis=1)
    variance = (((one - mean) ** 2).sum(axis=1) + ((other - mean) ** 2).sum(axis=1)) / 2
    whole = float(weights @ variance)
    if whole < 1e-12:
        return None
    share = float(weights @ together) / whole
    return Share(share, (together - share * variance) / whole)


def _won(winners: Sequence[int], seats: int) -> Any:
    """Return the share of each seat in a game: float64 of shape (outcomes, seats). With no winner all share it."""
    bits = (np.array(winners, dtype=np.int64)[:, None] >> np.arange(seats)) & 1
    bits[bits.sum(axis=1) == 0] = 1
    return bits / bits.sum(axis=1, keepdims=True)


def _student(value: float, influence: Any, outcome_counts: Outcomes, look: LookErrors) -> tuple[float, float, float]:
    """Return the interval at a look, and the p-value of a value of 0."""
    counts = np.array(list(outcome_counts.values()), dtype=np.float64)
    n = int(counts.sum())
    error = math.sqrt(float(counts @ influence**2) / (n * (n - 1)))
    if not error:
        return value, value, 1.0 if value == 0 else 0.0
    return *student(1 - look.error, n, value, error), chance_of(n, value, error, look)
