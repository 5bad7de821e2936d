"""Maintenance of a server's database: back it up, prune what is old, delete rooms and guests."""

import errno
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from sqlalchemy import Connection, delete, func, or_, select
from sqlalchemy.exc import SQLAlchemyError

from threedown.durable import UNFINISHED, Lock, file_identity, put_in_place
from threedown.server.model import clock
from threedown.server.model.daily import day_of
from threedown.server.model.evening import PlayedGame
from threedown.server.model.plan import Chair, RoomPlan, StoredRoom
from threedown.server.model.wire import State
from threedown.server.store import postgres
from threedown.server.store.database import Place
from threedown.server.store.dialects import overwrite_deleted
from threedown.server.store.errors import not_saved
from threedown.server.store.queries import all_rooms, change_room, rooms_naming
from threedown.server.store.schema import migrate
from threedown.server.store.sqlite import BUSY, FILE, OWNER_ONLY, engine_of
from threedown.server.store.tables import commands, devices, guests, reports, rooms
from threedown.server.store.tournaments import delete_tournaments, forget_player
from threedown.server.store.transfer import back_up_postgres

A_DAY = 86_400_000
"""Milliseconds."""


class NoDatabase(OSError):
    """The database, or the room or guest in it, does not exist."""


class Copied(msgspec.Struct, frozen=True):
    """The contents of a backup."""

    guests: int
    rooms: int
    secrets: int
    """Games that are not over; their cards are readable in the backup."""


class Deleted(msgspec.Struct, frozen=True):
    """The things that were deleted, or would be."""

    guests: int
    rooms: int
    places: int = 0
    """Seats of a guest in rooms that stay because other players sit there."""
    reports: int = 0
    """Old reports about players; those about or by a deleted guest are not counted."""


# Backup


def back_up(place: Place, target: Path, secrets: bool) -> Copied:
    """Copy a database into one file of SQLite, whether a server runs or not.

    Without ``secrets`` the copy has finished games only: a game cannot go on without the secret it is dealt from. The
    file is complete or does not exist. Raises OSError if the copy fails or the file exists already.
    """
    if target.exists():
        raise FileExistsError(errno.EEXIST, "there is such a file: give another name")
    if isinstance(place, str):
        carried = back_up_postgres(place, target, secrets)
        return Copied(carried.guests, carried.rooms, carried.secrets)
    return _copied(file_in(place), target, secrets)


def follow(folder: Path, target: Path, wait: Callable[[], None]) -> Iterator[Copied]:
    """Keep a copy of the database of a data folder up to date, and yield the contents of each copy.

    The copy is the file ``target``, complete at every moment. After ``wait`` a new one is made if the database has
    changed. Raises OSError, and leaves the last copy as it is, once the database is damaged, deleted or replaced.
    """
    path = file_in(folder)
    identity = file_identity(path)
    with closing(sqlite3.connect(path)) as source:
        copied = None
        while True:
            if file_identity(path) != identity:
                raise OSError(errno.ENOENT, "the database was deleted or replaced: the copy is the last of it")
            changed = _version(source)
            if changed != copied:
                yield _copied(path, target, True)
                copied = changed
            wait()


def _version(source: sqlite3.Connection) -> int:
    """Return a number that changes with every commit of another connection."""
    try:
        [(number,)] = source.execute("PRAGMA data_version")
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error)) from error
    return int(number)


def _copied(path: Path, target: Path, secrets: bool) -> Copied:
    """Copy a database into a file, in place of the one that is there."""
    part = target.with_name(target.name + UNFINISHED)
    part.unlink(missing_ok=True)
    part.touch(OWNER_ONLY)
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part, isolation_level=None)) as copy:
            source.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            if not secrets:
                copy.execute("PRAGMA foreign_keys=ON")
                today = day_of(clock.now())
                sealed = "SELECT room FROM daily_tries WHERE day >= ?"
                copy.execute(f"DELETE FROM rooms WHERE state != 'over' OR room IN ({sealed})", [today])
                copy.execute("DELETE FROM daily_deals WHERE day >= ?", [today])
                for table in ("subscriptions", "push_keys"):
                    copy.execute(f"DELETE FROM {table}")
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


# Pruning


