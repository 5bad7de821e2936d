"""The deal of a room: the first moments of its game follow from the plan and the secret, and are written to disk."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from threedown.server.model import clock
from threedown.server.model.history import History
from threedown.server.model.moments import Moment, what_follows
from threedown.server.model.plan import RoomPlan
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.rooms.lobby import setting_of
from threedown.server.store import queries
from threedown.server.store.records import chained, header_line
from threedown.server.store.writer import Work
from threedown.session.record import Header, chance_of
from threedown.session.session import Session


class Deal(NamedTuple):
    """A game that has begun."""

    moments: list[Moment]
    history: History
    at: int
    """When it was dealt, in milliseconds since 1970."""


async def deal(
    write: Callable[[Work], Awaitable[Any]], room: str, plan: RoomPlan, header: Header, secret: bytes
) -> Deal:
    """Deal from a room's secret and the header with everybody's parts, and write the game to disk."""
    setting = setting_of(plan)
    session = Session(setting, chance_of(header, secret))
    now = clock.now()
    first = Moment(0, session, session.events)
    moments = [first, *what_follows(first, (), False)]
    lines, _ = chained(header.start(), moments[-1].session.log)
    await write(partial(queries.deal, room=room, plan=plan, header=header_line(header), dealt=now, lines=lines))
    crash_point(CrashPoint.DEALT)
    history = History(setting.seats)
    for moment in moments:
        history.note(moment.session)
    return Deal(moments, history, now)
