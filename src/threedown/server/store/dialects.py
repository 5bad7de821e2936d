"""The few statements that SQLite and PostgreSQL write differently."""

import contextlib
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
    func,
    insert,
    literal,
    type_coerce,
)
from sqlalchemy.dialects import sqlite


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
