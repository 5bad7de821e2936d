"""Blitz (31), by enumeration: what a dealt hand of three cards is worth.

Values are counted in half points, so that three of a kind may be worth 30.5.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from threedown.cards import ACE, JACK, height, pack, suit

HALVES = 2
THREE_OF_A_KIND = {"30": 60, "30.5": 61, "none": 0}
"""In half points: what three cards of one rank may be worth."""


def worth(hand: tuple[int, int, int], three_of_a_kind: int = 60) -> int:
    """The half points of a hand: the largest sum of one suit, or three of a kind.

    >>> from threedown.cards import parse_card
    >>> [worth(tuple(map(parse_card, hand.split()))) for hand in ("KS TS 7H", "AC AD AH")]
    [40, 60]
    """
    sums = [0, 0, 0, 0]
    for card in hand:
        high = height(card)
        sums[suit(card)] += HALVES * (11 if high == ACE else 10 if high >= JACK else high)
    kind = height(hand[0]) == height(hand[1]) == height(hand[2])
    return max(*sums, three_of_a_kind if kind else 0)


def dealt_hands(three_of_a_kind: str = "30") -> dict[int, int]:
    """Half points -> how many of the 22,100 hands of three cards are worth that, the best first."""
    counts = Counter(worth(hand, THREE_OF_A_KIND[three_of_a_kind]) for hand in combinations(pack(52), 3))
    return dict(sorted(counts.items(), reverse=True))


def mean(hands: dict[int, int]) -> Fraction:
    """The mean worth in points."""
    return Fraction(sum(halves * count for halves, count in hands.items()), HALVES * sum(hands.values()))
