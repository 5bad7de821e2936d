"""Reports about the conduct of a player, which the owner of the server reads (``threedown db reports``)."""

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta

from threedown.server.model.lab_requests import Request

LONGEST_ACCOUNT = 500
"""The longest account of what happened, in characters."""

Reason = Literal["words", "stalling", "cheating", "other"]
"""Messages or a name that hurt; leaving or waiting on purpose; playing together or with a hidden program; else."""


class Report(Request, frozen=True):
    """A report about the player at a seat. Another one by the same person in the same room takes its place."""

    seat: int
    reason: Reason
    word: Annotated[str, Meta(max_length=LONGEST_ACCOUNT)] = ""
    """The reporter's own account."""


class ReportSeen(msgspec.Struct, frozen=True):
    """A report, as its author may read it."""

    room: str
    game: str
    name: str
    """The name of the reported player, as the room showed it."""
    reason: Reason
    word: str
    sent: int
    """Milliseconds since 1970."""


class StoredReport(NamedTuple):
    """A report as the database has it."""

    room: str
    player: str
    reporter: str
    """The player who reported."""
    game: str
    name: str
    """The name of the reported player, as the room showed it."""
    reason: Reason
    word: str
    sent: int
    """Milliseconds since 1970."""
