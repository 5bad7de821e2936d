"""Virtual time, and a database in memory: all rooms of a server in one thread, as fast as they can be."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, StaticPool, create_engine

from threedown.server.rooms.services import Services
from threedown.server.store.tables import metadata

T = TypeVar("T")


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time stands while there is something to do, and jumps to what is due next."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 0.0

    def time(self) -> float:
        return self._now

    def _run_once(self) -> None:
        if not self._ready:  # type: ignore[attr-defined]
            due = [handle.when() for handle in self._scheduled if not handle.cancelled()]  # type: ignore[attr-defined]
            self._now = max(self._now, min(due, default=self._now))
        super()._run_once()  # type: ignore[misc]


class InlineServices(Services):
    """Services that run everything in this thread, because virtual time does not wait for others."""

    async def in_thread(self, work: Any) -> Any:
        return work()


def in_memory() -> Engine:
    """A database with the tables of a server."""
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    metadata.create_all(engine)
    return engine


class AtOnce:
    """A writer that does every piece of work at once, in a transaction of its own.

    ``dies`` says when the power fails: with the next piece of work, before it is on disk or after. From then on nothing
    is done any more, and callers wait for ever.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.dies: str | None = None

    async def do(self, work: Callable[[Connection], T]) -> T:
        value = None if self.dies == "before" else self.now(work)
        if self.dies is not None:
            self.dies = "before"
            await asyncio.get_running_loop().create_future()
        return value  # type: ignore[return-value]

    def now(self, work: Callable[[Connection], T]) -> T:
        """Return the result of a piece of work, with or without power."""
        with self._engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        return None
