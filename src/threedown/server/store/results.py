"""The results of finished games: written once with the end of each game, and read for ratings and profiles."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, insert, select

from threedown.server.model.seat_result import SeatResult
from threedown.server.store.tables import guests, results


def store_results(connection: Connection, of_seats: Sequence[SeatResult]) -> None:
    """Store the results of a game. A person who has been deleted meanwhile is left out of theirs."""
    for result in of_seats:
        known = select(guests.c.player).where(guests.c.player == result.player).scalar_subquery()
        connection.execute(insert(results).values({**msgspec.structs.asdict(result), "player": known}))


def results_of_game(connection: Connection, game: str, rated: bool = False) -> list[SeatResult]:
    """Return the results of a game's tables, the earliest first, with the seats of a table together.

    With ``rated``, only those of rated tables.
    """
    wanted = select(results).where(results.c.game == game)
    return _read(connection, wanted.where(results.c.rated) if rated else wanted)


def results_with(connection: Connection, player: str) -> list[SeatResult]:
    """Return the results of the tables at which a person sat, in the same order, with those of the other seats."""
    theirs = select(results.c.room).where(results.c.player == player)
    return _read(connection, select(results).where(results.c.room.in_(theirs)))


def _read(connection: Connection, wanted: Select[Any]) -> list[SeatResult]:
    ordered = wanted.order_by(results.c.ended, results.c.room, results.c.seat)
    return [SeatResult(*row) for row in connection.execute(ordered)]
