"""Finished games, read from disk: the record, the story entry by entry, and the proof that the deal was fair."""

from functools import partial

from threedown.server.finished.fairness_proof import fairness_of
from threedown.server.finished.story import EncodedStory, read_story
from threedown.server.model.errors import Invalid, NotNow, NotYours, Unknown, still_sealed
from threedown.server.model.plan import StoredLog, StoredRoom
from threedown.server.model.story import Fairness
from threedown.server.store import queries
from threedown.server.store.records import whole_record
from threedown.server.store.writer import Writer
from threedown.server.workers.replay_process import ReplayProcess
from threedown.session.record import RecordError


class Archive:
    """The finished games in the database of a ``writer``; ``replays`` plays them again."""

    def __init__(self, writer: Writer, replays: ReplayProcess) -> None:
        self._writer, self._replays = writer, replays

    async def readable(self, name: str, player: str) -> StoredRoom:
        """Return a room whose game is over, to a player who may read it; raise Unknown, NotNow or NotYours otherwise.

        A game without spectators stays with its players (``player`` is empty for a caller without a token). Cards
        that others play too (of the day, of a round) are nobody's to read until they are over, and then everybody's.
        """
        room = await self._writer.do(partial(queries.room_of, room=name))
        if room is None:
            raise Unknown("There is no such room.")
        if room.plan.is_sealed:
            raise still_sealed(bool(room.plan.daily))
        if room.state == "stopped":
            raise NotNow("This game was stopped before its end: it has no record.")
        if room.state != "over":
            raise NotNow("The game isn't over yet: its record would reveal what is still to come.")
        is_kept = room.plan.watch == "nobody" and room.plan.sealed_until is None
        if is_kept and room.plan.seat_of(player) is None:
            raise NotYours("Only the players at this table can read its game.")
        return room

    async def load(self, name: str, player: str) -> tuple[StoredRoom, StoredLog]:
        """Return a finished game from disk if the player may read it."""
        await self.readable(name, player)
        return await self._writer.do(partial(queries.whole, room=name))

    async def record(self, name: str, player: str) -> bytes:
        """Return the record of a finished game."""
        stored, log = await self.load(name, player)
        assert stored.header is not None
        assert stored.footer is not None
        return whole_record(stored.header, stored.secret, log.lines, stored.footer)

    async def story(
        self, name: str, seat: int | None, is_open: bool, first: int, player: str, by: str = ""
    ) -> EncodedStory:
        """Return a finished game entry by entry, for ``player`` (empty for a caller without a token).

        ``seat`` None is the view of everybody; ``by`` is the address of the caller.
        """
        room = await self.readable(name, player)
        seats = range(len(room.plan.chairs))
        if seat is not None and seat not in seats:
            raise Invalid("There is no such seat.", [*map(str, seats), "open"])
        entries = await self._writer.do(partial(queries.last_entry, room=name))
        try:
            work = partial(read_story, self._writer.source, name, seat, is_open, first, player)
            return await self._replays.run(work, entries, by)
        except RecordError as error:
            raise NotNow(str(error)) from error

    async def fairness(self, name: str, player: str) -> Fairness:
        """Return all that is needed to check a finished game."""
        return fairness_of(await self.readable(name, player))
