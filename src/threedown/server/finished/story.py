"""A game that is over as a story: every entry of its log, through the eyes of a seat, of everybody, or open."""

import io
from collections.abc import Sequence
from typing import Any

import msgspec

from threedown.server.model.history import History
from threedown.server.model.moments import told_to
from threedown.server.model.plan import StoredLog, StoredRoom
from threedown.server.model.story import Story, StoryStep
from threedown.session.live import Event
from threedown.session.narrator import Narrator, symbolic_name
from threedown.session.record import RecordError, chance_of, record_in
from threedown.session.result import result_of
from threedown.session.session import Session
from threedown.session.state import Undo
from threedown.session.views import look, look_open

MOST_STEPS = 200
"""Entries that are told at once."""


def story_of(found: StoredRoom, log: StoredLog, seat: int | None, is_open: bool, first: int, player: str) -> Story:
    """The story from entry ``first`` on; ``seat`` None is everybody, ``player`` the public id of who asks.

    Raises RecordError for a log that is damaged.
    """
    assert found.header is not None
    record = record_in(io.BytesIO(found.header + b"".join(log.lines)))
    if record.damage is not None:
        raise RecordError(record.damage)
    setting, names = record.header.setting(), record.header.names
    session, history = Session(setting, chance_of(record.header, found.secret)), History(setting.seats)
    narrator = Narrator(setting.game, names, seat, symbolic_name, you=True)
    steps = []
    for seq, given in enumerate((None, *record.inputs)):
        events: Sequence[Event] = session.events if given is None else session.apply(given)
        history.note(session)
        if first <= seq < first + MOST_STEPS:
            view, question = look_open(session, names) if is_open else look(session, seat, names)
            shown = ((event, event.open(setting) if is_open else event.shown(setting, seat)) for event in events)
            entry = None if given is None else msgspec.to_builtins(given)
            told = [] if isinstance(given, Undo) else [told_to(narrator, *one) for one in shown]
            steps.append(StoryStep(told, view, None if session.unseen else question, seq, entry, session.turns))
    last, after, plan = len(record.inputs), first + MOST_STEPS, found.plan
    result: dict[str, Any] = result_of(session)
    you = next((place for place, chair in enumerate(plan.chairs) if player and chair.player == player), None)
    return Story(
        found.room, plan.game, plan.preset, plan.options, list(names), seat, is_open, last,
        after if after <= last else None, history.rows(), steps, result, you, plan.variant,
    )  # fmt: skip
