"""Check whether a stored room is whole."""

import io

from threedown.server.model.plan import StoredLog, StoredRoom
from threedown.session.fairness import commitment
from threedown.session.record import RecordError, record_in


def problem_of(room: StoredRoom, log: StoredLog) -> str | None:
    """Return the first thing that is wrong with a stored room; None if its chain is whole and its secret the true one.

    The game is not played again: the server does that when it restores it.
    """
    if commitment(room.secret) != room.plan.commitment and room.plan.point is None:
        return "its secret is not the one that was committed to"
    if room.header is None:
        return "the log has no header" if log.lines else None
    try:
        record = record_in(io.BytesIO(room.header + b"".join(log.lines) + (room.footer or b"")))
    except RecordError as error:
        return str(error)
    if record.damage is not None:
        return record.damage
    if log.problem is not None:
        return log.problem
    if room.state == "over" and record.footer is None:
        return "the game is over, and its record has no footer"
    return None
