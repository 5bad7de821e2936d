"""The database of a data folder in tests: its SQLite file, or a PostgreSQL database of its own.

The fixture ``database_kind`` sets the kind; a test that opens a folder then gets the database of that kind.
"""

import contextlib
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from support.postgres import postgres
from threedown.server.store import database
from threedown.server.store import postgres as store
from threedown.server.store.database import Place

TEMPLATE = "migrated"
_opened = database.open_database
_kind = "sqlite"


def set_kind(kind: str) -> None:
    """Choose the kind of database for the folders that are opened from now on."""
    global _kind
    _kind = kind
    database.open_database = _opened if kind == "sqlite" else _open_postgres  # type: ignore[assignment]


@contextlib.contextmanager
def on_sqlite() -> Iterator[None]:
    """Open SQLite's files, whatever kind the session is at."""
    before = _kind
    set_kind("sqlite")
    try:
        yield
    finally:
        set_kind(before)


def url_of(folder: Path) -> str | None:
    """Return the URL of a folder's database; None for SQLite."""
    return None if _kind == "sqlite" else _url_of(folder)


def place_of(folder: Path) -> Place:
    """Return the database of a folder as the maintenance takes it."""
    return url_of(folder) or folder


def _open_postgres(place: Place, durable: bool = True) -> database.Database:
    return _opened(_url_of(place) if isinstance(place, Path) else place, durable)


@cache
def _url_of(folder: Path) -> str:
    _template()
    return postgres().create(f"f{hashlib.sha256(str(folder).encode()).hexdigest()[:20]}", TEMPLATE)


@cache
def _template() -> None:
    store.PostgresDatabase(postgres().create(TEMPLATE)).close()
