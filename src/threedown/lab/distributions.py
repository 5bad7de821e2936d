"""Student's distribution and the binomial distribution, from NumPy alone.

SciPy has both and would be a third of what `make play` installs; the tests compare these with SciPy's.
"""

import functools
import math
from typing import Any

import numpy as np

FAR = 12.0
"""The distance beyond which an angle's weight is negligible."""

ROUND = 10
"""A binomial count this many standard deviations (and as many counts) from the mean has no weight."""

NODES, WEIGHTS = np.polynomial.legendre.leggauss(100)
"""Gauss and Legendre's rule."""


def student_tail(t: float, freedom: int) -> float:
    """Return the probability that Student's T with so many degrees of freedom is above ``t``, which is at least 0.

    T is √f · tan(a / √f), and the density of a is proportional to cos(a / √f) to the power f - 1.
    """
    root = math.sqrt(freedom)
    return _area(math.atan(t / root) * root, freedom) / (2 * _half(freedom))


@functools.lru_cache(maxsize=1024)
def student_quantile(share: float, freedom: int) -> float:
    """Return the value that Student's T stays below with probability ``share``, which is at least a half."""
    root = math.sqrt(freedom)
    low, high = 0.0, root * math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        if _area(middle, freedom) > 2 * _half(freedom) * (1 - share):
            low = middle
        else:
            high = middle
    return root * math.tan(high / root)


def binomial_quantile(share: float, n: int, chance: float) -> int:
    """Return the smallest count that ``n`` tries with this chance stay at or below with probability ``share``."""
    reach = ROUND * (math.sqrt(n * chance * (1 - chance)) + 1)
    first, last = max(0, math.floor(n * chance - reach)), min(n, math.ceil(n * chance + reach))
    counts = np.arange(first, last)
    odds = chance / (1 - chance)
    logarithms = np.concatenate(([0.0], np.cumsum(np.log((n - counts) / (counts + 1) * odds))))
    below = np.cumsum(np.exp(logarithms - logarithms.max()))
    return first + int(np.searchsorted(below, share * below[-1]))


def _area(angle: float, freedom: int) -> float:
    """Integrate the density of the angle upwards from one angle."""
    root = math.sqrt(freedom)
    half = min(root * math.pi / 2 - angle, FAR) / 2
    sines: Any = np.sin((angle + half * (1 + NODES)) / root)
    return float(half * WEIGHTS @ np.exp((freedom - 1) / 2 * np.log1p(-sines * sines)))


@functools.lru_cache(maxsize=1024)
def _half(freedom: int) -> float:
    """Integrate the density of the angle over one of its two halves."""
    return _area(0.0, freedom)
