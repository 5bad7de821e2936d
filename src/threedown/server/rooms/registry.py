"""The rooms in memory: restored when the server starts or a room is needed again, dropped when nobody uses them."""

import asyncio
import contextlib
import gc
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from msgspec.structs import replace

from threedown.server.model import clock
from threedown.server.model.errors import Unknown
from threedown.server.model.plan import ENDED, RoomPlan, StoredRoom
from threedown.server.operations.log import log
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.restoring import restore_game
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.store import queries
from threedown.server.store.errors import Damaged, NotSaved
from threedown.session.fairness import commitment

CLEAN_UP_EVERY = 120.0
"""Seconds between two clean-ups: unused rooms leave memory, and rooms that never started a game end."""
ABANDONED_AFTER = 86_400_000
"""Milliseconds after which an unused waiting room ends."""
STORE_USE_AFTER = 3_600_000
"""Milliseconds after which the use of a waiting room is written to disk again; a restart forgets no more than that."""


WATCH_MEMORY_EVERY = 5.0
"""Seconds between two looks at the memory of the process."""
IDLE_AFTER = 60_000
"""Milliseconds without a request after which a paused game may leave memory. A new socket has said hello by then."""


class RoomRegistry(Mapping[str, ServedRoom]):
    """The rooms in memory, by name: those that wait or are played, and those that ended and were used lately."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._rooms: dict[str, ServedRoom] = {}
        self._unread: set[str] = set()
        """Rooms in memory whose game is still only on disk: the first request reads it."""
        self._unused: set[str] = set()
        """Dealt rooms without a socket that have not been used since the last eviction."""
        self.handed_over: dict[str, str] = {}
        """The rooms that were opened here and went to other workers, each with the rate key of the address that opened
        it: they count for that address until they end."""

    def __getitem__(self, name: str) -> ServedRoom:
        return self._rooms[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rooms)

    def __len__(self) -> int:
        return len(self._rooms)

    def newest_first(self) -> Iterator[ServedRoom]:
        """Iterate over the rooms, the one that was added last first."""
        return reversed(self._rooms.values())

    def codes(self) -> set[str]:
        """Return the codes of the rooms in memory."""
        return {room.plan.code for room in self._rooms.values()}

    def by_code(self, code: str) -> ServedRoom:
        """Return the room that people find by a code: one that waits or is played, or else one where people are still
        at the table. Raises Unknown if there is none."""
        rooms = [room for room in self.newest_first() if code and room.plan.code == code]
        for room in (*(one for one in rooms if one.state not in ENDED), *(one for one in rooms if one.subscribers)):
            return room
        raise Unknown("No room has this code.")

    def add(self, room: ServedRoom) -> None:
        """Add a room that has just been written to disk."""
        self._rooms[room.name] = room

    def forget(self, room: ServedRoom) -> None:
        """Forget a room that has just been deleted from disk; its clients see that it has stopped."""
        if room.game is not None:
            room.game.clock.stop()
        room.state, room.plan = "stopped", replace(room.plan, stopped="the host has deleted it")
        room.publish_room()
        self._rooms.pop(room.name, None)

    async def open(self) -> None:
        """Restore every room that may go on. A room that cannot be restored stops; the others go on."""
        if isinstance(cluster := self._services.cluster, Shared):
            while await cluster.take_orphans(self.find):
                pass
            self._services.spawn(cluster.run(self.find, self._states, self.lose))
            return
        stored_rooms, unreadable = await self._services.writer.do(queries.open_rooms)
        for name in unreadable:
            log.error("a room cannot be read", room=name)
        for stored in stored_rooms:
            room = self._load(stored)
            if stored.header is not None:
                await self._restore(room)
            else:
                self._begin_waiting(room, stored)

    async def find(self, name: str) -> ServedRoom:
        """Return a room with its game, from disk if need be. Raises Unknown if there is none."""
        room = self._rooms.get(name)
        if room is not None and room.holding.lost:
            del self._rooms[name]
            room = None
        if room is None:
            await self._services.cluster.claim(name, force=True)
            stored = await self._services.writer.do(partial(queries.room_of, room=name))
            if stored is None:
                raise Unknown("There is no such room.")
            if name not in self._rooms and stored.header is not None:
                self._unread.add(name)
            room = self._load(stored)
            if stored.header is None:
                self._begin_waiting(room, stored)
        room.last_used = clock.now()
        async with room.lock:
            self._unused.discard(name)
            if name in self._unread:
                await self._restore(room)
                self._unread.discard(name)
        return room

    async def plan_of(self, name: str) -> RoomPlan | None:
        """Return the plan of a room without bringing it into memory; None if there is no such room."""
        room = self._rooms.get(name)
        may_be_unsealed = room is not None and room.plan.is_duplicate and room.plan.is_sealed
        if room is not None and not may_be_unsealed:
            return room.plan
        stored = await self._services.writer.do(partial(queries.room_of, room=name))
        if stored is not None and room is not None:
            room.plan = replace(room.plan, sealed_until=stored.plan.sealed_until)
        return None if stored is None else stored.plan

    def _begin_waiting(self, room: ServedRoom, stored: StoredRoom) -> None:
        """Let a room wait for its players, or deal when it is time; a room whose secret is another one stops."""
        if room.state == "waiting" and commitment(stored.secret) != stored.plan.commitment:
            room.mark_broken("its secret is not the one that was committed to")
        else:
            room.wait_for_parts()

    async def _restore(self, room: ServedRoom) -> None:
        """Give a room its game from disk; if its part of the disk is damaged, that room alone stops.

        Nobody takes the room over while it is read: PostgreSQL shows each statement what is committed by then, and
        the log would not be of one moment. Raises Lost if another worker holds the room.
        """
        try:
            stored, game_log = await room.holding.write(partial(queries.whole, room=room.name))
        except Damaged as error:
            room.mark_broken(f"the game cannot be read: {error}")
        else:
            await restore_game(room, stored, game_log)

    def _load(self, stored: StoredRoom) -> ServedRoom:
        """Return a stored room without its game; the room in memory, if it got there in the meantime."""
        room = ServedRoom(self._services, stored.room, stored.plan, stored.secret, stored.state)
        room.last_used = room.last_used_on_disk = stored.changed
        return self._rooms.setdefault(stored.room, room)

    def _states(self) -> dict[str, str]:
        """Return the state of each room; empty for one that is being changed."""
        return {name: "" if room.lock.locked() else room.state for name, room in self._rooms.items()}

    def lose(self, names: Collection[str]) -> None:
        """Lose rooms that other workers hold."""
        for name in names:
            if (room := self._rooms.pop(name, None)) is not None:
                room.holding.lose()
                self._unread.discard(name)

    async def hand_over(self, room: ServedRoom, to: str) -> bool:
        """Give a room to another worker, at which its first client has arrived; return True if it is no longer here.

        It stays if its game has begun or is about to begin, if it has a client here, or if something is under way. The
        caller knows that no call about it is being answered.
        """
        is_free = room.state == "waiting" and room.plan.frozen is None and not room.lock.locked()
        if not is_free or room.subscribers:
            return False
        self._rooms.pop(room.name, None)
        if room.address is not None:
            self.handed_over[room.name] = room.address
        await room.holding.hand_over(to)
        return True

    def evict(self) -> None:
        """Drop from memory what has not been used since the last call.

        Rooms that have ended go altogether, and so do games with days a move, whose clocks run on disk. Other games
        keep only what their last question needs.
        """
        unused = {name for name, room in self._rooms.items() if room.state != "waiting" and not room.subscribers}
        for name in unused & self._unused:
            room = self._rooms[name]
            if room.state_on_disk in ENDED:
                del self._rooms[name]
                self._unread.discard(name)
            elif room.plan.is_slow and _is_idle(room):
                self._let_go(room)
            elif room.game is not None:
                room.game.event_log.trim()
        self._unused = unused & self._rooms.keys()

    def shed(self) -> int:
        """Let half of the paused games leave memory, the longest unused first, and return their number.

        Nothing is lost: a request brings a game back from its snapshot and its log, as after a restart.
        """
        idle = sorted(filter(_is_idle, self._rooms.values()), key=lambda room: room.last_used)
        shed = idle[: (len(idle) + 1) // 2]
        for room in shed:
            self._let_go(room)
        return len(shed)

    def _let_go(self, room: ServedRoom) -> None:
        """Let a game leave memory; the next request reads it from disk."""
        assert room.game is not None
        room.game.clock.stop()
        room.game = None
        self._unread.add(room.name)

    async def keep_to_memory(self) -> None:
        """Let paused games leave memory while the process has more than its limit, until cancelled."""
        while True:
            await asyncio.sleep(WATCH_MEMORY_EVERY)
            if self._services.memory.is_exceeded and (shed := self.shed()):
                gc.collect()
                log.warning("idle games leave memory", games=shed)

    async def end_abandoned(self) -> None:
        """End the waiting rooms that have been unused for long, and write to disk when the others were used."""
        for room in [room for room in self._rooms.values() if room.state == "waiting"]:
            now = clock.now()
            if room.subscribers:
                room.last_used = now
            with contextlib.suppress(NotSaved):
                if now - room.last_used > ABANDONED_AFTER:
                    async with room.lock:
                        await room.end_abandoned()
                elif room.last_used - room.last_used_on_disk > STORE_USE_AFTER:
                    used = partial(queries.store_last_use, room=room.name, when=room.last_used)
                    await self._services.writer.do(used)
                    room.last_used_on_disk = room.last_used

    async def forget_ended(self) -> None:
        """Forget the rooms that were opened here and have ended at other workers."""
        if self.handed_over:
            with contextlib.suppress(NotSaved):
                still = await self._services.writer.do(partial(queries.open_among, names=list(self.handed_over)))
                for name in self.handed_over.keys() - still:
                    del self.handed_over[name]

    async def clean_up_regularly(self, clean_up_more: Callable[[], None]) -> None:
        """Evict and end unused rooms, and call ``clean_up_more``, every two minutes until cancelled."""
        while True:
            await asyncio.sleep(CLEAN_UP_EVERY)
            self.evict()
            clean_up_more()
            await self.end_abandoned()
            await self.forget_ended()


def _is_idle(room: ServedRoom) -> bool:
    """True if a room's game is paused or waits for days, and nothing of it is under way."""
    game = room.game
    return (
        game is not None
        and room.state == "playing"
        and not (room.subscribers or room.lock.locked() or game.session.over)
        and clock.now() - room.last_used >= IDLE_AFTER
        and (game.absence.pauses or game.clock.slow.is_stored)
        and not (game.bots.are_thinking or game.waiting_cards.turn is not None)
    )
