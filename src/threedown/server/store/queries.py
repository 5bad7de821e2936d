"""The queries about rooms and games: functions of a connection, to be run by the writer (``writer.py``)."""

import contextlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, get_args

import msgspec
from sqlalchemy import Connection, Row, Select, delete, func, insert, select, update
from sqlalchemy.exc import DatabaseError

from threedown.server.model import clock
from threedown.server.model.plan import ENDED, RoomPlan, StoredLog, StoredRoom, StoredSnapshot
from threedown.server.model.seat_result import SeatResult
from threedown.server.model.wire import State
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.operations.log import log
from threedown.server.store.checksums import checksum
from threedown.server.store.dialects import append, attempt, insertion, position
from threedown.server.store.errors import Damaged, Lost
from threedown.server.store.leases import held_of
from threedown.server.store.moves_due import delete_moves
from threedown.server.store.results import store_results
from threedown.server.store.tables import (
    analyses,
    commands,
    disk_probe,
    entries,
    held,
    rooms,
    seated,
    snapshots,
)

PROBE_BYTES = 1 << 16
"""A choice writes less than ten pages of 4 KiB."""


def try_disk(connection: Connection) -> None:
    """Write more than a choice needs; fails if the disk cannot take it."""
    connection.execute(delete(disk_probe))
    connection.execute(insert(disk_probe).values(bytes=bytes(PROBE_BYTES)))


def open_room(connection: Connection, room: str, plan: RoomPlan, secret: bytes, rematch_of: str | None = None) -> None:
    """Store a new room that waits for players.

    If it is a rematch, the old room links to it; nothing else of the old room changes, because a broken room is broken
    in memory alone.
    """
    opened = clock.now()
    encoded = msgspec.json.encode(plan)
    connection.execute(
        insert(rooms).values(
            room=room,
            state="waiting",
            plan=encoded,
            secret=secret.hex(),
            opened=opened,
            changed=opened,
            checksum=checksum(room, "waiting", encoded),
        )
    )
    _seat(connection, room, plan)
    if rematch_of is not None:
        crash_point(CrashPoint.REMATCH)
        old = _room(connection.execute(select(rooms).where(rooms.c.room == rematch_of)).one())
        change_room(connection, rematch_of, old.state, msgspec.structs.replace(old.plan, next=room))


def change_room(connection: Connection, room: str, state: State, plan: RoomPlan) -> None:
    """Store a room's state and plan."""
    encoded = msgspec.json.encode(plan)
    values = {"state": state, "plan": encoded, "changed": clock.now(), "checksum": checksum(room, state, encoded)}
    connection.execute(update(rooms).where(rooms.c.room == room).values(values))
    connection.execute(delete(seated).where(seated.c.room == room))
    _seat(connection, room, plan)
    if plan.is_slow and (plan.paused or state in ENDED):
        delete_moves(connection, room)


def _seat(connection: Connection, room: str, plan: RoomPlan) -> None:
    if rows := [{"room": room, "player": player} for player in plan.players]:
        connection.execute(insert(seated), rows)


def store_last_use(connection: Connection, room: str, when: int) -> None:
    """Store when a waiting room was last used."""
    connection.execute(update(rooms).where(rooms.c.room == room).values(changed=when))


def deal(connection: Connection, room: str, plan: RoomPlan, header: bytes, dealt: int, lines: Sequence[bytes]) -> None:
    """Store the deal of a room's game: its header is entry 0."""
    change_room(connection, room, "playing", plan)
    connection.execute(update(rooms).where(rooms.c.room == room).values(header=header, dealt=dealt))
    crash_point(CrashPoint.DEALING)
    AppendEntries(room, 0, [header, *lines])(connection)


def open_dealt(
    connection: Connection, room: str, plan: RoomPlan, secret: bytes, header: bytes, dealt: int, lines: Sequence[bytes]
) -> None:
    """Store a new room that starts in the middle of a game."""
    open_room(connection, room, plan, secret)
    deal(connection, room, plan, header, dealt, lines)


class AppendEntries(msgspec.Struct, frozen=True):
    """Work that stores entries of a game, from ``first`` on."""

    game: str
    first: int
    lines: Sequence[bytes]
    by: Sequence[tuple[str, str]] = ()
    """The commands (player, id) that became entry ``seq``."""
    seq: int = 0
    held: bool = False
    """True if hidden answers became entries with them."""
    worker: str = ""
    """The worker that must hold the game's room; empty where one process serves all rooms."""

    def __call__(self, connection: Connection) -> None:
        [lost] = self.together(connection, [self])
        if lost is not None:
            raise lost

    @staticmethod
    def together(connection: Connection, several: Sequence["AppendEntries"]) -> list[Lost | None]:
        """Store the entries of many games at once, and return the games that lost.

        Such a game's room is another worker's, or its next entry has been written by another: nothing of it is stored,
        and the others are.
        """
        written = clock.now()
        lost: set[str] = set()
        if worker := several[0].worker:
            lost = {added.game for added in several} - held_of(connection, worker, [added.game for added in several])
        lines = sorted(
            (added.game, added.first + place, line, written)
            for added in several
            if added.game not in lost
            for place, line in enumerate(added.lines)
        )
        if lines:
            lost |= append(connection, lines)
        stored = [added for added in several if added.game not in lost]
        by = [_command(added.game, player, id, added.seq) for added in stored for player, id in added.by]
        if by:
            connection.exec_driver_sql(insertion(connection, commands), by)
        if games := [added.game for added in stored if added.held]:
            connection.execute(delete(held).where(held.c.game.in_(games)))
        crash_point(CrashPoint.BEFORE_COMMIT)
        return [Lost(added.game) if added.game in lost else None for added in several]


