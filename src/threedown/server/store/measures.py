"""The measures of rated games: which games have none yet, and those that there are."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, insert, select

from threedown.server.model import clock
from threedown.server.model.measure import QuestionCost, SeatMeasure
from threedown.server.model.seat_result import SeatResult
from threedown.server.store.tables import measures, results, rooms


class MeasuredResult(NamedTuple):
    """A seat's result with what was measured of it."""

    result: SeatResult
    measured: int
    share: float | None
    kinds: dict[str, QuestionCost]


def unmeasured(connection: Connection, since: int) -> str | None:
    """Return the earliest rated room that ended after a time and has no measures yet; None if there is none."""
    wanted = (
        select(results.c.room)
        .join(rooms, rooms.c.room == results.c.room)
        .outerjoin(measures, measures.c.room == results.c.room)
        .where(results.c.rated, results.c.ended > since, measures.c.room.is_(None))
        .order_by(results.c.ended, results.c.room)
    )
    return connection.execute(wanted.limit(1)).scalar()


def store_measures(connection: Connection, room: str, of_seats: Sequence[SeatMeasure]) -> None:
    """Store the measures of a room, unless there are some already. Without any, it is noted that it has none."""
    if connection.execute(select(measures.c.room).where(measures.c.room == room)).first() is not None:
        return
    by_seat = {measure.seat: measure for measure in of_seats}
    now = clock.now()
    for game, seat in connection.execute(select(results.c.game, results.c.seat).where(results.c.room == room)).all():
        measure = by_seat.get(seat, SeatMeasure(room, seat, None, {}))
        kinds = msgspec.json.encode(measure.kinds)
        row = {"room": room, "seat": seat, "game": game, "measured": now, "share": measure.share, "kinds": kinds}
        connection.execute(insert(measures).values(row))


def measured_results(
    connection: Connection, game: str, since: int = 0, player: str | None = None
) -> list[MeasuredResult]:
    """Return the measured results of a game since a time, in the order in which they were measured.

    With a ``player``, only the results of that person.
    """
    same_seat = (measures.c.room == results.c.room) & (measures.c.seat == results.c.seat)
    wanted = select(results, measures.c.measured, measures.c.share, measures.c.kinds).join(measures, same_seat)
    wanted = wanted.where(measures.c.game == game, measures.c.measured > since)
    if player is not None:
        wanted = wanted.where(results.c.player == player)
    ordered = wanted.order_by(measures.c.measured, results.c.room, results.c.seat)
    width = len(results.columns)
    return [
        MeasuredResult(
            SeatResult(*row[:width]),
            row.measured,
            row.share,
            msgspec.json.decode(row.kinds, type=dict[str, QuestionCost]),
        )
        for row in connection.execute(ordered)
    ]
