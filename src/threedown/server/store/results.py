"""The results of finished games: written once with the end of each game, and read for ratings and profiles."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, insert, select, update

from threedown.server.model.errors import Unknown
from threedown.server.model.seat_result import SeatResult
from threedown.server.store.tables import guests, results


def store_results(connection: Connection, of_seats: Sequence[SeatResult]) -> None:
    """Store the results of a game. A person who has been deleted meanwhile is left out of theirs."""
    for result in of_seats:
        known = select(guests.c.player).where(guests.c.player == result.player).scalar_subquery()
        connection.execute(insert(results).values({**msgspec.structs.asdict(result), "player": known}))


def results_of_game(connection: Connection, game: str) -> list[SeatResult]:
    """Return the results of a game's tables, the earliest first, with the seats of a table together."""
    return _read(connection, select(results).where(results.c.game == game))


def rated_results(connection: Connection, game: str, since: int) -> list[SeatResult]:
    """Return those of rated tables that ended after a time, in milliseconds since 1970."""
    rated = (results.c.game == game) & results.c.rated & (results.c.ended > since)
    return _read(connection, select(results).where(rated))


def rated_results_with(connection: Connection, player: str) -> list[SeatResult]:
    """Return the results of the rated tables at which a person sat, with those of the other seats."""
    theirs = select(results.c.room).where(results.c.player == player, results.c.rated)
    return _read(connection, select(results).where(results.c.room.in_(theirs)))


def owner_of_profile(connection: Connection, player: str) -> tuple[str, bool]:
    """Return a guest's name, and whether everybody may see their profile. Raises Unknown if there is no such guest."""
    row = connection.execute(select(guests.c.name, guests.c.shows_profile).where(guests.c.player == player)).first()
    if row is None:
        raise Unknown("There is no such person.")
    return row.name, bool(row.shows_profile)


def show_profile(connection: Connection, player: str, shown: bool) -> None:
    """Store whether everybody may see a guest's profile."""
    connection.execute(update(guests).where(guests.c.player == player).values(shows_profile=shown))


def names_of(connection: Connection, players: Collection[str]) -> dict[str, str]:
    """Return the names of guests by player; those who have been deleted are left out."""
    rows = connection.execute(select(guests.c.player, guests.c.name).where(guests.c.player.in_(players)))
    return {row.player: row.name for row in rows}


def _read(connection: Connection, wanted: Select[Any]) -> list[SeatResult]:
    ordered = wanted.order_by(results.c.ended, results.c.room, results.c.seat)
    return [SeatResult(*row) for row in connection.execute(ordered)]