def hold(connection: Connection, game: str, seat: int, choice: str, by: tuple[str, str] | None) -> None:
    """Store an answer that stays hidden for now."""
    place = connection.execute(select(func.count()).select_from(held).where(held.c.game == game)).scalar_one()
    connection.execute(insert(held).values((game, place, seat, choice, checksum(game, place, seat, choice))))
    if by is not None:
        connection.execute(insert(commands).values(_command(game, *by, None)))


def _command(game: str, player: str, id: str, seq: int | None) -> tuple[str, str, str, int | None, int]:
    return game, player, id, seq, checksum(game, player, id, seq)


def store_snapshot(connection: Connection, game: str, seq: int, then: bytes, shares: bytes) -> None:
    """Store a snapshot of a game at an entry, in place of the one before."""
    line = connection.execute(select(entries.c.line).where(entries.c.game == game, entries.c.seq == seq)).scalar_one()
    chain = msgspec.json.decode(line)["chain"]
    connection.execute(delete(snapshots).where(snapshots.c.game == game))
    crash_point(CrashPoint.SNAPSHOT)
    values = (game, seq, chain, then, shares)
    connection.execute(insert(snapshots).values((*values, checksum(*values))))


def finish(
    connection: Connection, room: str, plan: RoomPlan, footer: bytes, results: Sequence[SeatResult] = ()
) -> None:
    """Store the end of a game: its footer, its results, and the state in which its secret is public."""
    change_room(connection, room, "over", plan)
    crash_point(CrashPoint.FINISHING)
    connection.execute(update(rooms).where(rooms.c.room == room).values(footer=footer))
    store_results(connection, results)


def store_analysis(connection: Connection, room: str, told: Mapping[str, bytes]) -> None:
    """Store a game's analysis in each language, unless its room has been deleted."""
    connection.execute(delete(analyses).where(analyses.c.room == room))
    if connection.execute(select(rooms.c.room).where(rooms.c.room == room)).first() is not None:
        rows = [{"room": room, "language": language, "told": one} for language, one in told.items()]
        connection.execute(insert(analyses), rows)


def analysis_of(connection: Connection, room: str, language: str) -> bytes | None:
    """Return a game's analysis in a language; None if there is none."""
    wanted = (analyses.c.room == room) & (analyses.c.language == language)
    row = connection.execute(select(analyses.c.told).where(wanted)).first()
    return None if row is None else bytes(row.told)


def all_rooms(connection: Connection) -> tuple[list[StoredRoom], list[str]]:
    """Return every room, the oldest first, and the names of the rooms that cannot be read."""
    return _all_read(connection, select(rooms).order_by(rooms.c.opened))


def open_rooms(connection: Connection) -> tuple[list[StoredRoom], list[str]]:
    """Return the same for the rooms that may still go on, which include rooms in an unknown state."""
    return _all_read(connection, select(rooms).where(rooms.c.state.not_in(ENDED)).order_by(rooms.c.opened))


def room_names(connection: Connection) -> list[str]:
    """Return the names of all rooms, from the index alone: the pages with the rooms themselves may be damaged."""
    return list(connection.execute(select(rooms.c.room).order_by(rooms.c.room)).scalars())


def room_of(connection: Connection, room: str) -> StoredRoom | None:
    """Return a room; None if there is none, or it cannot be read."""
    with contextlib.suppress(DatabaseError), attempt(connection):
        found, _ = _read(connection.execute(select(rooms).where(rooms.c.room == room)).all())
        return found[0] if found else None
    return None


def entry_of(connection: Connection, room: str, player: str, command: str) -> tuple[int | None] | None:
    """Return the entry that a player's command became, in a tuple (None: a hidden answer); None if it became none."""
    wanted = (commands.c.game == room) & (commands.c.player == player) & (commands.c.command == command)
    row = connection.execute(select(commands.c.seq).where(wanted)).first()
    return None if row is None else (row.seq,)


def last_entry(connection: Connection, room: str) -> int:
    """Return the number of the last entry of a game's log; -1 if there is none."""
    found = connection.execute(select(func.max(entries.c.seq)).where(entries.c.game == room)).scalar()
    return -1 if found is None else int(found)


