"""The story of a finished game: each entry of its log as a seat saw it, as everybody did, or with all cards open."""

import functools
import io
from collections.abc import Iterator, Sequence
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
from threedown.session.record import Record, RecordError, chance_of, record_in
from threedown.session.result import result_of
from threedown.session.session import Session
from threedown.session.state import Input, Undo
from threedown.session.views import look, look_open

MAX_STEPS = 200
"""Entries in one part of a story."""


REPLAYED = 4
"""Games of which it is remembered how they went: a story is read part by part."""


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
    game = _replayed(stored.header, stored.secret, tuple(log.lines))
    record, plan = game.record, stored.plan
    names, chairs = plan.names_shown(record.header.names), plan.chairs
    you = next((place for place, chair in enumerate(chairs) if player and chair.player == player), None)
    eyes = you if is_open else seat
    narrator = Narrator(game.sessions[0].setting.game, names, eyes, symbolic_name, you=eyes == you)
    steps = []
    for seq, given, session, events in game.entries(first):
        view, question = look_open(session, names) if is_open else look(session, seat, names)
        entry = None if given is None else msgspec.to_builtins(given)
        told = [] if isinstance(given, Undo) else described_events(narrator, session, events, is_open)
        steps.append(StoryStep(told, view, None if session.unseen else question, seq, entry, session.turns))
    last, after = len(record.inputs), first + MAX_STEPS
    return Story(
        stored.room, plan.game, plan.preset, plan.options, list(names), seat, is_open, last,
        after if after <= last else None, game.history, steps, game.result, you, plan.variant,
        [chair.level for chair in chairs],
    )  # fmt: skip


class _ReplayedGame(NamedTuple):
    """A finished game: its course, its result, and its sessions before the first entry of each part of its story."""

    record: Record
    history: list[list[int]]
    result: dict[str, Any]
    sessions: list[Session]

    def entries(self, first: int) -> Iterator[tuple[int, Input | None, Session, Sequence[Event]]]:
        """Yield the entries of a part of the story: number, input (None for the deal), and the session after it with
        its events."""
        part = min(first // MAX_STEPS, len(self.sessions) - 1)
        session = self.sessions[part].fork()
        inputs = (None, *self.record.inputs)
        for seq in range(part * MAX_STEPS, min(len(inputs), first + MAX_STEPS)):
            given = inputs[seq]
            events: Sequence[Event] = session.events if given is None else session.apply(given)
            if seq >= first:
                yield seq, given, session, events


@functools.lru_cache(maxsize=REPLAYED)
def _replayed(header: bytes, secret: bytes, lines: tuple[bytes, ...]) -> _ReplayedGame:
    """Play a finished game again. Raises RecordError if it is damaged."""
    record = record_in(io.BytesIO(header + b"".join(lines)))
    if record.damage is not None:
        raise RecordError(record.damage)
    setting = record.header.setting()
    session, history = Session(setting, chance_of(record.header, secret)), History(setting.seats)
    sessions = []
    for seq, given in enumerate((None, *record.inputs)):
        if seq % MAX_STEPS == 0:
            sessions.append(session.fork())
        if given is not None:
            session.apply(given)
        history.note(session)
    return _ReplayedGame(record, history.rows(), result_of(session), sessions)
