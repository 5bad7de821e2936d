"""Snapshots: saved states of a game, so that resuming it need not replay the log from the deal."""

from collections.abc import Sequence

import msgspec
import numpy as np

from threedown.games.setting import Setting
from threedown.session.session import Session
from threedown.session.state import Choice, Go, Input, Undo
from threedown.table.chance import Chance


class Snapshot(msgspec.Struct, frozen=True, array_like=True):
    """A game after ``seq`` entries of its log. With the log, the game goes on from here without a replay.

    A snapshot holds the future, so it stays on the server. ``table`` is the memory of the checkpoint, ``answers`` those
    given since; ``revealed`` and ``ends`` belong to the history.
    """

    seq: int
    version: int
    """The rules version."""
    table: bytes
    answers: list[int]
    revealed: list[bool]
    ends: list[int]


def snapshot_of(session: Session) -> Snapshot:
    """Return a snapshot of a game, without its hidden answers."""
    state, version = session.state, session.setting.game.version
    table, answers = state.checkpoint.tobytes(), list(state.answers)
    return Snapshot(len(state.log), version, table, answers, list(state.revealed), list(state.ends))


def session_from(setting: Setting, chance: Chance, log: Sequence[Input], snapshot: Snapshot) -> Session:
    """Return the game after the first entries of a log; raises ValueError if the snapshot belongs to another game.

    The game can be undone to any point: an undo to before the snapshot replays the log.
    """
    session, entries = Session(setting, chance), tuple(log[: snapshot.seq])
    history: list[Go | Choice] = []
    for given in entries:
        if isinstance(given, Undo):
            del history[len(history) - given.undo :]
        else:
            history.append(given)
    table_state = setting.new_table_state()
    fits = snapshot.seq == len(entries) and len(snapshot.table) == table_state.words.nbytes
    lengths = {len(history), len(snapshot.revealed), (snapshot.ends or [-1])[-1]}
    if not fits or len(lengths) != 1 or snapshot.version != setting.game.version:
        raise ValueError("The snapshot is not of this game.")
    table_state.words[:] = np.frombuffer(snapshot.table, dtype=np.int64)
    session.restore(
        msgspec.structs.replace(
            session.state,
            checkpoint=table_state,
            answers=tuple(snapshot.answers),
            log=entries,
            history=tuple(history),
            revealed=tuple(snapshot.revealed),
            ends=tuple(snapshot.ends),
        )
    )
    return session
