"""The one thread that touches the database. Whatever is asked for while it writes goes to the disk together.

SQLite in WAL mode with synchronous FULL: what was committed stays, whatever is killed.
"""

import asyncio
import contextlib
import itertools
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from threedown.durable import Lock
from threedown.server.operations import metrics
from threedown.server.operations.crash import CrashPoint, crash_point

MOST_AT_ONCE = 256
"""Pieces of work in one transaction."""
FILE = "threedown.db"
BUSY = "another process serves these rooms"
OWNER_ONLY = 0o600

PATIENCE = 1.0
"""Seconds that a write waits for another process that has locked the database."""

T = TypeVar("T")
Work = Callable[[Connection], Any]


class NotSaved(OSError):
    """Nothing was written: the disk is full, or the database locked or read-only."""


class _Job(NamedTuple):
    work: Work
    future: asyncio.Future[Any]


class Writer:
    """The database in a folder, made or brought to its newest form. Raises OSError if another process has it."""

    def __init__(self, folder: Path, durable: bool = True) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / FILE
        self._lock = Lock(self.path, BUSY)
        try:
            if not self.path.exists():
                self.path.touch(OWNER_ONLY)  # it has the secrets of games in it; what SQLite puts beside it is as it is
            self._engine = engine_of(self.path, durable)
            migrate(self._engine)
        except BaseException as error:
            self._lock.release()
            if isinstance(error, SQLAlchemyError):
                raise cannot_keep(error) from error
            raise
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[Connection], T]) -> T:
        """What a piece of work returns, once it is on disk; raises :class:`NotSaved`, or what the work raises.

        Whoever waits may be cancelled: the work is done nevertheless.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(work, future))
        return await future

    def close(self) -> None:
        """Writes what is left, and lets go of the database."""
        self._jobs.put(None)
        self._thread.join()
        self._engine.dispose()
        self._lock.release()

    def _write(self) -> None:
        open_ = True
        with self._engine.connect() as connection:
            while open_:
                jobs = [self._jobs.get()]
                while len(jobs) < MOST_AT_ONCE and not self._jobs.empty():
                    jobs.append(self._jobs.get())
                open_ = None not in jobs
                work = [job for job in jobs if job is not None]
                if work and not self._together(connection, work):
                    for job in work:
                        self._together(connection, [job], alone=True)

    def _together(self, connection: Connection, jobs: list[_Job], alone: bool = False) -> bool:
        """Does jobs in one transaction; False if one of several failed: then none has happened and nobody knows."""
        try:
            with metrics.COMMITTING.time(), connection.begin():
                values = _done(connection, [job.work for job in jobs])
        except Exception as error:
            if len(jobs) > 1 and not alone:
                return False
            if isinstance(error, (SQLAlchemyError, sqlite3.Error)):
                error = cannot_keep(error)
            _tell(jobs[:1], [error])
            return True
        if any(hasattr(job.work, "together") for job in jobs):
            crash_point(CrashPoint.COMMITTED)
        _tell(jobs, values)
        return True


def _done(connection: Connection, works: Sequence[Work]) -> list[Any]:
    """What pieces of work return, in their order; those that can be done together are."""
    values: list[Any] = []
    for together, run in itertools.groupby(works, lambda work: getattr(work, "together", None)):
        several = list(run)
        if together is None:
            values += [work(connection) for work in several]
        else:
            together(connection, several)
            values += [None] * len(several)
    return values


def _tell(jobs: Sequence[_Job], values: Sequence[Any]) -> None:
    """Tells those who wait what has come of their work, all that wait in one loop at once."""
    waiting: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, value in zip(jobs, values, strict=True):
        waiting.setdefault(job.future.get_loop(), []).append((job.future, value))
    for loop, settled in waiting.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, settled)


def _settle(settled: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, value in settled:
        if future.done():
            continue
        if isinstance(value, Exception):
            future.set_exception(value)
        else:
            future.set_result(value)


def cannot_keep(error: Exception) -> NotSaved:
    """What SQLite says, without what SQLAlchemy adds: that would have the values in it."""
    return NotSaved(str(getattr(error, "orig", None) or error))


def engine_of(path: Path, durable: bool = True) -> Engine:
    """The engine of a database file: every connection durable, with foreign keys held. (Without durability a power cut
    takes what was acknowledged: only to measure what durability costs.)"""
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False, "timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def settle(connection: sqlite3.Connection, _: Any) -> None:
        for pragma in ("journal_mode=WAL", f"synchronous={'FULL' if durable else 'OFF'}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def migrate(engine: Engine) -> None:
    """Brings a database to its newest form. (alembic takes a second to import: only where there is something to do.)"""
    folder = Path(__file__).parent / "migrations"
    newest = max(file.stem.partition("_")[0] for file in (folder / "versions").glob("[0-9]*.py"))
    with engine.begin() as connection:
        there = inspect(connection).has_table("alembic_version")
        if there and connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == newest:
            return
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(folder).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
