"""Blitz (31), by enumeration: the values of a dealt hand of three cards.

The rules decide a hand's value: the caller passes a function of its cards, and values are in its units.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

from threedown.cards import pack


def dealt_hands(worth: Callable[[tuple[int, ...]], int]) -> dict[int, int]:
    """Value -> how many of the 22,100 hands of three cards are worth that, the best first."""
    counts = Counter(worth(hand) for hand in combinations(pack(52), 3))
    return dict(sorted(counts.items(), reverse=True))


def mean(hands: dict[int, int]) -> Fraction:
    """The mean value."""
    return Fraction(sum(value * count for value, count in hands.items()), sum(hands.values()))
