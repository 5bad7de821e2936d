"""Check a damaged database, and copy the rooms that are whole into a new one."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, Table
from sqlalchemy.exc import SQLAlchemyError

from threedown.durable import UNFINISHED, put_in_place
from threedown.server.store import postgres, queries
from threedown.server.store.devices import count_guests
from threedown.server.store.errors import NotSaved, not_saved
from threedown.server.store.intact import problem_of
from threedown.server.store.maintenance import NoDatabase
from threedown.server.store.schema import version_of
from threedown.server.store.sqlite import FILE, OWNER_ONLY
from threedown.server.store.tables import (
    OF_A_ROOM,
    analyses,
    call_wishes,
    devices,
    guests,
    holidays,
    passkeys,
    reports,
    results,
    rule_sets,
    snapshots,
)
from threedown.server.store.transfer import check_version, new_file

MOST_PROBLEMS = 100
"""Lines of SQLite's own check."""


class Condition(msgspec.Struct, frozen=True):
    """The condition of a database."""

    guests: int
    rooms: int
    """Rooms that are whole."""
    damaged: dict[str, str]
    """The other rooms, with what is wrong."""
    problems: tuple[str, ...]
    """The findings of SQLite's own check."""

    @property
    def sound(self) -> bool:
        return not self.damaged and not self.problems


def check_postgres(url: str) -> Condition:
    """Check the rooms of a PostgreSQL database, also while servers run. Raises OSError if it can't be read."""
    try:
        with postgres.snapshot(url) as connection:
            check_version(version_of(connection))
            damaged = {}
            names = queries.room_names(connection)
            for name in names:
                if (problem := _problem_in(connection, name)) is not None:
                    damaged[name] = problem
            return Condition(count_guests(connection), len(names) - len(damaged), damaged, ())
    except SQLAlchemyError as error:
        raise not_saved(error) from error


def salvage(folder: Path, target: Path | None) -> Condition:
    """Copy all guests and whole rooms of a data folder into a new database, also while a server runs.

    Without a target nothing stays. Raises OSError if there is no database, it is unreadable, or the target exists.
    """
    path = folder / FILE
    if not path.is_file():
        raise NoDatabase("no rooms are kept here")
    if target is not None and target.exists():
        raise FileExistsError(errno.EEXIST, "there is such a file: give another name")
    part = (target or path.with_name("check.db")).with_suffix(UNFINISHED)
    part.unlink(missing_ok=True)
    part.touch(OWNER_ONLY)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source:
            [(version,)] = source.execute("SELECT version_num FROM alembic_version")
            check_version(version)
            problems = _problems(source)
            with new_file(part) as copy:
                found = _copy(source, copy)
        if target is not None:
            put_in_place(part, target)
        return Condition(found.guests, found.rooms, found.damaged, problems)
    except sqlite3.Error as error:
        raise OSError(errno.EIO, f"nothing can be read of it: {error}") from error
    finally:
        for suffix in ("", "-wal", "-shm"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


class _Found(NamedTuple):
    guests: int
    rooms: int
    damaged: dict[str, str]


def _problems(source: sqlite3.Connection) -> tuple[str, ...]:
    try:
        lines = [str(line) for (line,) in source.execute(f"PRAGMA quick_check({MOST_PROBLEMS})")]
    except sqlite3.DatabaseError as error:
        return (str(error),)
    return () if lines == ["ok"] else tuple(line for text in lines for line in text.splitlines())


def _copy(source: sqlite3.Connection, copy: Connection) -> _Found:
    people, _ = _rows(source, f"SELECT {_columns(guests)} FROM guests")
    _insert(copy, "guests", people)
    known = {player for player, *_ in people}
    tokens, _ = _rows(source, f"SELECT {_columns(devices)} FROM devices")
    _insert(copy, "devices", [row for row in tokens if row[1] in known])
    keys, _ = _rows(source, f"SELECT {_columns(passkeys)} FROM passkeys")
    _insert(copy, "passkeys", [row for row in keys if row[1] in known])
    for table in (call_wishes, holidays):
        theirs, _ = _rows(source, f"SELECT {_columns(table)} FROM {table.name}")
        _insert(copy, table.name, [row for row in theirs if row[0] in known])
    told, _ = _rows(source, f"SELECT {_columns(reports)} FROM reports")
    _insert(copy, "reports", [row for row in told if {row[1], row[2]} <= known])
    named, _ = _rows(source, f"SELECT {_columns(rule_sets)} FROM rule_sets")
    _insert(copy, "rule_sets", [row for row in named if row[1] in known])
    ends, _ = _rows(source, f"SELECT {_columns(results)} FROM results")
    player = list(results.columns).index(results.c.player)
    _insert(
        copy,
        "results",
        [(*row[:player], row[player] if row[player] in known else None, *row[player + 1 :]) for row in ends],
    )
    names, damaged = _names(source), {}
    for name in names:
        with copy.begin_nested() as attempt:
            problem = _copy_room(source, copy, name)
            if problem is not None:
                damaged[name] = problem
                attempt.rollback()
    return _Found(len(people), len(names) - len(damaged), damaged)


def _copy_room(source: sqlite3.Connection, copy: Connection, name: str) -> str | None:
    """Copy a room with its log, and return what is wrong with it; None if nothing is."""
    for table, column in OF_A_ROOM.items():
        found, problem = _rows(source, f"SELECT {_columns(table)} FROM {table.name} WHERE {column} = ?", name)
        if problem is not None and table not in (snapshots, analyses):  # these two can be made again
            return problem
        if problem is None:
            _insert(copy, table.name, found)
    return _problem_in(copy, name)


def _problem_in(connection: Connection, name: str) -> str | None:
    """Return what is wrong with a room; None if nothing is."""
    try:
        room = queries.room_of(connection, name)
        return (
            "its plan is not what was written" if room is None else problem_of(room, queries.log_of(connection, name))
        )
    except (NotSaved, ValueError, TypeError) as error:  # a flipped bit can make text of bytes
        return str(error)


def _names(source: sqlite3.Connection) -> list[str]:
    """Return the names of all rooms that any page still tells: in the rooms, in their index, and in the logs."""
    found: set[str] = set()
    for question in ("room FROM rooms", "room FROM rooms NOT INDEXED", "DISTINCT game FROM entries"):
        try:
            for (name,) in source.execute(f"SELECT {question}"):
                found.add(name)
        except sqlite3.DatabaseError:
            continue  # what was read before the damaged page counts
    return sorted(found)


def _columns(table: Table) -> str:
    return ", ".join(column.name for column in table.columns)


def _rows(source: sqlite3.Connection, question: str, *values: str) -> tuple[list[Any], str | None]:
    """Return the rows that can be read, and what is wrong if not all can."""
    found: list[Any] = []
    try:
        for row in source.execute(question, values):
            found.append(row)
    except sqlite3.DatabaseError as error:
        return found, str(error)
    return found, None


def _insert(copy: Connection, table: str, rows: list[Any]) -> None:
    if rows:
        copy.exec_driver_sql(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
