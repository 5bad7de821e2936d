"""The piles of Blitz (31), who sits to the left of whom, and what a hand is worth.

Values are counted in half points, so that three of a kind may be worth 30.5. Clause ids are those of rulebook.toml.
"""

from threedown.cards import ACE, JACK, height, suit
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, house, is_in, look, seats

HALVES = 2
BLITZ = 31 * HALVES
THREE_OF_A_KIND = (60, 61, 0)
"""Its worth under each value of the option."""

SUM_BITS = 16
SUM = (1 << SUM_BITS) - 1


def hand(t: Table, seat: int) -> int:
    """A player's cards in the order received."""
    return seat


def stock(t: Table) -> int:
    return seats(t)


def discard(t: Table) -> int:
    return seats(t) + 1


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


def value(t: Table, seat: int, left_out: int = NOBODY, extra: int = NOBODY) -> int:
    """BZ-009..013, ruling BZ-R01. What a hand is worth, in half points: its best suit, or three of a kind.

    ``left_out`` is the place in the hand of a card that does not count; ``extra`` is a card that counts too.
    """
    sums, cards, ranks = 0, 0, 0
    for place in range(held(t, hand(t, seat))):
        if place != left_out:
            card = look(t, hand(t, seat), place)
            sums += points(card) << (SUM_BITS * suit(card))
            ranks |= 1 << height(card)
            cards += 1
    if extra != NOBODY:
        sums += points(extra) << (SUM_BITS * suit(extra))
        ranks |= 1 << height(extra)
        cards += 1
    best = 0
    while sums > 0:
        best = max(best, HALVES * (sums & SUM))
        sums >>= SUM_BITS
    if cards == 3 and ranks & (ranks - 1) == 0:
        return max(best, THREE_OF_A_KIND[house(t).three_of_a_kind])
    return best


def holders_of_31(t: Table) -> int:
    """BZ-027. Who has 31 in hand, a bit each."""
    holders = 0
    for seat in range(seats(t)):
        if is_in(t, seat) and value(t, seat) == BLITZ:
            holders |= 1 << seat
    return holders


def in_points(halves: int) -> int | float:
    """Half points as points.

    >>> in_points(46), in_points(61)
    (23, 30.5)
    """
    return halves // HALVES if halves % HALVES == 0 else halves / HALVES
