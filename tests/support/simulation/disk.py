"""The disk of the simulated server: SQLite in memory behind the real writer's transactions, without its thread."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection

from support.simulation.loop import SeededLoop, here
from support.virtual import in_memory
from threedown.server.store.writer import NotSaved, Writer, _answer, _Job

T = TypeVar("T")


class Disk:
    """A database that survives the power cuts of one seed. A commit is on it as a whole or not at all."""

    _engine = in_memory()
    """One for all seeds: SQLAlchemy compiles every statement once."""
    empty: bytes = _engine.raw_connection().driver_connection.serialize()  # type: ignore[union-attr]

    def __init__(self, image: bytes, random: random.Random, slow: float, fails: float) -> None:
        self.connection: Connection = self._engine.connect()
        self.sqlite = self.connection.connection.driver_connection
        assert self.sqlite is not None
        self.sqlite.deserialize(image)
        self.random, self.slow, self.fails = random, slow, fails
        self.failures = 0
        """Transactions that failed so far."""

    def image(self) -> bytes:
        """Return the database as it is now."""
        assert self.sqlite is not None
        found: bytes = self.sqlite.serialize()
        return found

    def rows(self, query: str, *given: Any) -> list[Any]:
        """Return the rows of a query, as the disk has them."""
        assert self.sqlite is not None
        return list(self.sqlite.execute(query, given))

    def latency(self) -> float:
        """Return the seconds that the next write takes."""
        return self.random.choice((0.0, 0.002, self.slow * self.random.random()))


class SimulatedWriter(Writer):
    """The writer of one life of the server. Its work is on the disk after a while; callers hear of it later still.

    When the ``power`` is off, nothing is written any more, and no caller hears of what was.
    """

    def __init__(self, disk: Disk, committed: Callable[[], None]) -> None:
        self.path = Path("simulated") / "threedown.db"
        self.disk, self._committed = disk, committed
        self._waiting: list[_Job] = []
        self._is_writing = False
        self.power, self.may_fail = True, False

    async def do(self, work: Callable[[Connection], T]) -> T:
        loop = here()
        future: asyncio.Future[T] = loop.create_future()
        self._waiting.append(_Job(work, future))
        if not self._is_writing:
            self._write_soon(loop)
        result = await future
        await asyncio.sleep(self.disk.latency())
        return result

    def close(self) -> None:
        self._write(None)

    def cut(self) -> None:
        """Cut the power: a transaction that is under way is on the disk or not."""
        if self._is_writing and self.disk.random.random() < 0.5:
            self._write(None)
        self.power = False

    def _write_soon(self, loop: SeededLoop) -> None:
        self._is_writing = True
        loop.call_later(self.disk.latency(), self._write, loop)

    def _write(self, loop: SeededLoop | None) -> None:
        """Write what waits in one transaction, as the real writer does."""
        jobs, self._waiting, self._is_writing = self._waiting, [], False
        if not jobs or not self.power:
            return
        if self.may_fail and self.disk.random.random() < self.disk.fails:
            self.disk.failures += 1
            _answer(jobs, [NotSaved("database or disk is full")] * len(jobs))
            return
        if not self._transaction(self.disk.connection, jobs):
            for job in jobs:
                self._transaction(self.disk.connection, [job], alone=True)
        self._committed()

    def _confirm_file(self) -> None:
        """There is no file that could be deleted."""
