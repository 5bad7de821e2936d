"""Queries about worker processes and their rooms: functions of a connection, run by the writer.

A worker is alive until a time by the clock of the database, which it moves on every second. A room belongs to one
worker (its lease), and what is written about the room is written only while that is so: the check is part of the same
transaction, and a worker that takes the room over waits for it. The workers' own clocks decide nothing.
"""

import errno
import functools
import hashlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import BigInteger, Connection, cast, delete, extract, func, insert, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert as insert_or_skip

from threedown.server.model.plan import ENDED
from threedown.server.store.errors import Lost
from threedown.server.store.notices import notify
from threedown.server.store.tables import commits, entries, leases, rooms, workers

DAY = 86_400_000
LIFETIME = 4_000
"""Milliseconds for which a worker is alive after it said so; then others take its rooms over."""
OTHER_RULES = "worker processes with other rules serve this database: stop them first, or start this version there"

T = TypeVar("T")
NOW = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)
"""The time by the clock of the database, in milliseconds since 1970."""


class Worker(NamedTuple):
    """A worker process, as the others know it."""

    worker: str
    address: str
    """Host and port at which the other workers reach it."""
    secret: str
    """The password of calls from other workers."""
    rules: str
    """A hash of the versions of all rules that it knows."""


def register(connection: Connection, worker: Worker) -> None:
    """Store a worker that begins. Raises OSError if live workers know other rules."""
    connection.execute(text("LOCK TABLE workers IN SHARE ROW EXCLUSIVE MODE"))
    check_rules(connection, worker.rules)
    remove_dead(connection)
    connection.execute(delete(leases).where(leases.c.worker.not_in(select(workers.c.worker))))
    connection.execute(insert(workers).values(**worker._asdict(), until=NOW + LIFETIME))


def check_rules(connection: Connection, rules: str) -> None:
    """Raise OSError if live workers know other rules than a worker that begins."""
    others = select(workers.c.worker).where(workers.c.until > NOW, workers.c.rules != rules)
    if connection.execute(others).first() is not None:
        raise OSError(errno.EBUSY, OTHER_RULES)


def beat(connection: Connection, worker: Worker) -> tuple[dict[str, str], int]:
    """Say that a worker is alive, and return the rooms that it holds, each with its state on disk, and the time by the
    clock of the database."""
    alive = update(workers).where(workers.c.worker == worker.worker).values(until=NOW + LIFETIME)
    if connection.execute(alive).rowcount == 0:  # it was taken for dead and removed
        connection.execute(insert(workers).values(**worker._asdict(), until=NOW + LIFETIME))
    own = select(leases.c.room, rooms.c.state).join(rooms, rooms.c.room == leases.c.room, isouter=True)
    held = {room: state or "" for room, state in connection.execute(own.where(leases.c.worker == worker.worker))}
    return held, connection.execute(select(NOW)).scalar_one()


def leave(connection: Connection, worker: str) -> None:
    """Give up all rooms of a worker that ends."""
    connection.execute(delete(leases).where(leases.c.worker == worker))
    connection.execute(delete(workers).where(workers.c.worker == worker))


def others_alive(connection: Connection, worker: str) -> list[Worker]:
    """Return the live workers but one."""
    wanted = select(workers).where(workers.c.worker != worker, workers.c.until > NOW)
    return [Worker(row.worker, row.address, row.secret, row.rules) for row in connection.execute(wanted)]


def holder_of(connection: Connection, room: str) -> Worker | None:
    """Return the live worker that holds a room; None if there is none."""
    wanted = select(workers).join(leases, leases.c.worker == workers.c.worker)
    row = connection.execute(wanted.where(leases.c.room == room, workers.c.until > NOW)).first()
    return None if row is None else Worker(row.worker, row.address, row.secret, row.rules)


def claim(connection: Connection, room: str, worker: str, force: bool = False, is_new: bool = False) -> Worker | None:
    """Give a room to a worker unless a live one holds it (or ``force``); return the worker that holds it instead.

    Only a room that exists or ``is_new`` is given; so is a name that begins with ``~``, which is no room.
    """
    is_room = not is_new and not room.startswith("~")
    if is_room and connection.execute(select(rooms.c.room).where(rooms.c.room == room)).first() is None:
        return None
    own = insert_or_skip(leases).values(room=room, worker=worker).on_conflict_do_nothing().returning(leases.c.room)
    if connection.execute(own).first() is not None:
        return None
    held = select(leases.c.worker).where(leases.c.room == room).with_for_update()
    if connection.execute(held).scalar() == worker:
        return None
    holder = None if force else holder_of(connection, room)
    if holder is None:
        connection.execute(update(leases).where(leases.c.room == room).values(worker=worker))
        last = select(func.coalesce(func.max(entries.c.seq), 0)).where(entries.c.game == room)
        notify(connection, room, connection.execute(last).scalar_one())
    return holder


def hand_over(connection: Connection, room: str, worker: str, to: str) -> bool:
    """Give a room from the worker that holds it to another live one; return False, and change nothing, if it can't be.

    No notice tells the others: both workers know, and this happens to nearly every room.
    """
    alive = select(workers.c.worker).where(workers.c.worker == to, workers.c.until > NOW)
    held = (leases.c.room == room) & (leases.c.worker == worker)
    return connection.execute(update(leases).where(held, alive.exists()).values(worker=to)).rowcount == 1


def claim_orphans(connection: Connection, worker: str, most: int) -> list[str]:
    """Give a worker open rooms that no live worker holds, at most so many, and return their names.

    Workers that do this at the same time get different rooms.
    """
    alive = select(workers.c.worker).where(workers.c.until > NOW)
    free = (
        select(rooms.c.room)
        .outerjoin(leases, leases.c.room == rooms.c.room)
        .where(rooms.c.state.not_in(ENDED), or_(leases.c.worker.is_(None), leases.c.worker.not_in(alive)))
        .limit(most)
        .with_for_update(of=rooms, skip_locked=True)
    )
    names = list(connection.execute(free).scalars())
    return [name for name in names if claim(connection, name, worker) is None]


def remove_dead(connection: Connection) -> None:
    """Delete workers that have not been alive for long, and the names of transactions of a day ago."""
    connection.execute(delete(workers).where(workers.c.until < NOW - 100 * LIFETIME))
    connection.execute(delete(commits).where(commits.c.written < NOW - DAY))


def held_of(connection: Connection, worker: str, names: Sequence[str]) -> set[str]:
    """Return those of the rooms that a worker holds; nobody can take them over before this transaction ends."""
    held = select(leases.c.room).where(leases.c.worker == worker, leases.c.room.in_(sorted(names)))
    return set(connection.execute(held.order_by(leases.c.room).with_for_update(read=True)).scalars())


def fenced(work: Callable[[Connection], T], room: str, worker: str) -> Callable[[Connection], T]:
    """Return work on a room that raises Lost, and writes nothing, if the worker doesn't hold the room any more."""

    @functools.wraps(work, assigned=(), updated=())
    def checked(connection: Connection) -> T:
        if room not in held_of(connection, worker, [room]):
            raise Lost(room)
        return work(connection)

    return checked


def rules_of(versions: dict[str, Any]) -> str:
    """Return a hash of the versions of all rules."""
    return hashlib.sha256(msgspec.json.encode(versions, order="deterministic")).hexdigest()[:16]
