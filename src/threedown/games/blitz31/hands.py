"""Blitz (31): the order of the players, and the worth of a hand.

Values are counted in half points, so that three of a kind may be worth 30.5. Clause ids are those of rulebook.toml.
"""

import functools
from collections.abc import Iterable

from threedown.cards import ACE, JACK, height, suit
from threedown.games.blitz31.options import AT_THE_DRAW
from threedown.table.hands import hand
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, is_in, look, options, seats

HALVES = 2
BLITZ = 31 * HALVES
THREE_OF_A_KIND = (60, 61, 0)
"""Its worth under each value of the option."""

CARDS_EACH = 3

SUM_BITS, HEIGHTS, COUNT = 8, 32, 48
SUM, SUMS = (1 << SUM_BITS) - 1, (1 << HEIGHTS) - 1
"""Cards are counted in one int: from its first bit on the points of each suit, from bit HEIGHTS on a bit for each
height that is among them, from bit COUNT on how many they are."""


def left_of(t: Table, seat: int) -> int:
    """BZ-018, BZ-037. The next player clockwise who has lives."""
    for step in range(1, seats(t)):
        if is_in(t, (seat + step) % seats(t)):
            return (seat + step) % seats(t)
    return seat


def points(card: int) -> int:
    """BZ-006, BZ-007, BZ-008. An ace counts 11, a picture 10, any other card its number."""
    high = height(card)
    return 11 if high == ACE else 10 if high >= JACK else high


def counted(cards: int, card: int) -> int:
    """The count of some cards, and one more."""
    return (cards + (points(card) << (SUM_BITS * suit(card))) + (1 << COUNT)) | 1 << (HEIGHTS + height(card))


def worth(cards: int, three_of_a_kind: int) -> int:
    """BZ-009..013, ruling BZ-R01. The worth of counted cards, in half points: the best suit, or three of a kind.

    ``three_of_a_kind`` is the value of the option.
    """
    best, sums, heights = 0, cards & SUMS, (cards >> HEIGHTS) & ((1 << (COUNT - HEIGHTS)) - 1)
    while sums > 0:
        best = max(best, HALVES * (sums & SUM))
        sums >>= SUM_BITS
    if cards >> COUNT == CARDS_EACH and heights & (heights - 1) == 0:
        return max(best, THREE_OF_A_KIND[three_of_a_kind])
    return best


def worth_of(cards: Iterable[int], three_of_a_kind: int) -> int:
    """The worth of a list of cards, for texts and for counting.

    >>> from threedown.cards import parse_card
    >>> [worth_of(map(parse_card, hand.split()), 0) for hand in ("KS TS 7H", "AC AD AH")]
    [40, 60]
    """
    return worth(functools.reduce(counted, cards, 0), three_of_a_kind)


def value(t: Table, seat: int, left_out: int = NOBODY, extra: int = NOBODY) -> int:
    """BZ-009..013. The worth of a hand, in half points.

    ``left_out`` is the place in the hand of a card that does not count; ``extra`` is a card that counts too.
    """
    cards = 0
    for place in range(held(t, hand(t, seat))):
        if place != left_out:
            cards = counted(cards, look(t, hand(t, seat), place))
    if extra != NOBODY:
        cards = counted(cards, extra)
    return worth(cards, options(t).three_of_a_kind)


def has_31(t: Table, seat: int) -> bool:
    """BZ-027, BH-10, ruling BZ-R11. True if a hand is worth 31; where it is shown at the draw, any three of four."""
    cards = held(t, hand(t, seat))
    if options(t).show_31 != AT_THE_DRAW or cards <= CARDS_EACH:
        return value(t, seat) == BLITZ
    for place in range(cards):
        if value(t, seat, place) == BLITZ:
            return True
    return False


def holders_of_31(t: Table) -> int:
    """BZ-027. The players with 31 in hand, a bit each."""
    holders = 0
    for seat in range(seats(t)):
        if is_in(t, seat) and has_31(t, seat):
            holders |= 1 << seat
    return holders


def in_points(halves: int) -> int | float:
    """Half points as points.

    >>> in_points(46), in_points(61)
    (23, 30.5)
    """
    return halves // HALVES if halves % HALVES == 0 else halves / HALVES
