"""A point of a game from which it can be played on in imagined worlds."""

from typing import NamedTuple

import numpy as np

from threedown.games.setting import Setting
from threedown.session.session import Session
from threedown.table.layout import (
    BATCH,
    BATCH_NUMBER,
    BATCH_NUMBERS,
    BATCHES_REMEMBERED,
    PLACE,
    TableState,
)

TOGETHER = None
"""All seats' knowledge together: every hand, but no card that lies face down for all."""

BEFORE_DEAL, IN_DEAL, IN_TURN, BETWEEN_TURNS = range(4)
"""The part of the game that a point lies in."""


class BranchPoint(NamedTuple):
    """A point: the table there, and how its turn (or deal) got there."""

    part: int
    here: TableState
    start: TableState
    """The table as that turn began."""
    answers: tuple[int, ...] = ()
    """The answers given in the turn so far."""
    words: tuple[int, ...] = ()
    """The words of chance drawn in the turn so far."""


def before_deal(setting: Setting) -> BranchPoint:
    """Return the point before the deal, with an empty table."""
    table_state = setting.new_table_state()
    return BranchPoint(BEFORE_DEAL, table_state, table_state)


def point_of(session: Session) -> BranchPoint:
    """Return the point where an unfinished session stands. The tables are shared: a session never changes one."""
    if session.pending is None:
        return BranchPoint(BETWEEN_TURNS, session.table_state, session.table_state)
    state = session.state
    part = IN_TURN if state.dealt else IN_DEAL
    return BranchPoint(part, state.table_state, state.checkpoint, state.answers, tuple(state.drawn))


def known_to(table_state: TableState, seats: int, eyes: int | None) -> tuple[TableState, int]:
    """Return a copy of a table and the seat that imagines it. For ``TOGETHER`` that is seat 0, given all seats'
    knowledge."""
    copy = table_state.copy()
    if eyes is not TOGETHER:
        return copy, eyes
    everybody = (1 << seats) - 1
    cards, broken = copy.cards, copy.broken[(copy.cards >> BATCH_NUMBER) & BATCH_NUMBERS & (BATCHES_REMEMBERED - 1)]
    here = (cards >> PLACE) & everybody
    of_batch = (cards >> BATCH) & ~(broken >> PLACE) & everybody
    cards &= ~((1 << PLACE) | (1 << BATCH))
    cards |= (here != 0).astype(np.int64) << PLACE
    cards |= (of_batch != 0).astype(np.int64) << BATCH
    copy.broken[:] &= ~(1 << PLACE)
    return copy, 0
