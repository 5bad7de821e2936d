"""The one thread that touches the database; work that arrives while it writes is committed together."""

import asyncio
import contextlib
import itertools
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from threedown.server.operations import metrics
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.operations.log import log
from threedown.server.store import database as databases
from threedown.server.store.errors import NotSaved, not_saved

MAX_BATCH = 256
"""Pieces of work in one transaction."""
CLOSED = "the database is closed"
ASK_AGAIN_AFTER = 0.2
"""Seconds after which the writer asks again whether a transaction was committed."""

T = TypeVar("T")
Work = Callable[[Connection], Any]


class _Job(NamedTuple):
    work: Work
    future: asyncio.Future[Any]


class Writer:
    """The thread that writes to the database in a folder, or at the URL of a PostgreSQL ``database``.

    Raises OSError if another process has the database, or if it is empty, damaged or of a newer version.
    """

    def __init__(self, folder: Path, durable: bool = True, database: str | None = None) -> None:
        self.folder = folder
        """The data folder; beside PostgreSQL it holds caches alone."""
        self._database = databases.open_database(folder if database is None else database, durable)
        folder.mkdir(parents=True, exist_ok=True)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

    @property
    def source(self) -> databases.Source:
        """The database as another process can open it for reading."""
        return self._database.source

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Do a piece of work and return its result once it is on disk.

        Raises NotSaved, also once the database is closed, or what the work raises. The work cannot be taken back: a
        caller that is cancelled meanwhile still gets the result, so that memory follows the disk, and is cancelled
        where it waits next.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        with self._closing:
            if self._closed:
                raise NotSaved(CLOSED)
            self._jobs.put(_Job(work, future))
        return await settled(future)

    def close(self) -> None:
        """Write what is queued, and close the database."""
        with self._closing:  # nothing is queued behind the end, where nobody would answer it
            self._closed = True
            self._jobs.put(None)
        self._thread.join()
        self._database.close()

    def _write(self) -> None:
        open_ = True
        with self._database.engine.connect() as connection:
            while open_:
                jobs = [self._jobs.get()]
                while len(jobs) < MAX_BATCH and not self._jobs.empty():
                    jobs.append(self._jobs.get())
                open_ = None not in jobs
                work = [job for job in jobs if job is not None]
                if work and not self._transaction(connection, work):
                    for job in work:
                        self._transaction(connection, [job], alone=True)

    def _transaction(self, connection: Connection, jobs: list[_Job], alone: bool = False) -> bool:
        """Do jobs in one transaction; return False if one of several failed, and all were rolled back."""
        mark: str | None = None
        values: list[Any] = []
        try:
            with metrics.COMMITTING.time(), self._watched(connection), connection.begin():
                values = _results(connection, [job.work for job in jobs])
                self._confirm(connection)
                mark = self._mark(connection)
        except Exception as error:
            if mark is None or not self._was_committed(connection, mark):
                if len(jobs) > 1 and not alone:
                    return False
                if isinstance(error, (SQLAlchemyError, sqlite3.Error)):
                    error = not_saved(error)
                _answer(jobs[:1], [error])
                return True
        if any(hasattr(job.work, "together") for job in jobs):
            crash_point(CrashPoint.COMMITTED)
        _answer(jobs, values)
        return True

    def _watched(self, connection: Connection) -> contextlib.AbstractContextManager[None]:
        return self._database.watched(connection)

    def _confirm(self, connection: Connection) -> None:
        """Raise NotSaved if what is written now would not be found after a restart."""
        self._database.confirm(connection)

    def _mark(self, connection: Connection) -> str | None:
        return self._database.mark(connection)

    def _was_committed(self, connection: Connection, mark: str) -> bool:
        """Return whether a transaction was committed whose commit had no answer, asking until the database says so."""
        while True:
            try:
                with self._watched(connection), connection.begin():
                    found = self._database.was_committed(connection, mark)
                if found is not None:
                    return found
            except Exception as error:
                log.warning("a commit has had no answer", reason=type(error).__name__)
                if self._closed:
                    return False
            time.sleep(ASK_AGAIN_AFTER)


async def settled(future: asyncio.Future[T]) -> T:
    """Return the result of a future once it is there, even if the caller is cancelled before."""
    cancelled = False
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError:
            cancelled = True
    if cancelled and (task := asyncio.current_task()) is not None:
        task.cancel()
    return future.result()


def _results(connection: Connection, works: Sequence[Work]) -> list[Any]:
    """Return the results of pieces of work, in their order; work that can be batched is."""
    values: list[Any] = []
    for together, run in itertools.groupby(works, lambda work: getattr(work, "together", None)):
        several = list(run)
        if together is None:
            values += [work(connection) for work in several]
        else:
            values += together(connection, several)
    return values


def _answer(jobs: Sequence[_Job], values: Sequence[Any]) -> None:
    """Give callers the results of their work, with one wake-up for each event loop."""
    waiting: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for job, value in zip(jobs, values, strict=True):
        waiting.setdefault(job.future.get_loop(), []).append((job.future, value))
    for loop, settled in waiting.items():
        with contextlib.suppress(RuntimeError):  # the loop is closed: no caller waits any more
            loop.call_soon_threadsafe(_settle, settled)


def _settle(settled: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, value in settled:
        if future.done():
            continue
        if isinstance(value, Exception):
            future.set_exception(value)
        else:
            future.set_result(value)
