"""The few statements that SQLite and PostgreSQL write differently."""

import contextlib
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Integer,
    LargeBinary,
    Table,
    delete,
    func,
    insert,
    literal,
    type_coerce,
)
from sqlalchemy.dialects import postgresql, sqlite

from threedown.server.store.tables import entries

APPEND = (
    "INSERT INTO entries (game, seq, line, written)"
    " SELECT * FROM unnest(%s::text[], %s::integer[], %s::bytea[], %s::bigint[])"
    " ON CONFLICT DO NOTHING RETURNING game, seq"
)
"""The next entries of many games in one statement, which says which of them were not there already."""


def is_sqlite(connection: Connection) -> bool:
    """True for SQLite."""
    return connection.dialect.name == "sqlite"


@cache
def _insertion(dialect: str, table: Table) -> str:
    if dialect == "sqlite":
        return str(insert(table).compile(dialect=sqlite.dialect()))
    columns = ", ".join(column.name for column in table.columns)
    return f"INSERT INTO {table.name} ({columns}) VALUES ({', '.join(['%s'] * len(table.columns))})"


def insertion(connection: Connection, table: Table) -> str:
    """Return an INSERT statement of the driver for rows in the order of the columns.

    It is compiled once: SQLAlchemy needs as long for that as all the rest of a choice takes.
    """
    return _insertion(connection.dialect.name, table)


def append(connection: Connection, lines: Sequence[tuple[str, int, bytes, int]]) -> set[str]:
    """Append entries to the logs of games, and return the games of which an entry was there already.

    Nothing of such a game is written. On SQLite one process writes, so that an entry that is there already is an error.
    """
    if is_sqlite(connection):
        connection.exec_driver_sql(insertion(connection, entries), list(lines))
        return set()
    columns = tuple(list(column) for column in zip(*lines, strict=True))
    written = {(game, seq) for game, seq in connection.exec_driver_sql(APPEND, columns)}
    lost = {game for game, seq, *_ in lines if (game, seq) not in written}
    for game, seq in written:
        if game in lost:
            connection.execute(delete(entries).where(entries.c.game == game, entries.c.seq == seq))
    return lost


def insert_if_new(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless one with its key is there; return True if it was inserted."""
    dialect = sqlite if is_sqlite(connection) else postgresql
    added = connection.execute(dialect.insert(table).values(dict(values)).on_conflict_do_nothing())
    return added.rowcount == 1


def position(connection: Connection, column: Column[bytes], part: bytes) -> ColumnElement[int]:
    """Return the position of bytes in a column, from 1 on; 0 if they are not there."""
    if is_sqlite(connection):
        return func.instr(column, part)
    found: Any = func.position(literal(part, LargeBinary).op("IN")(column))
    return type_coerce(found, Integer)


def attempt(connection: Connection) -> AbstractContextManager[Any]:
    """Return a context in which a statement may fail, and those after it still run in the same transaction."""
    return contextlib.nullcontext() if is_sqlite(connection) else connection.begin_nested()


def overwrite_deleted(connection: Connection) -> None:
    """Have SQLite overwrite on disk what is deleted from now on; PostgreSQL does so when it vacuums a table."""
    if is_sqlite(connection):
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
