"""Carry a server's data from one database to another: guests as they are, rooms one by one, each checked."""

import errno
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, Table, func, select
from sqlalchemy.exc import SQLAlchemyError

from threedown.durable import UNFINISHED, Lock, put_in_place
from threedown.server.store import postgres, queries, sqlite
from threedown.server.store.daily import keep_sealed, sealed_rooms
from threedown.server.store.dialects import insertion
from threedown.server.store.errors import Damaged, not_saved
from threedown.server.store.intact import problem_of
from threedown.server.store.schema import NEWEST, migrate, version_of
from threedown.server.store.sqlite import FILE, OWNER_ONLY
from threedown.server.store.tables import (
    OF_A_ROOM,
    call_wishes,
    daily_deals,
    daily_levels,
    daily_tries,
    devices,
    guests,
    holidays,
    measures,
    passkeys,
    push_keys,
    reports,
    results,
    rooms,
    rule_sets,
    subscriptions,
    tournaments,
)

NOT_EMPTY = "the target has guests or rooms already: give a new database"
OLD_SCHEMA = (
    "its schema is {version}, and this Threedown reads {newest}: serve it once, or use the Threedown that wrote it"
)


class Carried(msgspec.Struct, frozen=True):
    """The things that were carried over."""

    guests: int
    rooms: int
    entries: int
    secrets: int
    """Games that are not over."""


def move(source: Path, url: str, told: Callable[[int, int], None] = lambda done, of: None) -> Carried:
    """Carry the database of a data folder, or a database file, over to an empty PostgreSQL database.

    The source stays as it is, and ``told`` follows the number of rooms. Raises OSError, and has then written nothing,
    if a server uses either of them, the target is not empty, or a room is not whole.
    """
    path = source / FILE if source.is_dir() else source
    if not path.is_file():
        raise FileNotFoundError(errno.ENOENT, f"there is no database {path}")
    with closing(_Locked(path)), _translated(), postgres.exclusive(url) as target:
        if any(target.execute(select(func.count()).select_from(table)).scalar() for table in (guests, rooms)):
            raise FileExistsError(errno.EEXIST, NOT_EMPTY)
        engine = sqlite.reading_engine(path)
        try:
            with engine.connect() as connection:
                check_version(version_of(connection))
                return carry(connection, target, True, told)
        finally:
            engine.dispose()


def back_up_postgres(url: str, target: Path, secrets: bool) -> Carried:
    """Copy a PostgreSQL database, as it is at one moment, into a new file of SQLite, whether servers run or not.

    Without ``secrets`` the copy has finished games only. Raises OSError if that fails.
    """
    part = target.with_name(target.name + UNFINISHED)
    part.unlink(missing_ok=True)
    part.touch(OWNER_ONLY)
    try:
        with _translated(), postgres.snapshot(url) as source, new_file(part) as copy:
            check_version(version_of(source))
            carried = carry(source, copy, secrets)
        put_in_place(part, target)
        return carried
    finally:
        for suffix in ("", "-wal", "-shm"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def carry(
    source: Connection, target: Connection, secrets: bool, told: Callable[[int, int], None] = lambda done, of: None
) -> Carried:
    """Copy everything; without ``secrets`` the finished games only. Raises Damaged if a room is not whole."""
    for table in (guests, devices, passkeys, results, measures, reports, rule_sets, tournaments, call_wishes, holidays):
        copy_rows(source, target, table)
    for table in (push_keys, subscriptions) if secrets else ():
        copy_rows(source, target, table)
    wanted = select(rooms.c.room, rooms.c.state).order_by(rooms.c.opened, rooms.c.room)
    sealed = set() if secrets else sealed_rooms(source)
    found = [row for row in source.execute(wanted).all() if secrets or (row.state == "over" and row.room not in sealed)]
    entries = 0
    for done, row in enumerate(found):
        entries += carry_room(source, target, row.room)
        told(done + 1, len(found))
    for table in (daily_deals, daily_tries, daily_levels):
        copy_rows(source, target, table)
    if not secrets:
        keep_sealed(target)
    unfinished = sum(row.state != "over" for row in found)
    people = target.execute(select(func.count()).select_from(guests)).scalar_one()
    return Carried(people, len(found), entries, unfinished)


def carry_room(source: Connection, target: Connection, name: str) -> int:
    """Copy a room, compare the copy with the original, and return the entries of its log; raises Damaged."""
    for table, column in OF_A_ROOM.items():
        copy_rows(source, target, table, column, name)
    before, after = (queries.room_of(connection, name) for connection in (source, target))
    if before is None or after is None:
        raise Damaged(f"room {name}: its plan is not what was written")
    log, copied = (queries.log_of(connection, name) for connection in (source, target))
    if (before, log) != (after, copied):
        raise Damaged(f"room {name}: the copy differs from the original")
    if (problem := problem_of(after, copied)) is not None:
        raise Damaged(f"room {name}: {problem}")
    return len(log.lines)


def copy_rows(source: Connection, target: Connection, table: Table, column: str = "", value: str = "") -> None:
    """Copy the rows of a table, or those with a value in a column."""
    wanted = select(table) if not column else select(table).where(table.c[column] == value)
    if found := [tuple(row) for row in source.execute(wanted)]:
        target.exec_driver_sql(insertion(target, table), found)


def check_version(version: str | None) -> None:
    """Raise OSError if a database is not of this version."""
    if version != NEWEST:
        raise OSError(errno.EINVAL, OLD_SCHEMA.format(version=version, newest=NEWEST))


@contextmanager
def new_file(path: Path) -> Iterator[Connection]:
    """Open a new database with the newest schema, in one file."""
    engine = sqlite.engine_of(path)
    try:
        migrate(engine)
        with engine.connect() as connection:
            yield connection
            connection.commit()
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        engine.dispose()


class _Locked(Lock):
    """The lock of a database file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, f"{sqlite.BUSY}: stop it first")

    close = Lock.release


@contextmanager
def _translated() -> Iterator[None]:
    """Turn errors of the database into OSErrors."""
    try:
        yield
    except SQLAlchemyError as error:
        raise not_saved(error) from error
