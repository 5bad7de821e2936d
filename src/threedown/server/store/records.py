"""The record of a played game: restored from its log, closed when the game is over, and put together for download."""

import io
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from threedown.games.setting import Setting
from threedown.server.model.history import History
from threedown.server.model.moments import Moment
from threedown.server.model.plan import StoredSnapshot
from threedown.server.operations.log import log
from threedown.session.live import Event
from threedown.session.record import (
    Header,
    Record,
    RecordError,
    SealedChance,
    chance_of,
    draws_of,
    footer_of,
    linked,
    record_in,
)
from threedown.session.session import Refused, Session
from threedown.session.snapshot import Snapshot, session_from
from threedown.session.state import Input, Undo
from threedown.table.chance import Chance, Draws


def header_line(header: Header) -> bytes:
    """Return the first line of a record."""
    return msgspec.json.encode(header) + b"\n"


def chained(chain: bytes, entries: Iterable[Input]) -> tuple[list[bytes], bytes]:
    """Return the lines of entries that continue a hash chain, and the chain after them."""
    lines = []
    for entry in entries:
        line, chain = linked(chain, entry)
        lines.append(line)
    return lines, chain


def footer_line(header: Header, secret: bytes, session: Session) -> bytes:
    """Return the last line of a finished game, after replaying it; raises RecordError if the replay differs."""
    chance = Draws(chance_of(header, secret))
    replay = Session(header.setting(), chance)
    chain = header.start()
    for given in session.log:
        replay.apply(given)
        chain = linked(chain, given)[1]
    if not replay.over or replay.table_state.tobytes() != session.table_state.tobytes():
        raise RecordError("the log is not that of this game")
    return linked(chain, footer_of(replay, draws_of(replay, chance)))[0]


def whole_record(header: bytes, secret: bytes, lines: Sequence[bytes], footer: bytes) -> bytes:
    """Return the record of a finished game as a file, with its secret."""
    decoded = msgspec.json.decode(header, type=Header)
    if isinstance(decoded.chance, SealedChance):
        chance = msgspec.structs.replace(decoded.chance, secret=secret.hex())
        decoded = msgspec.structs.replace(decoded, chance=chance)
    return header_line(decoded) + b"".join(lines) + footer


class Restored(NamedTuple):
    """A game restored from its log."""

    moments: list[Moment]
    """The last moments."""
    history: History
    wrong: str | None
    """The first problem in the log, if there is one: the moments end before it."""


def restored(
    header: bytes, secret: bytes, lines: Sequence[bytes], remember: int, snapshot: StoredSnapshot | None = None
) -> Restored:
    """Restore a game from its log, with at most ``remember`` moments; a snapshot spares replaying what was before it.

    Raises RecordError if not even the deal can be repeated.
    """
    record = record_in(io.BytesIO(header + b"".join(lines)))
    setting = record.header.setting()
    chance = chance_of(record.header, secret)
    session, history = _resumed(record, setting, chance, lines, remember, snapshot) or _dealt(setting, chance)
    begin, first = len(session.log), len(record.inputs) - remember + 1
    moments = [Moment(begin, session.fork(), session.events)]
    for seq, given in enumerate(record.inputs[begin:], start=begin + 1):
        try:
            events: Sequence[Event] = session.apply(given)
        except Refused:  # the error's text may contain the choice, which not everybody may see
            return Restored(moments, history, f"entry {seq} is not legal there")
        if isinstance(given, Undo):
            events = ()
        history.note(session)
        if seq >= first:
            moments.append(Moment(seq, session.fork(), events, bool(session.unseen), isinstance(given, Undo)))
    moments = moments[1:] if (first > 0 or begin) and len(moments) > 1 else moments
    return Restored(moments, history, record.damage)


def _dealt(setting: Setting, chance: Chance) -> tuple[Session, History]:
    session, history = Session(setting, chance), History(setting.seats)
    history.note(session)
    return session, history


def _resumed(
    record: Record,
    setting: Setting,
    chance: Chance,
    lines: Sequence[bytes],
    remember: int,
    stored: StoredSnapshot | None,
) -> tuple[Session, History] | None:
    """Return the game at a snapshot; None if there is none, it does not fit the log, or it is too recent."""
    if stored is None or not 0 < stored.seq <= len(record.inputs) - remember + 1:
        return None
    try:
        if chain_of(lines[stored.seq - 1]) != stored.chain:
            raise ValueError("the chain is another one there")
        snapshot = msgspec.msgpack.decode(stored.game, type=Snapshot)
        if snapshot.seq != stored.seq:
            raise ValueError("it is of another entry")
        session = session_from(setting, chance, record.inputs, snapshot)
        return session, History(setting.seats, stored.shares)
    except (ValueError, Refused) as error:
        log.warning("a snapshot does not fit its log, which is played from the deal", reason=str(error))
        return None


class _Linked(msgspec.Struct):
    chain: str


def chain_of(line: bytes) -> str:
    """Return the hash chain that an entry's line contains, in hexadecimal."""
    return msgspec.json.decode(line, type=_Linked).chain
