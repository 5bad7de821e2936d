"""Crash points: named places where tests make the server die, to see what is left on disk.

With ``THREEDOWN_CRASH_AT=NAME`` the process kills itself at that point, as ``kill -9`` would.
"""

import enum
import os
import signal


class CrashPoint(enum.StrEnum):
    """The points, in the order in which a game reaches them."""

    ROOM_OPENED = "room-opened"
    """A room is on disk, and no client knows it."""
    DEALING = "dealing"
    """Inside the transaction of the deal: the room is marked as playing, and its log is not written yet."""
    DEALT = "dealt"
    """The deal is on disk, and no client knows it."""
    BEFORE_COMMIT = "before-commit"
    """Entries are written and not committed."""
    COMMITTED = "committed"
    """The entries are on disk, and the room does not know it yet."""
    BEFORE_ACK = "before-ack"
    """The room knows that they are on disk, and no client does."""
    ACKNOWLEDGED = "acknowledged"
    """An ack has been sent, and no step."""
    STEP_SENT = "told-to-one"
    """A step has been sent to one client."""
    HELD = "held"
    """A hidden answer is on disk, and not acknowledged."""
    SNAPSHOT = "snapshot"
    """Inside a transaction: the old snapshot is deleted, and the new one not written."""
    ENDING = "ending"
    """The game is over, and its footer is not written."""
    FINISHING = "finishing"
    """Inside the transaction of the end: the room is marked as over, and its footer is not written yet."""
    FINISHED = "finished"
    """The record is closed, and no client knows it."""
    REMATCH = "rematch"
    """Inside the transaction of a rematch: the new room is written, and the old one does not link to it yet."""
    CALLING = "calling"
    """A push message is queued, and not sent."""
    RESTORING = "restoring"
    """After a restart: a log has been read, and its game is not restored yet."""


_AT = os.environ.get("THREEDOWN_CRASH_AT", "")


def crash_point(point: CrashPoint) -> None:
    """Kill the process if this is the point where it is to die."""
    if point == _AT:
        os.kill(os.getpid(), signal.SIGKILL)
