"""Bounds for several looks at growing data: how far a standardised mean may lie from the truth at each of them.

The means at the looks are those of a Brownian motion at shares t of all games. Its density among the paths that have
stayed within the bounds so far is carried from look to look (Armitage, McPherson and Rowe, Journal of the Royal
Statistical Society A 132 (1969); Jennison and Turnbull, Group Sequential Methods (2000), chapter 19).
"""

import functools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

NODES, WEIGHTS = np.polynomial.legendre.leggauss(160)
"""Gauss and Legendre's rule on -1 to 1."""
FARTHEST = 9.0
"""A bound that is never crossed: beyond it lies less than 1e-18."""
STEPS = 60
"""Halvings of the interval in which a bound is searched."""


@functools.lru_cache(1 << 8)
def bounds_of(fractions: tuple[float, ...], spent: tuple[float, ...]) -> tuple[float, ...]:
    """Return a bound for each look, so that it is crossed there for the first time with the probability ``spent``.

    ``fractions`` are the shares of all data at the looks; the last is 1.

    >>> [round(bound, 2) for bound in bounds_of((0.5, 1.0), (0.0125, 0.0375))]
    [2.5, 2.02]
    """
    bounds: list[float] = []

    def search(place: int, crosses: Callable[[float], float]) -> float:
        low, high = 0.0, FARTHEST
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (middle, high) if crosses(middle) > spent[place] else (low, middle)
        bounds.append(high)
        return high

    _walk(fractions, search)
    return tuple(bounds)


def crossings(fractions: Sequence[float], bounds: Sequence[float]) -> list[float]:
    """Return the probability that each look is the first at which its bound is crossed, on either side."""
    found: list[float] = []

    def note(place: int, crosses: Callable[[float], float]) -> float:
        found.append(crosses(bounds[place]))
        return bounds[place]

    _walk(fractions, note)
    return found


def two_tails(bound: float) -> float:
    """Return the probability that a standard normal value lies beyond a bound on either side."""
    return math.erfc(bound / math.sqrt(2))


def _walk(fractions: Sequence[float], bound_at: Callable[[int, Callable[[float], float]], float]) -> None:
    """Carry the density from look to look. ``bound_at`` gets the number of a look and the probability that a bound is
    crossed there for the first time, and returns the bound."""
    places, masses, before = np.zeros(1), np.ones(1), 0.0
    for number, now in enumerate(fractions):
        spread, root = math.sqrt(now - before), math.sqrt(now)
        edge = root * bound_at(number, functools.partial(_crossed, places, masses, spread, root))
        nodes = edge * NODES
        steps = (nodes[:, None] - places[None, :]) / spread
        density = np.exp(-steps * steps / 2) @ masses / (spread * math.sqrt(2 * math.pi))
        places, masses, before = nodes, edge * WEIGHTS * density, now


def _crossed(places: Any, masses: Any, spread: float, root: float, bound: float) -> float:
    """Return the probability that paths from some places are beyond a bound after a step of this spread."""
    edge = bound * root
    return float(masses @ (_tail((edge - places) / spread) + _tail((edge + places) / spread)))


_erfc = np.frompyfunc(math.erfc, 1, 1)


def _tail(values: Any) -> Any:
    """Return the probabilities that a standard normal value is above some values."""
    return _erfc(values / math.sqrt(2)).astype(np.float64) / 2
