"""The piles of Steal War and their owners."""

from threedown.table.layout import Table
from threedown.table.verbs import held, pour_shuffled, seats


def deck(t: Table, seat: int) -> int:
    return seat


def won(t: Table, seat: int) -> int:
    return seats(t) + seat


def hand(t: Table, seat: int) -> int:
    """The pile with the card that a seat has looked at and not let go of."""
    return 2 * seats(t) + seat


def pot(t: Table) -> int:
    return 3 * seats(t)


def lifted(t: Table) -> int:
    """The pile for cards that are set aside while piles are exchanged."""
    return 3 * seats(t) + 1


def stock(t: Table) -> int:
    return 3 * seats(t) + 2


def removed(t: Table) -> int:
    return 3 * seats(t) + 3


def cards_of(t: Table, seat: int) -> int:
    """The number of cards of a seat in its packet and its pile."""
    return held(t, deck(t, seat)) + held(t, won(t, seat))


def turn_pile_over(t: Table, seat: int) -> None:
    """SW-15. As soon as a packet is empty, the seat's pile is turned over and shuffled to make a new one."""
    if held(t, deck(t, seat)) == 0 and held(t, won(t, seat)) > 0:
        pour_shuffled(t, won(t, seat), deck(t, seat))
