"""The database of a server: SQLite in a folder, for one process, or PostgreSQL at a URL."""

import contextlib
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from threedown.server.store import postgres, sqlite
from threedown.server.store.errors import not_saved

Place = Path | str
"""A data folder, or the URL of a PostgreSQL database."""
Source = Path | str
"""A database as another process can open it for reading: the file of SQLite, or a URL."""


class Database(Protocol):
    """An open database that the writer uses."""

    engine: Engine

    @property
    def source(self) -> Source:
        """The database as another process can open it for reading."""
        ...

    def watched(self, connection: Connection) -> AbstractContextManager[None]:
        """Return a context in which a transaction doesn't wait for ever."""
        ...

    def mark(self, connection: Connection) -> str | None:
        """Return a mark of the transaction, by which it is found later; None if a failed commit has written nothing."""
        ...

    def confirm(self, connection: Connection) -> None:
        """Raise NotSaved if what is written now would not be found after a restart."""
        ...

    def was_committed(self, connection: Connection, mark: str) -> bool | None:
        """Return whether the transaction with a mark was committed; None while it is still under way."""
        ...

    def close(self) -> None:
        """Close the database."""
        ...


def open_database(place: Place, durable: bool = True) -> Database:
    """Open a database, created or migrated if need be.

    Raises OSError if another process has it, if it is damaged or of a newer version, or can't be reached.
    """
    if isinstance(place, Path):
        return sqlite.SqliteDatabase(place, durable)
    return postgres.PostgresDatabase(place, durable)


@contextlib.contextmanager
def read_only(source: Source) -> Iterator[Connection]:
    """A connection that reads a database beside the writer: for long work in another thread or process.

    Raises NotSaved if the database can't be read.
    """
    try:
        if isinstance(source, Path):
            engine = sqlite.reading_engine(source)
        else:
            engine = postgres.engine_of(source, read_only=True)
        with engine.connect() as connection:
            yield connection
    except SQLAlchemyError as error:
        raise not_saved(error) from error
