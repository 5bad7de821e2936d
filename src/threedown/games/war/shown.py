"""The cards that are shown, and what they are worth. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, JOKER, TWO, height, suit
from threedown.games.war.options import CLUBS, NO_TRUMPS, TURNED_UP
from threedown.table.layout import Table
from threedown.table.verbs import options, seats, shown_height

TRUMP = 16
"""Added to the height of a trump: the lowest trump is above every card that is none."""


def highest_shown(t: Table) -> int:
    """The seats that show the highest card, a bit each. At least one card must be face up.

    WH-20, WH-25, ruling W-R21: a two beats the ace that would be highest; of trumps, the two of trumps does.
    """
    high, who = 0, 0
    for seat in range(seats(t)):
        shows = shown_height(t, seat)
        if shows > high:
            high, who = shows, 1 << seat
        elif shows == high:
            who |= 1 << seat
    if options(t).two_beats_ace and high % TRUMP == ACE:
        twos = who_shows(t, high - ACE + TWO)
        if twos:
            return twos
    return who


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


def counted_height(t: Table, card: int) -> int:
    """The height of a card; a trump counts as higher than all cards that are none."""
    if options(t).trumps != NO_TRUMPS and is_trump(t, card):
        return TRUMP + height(card)
    return height(card)


def is_trump(t: Table, card: int) -> bool:
    """WH-22, WH-24. True for a card of the trump suit, and for a joker."""
    return height(card) == JOKER or suit(card) == trump_suit(t)


def trump_suit(t: Table) -> int:
    """The suit that is trumps; below zero if there is none."""
    chosen = int(options(t).trumps)
    return int(t.s.trumps[0]) - 1 if chosen == TURNED_UP else chosen - CLUBS
