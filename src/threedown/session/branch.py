"""A point of a game, from which it can be played on in worlds that somebody could imagine there."""

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
"""Eyes that know what any of the seats knows: all hands, and no card that lies face down for everybody."""

BEFORE_DEAL, IN_DEAL, IN_TURN, BETWEEN_TURNS = range(4)
"""Where a point lies."""


class BranchPoint(NamedTuple):
    """A point: the table there, and how the turn (or deal) in which it lies came to it."""

    part: int
    here: TableState
    start: TableState
    """The table as that turn began."""
    answers: tuple[int, ...] = ()
    """What was answered in it."""
    words: tuple[int, ...] = ()
    """What chance has drawn in it."""


def before_deal(setting: Setting) -> BranchPoint:
    """The point at which nothing lies on the table yet."""
    record = setting.new_record()
    return BranchPoint(BEFORE_DEAL, record, record)


def point_of(session: Session) -> BranchPoint:
    """Where a session stands that is not over. Its tables are not copied: a session never changes one."""
    if session.pending is None:
        return BranchPoint(BETWEEN_TURNS, session.record, session.record)
    state = session.state
    part = IN_TURN if state.dealt else IN_DEAL
    return BranchPoint(part, state.record, state.checkpoint, state.answers, tuple(state.drawn))


def known_to(record: TableState, seats: int, eyes: int | None) -> tuple[TableState, int]:
    """A copy of a table and the seat through whose eyes it is to be imagined: for ``TOGETHER`` seat 0, which is given
    what any seat knows."""
    copy = record.copy()
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
