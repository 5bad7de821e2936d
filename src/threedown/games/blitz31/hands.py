"""Blitz (31): the worth of a hand under its house rules. Clause ids are those of rulebook.toml."""

from collections.abc import Iterable

from threedown.games import three_cards
from threedown.games.blitz31.options import AT_THE_DRAW
from threedown.games.three_cards import CARDS_EACH, THIRTY_ONE, counted, worth
from threedown.table.hands import discard, hand
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, is_in, look, options, seats

THREE_OF_A_KIND = (60, 61, 0)
"""Its worth under each value of the option, in half points."""


def worth_of(cards: Iterable[int], three_of_a_kind: int) -> int:
    """The worth of a list of cards, for texts and for counting; ``three_of_a_kind`` is the value of the option.

    >>> from threedown.cards import parse_card
    >>> [worth_of(map(parse_card, hand.split()), 0) for hand in ("KS TS 7H", "AC AD AH")]
    [40, 60]
    """
    return three_cards.worth_of(cards, THREE_OF_A_KIND[three_of_a_kind])


def value(t: Table, seat: int, left_out: int = NOBODY, extra: int = NOBODY) -> int:
    """BZ-006..013, ruling BZ-R01. The worth of a hand, in half points: the best suit, or three of a kind.

    ``left_out`` is the place in the hand of a card that does not count; ``extra`` is a card that counts too.
    """
    cards = 0
    for place in range(held(t, hand(t, seat))):
        if place != left_out:
            cards = counted(cards, look(t, hand(t, seat), place))
    if extra != NOBODY:
        cards = counted(cards, extra)
    return worth(cards, THREE_OF_A_KIND[options(t).three_of_a_kind])


def with_discard(t: Table, seat: int) -> int:
    """The worth of the hand with the top discard instead of the card that is then worth least."""
    best, top = 0, look(t, discard(t))
    for place in range(held(t, hand(t, seat))):
        best = max(best, value(t, seat, place, top))
    return best


def has_31(t: Table, seat: int) -> bool:
    """BZ-027, BH-10, ruling BZ-R11. True if a hand is worth 31; where it is shown at the draw, any three of four."""
    cards = held(t, hand(t, seat))
    if options(t).show_31 != AT_THE_DRAW or cards <= CARDS_EACH:
        return value(t, seat) == THIRTY_ONE
    for place in range(cards):
        if value(t, seat, place) == THIRTY_ONE:
            return True
    return False


def holders_of_31(t: Table) -> int:
    """BZ-027. The players with 31 in hand, a bit each."""
    holders = 0
    for seat in range(seats(t)):
        if is_in(t, seat) and has_31(t, seat):
            holders |= 1 << seat
    return holders