def prune(place: Place, before: int, states: Sequence[State], really: bool) -> Deleted:
    """Delete rooms in some states that have not changed since ``before``, guests without a seat not seen since, and
    reports from before.

    ``before`` is in milliseconds since 1970. Raises OSError if another process serves the rooms.
    """
    with _exclusive(place) as connection:
        old = rooms.c.state.in_(states) & (func.coalesce(rooms.c.changed, rooms.c.opened) < before)
        names = list(connection.execute(select(rooms.c.room).where(old)).scalars())
        if really:
            delete_tournaments(connection, before)
        left = [room for room in all_rooms(connection)[0] if room.room not in names]
        with_seat = {chair.player for room in left for chair in room.plan.chairs}
        is_old = or_(guests.c.came < before, guests.c.came.is_(None))
        is_old &= guests.c.player.not_in(select(devices.c.player).where(devices.c.seen >= before))
        gone = set(connection.execute(select(guests.c.player).where(is_old)).scalars()) - with_seat
        old_reports = reports.c.sent < before
        kept = select(func.count()).select_from(reports).where(old_reports, reports.c.player.not_in(gone))
        counted = connection.execute(kept.where(reports.c.reporter.not_in(gone))).scalar_one()
        if really:
            delete_all(connection, names, sorted(gone))
            connection.execute(delete(reports).where(old_reports))
        return Deleted(len(gone), len(names), reports=counted)


# Deleting a room or a guest


def delete_room(place: Place, name: str, really: bool) -> Deleted:
    """Delete a room with its game and its log. Raises NoDatabase if there is no such room."""
    with _exclusive(place) as connection:
        if connection.execute(select(rooms.c.room).where(rooms.c.room == name)).first() is None:
            raise NoDatabase(f"there is no room {name}")
        if really:
            delete_all(connection, [name], [])
        return Deleted(0, 1)


def delete_guest(place: Place, player: str, with_games: bool, really: bool) -> Deleted:
    """Delete a guest: their token, and every room in which no other player sits.

    In other rooms their seat becomes free: before the deal it is open, after it a bot plays on. Their name stays in the
    record of such a game, because its hash chain includes it; ``with_games`` deletes these rooms too. Raises NoDatabase
    if there is no such guest.
    """
    with _exclusive(place) as connection:
        if connection.execute(select(guests.c.player).where(guests.c.player == player)).first() is None:
            raise NoDatabase(f"there is no guest {player}")
        naming = rooms_naming(connection, player)
        theirs = [room for room in all_rooms(connection)[0] if room.room in naming]
        seated = {room.room for room in theirs if player in _people(room)}
        alone = [room.room for room in theirs if not _people(room) - {player} or (with_games and room.room in seated)]
        shared = [room for room in theirs if room.room not in alone]
        if really:
            for room in shared:
                change_room(connection, room.room, room.state, plan_without(room.plan, room.state, player))
            delete_all(connection, alone, [player])
        return Deleted(1, len(alone), len(shared))


def _people(room: StoredRoom) -> set[str]:
    return {room.plan.host, *room.plan.players}


def plan_without(plan: RoomPlan, state: State, player: str) -> RoomPlan:
    """Return the plan of a room without one of its players, nor what it holds of them.

    Before the deal their seat is open, after it a bot plays on.
    """

    def left(chair: Chair) -> Chair:
        if chair.player != player:
            return chair
        return Chair() if state == "waiting" else msgspec.structs.replace(chair, player="", away=True)

    plan = msgspec.structs.replace(
        plan,
        chairs=[left(chair) for chair in plan.chairs],
        kicked={other: word for other, word in plan.kicked.items() if other != player},
        wants={other: want for other, want in plan.wants.items() if other != player},
        evening=[_game_without(game, player) for game in plan.evening],
    )
    others = [chair.player for chair in plan.chairs if chair.player]
    return plan if plan.host != player else msgspec.structs.replace(plan, host=others[0])


def _game_without(game: PlayedGame, player: str) -> PlayedGame:
    people = {other: name for other, name in game.people.items() if other != player}
    return msgspec.structs.replace(game, people=people, won=[other for other in game.won if other != player])


def file_in(folder: Path) -> Path:
    """Return the database of a data folder; raises NoDatabase if there is none."""
    path = folder / FILE
    if not path.is_file():
        raise NoDatabase("no rooms are kept here")
    return path


@contextmanager
def _exclusive(place: Place) -> Iterator[Connection]:
    """Open a database in one transaction while no server runs, migrated to its newest schema."""
    try:
        with postgres.exclusive(place) if isinstance(place, str) else _exclusive_file(place) as connection:
            yield connection
    except SQLAlchemyError as error:
        raise not_saved(error) from error


@contextmanager
def _exclusive_file(folder: Path) -> Iterator[Connection]:
    path = file_in(folder)
    lock = Lock(path, f"{BUSY}: stop it first")
    try:
        engine = engine_of(path)
        try:
            migrate(engine)
            with engine.begin() as connection:
                yield connection
        finally:
            engine.dispose()
    finally:
        lock.release()


def delete_all(connection: Connection, names: Sequence[str], players: Sequence[str]) -> None:
    """Delete rooms with all that belongs to them, and guests with their devices and the ids of their commands.

    Their bytes on disk are overwritten.
    """
    overwrite_deleted(connection)
    for name in names:
        connection.execute(delete(rooms).where(rooms.c.room == name))
    for player in players:
        connection.execute(delete(commands).where(commands.c.player == player))
        forget_player(connection, player)
        connection.execute(delete(guests).where(guests.c.player == player))
