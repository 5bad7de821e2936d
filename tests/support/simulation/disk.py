"""The disk of the simulated server: SQLite in memory behind the real writer's transactions, without its thread."""

import asyncio
import contextlib
import random
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection

from support.simulation.loop import SeededLoop, here
from support.virtual import in_memory
from threedown.server.store import sqlite
from threedown.server.store.errors import NotSaved
from threedown.server.store.writer import Writer, _answer, _Job, _results, settled

T = TypeVar("T")
SECTOR = 512
"""Bytes that a device writes as a whole or not at all."""


class Disk:
    """A database that survives the power cuts of one seed. A commit is on it as a whole or not at all; a power cut
    during the commit tears it (:meth:`tear`)."""

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

    def tear(self, jobs: list[_Job]) -> None:
        """Cut the power while a transaction is written to files: of its sectors, any may have reached the disk.

        The database becomes what SQLite, with the settings of the real writer, recovers from these files.
        """
        assert self.sqlite is not None
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "threedown.db"
            path.write_bytes(self.image())
            engine = sqlite.engine_of(path)
            with engine.connect() as connection:
                before = _files(path)
                with connection.begin():
                    _results(connection, [job.work for job in jobs])
                after = _files(path)
            engine.dispose()
            for name, content in after.items():
                path.with_name(name).write_bytes(self._torn(before.get(name, b""), content))
            try:
                self.sqlite.deserialize(_recovered(path))
            except sqlite3.DatabaseError as error:
                raise AssertionError(f"the power cut has damaged the database: {error}") from error

    def _torn(self, before: bytes, after: bytes) -> bytes:
        """Return a file of which each sector has been written or not."""
        keep = self.random.choice((0.1, 0.5, 0.9))
        sectors = [
            (after if self.random.random() < keep else before)[start : start + SECTOR].ljust(SECTOR, b"\0")
            for start in range(0, len(after), SECTOR)
        ]
        return b"".join(sectors)[: len(after)]

    def latency(self) -> float:
        """Return the seconds that the next write takes."""
        return self.random.choice((0.0, 0.002, self.slow * self.random.random()))


class SimulatedWriter(Writer):
    """The writer of one life of the server. Its work is on the disk after a while; callers hear of it later still.

    When the ``power`` is off, nothing is written any more, and no caller hears of what was.
    """

    def __init__(self, disk: Disk, committed: Callable[[], None]) -> None:
        self.folder = Path("simulated")
        self.disk, self._committed = disk, committed
        self._waiting: list[_Job] = []
        self._unanswered: set[asyncio.Future[Any]] = set()
        self.is_writing = False
        self.power, self.may_fail = True, False

    async def do(self, work: Callable[[Connection], T]) -> T:
        return await settled(here().create_task(self._do(work)))

    async def _do(self, work: Callable[[Connection], T]) -> T:
        loop = here()
        future: asyncio.Future[T] = loop.create_future()
        self._unanswered.add(future)
        future.add_done_callback(self._unanswered.discard)
        if not self.power:
            future.cancel()
        self._waiting.append(_Job(work, future))
        if not self.is_writing:
            self._write_soon(loop)
        result = await future
        await asyncio.sleep(self.disk.latency())
        return result

    def close(self) -> None:
        self._write(None)

    def cut(self) -> None:
        """Cut the power: a transaction that is under way is on the disk, or not, or torn."""
        if self.is_writing and self._waiting:
            fate = self.disk.random.random()
            if fate < 0.25:
                self._write(None)
            elif fate < 0.7:
                self.disk.tear(self._waiting)
                self._committed()
        self.power = False
        for future in list(self._unanswered):
            future.cancel()

    def _write_soon(self, loop: SeededLoop) -> None:
        self.is_writing = True
        loop.call_later(self.disk.latency(), self._write, loop)

    def _write(self, loop: SeededLoop | None) -> None:
        """Write what waits in one transaction, as the real writer does."""
        jobs, self._waiting, self.is_writing = self._waiting, [], False
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

    def _watched(self, connection: Connection) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def _confirm(self, connection: Connection) -> None:
        """There is no file that could be deleted."""

    def _mark(self, connection: Connection) -> None:
        return None


def _recovered(path: Path) -> bytes:
    """Return the database that SQLite finds in files after a power cut."""
    with closing(sqlite3.connect(path)) as connection:
        problems = [problem for (problem,) in connection.execute("PRAGMA quick_check")]
        if problems != ["ok"]:
            raise sqlite3.DatabaseError(problems[0])
        connection.execute("PRAGMA journal_mode=DELETE")
        image: bytes = connection.serialize()
        return image


def _files(path: Path) -> dict[str, bytes]:
    """Return the files of a database, by name. SQLite rebuilds the index of the log, which is shared memory."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith("-shm")}
