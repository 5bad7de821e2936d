"""Queries about tournaments: functions of a connection, run by the writer.

A tournament is one row, and each change of it locks that row: any worker may change it at any time.
"""

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from threedown.server.model import clock
from threedown.server.model.plan import RoomPlan
from threedown.server.model.tournament import Tournament
from threedown.server.model.wire import State
from threedown.server.store.dialects import position
from threedown.server.store.tables import rooms, tournaments


def add_tournament(connection: Connection, tournament: Tournament) -> None:
    """Store a new tournament."""
    values = {"tournament": tournament.id, "opened": tournament.opened, "version": 0, **_values(tournament)}
    connection.execute(insert(tournaments).values(values))


def tournament_of(connection: Connection, id: str, to_change: bool = False) -> tuple[int, Tournament] | None:
    """Return a tournament with the number of its version; None if there is none.

    ``to_change`` locks it until the transaction ends.
    """
    wanted = select(tournaments.c.version, tournaments.c.body).where(tournaments.c.tournament == id)
    row = connection.execute(wanted.with_for_update() if to_change else wanted).first()
    return None if row is None else (row.version, msgspec.json.decode(row.body, type=Tournament))


def store_tournament(connection: Connection, tournament: Tournament) -> None:
    """Store a tournament that has changed."""
    values = {"version": tournaments.c.version + 1, **_values(tournament)}
    connection.execute(update(tournaments).where(tournaments.c.tournament == tournament.id).values(values))


def _values(tournament: Tournament) -> dict[str, object]:
    body = msgspec.json.encode(tournament)
    return {"phase": tournament.phase, "host": tournament.host, "body": body, "changed": clock.now()}


def unfinished_tournaments(connection: Connection) -> dict[str, str]:
    """Return the tournaments that are not over, and the player who opened each."""
    wanted = select(tournaments.c.tournament, tournaments.c.host).where(tournaments.c.phase != "over")
    return {row.tournament: row.host for row in connection.execute(wanted.order_by(tournaments.c.opened))}


def newest_tournaments(connection: Connection, most: int) -> list[Tournament]:
    """Return the tournaments that are not over, and then the newest of the others, at most so many."""
    wanted = select(tournaments.c.body).order_by(tournaments.c.phase == "over", tournaments.c.opened.desc()).limit(most)
    return [msgspec.json.decode(body, type=Tournament) for body in connection.execute(wanted).scalars()]


def versions_of(connection: Connection, ids: Collection[str]) -> dict[str, int]:
    """Return the number of the version of each of some tournaments."""
    wanted = select(tournaments.c.tournament, tournaments.c.version).where(tournaments.c.tournament.in_(ids))
    return {row.tournament: row.version for row in connection.execute(wanted)}


def states_of(connection: Connection, names: Sequence[str]) -> dict[str, State]:
    """Return the states of rooms; one that has been deleted has stopped."""
    wanted = select(rooms.c.room, rooms.c.state).where(rooms.c.room.in_(names))
    found: dict[str, State] = {row.room: row.state for row in connection.execute(wanted)}
    return {name: found.get(name, "stopped") for name in names}


def plan_of(connection: Connection, name: str) -> RoomPlan | None:
    """Return the plan of a room; None if it has been deleted."""
    plan = connection.execute(select(rooms.c.plan).where(rooms.c.room == name)).scalar()
    return None if plan is None else msgspec.json.decode(plan, type=RoomPlan)


def forget_player(connection: Connection, player: str) -> None:
    """Take a player out of every tournament."""
    there = position(connection, tournaments.c.body, player.encode()) > 0
    for id in connection.execute(select(tournaments.c.tournament).where(there)).scalars().all():
        found = tournament_of(connection, id, to_change=True)
        assert found is not None
        one = found[1]
        one.host = "" if one.host == player else one.host
        one.entrants = [entrant for entrant in one.entrants if entrant.player != player]
        for entrant in one.entrants:
            entrant.met = [other for other in entrant.met if other != player]
        lists = [table.players for table in one.tables] + [table.players for table in one.ended]
        for players in lists + [table.players for played in one.rounds for table in played.tables]:
            players[:] = ["" if other == player else other for other in players]
        store_tournament(connection, one)


def delete_tournaments(connection: Connection, before: int) -> int:
    """Delete the tournaments that are over and have not changed since ``before``; return their number."""
    is_old = (tournaments.c.phase == "over") & (tournaments.c.changed < before)
    return connection.execute(delete(tournaments).where(is_old)).rowcount
