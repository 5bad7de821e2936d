"""The queries about the choices that players of games with days a move must make: functions of a connection.

A row counts only while its entry is the last of its game's log: the next entry makes it void without another write.
"""

from collections.abc import Collection

from sqlalchemy import Connection, delete, func, select

from threedown.server.store.dialects import insert_if_new
from threedown.server.store.tables import entries, moves_due, rooms

LAST_ENTRY = select(func.max(entries.c.seq)).where(entries.c.game == moves_due.c.room).scalar_subquery()
COUNTS = (moves_due.c.seq == LAST_ENTRY) & (rooms.c.state == "playing")
"""The condition under which a row counts, with the room joined."""


def store_moves(connection: Connection, room: str, seq: int, players: Collection[str], asked: int, allowed: int) -> int:
    """Store that players were asked by an entry, keep the rows that are there already, and return when time is up."""
    theirs = moves_due.c.room == room
    others = (moves_due.c.seq != seq) | moves_due.c.player.not_in(players)
    connection.execute(delete(moves_due).where(theirs, others))
    for player in players:
        row = {"room": room, "player": player, "seq": seq, "asked": asked, "allowed": allowed, "due": asked + allowed}
        insert_if_new(connection, moves_due, row)
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
