"""The deal of a room: the first moments of its game follow from the plan and the secret, and are written to disk."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from threedown.server.model import clock
from threedown.server.model.errors import NotNow, NotYours
from threedown.server.model.history import History
from threedown.server.model.moments import Moment, what_follows
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import Dealt
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.rooms import revealing
from threedown.server.rooms.lobby import setting_of
from threedown.server.store import queries
from threedown.server.store.records import chained, header_line
from threedown.server.store.writer import Work
from threedown.session.record import Header, chance_of
from threedown.session.session import Session

if TYPE_CHECKING:
    from threedown.server.rooms.served_room import ServedRoom


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
    dealt, lines = dealt_from(plan, header, secret)
    await write(partial(queries.deal, room=room, plan=plan, header=header_line(header), dealt=dealt.at, lines=lines))
    crash_point(CrashPoint.DEALT)
    return dealt


def dealt_from(plan: RoomPlan, header: Header, secret: bytes) -> tuple[Deal, list[bytes]]:
    """Return the beginning of a game from a secret and a header, and the lines of its log; nothing is written."""
    setting = setting_of(plan)
    session = Session(setting, chance_of(header, secret))
    now = clock.now()
    first = Moment(0, session, session.events)
    moments = [first, *what_follows(first, (), False)]
    lines, _ = chained(header.start(), moments[-1].session.log)
    history = History(setting.seats)
    for moment in moments:
        history.note(moment.session)
    return Deal(moments, history, now), lines


def dealt_header(room: "ServedRoom", player: str) -> Dealt:
    """Return the header of the game to a player who may watch it."""
    if not room.may_watch(player):
        raise NotYours("Only the players at this table can watch it.")
    if room.game is None:
        raise NotNow("The cards have not been dealt yet.")
    if not revealing.is_open(room.plan):
        raise NotNow("Nothing is sealed here: a player may know the cards.")
    return Dealt(room.game.header.text().decode(), room.game.header.chain)
