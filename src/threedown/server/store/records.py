"""The record of a served game: read from its log when it is restored, closed when it is over, and downloaded."""

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
    drawn,
    footer_of,
    linked,
    record_in,
)
from threedown.session.session import Refused, Session
from threedown.session.snapshot import Snapshot, session_from
from threedown.session.state import Input, Undo
from threedown.table.chance import Chance, Draws


def header_line(header: Header) -> bytes:
    return msgspec.json.encode(header) + b"\n"


def chained(chain: bytes, entries: Iterable[Input]) -> tuple[list[bytes], bytes]:
    """The lines of entries that follow on a chain, and the chain after them."""
    lines = []
    for entry in entries:
        line, chain = linked(chain, entry)
        lines.append(line)
    return lines, chain


def footer_line(header: Header, secret: bytes, session: Session) -> bytes:
    """The last line of a game that is over. It is played again first: raises RecordError if that is not this game."""
    chance = Draws(chance_of(header, secret))
    again = Session(header.setting(), chance)
    chain = header.start()
    for given in session.log:
        again.apply(given)
        chain = linked(chain, given)[1]
    if not again.over or again.record.tobytes() != session.record.tobytes():
        raise RecordError("the log is not that of this game")
    return linked(chain, footer_of(again, drawn(again, chance)))[0]


def whole_record(header: bytes, secret: bytes, lines: Sequence[bytes], footer: bytes) -> bytes:
    """The file of a game that is over, with its secret revealed."""
    told = msgspec.json.decode(header, type=Header)
    if isinstance(told.chance, SealedChance):
        chance = msgspec.structs.replace(told.chance, secret=secret.hex())
        told = msgspec.structs.replace(told, chance=chance)
    return header_line(told) + b"".join(lines) + footer


class Restored(NamedTuple):
    """A game from its log."""

    moments: list[Moment]
    """The last ones."""
    history: History
    wrong: str | None
    """What is wrong with the log, if anything is: the moments end before that."""


def restored(
    header: bytes, secret: bytes, lines: Sequence[bytes], remember: int, snapshot: StoredSnapshot | None = None
) -> Restored:
    """A game from its log, with so many moments; a snapshot that fits the log spares playing what was before it.

    Raises RecordError where not even the deal can be made again.
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
        except Refused:  # its text may have the choice in it, and that is not for everybody
            return Restored(moments, history, f"entry {seq} is not legal there")
        if isinstance(given, Undo):
            events = ()
        history.note(session)
        if seq >= first:
            moments.append(Moment(seq, session.fork(), events, bool(session.unseen)))
    moments = moments[1:] if (first > 0 or begin) and len(moments) > 1 else moments
    return Restored(moments, history, record.damage)


def _dealt(setting: Setting, chance: Chance) -> tuple[Session, History]:
    session, history = Session(setting, chance), History(setting.seats)
    history.note(session)
    return session, history


def _resumed(
    record: Record, setting: Setting, chance: Chance, lines: Sequence[bytes], remember: int, kept: StoredSnapshot | None
) -> tuple[Session, History] | None:
    """The game at a snapshot; None if there is none, it does not fit the log, or less than is to be remembered is
    after it."""
    if kept is None or not 0 < kept.seq <= len(record.inputs) - remember + 1:
        return None
    try:
        if chain_of(lines[kept.seq - 1]) != kept.chain:
            raise ValueError("the chain is another one there")
        snapshot = msgspec.msgpack.decode(kept.game, type=Snapshot)
        if snapshot.seq != kept.seq:
            raise ValueError("it is of another entry")
        session = session_from(setting, chance, record.inputs, snapshot)
        return session, History(setting.seats, kept.shares)
    except (ValueError, Refused) as error:
        log.warning("a snapshot does not fit its log, which is played from the deal", reason=str(error))
        return None


class _Linked(msgspec.Struct):
    chain: str


def chain_of(line: bytes) -> str:
    """The chain at an entry, as its line has it, in hexadecimal."""
    return msgspec.json.decode(line, type=_Linked).chain
