"""Luck of the deal: the part of the result that is settled once the cards are dealt.

Every game is played twice: as it is, and again from the same deal with other chance (later draws and shuffles, and the
bots' own chance). The shares that the seats have won of each game are a vector y. The part settled by the deal is the
variance between deals over the whole variance, summed over the seats: the correlation within classes (Fisher 1925), or
Sobol's index of the deal (1993), estimated as by Janon, Klein, Lagnoux, Nodet and Prieur (ESAIM: Probability and
Statistics 18 (2014)).

The winners are a set of seats, so a study counts its deals by the pair of results, in whole numbers. Intervals are
Student's, of the influence of each deal on the share (the delta method). As with other shares two deals are imagined,
one whose games end equally and one whose games do not, so that an interval does not shrink to nothing.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.lab.intervals import Interval, chance_of, confidence, student

Outcomes = Mapping[tuple[int, ...], int]
"""Numbers of deals by result: the winners (a bit a seat) of a variant's two games, or of both variants of a pair."""

SAME, OTHER = (1, 1), (1, 2)
"""Two deals that are imagined."""


class Share(NamedTuple):
    """A share of a variance, and what each outcome adds to it (float64, one an outcome)."""

    value: float
    influence: Any


def outcomes(winners: Sequence[Any]) -> dict[tuple[int, ...], int]:
    """Columns of winners (int64, one a deal) counted: how many deals ended so."""
    rows, counts = np.unique(np.column_stack(winners), axis=0, return_counts=True)
    return dict(zip(map(tuple, rows.tolist()), counts.tolist(), strict=True))


def settled(found: Outcomes, seats: int, looks: int) -> Interval:
    """The share of who wins that the deal settles, 0 to 1; all of that is possible where who wins never differs.

    >>> share = settled({(1, 1): 500, (2, 2): 500}, 2, 1)  # of 1,002 deals one ends otherwise: 0.99800 - 1.96 * 0.00200
    >>> share.value, round(share.low, 4)
    (1.0, 0.9941)
    >>> settled({(1, 1): 250, (1, 2): 250, (2, 1): 250, (2, 2): 250}, 2, 1).value
    0.0
    """
    share = _share(found, seats, 0)
    if share is None:
        return Interval(0.0, 0.0, 1.0)
    with_two = _with(found, (SAME, OTHER))
    known = _share(with_two, seats, 0)
    assert known is not None
    low, high, _ = _student(known.value, known.influence, with_two, looks)
    return Interval(max(0.0, share.value), max(0.0, low), min(1.0, high))


def settled_apart(found: Outcomes, seats: int, looks: int) -> Interval:
    """By how much more the deal settles in the second of two variants, of the same deals."""
    shares = [_share(found, seats, place) for place in (0, 2)]
    with_two = _with(found, ((*SAME, *OTHER), (*OTHER, *SAME)))
    known = [_share(with_two, seats, place) for place in (0, 2)]
    if None in shares or known[0] is None or known[1] is None:
        return Interval(0.0, -1.0, 1.0)
    value = shares[1].value - shares[0].value  # type: ignore[union-attr]
    apart = known[1].value - known[0].value
    return Interval(value, *_student(apart, known[1].influence - known[0].influence, with_two, looks))


def _with(found: Outcomes, imagined: Sequence[tuple[int, ...]]) -> dict[tuple[int, ...], int]:
    more = dict(found)
    for outcome in imagined:
        more[outcome] = more.get(outcome, 0) + 1
    return more


def _share(found: Outcomes, seats: int, place: int) -> Share | None:
    """The share of the games whose winners stand at ``place`` and after it; None where nothing varies."""
    weights = np.array(list(found.values()), dtype=np.float64)
    weights /= weights.sum()
    one, other = (_won([outcome[each] for outcome in found], seats) for each in (place, place + 1))
    mean = weights @ (one + other) / 2
    together = ((one - mean) * (other - mean)).sum(axis=1)
    apart = (((one - mean) ** 2).sum(axis=1) + ((other - mean) ** 2).sum(axis=1)) / 2
    whole = float(weights @ apart)
    if whole < 1e-12:
        return None
    share = float(weights @ together) / whole
    return Share(share, (together - share * apart) / whole)


def _won(winners: Sequence[int], seats: int) -> Any:
    """The parts of a game that each seat has won: float64 of shape (outcomes, seats). Who win share it, or all do."""
    bits = (np.array(winners, dtype=np.int64)[:, None] >> np.arange(seats)) & 1
    bits[bits.sum(axis=1) == 0] = 1
    return bits / bits.sum(axis=1, keepdims=True)


def _student(value: float, influence: Any, found: Outcomes, looks: int) -> tuple[float, float, float]:
    """The interval at one look of so many, and the p-value of no share (no difference)."""
    counts = np.array(list(found.values()), dtype=np.float64)
    n = int(counts.sum())
    error = math.sqrt(float(counts @ influence**2) / (n * (n - 1)))
    if not error:
        return value, value, 1.0 if value == 0 else 0.0
    return *student(confidence(looks), n, value, error), chance_of(n, value, error, looks)
