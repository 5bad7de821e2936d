"""What is kept of guests, rooms and games: pieces of work for the writer (``writer.py``), each a function of a
connection."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, text, update
from sqlalchemy.dialects import sqlite

from threedown.server.model import clock
from threedown.server.model.plan import ENDED, RoomPlan, StoredLog, StoredRoom, StoredSnapshot
from threedown.server.model.wire import State
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.store.tables import analyses, commands, entries, guests, held, rooms, seated, snapshots

ADD_ENTRIES, ADD_COMMANDS = (str(insert(table).compile(dialect=sqlite.dialect())) for table in (entries, commands))
"""For rows with their values in the order of the columns. Made once: to make it anew takes SQLAlchemy as long as the
rest of what is done for a choice."""


def try_disk(connection: Connection) -> None:
    """Writes what is there already: fails where nothing can be kept."""
    connection.execute(text("UPDATE alembic_version SET version_num = version_num"))


def store_guest(connection: Connection, player: str, token: bytes, name: str) -> None:
    connection.execute(insert(guests).values(player=player, token=token, name=name, came=clock.now()))


def count_guests(connection: Connection) -> int:
    """How many guests there are."""
    return connection.execute(select(func.count()).select_from(guests)).scalar_one()


def guest_of(connection: Connection, token: bytes) -> tuple[str, str] | None:
    """The public id and the name of who has a token, of which this is the hash."""
    row = connection.execute(select(guests.c.player, guests.c.name).where(guests.c.token == token)).first()
    return None if row is None else (row.player, row.name)


def open_room(connection: Connection, room: str, plan: RoomPlan, secret: bytes, rematch_of: str | None = None) -> None:
    """A room that waits. One that is over leads to its rematch from now on; nothing else of it changes, for what is
    broken is so in memory alone."""
    opened = clock.now()
    told = msgspec.json.encode(plan)
    connection.execute(
        insert(rooms).values(room=room, state="waiting", plan=told, secret=secret.hex(), opened=opened, changed=opened)
    )
    _seat(connection, room, plan)
    if rematch_of is not None:
        crash_point(CrashPoint.REMATCH)
        found = _room(connection.execute(select(rooms).where(rooms.c.room == rematch_of)).one())
        change_room(connection, rematch_of, found.state, msgspec.structs.replace(found.plan, next=room))


def change_room(connection: Connection, room: str, state: State, plan: RoomPlan) -> None:
    told = msgspec.json.encode(plan)
    connection.execute(update(rooms).where(rooms.c.room == room).values(state=state, plan=told, changed=clock.now()))
    connection.execute(delete(seated).where(seated.c.room == room))
    _seat(connection, room, plan)


def _seat(connection: Connection, room: str, plan: RoomPlan) -> None:
    if there := [{"room": room, "player": player} for player in plan.players]:
        connection.execute(insert(seated), there)


def store_last_use(connection: Connection, room: str, when: int) -> None:
    """Somebody has looked at a room that waits."""
    connection.execute(update(rooms).where(rooms.c.room == room).values(changed=when))


def deal(connection: Connection, room: str, plan: RoomPlan, header: bytes, dealt: int, lines: Sequence[bytes]) -> None:
    """The game of a room begins: its header is entry 0."""
    change_room(connection, room, "playing", plan)
    connection.execute(update(rooms).where(rooms.c.room == room).values(header=header, dealt=dealt))
    crash_point(CrashPoint.DEALING)
    AppendEntries(room, 0, [header, *lines])(connection)


def open_dealt(
    connection: Connection, room: str, plan: RoomPlan, secret: bytes, header: bytes, dealt: int, lines: Sequence[bytes]
) -> None:
    """A room that is in the midst of its game at once."""
    open_room(connection, room, plan, secret)
    deal(connection, room, plan, header, dealt, lines)


class AppendEntries(msgspec.Struct, frozen=True):
    """A piece of work: entries of a game from ``first`` on."""

    game: str
    first: int
    lines: Sequence[bytes]
    by: Sequence[tuple[str, str]] = ()
    """The commands (player, id) that became entry ``seq``."""
    seq: int = 0
    held: bool = False
    """Whether answers were held for them."""

    def __call__(self, connection: Connection) -> None:
        self.together(connection, [self])

    @staticmethod
    def together(connection: Connection, several: Sequence["AppendEntries"]) -> None:
        """Those of many games at once."""
        written = clock.now()
        lines = [
            (added.game, added.first + place, line, written)
            for added in several
            for place, line in enumerate(added.lines)
        ]
        by = [(added.game, player, id, added.seq) for added in several for player, id in added.by]
        if lines:
            connection.exec_driver_sql(ADD_ENTRIES, lines)
        if by:
            connection.exec_driver_sql(ADD_COMMANDS, by)
        if let_go := [added.game for added in several if added.held]:
            connection.execute(delete(held).where(held.c.game.in_(let_go)))
        crash_point(CrashPoint.BEFORE_COMMIT)


def hold(connection: Connection, game: str, seat: int, choice: str, by: tuple[str, str] | None) -> None:
    """An answer that nobody may know yet."""
    place = connection.execute(select(func.count()).select_from(held).where(held.c.game == game)).scalar_one()
    connection.execute(insert(held).values(game=game, place=place, seat=seat, choice=choice))
    if by is not None:
        connection.execute(insert(commands).values(game=game, player=by[0], command=by[1], seq=None))


def store_snapshot(connection: Connection, game: str, seq: int, then: bytes, shares: bytes) -> None:
    """A game as it was at an entry; it takes the place of the one before it."""
    line = connection.execute(select(entries.c.line).where(entries.c.game == game, entries.c.seq == seq)).scalar_one()
    chain = msgspec.json.decode(line)["chain"]
    connection.execute(delete(snapshots).where(snapshots.c.game == game))
    crash_point(CrashPoint.SNAPSHOT)
    connection.execute(insert(snapshots).values(game=game, seq=seq, chain=chain, game_then=then, shares=shares))


def finish(connection: Connection, room: str, plan: RoomPlan, footer: bytes) -> None:
    """The game is over, and its secret is one no longer."""
    change_room(connection, room, "over", plan)
    crash_point(CrashPoint.FINISHING)
    connection.execute(update(rooms).where(rooms.c.room == room).values(footer=footer))


def store_analysis(connection: Connection, room: str, told: Mapping[str, bytes]) -> None:
    """What decided a game, by language; a room that is gone meanwhile keeps nothing."""
    connection.execute(delete(analyses).where(analyses.c.room == room))
    if connection.execute(select(rooms.c.room).where(rooms.c.room == room)).first() is not None:
        rows = [{"room": room, "language": language, "told": one} for language, one in told.items()]
        connection.execute(insert(analyses), rows)


def analysis_of(connection: Connection, room: str, language: str) -> bytes | None:
    """What decided a game, in a language; None if it has not been worked out."""
    wanted = (analyses.c.room == room) & (analyses.c.language == language)
    row = connection.execute(select(analyses.c.told).where(wanted)).first()
    return None if row is None else bytes(row.told)


def all_rooms(connection: Connection) -> tuple[list[StoredRoom], list[str]]:
    """Every room, the oldest first; and the names of those that cannot be read."""
    return _read(connection.execute(select(rooms).order_by(rooms.c.opened)))


def open_rooms(connection: Connection) -> tuple[list[StoredRoom], list[str]]:
    """The same of those alone that may still go on: a state that nobody knows is one of these."""
    return _read(connection.execute(select(rooms).where(rooms.c.state.not_in(ENDED)).order_by(rooms.c.opened)))


def room_of(connection: Connection, room: str) -> StoredRoom | None:
    """A room; None if there is none, or it cannot be read."""
    found, _ = _read(connection.execute(select(rooms).where(rooms.c.room == room)))
    return found[0] if found else None


def ended_rooms_of(connection: Connection, player: str, most: int) -> list[tuple[StoredRoom, int | None]]:
    """The rooms in which a player sits and which have ended, the newest first, and the last entry of each log."""
    last = select(func.max(entries.c.seq)).where(entries.c.game == rooms.c.room).scalar_subquery().label("last")
    his = select(rooms, last).join(seated, seated.c.room == rooms.c.room).where(seated.c.player == player)
    rows = connection.execute(his.where(rooms.c.state.in_(ENDED)).order_by(rooms.c.opened.desc()).limit(most)).all()
    seqs = {row.room: row.last for row in rows}
    return [(found, seqs[found.room]) for found in _read(rows)[0]]


def whole(connection: Connection, room: str) -> tuple[StoredRoom, StoredLog]:
    """A room and its log."""
    return _room(connection.execute(select(rooms).where(rooms.c.room == room)).one()), log_of(connection, room)


def _read(rows: Iterable[Row[Any]]) -> tuple[list[StoredRoom], list[str]]:
    found, unread = [], []
    for row in rows:
        try:
            found.append(_room(row))
        except (ValueError, TypeError):  # msgspec's errors are ValueErrors
            unread.append(row.room)
    return found, unread


def _room(row: Row[Any]) -> StoredRoom:
    plan = msgspec.json.decode(row.plan, type=RoomPlan)
    if row.state not in get_args(State):
        raise ValueError("no such state")
    changed = row.opened if row.changed is None else row.changed
    return StoredRoom(row.room, row.state, plan, bytes.fromhex(row.secret), row.header, row.footer, row.dealt, changed)


def log_of(connection: Connection, game: str) -> StoredLog:
    """The log of a game."""
    lines = connection.execute(
        select(entries.c.line, entries.c.written)
        .where(entries.c.game == game, entries.c.seq > 0)
        .order_by(entries.c.seq)
    ).all()
    given = connection.execute(select(commands).where(commands.c.game == game))
    answers = connection.execute(select(held).where(held.c.game == game).order_by(held.c.place))
    then = connection.execute(select(snapshots).where(snapshots.c.game == game)).first()
    return StoredLog(
        [row.line for row in lines],
        {(row.player, row.command): row.seq for row in given},
        [(row.seat, row.choice) for row in answers],
        lines[-1].written if lines else None,
        None if then is None else StoredSnapshot(then.seq, then.chain, then.game_then, then.shares),
    )
