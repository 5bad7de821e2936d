"""The queries about the choices that players of games with days a move must make: functions of a connection.

A row counts only while its entry is the last of its game's log: the next entry makes it void without another write.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, FromClause, ScalarSelect, delete, func, select

from threedown.server.model.person_time import after_quiet, due_of
from threedown.server.store.dialects import insert_if_new
from threedown.server.store.tables import call_wishes, entries, holidays, moves_due, rooms


def last_entry(moves: FromClause) -> ScalarSelect[int]:
    """Return the last entry of the log of a row's game, as a part of a query."""
    return select(func.max(entries.c.seq)).where(entries.c.game == moves.c.room).scalar_subquery()


COUNTS = (moves_due.c.seq == last_entry(moves_due)) & (rooms.c.state == "playing")
"""The condition under which a row counts, with the room joined."""
TELL_AFTER = 20_000
"""Milliseconds after which a player who has not chosen is told that it is their turn: who is at the table knows."""


class Wishes(NamedTuple):
    """When a player wants to be called."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None
    holidays: tuple[tuple[str, str], ...] = ()


def wishes_of(connection: Connection, player: str) -> Wishes:
    """Return when a player wants to be called."""
    row = connection.execute(select(call_wishes).where(call_wishes.c.player == player)).first()
    theirs = select(holidays.c.first, holidays.c.last).where(holidays.c.player == player).order_by(holidays.c.first)
    days = tuple((first, last) for first, last in connection.execute(theirs))
    if row is None:
        return Wishes(holidays=days)
    return Wishes(row.zone, None if row.quiet_start is None else (row.quiet_start, row.quiet_end), days)


def times_of(asked: int, allowed: int, wishes: Wishes) -> tuple[int, int, int | None]:
    """Return when the time for a choice is up, when its player is told, and when reminded (None: too late for it)."""
    due = due_of(asked, allowed, wishes.zone, wishes.holidays)
    tell = after_quiet(asked + TELL_AFTER, wishes.zone, wishes.quiet)
    remind = after_quiet(due - allowed // 4, wishes.zone, wishes.quiet)
    return due, tell, remind if tell < remind < due else None


def store_moves(connection: Connection, room: str, seq: int, players: Collection[str], asked: int, allowed: int) -> int:
    """Store that players were asked by an entry, keep the rows that are there already, and return when time is up."""
    theirs = moves_due.c.room == room
    others = (moves_due.c.seq != seq) | moves_due.c.player.not_in(players)
    connection.execute(delete(moves_due).where(theirs, others))
    for player in players:
        due, tell, remind = times_of(asked, allowed, wishes_of(connection, player))
        insert_if_new(connection, moves_due, {
            "room": room, "player": player, "seq": seq, "asked": asked, "allowed": allowed, "due": due, "tell": tell,
            "remind": remind,
        })  # fmt: skip
    return int(connection.execute(select(func.max(moves_due.c.due)).where(theirs)).scalar_one())


def delete_moves(connection: Connection, room: str, until: int | None = None) -> None:
    """Delete the rows of a room; with ``until``, those of the entries up to that one."""
    theirs = moves_due.c.room == room
    connection.execute(delete(moves_due).where(theirs if until is None else theirs & (moves_due.c.seq <= until)))


def overdue(connection: Connection, now: int) -> list[tuple[str, int]]:
    """Return the games in which the time of everybody who is asked is up, each with the entry that asked."""
    wanted = select(moves_due.c.room, moves_due.c.seq).join(rooms, rooms.c.room == moves_due.c.room).where(COUNTS)
    late = wanted.group_by(moves_due.c.room, moves_due.c.seq).having(func.max(moves_due.c.due) <= now)
    return [(row.room, row.seq) for row in connection.execute(late)]


def due_of_room(connection: Connection, room: str) -> int | None:
    """Return by when all who are asked in a game must have chosen; None if nobody is asked."""
    return connection.execute(select(func.max(moves_due.c.due)).where(moves_due.c.room == room)).scalar()
