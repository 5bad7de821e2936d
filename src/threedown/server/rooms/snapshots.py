"""Snapshots of a game that is being played: taken now and then, and stored once they are old enough."""

import contextlib
from functools import partial

import msgspec

from threedown.server.model.history import History
from threedown.server.rooms.services import Services
from threedown.server.store import queries
from threedown.server.store.errors import NotSaved
from threedown.server.store.writer import Work
from threedown.session.session import Session
from threedown.session.snapshot import snapshot_of

SNAPSHOT_EVERY = 64
"""Entries between two snapshots. A snapshot is stored when the next one is taken, so that everything a client may have
missed comes after it; a restart replays at most three times as many entries."""


class Snapshots:
    """The snapshots of a room's game, which is at entry ``seq`` now."""

    def __init__(self, services: Services, room: str, seq: int) -> None:
        self._services, self._room, self._seq = services, room, seq
        self._last: Work | None = None

    def note(self, session: Session, history: History) -> None:
        """Take a snapshot if enough entries have come since the last one; it is stored in the background."""
        before, self._seq = self._seq, len(session.log)
        if self._seq // SNAPSHOT_EVERY == before // SNAPSHOT_EVERY:
            return
        if self._last is not None:
            self._services.spawn(self._store(self._last))
        game, shares = msgspec.msgpack.encode(snapshot_of(session)), history.until(session)
        self._last = partial(queries.store_snapshot, game=self._room, seq=self._seq, then=game, shares=shares)

    async def _store(self, snapshot: Work) -> None:
        with contextlib.suppress(NotSaved):  # without it a restart is slower, and that is all
            await self._services.writer.do(snapshot)
