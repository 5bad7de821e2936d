"""A game as it once was, from which it goes on without being played again from the deal."""

from collections.abc import Sequence

import msgspec
import numpy as np

from threedown.games.setting import Setting
from threedown.session.session import Session
from threedown.session.state import Choice, Go, Input, Undo
from threedown.table.chance import Chance


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A game after so many entries of its log (``seq``): with the log, it goes on from here without being played again.

    It holds what is to come. ``table`` is the memory of the record where the turn began, ``answers`` what was answered
    since; ``revealed`` and ``ends`` are of the course.
    """

    seq: int
    version: int
    """The rules version."""
    table: bytes
    answers: list[int]
    revealed: list[bool]
    ends: list[int]


def snapshot_of(session: Session) -> Snapshot:
    """The game as it is; answers that nobody may know yet are not in it."""
    state, version = session.state, session.setting.game.version
    table, answers = state.checkpoint.tobytes(), list(state.answers)
    return Snapshot(len(state.log), version, table, answers, list(state.revealed), list(state.ends))


def session_from(setting: Setting, chance: Chance, log: Sequence[Input], snapshot: Snapshot) -> Session:
    """The game after the first entries of a log; raises ValueError if the snapshot is not of such a game.

    It can be taken back as far as any: what was before the snapshot is played again for that.
    """
    session, entries = Session(setting, chance), tuple(log[: snapshot.seq])
    history: list[Go | Choice] = []
    for given in entries:
        if isinstance(given, Undo):
            del history[len(history) - given.undo :]
        else:
            history.append(given)
    record = setting.new_record()
    fits = snapshot.seq == len(entries) and len(snapshot.table) == record.words.nbytes
    lengths = {len(history), len(snapshot.revealed), (snapshot.ends or [-1])[-1]}
    if not fits or len(lengths) != 1 or snapshot.version != setting.game.version:
        raise ValueError("it is not of this game")
    record.words[:] = np.frombuffer(snapshot.table, dtype=np.int64)
    session.restore(
        msgspec.structs.replace(
            session.state,
            checkpoint=record,
            answers=tuple(snapshot.answers),
            log=entries,
            history=tuple(history),
            revealed=tuple(snapshot.revealed),
            ends=tuple(snapshot.ends),
        )
    )
    return session
