"""Where the server can be made to die, so that tests see what is left then. Every point has its name here.

``THREEDOWN_CRASH_AT=NAME`` has the process kill itself when it first comes there, as ``kill -9`` would.
"""

import enum
import os
import signal


class CrashPoint(enum.StrEnum):
    """The points, in the order in which a game comes to them."""

    ROOM_OPENED = "room-opened"
    """A room is on disk, and nobody has been told of it."""
    DEALING = "dealing"
    """In the transaction of the deal: the room is being played, and its log is not there yet."""
    DEALT = "dealt"
    """The deal is on disk, and nobody has been told."""
    BEFORE_COMMIT = "before-commit"
    """Entries are written and not committed."""
    COMMITTED = "committed"
    """They are on disk, and whoever waits does not know."""
    BEFORE_ACK = "before-ack"
    """The game goes on from them, and nobody has been told."""
    ACKNOWLEDGED = "acknowledged"
    """An ack has been sent, and the step to nobody."""
    TOLD_TO_ONE = "told-to-one"
    """A step has been sent to one."""
    HELD = "held"
    """An answer that nobody may know yet is on disk, and not acknowledged."""
    SNAPSHOT = "snapshot"
    """The old snapshot is gone, and the new one not there."""
    ENDING = "ending"
    """The game is over, and its footer not written."""
    FINISHING = "finishing"
    """In the transaction of the end: the room is over, and its footer is not there yet."""
    FINISHED = "finished"
    """The record is closed, and nobody has been told."""
    REMATCH = "rematch"
    """In the transaction of a rematch: its room is there, and the old one does not lead to it yet."""
    RESTORING = "restoring"
    """After a restart: a log was read, and its game is not there yet."""


_AT = os.environ.get("THREEDOWN_CRASH_AT", "")


def crash_point(point: CrashPoint) -> None:
    """The process ends here, if it is to."""
    if point == _AT:
        os.kill(os.getpid(), signal.SIGKILL)
