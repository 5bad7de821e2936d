"""Observations of a stepped session: the same numbers as a batch has, made from the seat's view."""

from typing import Any

import numpy as np

from threedown.games.setting import Setting
from threedown.rl.actions import number_actions
from threedown.rl.observing import Schema, observe
from threedown.session.session import Session
from threedown.table.layout import NOBODY, Table, TableState


def observation(session: Session, seat: int, schema: Schema) -> tuple[Any, Any]:
    """Return a seat's view of a session: planes (int8) and counters (float32)."""
    pending = session.pending
    asked = pending.question if pending is not None and seat in pending.menus else NOBODY
    return observation_of(session.setting, session.table_state, seat, asked, schema)


def observation_of(
    setting: Setting, table_state: TableState, seat: int, question: int, schema: Schema
) -> tuple[Any, Any]:
    """Return a seat's view of a table at which it is asked a question (NOBODY: none), made from its own knowledge."""
    return as_numbers(setting, setting.redacted(table_state, seat), seat, question, schema)


def as_numbers(setting: Setting, table_state: TableState, seat: int, question: int, schema: Schema) -> tuple[Any, Any]:
    """Return a table as the numbers of an observation."""
    planes, counters = np.zeros(schema.sizes[0], dtype=np.int8), np.zeros(schema.sizes[1], dtype=np.float32)
    observe(Table(table_state, setting.option_codes), table_state.words, seat, question, schema.plan, planes, counters)
    return planes, counters


def legal_actions(session: Session, seat: int) -> list[int]:
    """Return the legal actions of a seat in a session, in order; none if it isn't asked."""
    pending = session.pending
    if pending is None or seat not in pending.menus:
        return []
    first = number_actions(session.setting).first[pending.question]
    return [first + code for code in pending.menus[seat]]


def take(session: Session, seat: int, action: int) -> None:
    """Answer for a seat by an action; raises Refused if it is not legal."""
    pending = session.pending
    code = action - number_actions(session.setting).first[pending.question] if pending is not None else action
    menu = pending.menus.get(seat, ()) if pending is not None else ()
    text = session.menu(seat)[menu.index(code)] if code in menu else f"action {action}"
    session.choose(text, seat)
