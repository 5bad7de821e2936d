"""An accepted attempt on its way to disk."""

from collections.abc import Mapping
from typing import NamedTuple

from threedown.server.model.moments import Moment
from threedown.server.rooms.ready import CommandKey
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import queries
from threedown.session.state import Input


class Commit(NamedTuple):
    """An accepted attempt with all that follows from it, ready to be written."""

    moments: list[Moment]
    entries: tuple[Input, ...]
    lines: list[bytes]
    """The entries as lines of the record."""
    chain: bytes
    """The record's hash chain after them."""
    seq: int
    """The entry that the acknowledged commands became."""
    replies: Mapping[CommandKey, Subscriber | None]
    """The commands to be acknowledged, and the sockets they came from."""

    def work(self, game: str, first: int, hidden: bool) -> queries.AppendEntries:
        """Return the piece of work that writes it as entries of ``game`` from ``first`` on.

        ``hidden`` is true if answers were hidden until now.
        """
        return queries.AppendEntries(game, first, self.lines, list(self.replies), self.seq, hidden)
