"""The story of a finished game: each entry of its log as a seat saw it, as everybody did, or with all cards open."""

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from threedown.server.model.history import History
from threedown.server.model.moments import described_events
from threedown.server.model.plan import StoredLog, StoredRoom
from threedown.server.model.story import Story, StoryStep
from threedown.server.store import queries
from threedown.server.store.database import Source, read_only
from threedown.session.live import Event
from threedown.session.narrator import Narrator, symbolic_name
from threedown.session.record import RecordError, chance_of, record_in
from threedown.session.result import result_of
from threedown.session.session import Session
from threedown.session.state import Undo
from threedown.session.views import look, look_open

MAX_STEPS = 200
"""Entries in one part of a story."""


class EncodedStory(NamedTuple):
    """A story as JSON, and the last entry of the game's log."""

    body: bytes
    last: int


def read_story(source: Source, room: str, seat: int | None, is_open: bool, first: int, player: str) -> EncodedStory:
    """Return the story of a finished game in a database; see ``story_of``.

    It reads and encodes here, so that a process beside the server does all that takes time. Raises RecordError if the
    log is damaged, and NotSaved if the database can't be read.
    """
    with read_only(source) as connection:
        stored, log = queries.whole(connection, room)
    told = story_of(stored, log, seat, is_open, first, player)
    return EncodedStory(msgspec.json.encode(told), told.last)


def story_of(stored: StoredRoom, log: StoredLog, seat: int | None, is_open: bool, first: int, player: str) -> Story:
    """Return a story from entry ``first`` on; ``seat`` None is everybody, ``player`` the caller's public id.

    Raises RecordError if the log is damaged.
    """
    assert stored.header is not None
    record = record_in(io.BytesIO(stored.header + b"".join(log.lines)))
    if record.damage is not None:
        raise RecordError(record.damage)
    setting, names = record.header.setting(), stored.plan.names_shown(record.header.names)
    session, history = Session(setting, chance_of(record.header, stored.secret)), History(setting.seats)
    chairs = stored.plan.chairs
    you = next((place for place, chair in enumerate(chairs) if player and chair.player == player), None)
    narrator = Narrator(setting.game, names, you if is_open else seat, symbolic_name, you=True)
    steps = []
    for seq, given in enumerate((None, *record.inputs)):
        events: Sequence[Event] = session.events if given is None else session.apply(given)
        history.note(session)
        if first <= seq < first + MAX_STEPS:
            view, question = look_open(session, names) if is_open else look(session, seat, names)
            entry = None if given is None else msgspec.to_builtins(given)
            told = [] if isinstance(given, Undo) else described_events(narrator, session, events, is_open)
            steps.append(StoryStep(told, view, None if session.unseen else question, seq, entry, session.turns))
    last, after, plan = len(record.inputs), first + MAX_STEPS, stored.plan
    result: dict[str, Any] = result_of(session)
    return Story(
        stored.room, plan.game, plan.preset, plan.options, list(names), seat, is_open, last,
        after if after <= last else None, history.rows(), steps, result, you, plan.variant,
    )  # fmt: skip
