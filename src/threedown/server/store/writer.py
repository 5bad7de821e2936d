"""The one thread that touches the database; work that arrives while it writes is committed together.

SQLite runs in WAL mode with synchronous FULL: a commit survives a crash of the process or the machine.
"""

import asyncio
import contextlib
import errno
import itertools
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from threedown.durable import Lock, file_identity
from threedown.server.operations import metrics
from threedown.server.operations.crash import CrashPoint, crash_point

REPAIR = "threedown db check says what is whole, threedown db salvage copies it"
MAX_BATCH = 256
"""Pieces of work in one transaction."""
FILE = "threedown.db"
MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = {file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")}
NEWEST = max(VERSIONS)
"""The version of the schema."""
BUSY = "another process serves these rooms"
EMPTY = "the database is an empty file: put a backup in its place, or delete it to begin without rooms"
CLOSED = "the database is closed"
GONE = "the database was deleted or replaced while the server runs: stop it, and put the right file back"
NEWER = "the database was written by a newer Threedown: update this one, or give another folder"
OWNER_ONLY, OWNER_FOLDER = 0o600, 0o700

LOCK_TIMEOUT = 1.0
"""Seconds that a write waits for another process that has locked the database."""

T = TypeVar("T")
Work = Callable[[Connection], Any]


class NotSaved(OSError):
    """Nothing was written: the disk is full, or the database locked or read-only."""


class Damaged(NotSaved):
    """The database, or a row of it, is not as it was written."""


class _Job(NamedTuple):
    work: Work
    future: asyncio.Future[Any]


class Writer:
    """The database in a folder, created or migrated if need be.

    Raises OSError if another process has it, or if it is empty, damaged or of a newer version.
    """

    def __init__(self, folder: Path, durable: bool = True) -> None:
        if not folder.exists():
            folder.mkdir(OWNER_FOLDER, parents=True, exist_ok=True)
        self.path = folder / FILE
        self._lock = Lock(self.path, BUSY)
        try:
            if not self.path.exists():
                self.path.touch(OWNER_ONLY)  # it contains secrets; SQLite gives its other files the same mode
            elif self.path.stat().st_size == 0:
                raise OSError(errno.EINVAL, EMPTY)
            self._identity = file_identity(self.path)
            self._engine = engine_of(self.path, durable)
            migrate(self._engine)
        except BaseException as error:
            self._lock.release()
            if isinstance(error, SQLAlchemyError):
                raise not_saved(error) from error
            raise
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
        self._thread.start()

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
        self._engine.dispose()
        self._lock.release()

    def _write(self) -> None:
        open_ = True
        with self._engine.connect() as connection:
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
        try:
            with metrics.COMMITTING.time(), connection.begin():
                values = _results(connection, [job.work for job in jobs])
                self._confirm_file()
        except Exception as error:
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

    def _confirm_file(self) -> None:
        """Raise NotSaved if what is written now would not be found after a restart."""
        if file_identity(self.path) != self._identity:
            raise NotSaved(GONE)
        try:
            self._lock.confirm()
        except OSError as error:
            raise NotSaved(str(error.strerror or error)) from error


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
            together(connection, several)
            values += [None] * len(several)
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


def not_saved(error: Exception) -> NotSaved:
    """Return the error with SQLite's message alone: SQLAlchemy would add the values of the statement."""
    original = getattr(error, "orig", None) or error
    damaged = getattr(original, "sqlite_errorcode", None) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return Damaged(f"{original} ({REPAIR})") if damaged else NotSaved(str(original))


def engine_of(path: Path, durable: bool = True) -> Engine:
    """Return the engine of a database file, with durable commits and foreign keys.

    Without ``durable`` a power cut loses acknowledged choices: only to measure what durability costs.
    """
    engine = create_engine(f"sqlite:///{path}", connect_args={"check_same_thread": False, "timeout": LOCK_TIMEOUT})

    @event.listens_for(engine, "connect")
    def settle(connection: sqlite3.Connection, _: Any) -> None:
        for pragma in ("journal_mode=WAL", f"synchronous={'FULL' if durable else 'OFF'}", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


@contextlib.contextmanager
def read_only(path: Path) -> Iterator[Connection]:
    """A connection that reads a database file beside the writer: for long work in another thread or process.

    Raises NotSaved if the database can't be read.
    """
    uri = f"{path.absolute().as_uri()}?mode=ro"
    engine = create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True), poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise not_saved(error) from error


def migrate(engine: Engine) -> None:
    """Migrate a database to the newest schema; raises OSError if it has a newer one.

    Importing alembic takes a second: it is done only if there is something to migrate.
    """
    with engine.begin() as connection:
        if inspect(connection).has_table("alembic_version"):
            current = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            if current == NEWEST:
                return
            if current is not None and current not in VERSIONS:
                raise OSError(errno.EINVAL, NEWER)
        from alembic import command
        from alembic.config import Config

        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