def ended_rooms_of(connection: Connection, player: str, most: int) -> list[tuple[StoredRoom, int | None]]:
    """Return the ended rooms in which a player sits, the newest first, each with the last entry of its log."""
    last = select(func.max(entries.c.seq)).where(entries.c.game == rooms.c.room).scalar_subquery().label("last")
    theirs = select(rooms, last).join(seated, seated.c.room == rooms.c.room).where(seated.c.player == player)
    rows = connection.execute(theirs.where(rooms.c.state.in_(ENDED)).order_by(rooms.c.opened.desc()).limit(most)).all()
    seqs = {row.room: row.last for row in rows}
    return [(found, seqs[found.room]) for found in _read(rows)[0]]


def open_rooms_of(connection: Connection, player: str) -> tuple[list[StoredRoom], int]:
    """Return the open rooms in which a player sits, and the number of all open rooms."""
    is_open = rooms.c.state.not_in(ENDED)
    theirs = select(rooms).join(seated, seated.c.room == rooms.c.room).where(seated.c.player == player, is_open)
    total = connection.execute(select(func.count()).select_from(rooms).where(is_open)).scalar_one()
    return _read(connection.execute(theirs).all())[0], total


def open_among(connection: Connection, names: Collection[str]) -> set[str]:
    """Return the open rooms among some."""
    wanted = select(rooms.c.room).where(rooms.c.state.not_in(ENDED), rooms.c.room.in_(names))
    return set(connection.execute(wanted).scalars())


def rooms_naming(connection: Connection, player: str) -> list[str]:
    """Return the names of all rooms whose plans contain a player: in a seat, as the host, in the evening's games."""
    there = position(connection, rooms.c.plan, player.encode()) > 0
    return list(connection.execute(select(rooms.c.room).where(there)).scalars())


def whole(connection: Connection, room: str) -> tuple[StoredRoom, StoredLog]:
    """Return a room and its log."""
    return _room(connection.execute(select(rooms).where(rooms.c.room == room)).one()), log_of(connection, room)


def _all_read(connection: Connection, wanted: Select[Any]) -> tuple[list[StoredRoom], list[str]]:
    """Return the wanted rooms, and the names of those that cannot be read. If a page of the database is damaged, rooms
    are read one by one, so that the others are found."""
    try:
        with attempt(connection):
            return _read(connection.execute(wanted).all())
    except DatabaseError:
        found, unread = [], []
        for name in room_names(connection):
            try:
                with attempt(connection):
                    one = _read(connection.execute(wanted.where(rooms.c.room == name)).all())
            except DatabaseError:
                one = [], [name]
            found += one[0]
            unread += one[1]
        return sorted(found, key=lambda room: room.changed), unread


def _read(rows: Iterable[Row[Any]]) -> tuple[list[StoredRoom], list[str]]:
    found, unread = [], []
    for row in rows:
        try:
            found.append(_room(row))
        except (ValueError, TypeError):  # msgspec's errors are ValueErrors
            unread.append(row.room)
    return found, unread


def _room(row: Row[Any]) -> StoredRoom:
    if row.checksum != checksum(row.room, row.state, row.plan):
        raise ValueError("it is not what was written")
    plan = msgspec.json.decode(row.plan, type=RoomPlan)
    if row.state not in get_args(State):
        raise ValueError("no such state")
    changed = row.opened if row.changed is None else row.changed
    return StoredRoom(row.room, row.state, plan, bytes.fromhex(row.secret), row.header, row.footer, row.dealt, changed)


def log_of(connection: Connection, game: str) -> StoredLog:
    """Return the log of a game. Raises Damaged if a row beside the chained entries is not as it was written; a damaged
    snapshot is left out, because the log alone is enough.

    It takes several statements: of a game that may go on, a worker must hold the room meanwhile (``fenced``).
    """
    lines = connection.execute(
        select(entries.c.line, entries.c.written)
        .where(entries.c.game == game, entries.c.seq > 0)
        .order_by(entries.c.seq)
    ).all()
    given = connection.execute(select(commands).where(commands.c.game == game)).all()
    answers = connection.execute(select(held).where(held.c.game == game).order_by(held.c.place)).all()
    for name, rows in (("a command", given), ("a held answer", answers)):
        if not all(map(_is_intact, rows)):
            raise Damaged(f"{name} is not what was written")
    return StoredLog(
        [row.line for row in lines],
        {(row.player, row.command): row.seq for row in given},
        [(row.seat, row.choice) for row in answers],
        lines[-1].written if lines else None,
        _snapshot_of(connection, game),
    )


def _snapshot_of(connection: Connection, game: str) -> StoredSnapshot | None:
    try:
        with attempt(connection):
            then = connection.execute(select(snapshots).where(snapshots.c.game == game)).first()
        if then is None:
            return None
        if _is_intact(then):
            return StoredSnapshot(then.seq, then.chain, then.game_then, then.shares)
        reason = "it is not what was written"
    except DatabaseError as error:
        reason = str(error.orig)
    log.warning("a snapshot is damaged: the game is played from the deal", room=game, reason=reason)
    return None


def _is_intact(row: Row[Any]) -> bool:
    """Return whether a row has the checksum of its other columns, which come before it."""
    fields = tuple(row)
    return bool(fields[-1] == checksum(*fields[:-1]))
