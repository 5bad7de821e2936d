"""The cards that players lay: the next of a packet, or one of a hand. Clause ids are those of rulebook.toml."""

from threedown.games.war.events import CHOOSE
from threedown.games.war.options import NO_HAND, NO_TRUMPS
from threedown.games.war.shown import counted_height
from threedown.table import packets, verbs
from threedown.table.hands import take_to_hand
from threedown.table.layout import Table
from threedown.table.packets import deck, pot, removed
from threedown.table.verbs import held, options, seats, shown_height

PLACE_BITS = 3
"""The bits of an answer: a place in the hand."""


def chooses(t: Table) -> bool:
    """True if players choose their cards from a hand."""
    return int(options(t).hand_size) != NO_HAND


def hand(t: Table, seat: int) -> int:
    """The cards from which a seat chooses, in the order received. Without this house rule there is no such pile."""
    return removed(t) + 1 + seat


def cards_of(t: Table, seat: int) -> int:
    """The number of cards that a seat has: packet, pile of won cards and hand together."""
    cards = packets.cards_of(t, seat)
    return cards + held(t, hand(t, seat)) if chooses(t) else cards


def turn_up_next(t: Table, seat: int) -> int:
    """A seat turns up its next card. Returns its number."""
    card = packets.turn_up_next(t, seat)
    count_card(t, seat, card)
    return card


def turn_up_chosen(t: Table, at_war: bool) -> None:
    """WH-26, ruling W-R23. All fill their hands up and choose a card, unseen by each other; these are turned up.

    In a war these are the players who have a card in the battle before.
    """
    who = 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0 and (shown_height(t, seat) > 0 or not at_war):
            who |= 1 << seat
            fill_hand(t, seat)
    chosen = choose(t, who)
    for seat in range(seats(t)):
        if (who >> seat) & 1:
            lift(t, seat, chosen)
            count_card(t, seat, verbs.turn_up(t, seat, hand(t, seat), pot(t)))


def count_card(t: Table, seat: int, card: int) -> None:
    """A trump that a seat shows counts as higher than all cards that are none."""
    if options(t).trumps != NO_TRUMPS:
        verbs.count_as(t, seat, counted_height(t, card))


def fill_hand(t: Table, seat: int) -> None:
    """WH-26. A seat draws from its packet until its hand is full."""
    while held(t, hand(t, seat)) < options(t).hand_size and packets.cards_of(t, seat) > 0:
        packets.refill(t, seat)
        take_to_hand(t, seat, deck(t, seat), hand(t, seat))


def choose(t: Table, who: int) -> int:
    """The places in their hands of the cards that the seats in ``who`` choose, PLACE_BITS for each seat.

    A seat that holds a single card is not asked.
    """
    asked = 0
    for seat in range(seats(t)):
        asked |= ((who >> seat) & 1 and held(t, hand(t, seat)) > 1) << seat
    return verbs.ask_all(t, asked, CHOOSE, PLACE_BITS)


def lift(t: Table, seat: int, chosen: int) -> None:
    """A seat takes the card that it has chosen out of its hand, to be laid next."""
    place = (chosen >> (PLACE_BITS * seat)) & ((1 << PLACE_BITS) - 1)
    verbs.put_on_top(t, hand(t, seat), verbs.take_out(t, hand(t, seat), place))


def lay_down_chosen(t: Table, spared: int) -> None:
    """WH-27, ruling W-R24. Cards face down come from the packets; without a packet, a player chooses one in hand.

    Fighters lay one if they have more than ``spared``.
    """
    who, from_hand = 0, 0
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0 and cards_of(t, seat) > spared:
            who |= 1 << seat
            from_hand |= (packets.cards_of(t, seat) == 0) << seat
    t.s.laying[0] = 1
    chosen = choose(t, from_hand)
    t.s.laying[0] = 0
    for seat in range(seats(t)):
        if (from_hand >> seat) & 1:
            lift(t, seat, chosen)
            verbs.lay_face_down(t, seat, hand(t, seat), pot(t))
        elif (who >> seat) & 1:
            packets.lay_next_down(t, seat)
