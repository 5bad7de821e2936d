"""What somebody who looks after a server does with its database: copies it, clears away what is old, deletes."""

import errno
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from threedown.durable import UNFINISHED, Lock, put_in_place
from threedown.server.model.plan import Chair, RoomPlan, StoredRoom
from threedown.server.model.wire import State
from threedown.server.store.queries import all_rooms, change_room
from threedown.server.store.tables import commands, guests, rooms
from threedown.server.store.writer import BUSY, FILE, cannot_keep, engine_of, migrate

A_DAY = 86_400_000
"""Milliseconds."""


class NoDatabase(OSError):
    """There is nothing there to be looked after."""


class Copied(msgspec.Struct, frozen=True):
    """What a copy has in it."""

    guests: int
    rooms: int
    secrets: int
    """Games that are not over, and whose cards the copy gives away to whoever reads it."""


class Deleted(msgspec.Struct, frozen=True):
    """What is there no more, or would not be."""

    guests: int
    rooms: int
    places: int = 0
    """Seats of a guest in rooms that stay, because others sit there."""


# A copy


def back_up(folder: Path, target: Path, secrets: bool) -> Copied:
    """Copies the database of a folder into one file, whether a server runs or not; the copy is whole or not there.

    Without ``secrets`` it has the games in it that are over, and no others: what is dealt from a secret cannot go on
    without it. Raises OSError if that fails, or if there is such a file.
    """
    path = _there(folder)
    if target.exists():
        raise FileExistsError(errno.EEXIST, "there is such a file: give another name")
    part = target.with_name(target.name + UNFINISHED)
    part.unlink(missing_ok=True)
    part.touch(0o600)
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part, isolation_level=None)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            if not secrets:
                copy.execute("PRAGMA foreign_keys=ON")
                copy.execute("DELETE FROM rooms WHERE state != 'over'")
                copy.execute("VACUUM")
            if (wrong := copy.execute("PRAGMA quick_check").fetchone()[0]) != "ok":
                raise OSError(errno.EIO, f"the database is damaged: {wrong}")
            counted = Copied(
                *(
                    copy.execute(f"SELECT count(*) FROM {which}").fetchone()[0]
                    for which in ("guests", "rooms", "rooms WHERE state != 'over'")
                )
            )
        put_in_place(part, target)
        return counted
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error)) from error
    finally:
        part.unlink(missing_ok=True)


# What is old


def prune(folder: Path, before: int, states: Sequence[State], really: bool) -> Deleted:
    """Deletes rooms in one of these states that nobody has changed since a moment (milliseconds since 1970), and guests
    who came before it and sit nowhere. Raises OSError if another process serves the rooms."""
    with _alone(folder) as connection:
        old = rooms.c.state.in_(states) & (func.coalesce(rooms.c.changed, rooms.c.opened) < before)
        names = list(connection.execute(select(rooms.c.room).where(old)).scalars())
        left = [room for room in all_rooms(connection)[0] if room.room not in names]
        seated = {chair.player for room in left for chair in room.plan.chairs}
        came_before = or_(guests.c.came < before, guests.c.came.is_(None))
        gone = set(connection.execute(select(guests.c.player).where(came_before)).scalars()) - seated
        if really:
            _delete(connection, names, sorted(gone))
        return Deleted(len(gone), len(names))


# One room, one guest


def delete_room(folder: Path, name: str, really: bool) -> Deleted:
    """Deletes a room, its game, and its log. Raises :class:`NoDatabase` if there is no such room."""
    with _alone(folder) as connection:
        if connection.execute(select(rooms.c.room).where(rooms.c.room == name)).first() is None:
            raise NoDatabase(f"there is no room {name}")
        if really:
            _delete(connection, [name], [])
        return Deleted(0, 1)


def delete_guest(folder: Path, player: str, with_games: bool, really: bool) -> Deleted:
    """Deletes a guest: his token, and every room in which nobody else sits.

    In other rooms his seat is nobody's any more: before the deal it is open, after it a bot plays on. His name stays in
    the record of such a game, whose chain is made of it; ``with_games`` deletes these rooms too. Raises
    :class:`NoDatabase` if there is no such guest.
    """
    with _alone(folder) as connection:
        if connection.execute(select(guests.c.player).where(guests.c.player == player)).first() is None:
            raise NoDatabase(f"there is no guest {player}")
        his = [room for room in all_rooms(connection)[0] if player in _people(room) or room.plan.host == player]
        alone = [room.room for room in his if with_games or not _people(room) - {player}]
        shared = [room for room in his if room.room not in alone]
        if really:
            for room in shared:
                change_room(connection, room.room, room.state, _without(room, player))
            connection.execute(delete(commands).where(commands.c.player == player))
            _delete(connection, alone, [player])
        return Deleted(1, len(alone), len(shared))


def _people(room: StoredRoom) -> set[str]:
    return {chair.player for chair in room.plan.chairs if chair.player}


def _without(room: StoredRoom, player: str) -> RoomPlan:
    """A room in which others sit, without somebody."""

    def left(chair: Chair) -> Chair:
        if chair.player != player:
            return chair
        return Chair() if room.state == "waiting" else msgspec.structs.replace(chair, player="", away=True)

    plan = msgspec.structs.replace(room.plan, chairs=[left(chair) for chair in room.plan.chairs])
    others = [chair.player for chair in plan.chairs if chair.player]
    return plan if plan.host != player else msgspec.structs.replace(plan, host=others[0])


def _there(folder: Path) -> Path:
    path = folder / FILE
    if not path.is_file():
        raise NoDatabase("no rooms are kept here")
    return path


@contextmanager
def _alone(folder: Path) -> Iterator[Connection]:
    """The database while no server runs, brought to its newest form: all that is done with it is done, or nothing."""
    path = _there(folder)
    lock = Lock(path, f"{BUSY}: stop it first")
    try:
        engine = engine_of(path)
        try:
            migrate(engine)
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()
    except SQLAlchemyError as error:
        raise cannot_keep(error) from error
    finally:
        lock.release()


def _delete(connection: Connection, names: Sequence[str], players: Sequence[str]) -> None:
    """Deletes rooms with all that hangs on them, and guests; what lay on disk is written over."""
    connection.exec_driver_sql("PRAGMA secure_delete=ON")
    for name in names:
        connection.execute(delete(rooms).where(rooms.c.room == name))
    for player in players:
        connection.execute(delete(guests).where(guests.c.player == player))
