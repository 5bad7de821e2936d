"""The worker processes of a server: each room is held by one of them, and another takes it over if that one dies."""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from typing import Any, Protocol, TypeVar, cast

import msgspec

from threedown.games import find_game, game_names
from threedown.server.model import clock
from threedown.server.operations.log import log
from threedown.server.store import leases
from threedown.server.store.errors import NotSaved
from threedown.server.store.leases import Worker
from threedown.server.store.notices import Listener
from threedown.server.store.queries import AppendEntries
from threedown.server.store.writer import Writer

BEAT_EVERY = 1.0
"""Seconds between two signs of life."""
MOST_ORPHANS = 20
"""Rooms that a worker takes over at once: the others take their share meanwhile."""
KNOWN_FOR = 1.0
"""Seconds for which the holder of a room is not looked up again."""

T = TypeVar("T")


class Cluster(Protocol):
    """The workers of a server, as one of them sees them."""

    is_shared: bool
    """True if there may be other workers."""

    def fenced(self, room: str, work: Callable[[Any], T]) -> Callable[[Any], T]:
        """Return work on a room that raises Lost if this worker doesn't hold the room."""
        ...

    async def claim(self, room: str, force: bool = False, is_new: bool = False) -> Worker | None:
        """Hold a room, unless another live worker does (or by ``force``); return that worker."""
        ...

    async def holder(self, room: str) -> Worker | None:
        """Return another live worker that holds a room; None if this one does, or nobody."""
        ...

    async def hand_over(self, room: str, to: str) -> None:
        """Give a room that this worker holds to another worker, if that one is alive."""
        ...

    async def others(self) -> list[Worker]:
        """Return the other live workers."""
        ...

    async def leave(self) -> None:
        """Give up all rooms: this worker ends."""
        ...


class Alone:
    """The only worker of a server: it holds every room, and writes without asking."""

    is_shared = False

    def fenced(self, room: str, work: Callable[[Any], T]) -> Callable[[Any], T]:
        """Return the work as it is."""
        return work

    async def claim(self, room: str, force: bool = False, is_new: bool = False) -> Worker | None:
        """Return None: no other worker holds a room."""
        return None

    async def holder(self, room: str) -> Worker | None:
        """Return None: no other worker holds a room."""
        return None

    async def hand_over(self, room: str, to: str) -> None:
        """Do nothing: there is no other worker."""

    async def others(self) -> list[Worker]:
        """Return no workers."""
        return []

    async def leave(self) -> None:
        """Do nothing."""


def is_behind(state: str, on_disk: str) -> bool:
    """True if a room in this state can't be the one on disk, which has gone on."""
    return state == "waiting" and on_disk != "waiting"


def known_rules() -> str:
    """Return a hash of the versions of all rules that this process knows."""
    return leases.rules_of({name: find_game(name).version for name in game_names()})


class Shared:
    """One of the workers that share a PostgreSQL database; ``address`` is where the others reach it."""

    is_shared = True

    def __init__(self, writer: Writer, address: str) -> None:
        self._writer = writer
        self.own = Worker(f"w{secrets.token_hex(6)}", address, secrets.token_urlsafe(24), known_rules())
        self._left = False
        self._noticed = asyncio.Event()
        """Set when a room has been taken over: it may be one of those that this worker holds."""
        self._listener: Listener | None = None
        self._holders: dict[str, tuple[float, Worker | None]] = {}
        self._others: tuple[float, list[Worker]] = (0.0, [])

    async def register(self) -> None:
        """Become known to the others. Raises OSError if live workers know other rules."""
        await self._writer.do(partial(leases.register, worker=self.own))
        loop = asyncio.get_running_loop()

        def noticed(room: str, seq: int) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._noticed.set)

        self._listener = Listener(str(self._writer.source), noticed)
        clock.follow((await self._writer.do(partial(leases.beat, worker=self.own)))[1])

    def fenced(self, room: str, work: Callable[[Any], T]) -> Callable[[Any], T]:
        """Return work on a room that raises Lost if this worker doesn't hold the room any more."""
        if isinstance(work, AppendEntries):
            return cast("Callable[[Any], T]", msgspec.structs.replace(work, worker=self.own.worker))
        return leases.fenced(work, room, self.own.worker)

    async def claim(self, room: str, force: bool = False, is_new: bool = False) -> Worker | None:
        """Hold a room, unless another live worker does (or by ``force``); return that worker."""
        self.look_again(room)
        claim = partial(leases.claim, room=room, worker=self.own.worker, force=force, is_new=is_new)
        return await self._writer.do(claim)

    async def holder(self, room: str) -> Worker | None:
        """Return another live worker that holds a room; None if this one does, or nobody."""
        known, now = self._holders.get(room), time.monotonic()
        if known is None or now - known[0] > KNOWN_FOR:
            found = await self._writer.do(partial(leases.holder_of, room=room))
            known = now, None if found is None or found.worker == self.own.worker else found
            self._holders[room] = known
        return known[1]

    def look_again(self, room: str) -> None:
        """Forget who holds a room: the next question asks the database."""
        self._holders.pop(room, None)

    async def hand_over(self, room: str, to: str) -> None:
        """Give a room that this worker holds to another worker, if that one is alive."""
        self.look_again(room)
        await self._writer.do(partial(leases.hand_over, room=room, worker=self.own.worker, to=to))

    async def others(self) -> list[Worker]:
        """Return the other live workers."""
        now = time.monotonic()
        if now - self._others[0] > KNOWN_FOR:
            self._others = now, await self._writer.do(partial(leases.others_alive, worker=self.own.worker))
        return self._others[1]

    async def leave(self) -> None:
        """Give up all rooms: this worker ends."""
        self._left = True
        if self._listener is not None:
            self._listener.close()
        with contextlib.suppress(NotSaved):  # then the others wait until it is taken for dead
            await self._writer.do(partial(leases.leave, worker=self.own.worker))

    async def take_orphans(self, bring: Callable[[str], Awaitable[object]]) -> int:
        """Take over rooms that no live worker holds, ``bring`` each into memory, and return their number."""
        take = partial(leases.claim_orphans, worker=self.own.worker, most=MOST_ORPHANS)
        names = await self._writer.do(take)
        for name in names:
            try:
                await bring(name)
            except Exception as error:  # whatever it is, the other rooms are brought
                log.error("a room can't be taken over", room=name, reason=type(error).__name__)
        return len(names)

    async def run(
        self,
        bring: Callable[[str], Awaitable[object]],
        states: Callable[[], Mapping[str, str]],
        lose: Callable[[Collection[str]], None],
    ) -> None:
        """Say that this worker is alive, ``lose`` the rooms that others hold, and take over those of dead workers.

        ``states`` returns the state of each room in memory. One that waits here while its game has begun on disk was
        held by another worker in between, and is lost too.
        """
        while not self._left:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_EVERY):  # wait_for of Python 3.11 may swallow that this is cancelled
                    await self._noticed.wait()
            self._noticed.clear()
            try:
                before = states()
                held, now = await self._writer.do(partial(leases.beat, worker=self.own))
                clock.follow(now)
                lose([name for name, state in before.items() if name not in held or is_behind(state, held[name])])
                self._holders = {}
                if taken := await self.take_orphans(bring):
                    log.warning("rooms are taken over", rooms=taken)
            except NotSaved as error:
                log.warning("the database is out of reach", reason=str(error))
