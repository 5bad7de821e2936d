"""The piles of Egyptian Ratscrew."""

from threedown.table.layout import Table
from threedown.table.verbs import seats


def deck(t: Table, seat: int) -> int:
    """The cards that a player has, face down."""
    return seat


def pot(t: Table) -> int:
    """The cards laid face up in the middle."""
    return seats(t)


def burnt(t: Table) -> int:
    """The cards paid for false slaps: they lie under the pile, face down, and the card paid last lies lowest."""
    return seats(t) + 1


def stock(t: Table) -> int:
    return seats(t) + 2
