"""Finished games, read from disk: the record, the story entry by entry, and the proof that the deal was fair."""

from functools import partial

from threedown.server.finished.fairness_proof import fairness_of
from threedown.server.finished.story import story_of
from threedown.server.model.errors import Invalid, NotNow, NotYours, Unknown
from threedown.server.model.plan import StoredLog, StoredRoom
from threedown.server.model.story import Fairness, Story
from threedown.server.store import queries
from threedown.server.store.records import whole_record
from threedown.server.store.writer import Writer
from threedown.server.workers.replay_process import ReplayProcess
from threedown.session.record import RecordError


class Archive:
    """The finished games in the database of a ``writer``; ``replays`` plays them again."""

    def __init__(self, writer: Writer, replays: ReplayProcess) -> None:
        self._writer, self._replays = writer, replays

    async def check_readable(self, name: str, player: str) -> None:
        """Raise Unknown, NotNow or NotYours unless the room's game is over and ``player`` may read it.

        A game without spectators stays with its players (``player`` is empty for a caller without a token).
        """
        room = await self._writer.do(partial(queries.room_of, room=name))
        if room is None:
            raise Unknown("There is no such room.")
        if room.state != "over":
            raise NotNow("The game isn't over yet: its record would reveal what is still to come.")
        if room.plan.watch == "nobody" and room.plan.seat_of(player) is None:
            raise NotYours("Only the players at this table can read its game.")

    async def load(self, name: str, player: str) -> tuple[StoredRoom, StoredLog]:
        """Return a finished game as it is on disk, to a player who may read it."""
        await self.check_readable(name, player)
        return await self._writer.do(partial(queries.whole, room=name))

    async def record(self, name: str, player: str) -> bytes:
        """Return the record of a finished game."""
        stored, log = await self.load(name, player)
        assert stored.header is not None
        assert stored.footer is not None
        return whole_record(stored.header, stored.secret, log.lines, stored.footer)

    async def story(self, name: str, seat: int | None, is_open: bool, first: int, player: str, by: str = "") -> Story:
        """Return a finished game entry by entry, for ``player`` (empty for a caller without a token).

        ``seat`` None is the view of everybody; ``by`` is the address of the caller.
        """
        stored, log = await self.load(name, player)
        seats = range(len(stored.plan.chairs))
        if seat is not None and seat not in seats:
            raise Invalid("There is no such seat.", [*map(str, seats), "open"])
        try:
            work = partial(story_of, stored, log._replace(snapshot=None), seat, is_open, first, player)
            return await self._replays.run(work, len(log.lines), by)
        except RecordError as error:
            raise NotNow(str(error)) from error

    async def fairness(self, name: str, player: str) -> Fairness:
        """Return all that is needed to check a finished game."""
        stored, _ = await self.load(name, player)
        return fairness_of(stored)
