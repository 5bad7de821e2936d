"""The cards that are shown, and what they are worth. Clause ids are those of rulebook.toml."""

from threedown.cards import JOKER, height, suit
from threedown.games.war.options import CLUBS, TURNED_UP
from threedown.table.layout import Table
from threedown.table.verbs import options, seats, shown_height


def lowest_shown(t: Table) -> int:
    """The seats that show the lowest card, a bit each."""
    low, who = JOKER + 1, 0
    for seat in range(seats(t)):
        shows = shown_height(t, seat)
        if 0 < shows < low:
            low, who = shows, 1 << seat
        elif shows == low:
            who |= 1 << seat
    return who


def who_shows(t: Table, height: int) -> int:
    """The seats that show a card of this height, a bit each."""
    who = 0
    for seat in range(seats(t)):
        who |= (shown_height(t, seat) == height) << seat
    return who


def is_trump(t: Table, card: int) -> bool:
    """WH-22, WH-24. True for a card of the trump suit, and for a joker."""
    return height(card) == JOKER or suit(card) == trump_suit(t)


def trump_suit(t: Table) -> int:
    """The suit that is trumps; below zero if there is none."""
    chosen = int(options(t).trumps)
    return int(t.s.trumps[0]) - 1 if chosen == TURNED_UP else chosen - CLUBS
