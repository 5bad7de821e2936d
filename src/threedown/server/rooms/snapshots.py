"""Snapshots of a served game: taken now and then, and kept when they are old."""

import contextlib
from functools import partial

import msgspec

from threedown.server.model.history import History
from threedown.server.rooms.services import Services
from threedown.server.store import queries
from threedown.server.store.writer import NotSaved, Work
from threedown.session.session import Session
from threedown.session.snapshot import snapshot_of

SNAPSHOT_EVERY = 64
"""Entries after which a snapshot is taken. One is kept when the next is taken: what a client may have missed comes
after it, and a restart plays three times as many entries at most."""


class Snapshots:
    """Of the game of a room, at entry ``seq`` now."""

    def __init__(self, services: Services, room: str, seq: int) -> None:
        self._services, self._room, self._seq = services, room, seq
        self._last: Work | None = None

    def note(self, session: Session, history: History) -> None:
        """The game has come to further entries. Nobody waits for what is kept: without it all is well, only slower."""
        before, self._seq = self._seq, len(session.log)
        if self._seq // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
            return
        if self._last is not None:
            self._services.spawn(self._keep(self._last))
        then, shares = msgspec.msgpack.encode(snapshot_of(session)), history.until(session)
        self._last = partial(queries.keep_snapshot, game=self._room, seq=self._seq, then=then, shares=shares)

    async def _keep(self, snapshot: Work) -> None:
        with contextlib.suppress(NotSaved):
            await self._services.writer.do(snapshot)
