"""The start of a game: the states are dealt or chosen, a neutral side gets its share, and missions are dealt."""

import numpy as np

from threedown.games.blitzwar import board
from threedown.games.blitzwar.board import is_free, states_of_map, stock
from threedown.games.blitzwar.maps import TANKS
from threedown.games.blitzwar.missions import deal_missions, open_missions
from threedown.games.blitzwar.options import CHOSEN
from threedown.table import verbs
from threedown.table.chance import below
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import announce, options, seats

ASSIGNS, CLAIMS, NEUTRALS = 16, 28, 29

NEUTRAL_TANKS = 3
"""Ruling BW-R33. The tanks on each state of the neutral side; it never gets more."""
SIDES_WITH_NEUTRAL = 3
EXTRA_TANKS = np.array([[0, 0, 0, 0, 0]] * 3 + [[0, 2, 1, 0, 0], [0, 2, 2, 1, 0], [0, 1, 2, 2, 1]], dtype=np.int64)
"""Ruling BW-R35. The extra tanks of a fair start, by the number of players and the seat."""


def deal(t: Table) -> None:
    """BW-012, BW-013, BWH-07, BWH-09, BWH-15, BWH-18. The cards are shuffled; each player gets states at random, or
    chooses them in turn, and tanks to place on them; and a mission, where there are missions."""
    verbs.open_pack(t, stock(t), 0, states_of_map(t) + 1)
    if options(t).missions:
        open_missions(t)
    verbs.shuffle(t, stock(t))
    for seat in range(seats(t)):
        t.s.states[seat] = 0
        t.s.unplaced[seat] = tanks_of(t, seat) - share_of(t, seat)
    for state in range(states_of_map(t)):
        t.s.owner[state] = NOBODY
        if options(t).start != CHOSEN:
            assign(t, state, states_of_map(t) - state)
    if options(t).neutral and options(t).start != CHOSEN:
        announce(t, NEUTRALS, numbers=(NEUTRAL_TANKS,))
    if options(t).missions:
        deal_missions(t)
    board.take_stock(t)
    t.s.phase = board.DONE


def left_neutral(t: Table) -> int:
    """BWH-15. The number of states that the neutral side gets: a third, where there is one."""
    return states_of_map(t) // SIDES_WITH_NEUTRAL if options(t).neutral else 0


def share_of(t: Table, seat: int) -> int:
    """Ruling BW-R13. The number of states with which a seat begins."""
    shared = states_of_map(t) - left_neutral(t)
    return shared // seats(t) + (1 if seat < shared % seats(t) else 0)


def tanks_of(t: Table, seat: int) -> int:
    """BW-R13, BWH-18. The number of tanks with which a seat begins."""
    extra = int(EXTRA_TANKS[seats(t), seat]) if options(t).fair_start else 0
    return int(TANKS[options(t).map, seats(t)]) + extra


def assign(t: Table, state: int, left: int) -> None:
    """BW-012, ruling BW-R13. One of the ``left`` places that sides still have goes to this state, each as likely."""
    drawn = below(t, left) if left > 1 else 0
    for seat in range(seats(t)):
        room = share_of(t, seat) - int(t.s.states[seat])
        if 0 <= drawn < room:
            t.s.owner[state] = seat
            t.s.tanks[state] = 1
            t.s.states[seat] += 1
            announce(t, ASSIGNS, seat, numbers=(state, 1))
        drawn -= room
    if drawn >= 0:
        make_neutral(t, state)


def make_neutral(t: Table, state: int) -> None:
    """BWH-15. A state is the neutral side's: it has tanks, and nobody owns it."""
    t.s.tanks[state] = NEUTRAL_TANKS
    announce(t, ASSIGNS, numbers=(state, NEUTRAL_TANKS))


# States are chosen


def free_states(t: Table) -> int:
    """The number of states that can still be chosen, or that will be neutral."""
    count = 0
    for state in range(states_of_map(t)):
        count += is_free(t, state)
    return count


def is_choosing(t: Table) -> bool:
    """True while players choose their states."""
    return options(t).start == CHOSEN and free_states(t) > 0


def claim(t: Table, seat: int, state: int) -> None:
    """BWH-07. A player chooses an unclaimed state, and the first of their tanks stands there. With the last choice
    the states that are left are the neutral side's."""
    board.change_owner(t, state, seat)
    board.add_tanks(t, state, 1)
    announce(t, CLAIMS, seat, numbers=(state,))
    if options(t).neutral and free_states(t) == left_neutral(t):
        for other in range(states_of_map(t)):
            if is_free(t, other):
                make_neutral(t, other)
        announce(t, NEUTRALS, numbers=(NEUTRAL_TANKS,))
