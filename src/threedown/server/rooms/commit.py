"""An accepted attempt on its way to disk."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from threedown.server.model.moments import Moment, what_follows, with_all_cards
from threedown.server.rooms.ready import CommandKey
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import queries
from threedown.server.store.records import chained
from threedown.session.state import Choice, Input

Replies = Mapping[CommandKey, Subscriber | None]
"""Commands to be acknowledged, and the sockets they came from."""


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
    replies: Replies

    def work(self, game: str, first: int, hidden: bool) -> queries.AppendEntries:
        """Return the piece of work that writes it as entries of ``game`` from ``first`` on.

        ``hidden`` is true if answers were hidden until now.
        """
        return queries.AppendEntries(game, first, self.lines, list(self.replies), self.seq, hidden)


def commit_of(
    moments: Sequence[Moment],
    seq: int,
    chain: bytes,
    received: Sequence[int],
    time_is_up: bool,
    replies: Replies,
    seat: int,
    last: bool,
) -> Commit:
    """Return what moments after entry ``seq`` add to a log, with all that follows from them.

    It answers ``replies`` with the last entry that the moments are, with the own choice of ``seat`` where it made one,
    or with the first entry.
    """
    followed = [*moments, *what_follows(moments[-1], received, time_is_up)]
    entries = tuple(with_all_cards(followed[-1]).session.log[seq:])
    own = (place for place, entry in enumerate(entries) if isinstance(entry, Choice) and entry.seat == seat)
    answered = moments[-1].seq if last else seq + 1 + next(own, 0)
    return Commit(followed, entries, *chained(chain, entries), answered, replies)
