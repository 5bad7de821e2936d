"""The database of one process: a file of SQLite in the data folder.

SQLite runs in WAL mode with synchronous FULL: a commit survives a crash of the process or the machine.
"""

import errno
import sqlite3
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from threedown.durable import Lock, file_identity
from threedown.server.store.errors import NotSaved, not_saved
from threedown.server.store.schema import migrate

FILE = "threedown.db"
BUSY = "another process serves these rooms"
EMPTY = "the database is an empty file: put a backup in its place, or delete it to begin without rooms"
GONE = "the database was deleted or replaced while the server runs: stop it, and put the right file back"
OWNER_ONLY, OWNER_FOLDER = 0o600, 0o700
LOCK_TIMEOUT = 1.0
"""Seconds that a write waits for another process that has locked the database."""


class SqliteDatabase:
    """The database in a folder, created or migrated if need be; no other process can open it until it is closed.

    Raises OSError if another process has it, or if it is empty, damaged or of a newer version.
    """

    def __init__(self, folder: Path, durable: bool = True) -> None:
        if not folder.exists():
            folder.mkdir(OWNER_FOLDER, parents=True, exist_ok=True)
        self.source = folder / FILE
        self._lock = Lock(self.source, BUSY)
        try:
            if not self.source.exists():
                self.source.touch(OWNER_ONLY)  # it contains secrets; SQLite gives its other files the same mode
            elif self.source.stat().st_size == 0:
                raise OSError(errno.EINVAL, EMPTY)
            self._identity = file_identity(self.source)
            self.engine = engine_of(self.source, durable)
            migrate(self.engine)
        except BaseException as error:
            self._lock.release()
            if isinstance(error, SQLAlchemyError):
                raise not_saved(error) from error
            raise

    def watched(self, connection: Connection) -> AbstractContextManager[None]:
        """Return a context for a transaction: nothing can hang here, because the file is on this machine."""
        return nullcontext()

    def mark(self, connection: Connection) -> str | None:
        """Return None: a commit that fails here has written nothing."""
        return None

    def confirm(self, connection: Connection) -> None:
        """Raise NotSaved if what is written now would not be found after a restart."""
        if file_identity(self.source) != self._identity:
            raise NotSaved(GONE)
        try:
            self._lock.confirm()
        except OSError as error:
            raise NotSaved(str(error.strerror or error)) from error

    def was_committed(self, connection: Connection, mark: str) -> bool | None:
        """Return False: a commit that fails here has written nothing."""
        return False

    def close(self) -> None:
        """Close the database, and let other processes open it."""
        self.engine.dispose()
        self._lock.release()


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


def reading_engine(path: Path) -> Engine:
    """Return the engine of a database file that is only read."""
    uri = f"{path.absolute().as_uri()}?mode=ro"
    return create_engine("sqlite://", creator=lambda: sqlite3.connect(uri, uri=True), poolclass=NullPool)
