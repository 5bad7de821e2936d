"""Exchanges: scenarios in which hands and decks change hands. Each returns the winner, NOBODY if nobody wins."""

from threedown.cards import JOKER, height
from threedown.games.blitzkrieg import events
from threedown.games.blitzkrieg.drawing import (
    both_can_lay,
    can_lay,
    draw_in_hand,
    hand,
    peace_treaty,
    set_aside,
    table,
)
from threedown.games.blitzkrieg.scenarios import is_red, value
from threedown.table.layout import NOBODY, Table
from threedown.table.packets import deck, pot, refill, won
from threedown.table.trades import find, lay_on, lay_open, lay_under, slip_under, swap
from threedown.table.verbs import announce, ask, held, is_over, look, show, turn_up

# Cold War


def cold_war(t: Table, red: int, first: int, second: int) -> int:
    """BK-096..103. Five cards each in secret; the red queen challenges, or disarms. A tie is a disarmament too."""
    if not both_can_lay(t, 5, 5):
        return NOBODY
    for _ in range(5):
        for seat in range(2):
            if draw_in_hand(t, seat) == NOBODY:
                return NOBODY
    if ask(t, red, events.CHALLENGE) == events.SHOW_HANDS:
        announce(t, events.CHALLENGES, red)
        for seat in range(2):
            show(t, seat, hand(t, seat))
            announce(t, events.TOTAL, seat, numbers=(hand_sum(t, seat),))
        lead = hand_sum(t, 0) - hand_sum(t, 1)
        if lead != 0:
            for seat in range(2):
                lay_on(t, seat, hand(t, seat), pot(t), 5)
            return 0 if lead > 0 else 1
    announce(t, events.DISARMS, red)
    disarm(t, 0, first)
    disarm(t, 1, second)
    return NOBODY


def hand_sum(t: Table, seat: int) -> int:
    """BK-102. The sum of a hand; an ace is one."""
    total = 0
    for place in range(held(t, hand(t, seat))):
        total += value(look(t, hand(t, seat), place))
    return total


def disarm(t: Table, seat: int, queen: int) -> None:
    """BK-100, ruling BK-R35. A seat takes its six cards back under its deck: the queen, then the hand as drawn."""
    slip_under(t, seat, pot(t), find(t, pot(t), queen), deck(t, seat))
    lay_under(t, hand(t, seat), deck(t, seat), 5)


# The queen of hearts


def queens_raid(t: Table, queen: int, number: int) -> int:
    """BK-090..094. She may take so many cards of the other deck, keeps the red and gives the black ones back."""
    other = 1 - queen
    if ask(t, queen, events.RAID) != events.TAKE_CARDS:
        announce(t, events.DECLINES, queen)
        return queen
    announce(t, events.RAIDS, queen)
    if not can_lay(t, other, number):
        return NOBODY
    black = 0
    for _ in range(number):
        if not can_lay(t, other, 1):
            return NOBODY
        refill(t, other)
        card = turn_up(t, queen, deck(t, other), pot(t))
        if height(card) == JOKER:
            set_aside(t, queen, pot(t))
            peace_treaty(t)
            if is_over(t):
                return NOBODY
        elif not is_red(card):
            lay_open(t, other, pot(t), 0, table(t))
            black += 1
    lay_under(t, table(t), deck(t, other), black)
    return queen


# Six against nine


def changing_sides(t: Table, nine: int) -> int:
    """BK-159..161, ruling BK-R17. The decks change hands, with what was won; then the nine wins."""
    announce(t, events.SWITCHES)
    swap(t, deck(t, 0), deck(t, 1))
    swap(t, won(t, 0), won(t, 1))
    return nine
