"""Packets, a pot, and the return of captured cards, for the War family and Blitzkrieg.

A seat's cards are its packet (``deck N``) and, under the house rule ``pile``, its captured pile (``won N``). Games that
use these verbs have the piles ``deck`` and ``won`` for each seat, then ``pot``, ``stock`` and ``removed``; and the
options ``return_order``, ``turn_cap``.
"""

from threedown.table.chance import below
from threedown.table.layout import Table
from threedown.table.trades import bury
from threedown.table.verbs import (
    WON,
    announce,
    clear_shown,
    deal_card,
    drop_out,
    held,
    is_in,
    lay_face_down,
    options,
    pour,
    pour_shuffled,
    pour_those_of,
    seats,
    stack,
    turn_up,
)

PILES_PER_SEAT = ("deck", "won")
PILES_SHARED = ("pot", "stock", "removed")

RANDOM, WINNER_FIRST, LOSER_FIRST, AS_PLAYED, PILE, TURNED_PILE = range(6)


def deck(t: Table, seat: int) -> int:
    return seat


def won(t: Table, seat: int) -> int:
    return seats(t) + seat


def pot(t: Table) -> int:
    return 2 * seats(t)


def stock(t: Table) -> int:
    return 2 * seats(t) + 1


def removed(t: Table) -> int:
    return 2 * seats(t) + 2


def keeps_pile(t: Table) -> bool:
    """True if captured cards lie apart until they are needed."""
    return int(options(t).return_order) >= PILE


def cards_of(t: Table, seat: int) -> int:
    """The number of cards a seat has: packet and captured pile together."""
    if keeps_pile(t):
        return held(t, deck(t, seat)) + held(t, won(t, seat))
    return held(t, deck(t, seat))


def refill(t: Table, seat: int) -> None:
    """Turns the captured pile into a new packet if the packet is empty: shuffled, or (``turned_pile``) only turned
    over.
    """
    if keeps_pile(t) and held(t, deck(t, seat)) == 0:
        if options(t).return_order == PILE:
            pour_shuffled(t, won(t, seat), deck(t, seat))
        else:
            pour(t, won(t, seat), deck(t, seat))


def turn_up_next(t: Table, seat: int) -> int:
    """A seat turns its next card face up into the pot. It must have one."""
    refill(t, seat)
    return turn_up(t, seat, deck(t, seat), pot(t))


def lay_next_down(t: Table, seat: int) -> None:
    """A seat lays its next card face down into the pot. It must have one."""
    refill(t, seat)
    lay_face_down(t, seat, deck(t, seat), pot(t))


def turn_up_all(t: Table) -> None:
    """A new battle: every seat that has cards turns up the next one."""
    clear_shown(t)
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            turn_up_next(t, seat)


def drop_the_spent(t: Table) -> int:
    """Drops the seats that have no cards. Returns the seats that still have some, a bit each."""
    left = 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            left |= 1 << seat
        elif is_in(t, seat):
            drop_out(t, seat)
    return left


def capture(t: Table, winner: int) -> None:
    """The winner of a turn takes the whole pot, in the order of the house rule ``return_order``."""
    order = options(t).return_order
    if order == RANDOM:
        pour_shuffled(t, pot(t), deck(t, winner))
    elif order >= PILE:
        stack(t, pot(t), won(t, winner))
    else:
        if order == WINNER_FIRST:
            pour_those_of(t, winner, pot(t), deck(t, winner))
        if order in (WINNER_FIRST, LOSER_FIRST):
            for step in range(1, seats(t)):
                pour_those_of(t, (winner + step) % seats(t), pot(t), deck(t, winner))
        pour(t, pot(t), deck(t, winner))
    t.s.turn_winner = winner
    announce(t, WON, winner)


def deal_out(t: Table, dealer: int, cards: int) -> None:
    """Deals ``count`` cards from the stock, one at a time, beginning left of the dealer.

    Where the seats do not divide them evenly, the first seats get one card more.
    """
    for step in range(cards):
        seat = (dealer + 1 + step) % seats(t)
        deal_card(t, seat, stock(t), deck(t, seat))


def bury_in_packet(t: Table, seat: int) -> None:
    """Hides the top card of ``removed`` at a random place in a seat's packet."""
    bury(t, removed(t), deck(t, seat), below(t, held(t, deck(t, seat)) + 1))
