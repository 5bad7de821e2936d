"""Schwimmen: its piles, and the worth of a hand. Clause ids are those of rulebook.toml.

Values are counted in half points, because three of a kind is worth 30.5.
"""

from threedown.cards import ACE
from threedown.games.schwimmen.options import FIRE, THIRTY_THREE
from threedown.games.three_cards import HALVES, THIRTY_ONE, are_of_a_kind, counted, has_height, worth
from threedown.table.hands import hand
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, is_in, look, options, seats

THREE_OF_A_KIND = (61, 0)
"""Its worth under each value of the option."""
THREE_ACES = 33 * HALVES


def middle(t: Table) -> int:
    """The three cards that lie open for everybody to swap with."""
    return seats(t)


def packet(t: Table) -> int:
    """The dealer's second packet, until the dealer has chosen."""
    return seats(t) + 1


def removed(t: Table) -> int:
    """The cards of the middle that were put aside because everybody passed."""
    return seats(t) + 3


# Worth


def worth_here(cards: int, three_of_a_kind: int, three_aces: int) -> int:
    """SM-06..08, SMH-03, SMH-04. The worth of counted cards; the last two arguments are the values of the options."""
    if three_aces in (FIRE, THIRTY_THREE) and are_of_a_kind(cards) and has_height(cards, ACE):
        return THREE_ACES
    return worth(cards, THREE_OF_A_KIND[three_of_a_kind])


def value_of(t: Table, pile: int, left_out: int = NOBODY, extra: int = NOBODY) -> int:
    """SM-06..08. The worth of the cards in a pile.

    ``left_out`` is the place of a card that does not count; ``extra`` is a card that counts too.
    """
    cards = 0
    for place in range(held(t, pile)):
        if place != left_out:
            cards = counted(cards, look(t, pile, place))
    if extra != NOBODY:
        cards = counted(cards, extra)
    return worth_here(cards, options(t).three_of_a_kind, options(t).three_aces)


def value(t: Table, seat: int) -> int:
    """SM-06..08. The worth of a player's hand."""
    return value_of(t, hand(t, seat))


def holders_of(t: Table, least: int) -> int:
    """The players whose hands are worth ``least`` or more, a bit each."""
    holders = 0
    for seat in range(seats(t)):
        if is_in(t, seat) and value(t, seat) >= least:
            holders |= 1 << seat
    return holders


def on_fire(t: Table) -> int:
    """SM-16. The player with three aces, a bit, where these are fire."""
    return holders_of(t, THREE_ACES) if options(t).three_aces == FIRE else 0


def holders_at_once(t: Table) -> int:
    """SM-15, SM-16, SMH-04, ruling SM-R12. The players whose hands end the round at once: with three aces, or with 31.

    Fire comes before 31.
    """
    fire = on_fire(t)
    return fire if fire else holders_of(t, THIRTY_ONE)
