"""Hands of three cards in which only one suit counts, as in Blitz (31) and Schwimmen: their worth, and their words.

Worths are counted in half points, so that three of a kind may be worth 30.5.
"""

import functools
from collections.abc import Iterable, Sequence

from threedown.cards import ACE, JACK, NUMBER, height, suit
from threedown.games.declare import NUMBER as A_NUMBER
from threedown.games.declare import Field, Kind
from threedown.language import figure, say
from threedown.table.layout import Table
from threedown.table.verbs import is_in, seats

HALVES = 2
CARDS_EACH = 3
THIRTY_ONE = 31 * HALVES

SUM_BITS, HEIGHTS, COUNT = 8, 32, 48
SUM, SUMS = (1 << SUM_BITS) - 1, (1 << HEIGHTS) - 1
"""Cards are counted in one int: from its first bit on the points of each suit, from bit HEIGHTS on a bit for each
height that is among them, from bit COUNT on how many they are."""

SUITS = 4


def left_of(t: Table, seat: int) -> int:
    """The next player clockwise who is in the game."""
    for step in range(1, seats(t)):
        if is_in(t, (seat + step) % seats(t)):
            return (seat + step) % seats(t)
    return seat


# Worth


def points(card: int) -> int:
    """An ace counts 11, a court card 10, any other card its number."""
    high = height(card)
    return 11 if high == ACE else 10 if high >= JACK else high


def counted(cards: int, card: int) -> int:
    """The count of some cards, and one more."""
    return (cards + (points(card) << (SUM_BITS * suit(card))) + (1 << COUNT)) | 1 << (HEIGHTS + height(card))


def worth(cards: int, three_of_a_kind: int) -> int:
    """The worth of counted cards, in half points: the best suit, or three of a kind (worth ``three_of_a_kind``)."""
    best, sums = 0, cards & SUMS
    while sums > 0:
        best = max(best, HALVES * (sums & SUM))
        sums >>= SUM_BITS
    return max(best, three_of_a_kind) if are_of_a_kind(cards) else best


def are_of_a_kind(cards: int) -> bool:
    """True if counted cards are three of one height."""
    heights = (cards >> HEIGHTS) & ((1 << (COUNT - HEIGHTS)) - 1)
    return cards >> COUNT == CARDS_EACH and heights & (heights - 1) == 0


def has_height(cards: int, high: int) -> bool:
    """True if a card of this height is among counted cards."""
    return (cards >> (HEIGHTS + high)) & 1 == 1


def worth_of(cards: Iterable[int], three_of_a_kind: int) -> int:
    """The worth of a list of cards, in half points, where three of a kind are worth ``three_of_a_kind``.

    >>> from threedown.cards import parse_card
    >>> [worth_of(map(parse_card, hand.split()), 60) for hand in ("KS TS 7H", "AC AD AH")]
    [40, 60]
    """
    return worth(functools.reduce(counted, cards, 0), three_of_a_kind)


def in_points(halves: int) -> int | float:
    """Half points as points.

    >>> in_points(46), in_points(61)
    (23, 30.5)
    """
    return halves // HALVES if halves % HALVES == 0 else halves / HALVES


# Words

LIVES = ("no lives", "one life", "two lives", "three lives", "four lives")
IN_SUIT = ("{points} in clubs", "{points} in diamonds", "{points} in hearts", "{points} in spades")


def lives_text(lives: int) -> str:
    """
    >>> lives_text(1), lives_text(2)
    ('one life', 'two lives')
    """
    return say(LIVES[lives]) if lives < len(LIVES) else say("{n} {n:life|lives}", n=lives)


POINTS = Field(float, lambda options, halves: in_points(halves))
"""A worth that events carry in half points."""
LOSS = Kind("", {"value": POINTS, "lives": A_NUMBER}, {"loss": lambda told: lives_text(told["lives"])})
"""The loss of lives with a hand; a game gives it the names of its causes."""


def sums_of(cards: Sequence[int]) -> list[int]:
    """The points of each suit."""
    return [sum(points(card) for card in cards if suit(card) == colour) for colour in range(SUITS)]


def worth_told(cards: Sequence[int], halves: int) -> str:
    """The worth of at most three cards, in words: ``halves`` half points."""
    sums = sums_of(cards)
    if halves > HALVES * max(sums):
        return say("{points}, three of a kind", points=figure(in_points(halves)))
    return say(IN_SUIT[sums.index(max(sums))], points=figure(in_points(halves)))


def by_suits(cards: Sequence[int]) -> list[int]:
    """The cards of a hand as a player would hold them: suits by their sums, within a suit the highest card first."""
    sums = sums_of(cards)
    return sorted(cards, key=lambda card: (-sums[suit(card)], suit(card), -(card & NUMBER)))
