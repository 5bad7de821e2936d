"""Finer features of 31 for two: a best response sees more than the strategy that it plays against."""

from threedown.games.blitz31.expert import (
    CARDS,
    DANGERS,
    HOPE,
    MOST,
    POINTS,
    TO_DISCARD,
    TO_KNOCK,
    danger,
    known_points,
    worth_and_hope,
    worth_with_discard,
)
from threedown.games.three_cards import left_of, points
from threedown.table.hands import discard, hand
from threedown.table.layout import Table
from threedown.table.verbs import look

FINE_LIVES, FINE_TURNS, FINE_VALUES, FINE_HOPES, FINE_GAINS, FINE_KNOWN, FINE_TOPS, FINE_LOSSES = (
    9,
    12,
    26,
    5,
    8,
    5,
    2,
    6,
)
FINE_KNOCKS = FINE_LIVES * FINE_TURNS * FINE_VALUES * FINE_HOPES * FINE_GAINS * FINE_KNOWN * FINE_TOPS
FINE_DRAWS = 2 * FINE_TURNS * FINE_VALUES * FINE_HOPES * FINE_GAINS * FINE_KNOWN * FINE_TOPS
FINE_ROWS = FINE_KNOCKS + FINE_DRAWS + 2 * FINE_TURNS * FINE_VALUES * FINE_LOSSES * DANGERS * DANGERS * FINE_KNOWN
"""The numbers of finer classes, with which a best response sees more than the strategy; and of the rows."""


def fine_row(t: Table, seat: int, decision: int, two: int) -> int:
    """Return the row of the situation before a decision, with finer features."""
    other = left_of(t, seat)
    knocked, turn = int(t.s.knocked[other]), min(int(t.s.played), FINE_TURNS - 1)
    known = fine_known(known_points(t, seat, other))
    if decision == TO_DISCARD:
        now = worth_and_hope(t, seat, two & 3) & POINTS
        row = (knocked * FINE_TURNS + turn) * FINE_VALUES + min(max(now - 5, 0), FINE_VALUES - 1)
        row = row * FINE_LOSSES + min((two >> 4) // (6 * CARDS), FINE_LOSSES - 1)
        row = row * DANGERS + danger(t, seat, other, look(t, hand(t, seat), two & 3))
        row = row * DANGERS + danger(t, seat, other, look(t, hand(t, seat), (two >> 2) & 3))
        return FINE_KNOCKS + FINE_DRAWS + row * FINE_KNOWN + known
    both, taken = worth_and_hope(t, seat), worth_with_discard(t, seat)
    now = both & POINTS
    lives = min(int(t.s.lives[seat]) - 1, 2) * 3 + min(int(t.s.lives[other]) - 1, 2)
    row = (lives if decision == TO_KNOCK else knocked) * FINE_TURNS + turn
    row = row * FINE_VALUES + min(max(now - 5, 0), FINE_VALUES - 1)
    row = row * FINE_HOPES + min(2 * (both >> HOPE) // CARDS, FINE_HOPES - 1)
    row = row * FINE_GAINS + (FINE_GAINS - 1 if taken == MOST else min(max(taken - now + 1, 0) // 2, FINE_GAINS - 2))
    row = (row * FINE_KNOWN + known) * FINE_TOPS + (points(look(t, discard(t))) >= 10)
    return row if decision == TO_KNOCK else FINE_KNOCKS + row


def fine_known(count: int) -> int:
    return 0 if count == 0 else 1 if count < 10 else 2 if count < 12 else 3 if count < 20 else 4
