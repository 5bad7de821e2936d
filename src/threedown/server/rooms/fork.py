"""A game that plays on from a point of one that is over, against bots: its log begins with the other's."""

import io
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from threedown.server.model.errors import Invalid, NotNow
from threedown.server.model.history import History
from threedown.server.model.moments import Moment, what_follows
from threedown.server.model.plan import Chair, RoomPlan, StoredLog, StoredRoom
from threedown.server.model.wire import Guest, Point
from threedown.server.rooms.lobby import bot_chair
from threedown.server.rooms.room_request import bots_by_seat
from threedown.server.store.records import chained, header_line, restored
from threedown.session.record import Header, RecordError, known_chance, new_header, record_in


class Fork(NamedTuple):
    """What a room needs to be in the midst of its game at once."""

    plan: RoomPlan
    header: Header
    lines: list[bytes]
    moments: list[Moment]
    history: History


def forked(
    found: StoredRoom, log: StoredLog, guest: Guest, point: Point, bots: Mapping[str, str], remember: int
) -> Fork:
    """The game as it was after entry ``point.seq``, with the guest at a seat and bots at the others.

    The cards to come are those of the other game, and its secret is out: the record says that they are known. Raises
    :class:`RequestError` for an entry that is not there, one at which the game is over, and another rules version.
    """
    assert found.header is not None
    record = record_in(io.BytesIO(found.header + b"".join(log.lines)))
    if point.seq > len(record.inputs):
        raise Invalid("that game has the entries 0 to {last}", last=len(record.inputs))
    try:
        setting = record.header.setting()
    except RecordError as error:
        raise NotNow(str(error)) from error
    seat, levels = _seat_of(found.plan, guest, point), bots_by_seat(bots, setting.seats)
    if seat in levels:
        raise Invalid("you sit at seat {n}: no bot does", n=seat)
    chairs = []
    for place, chair in enumerate(found.plan.chairs):
        level = levels.get(place) or chair.level or setting.game.first_level[0]
        own = Chair(guest.player, guest.name) if place == seat else bot_chair(setting, place, level)
        chairs.append(msgspec.structs.replace(own, colour=chair.colour))
    names = tuple(chair.name for chair in chairs)
    header = new_header(setting, names, known_chance(record.header, found.secret))
    lines, _ = chained(header.start(), record.inputs[: point.seq])
    again = restored(header_line(header), found.secret, lines, remember)
    moments = list(again.moments)
    while moments[-1].between:  # of answers that were given at once there are all or none
        moments.pop()
        lines.pop()
    last = moments[-1]
    if last.session.over:
        raise NotNow("the game is over there: choose an entry before its end")
    following = what_follows(last, (), False)
    chain = bytes.fromhex(msgspec.json.decode(lines[-1])["chain"]) if lines else header.start()
    lines += chained(chain, [moment.session.log[-1] for moment in following])[0]
    for moment in following:
        again.history.note(moment.session)
    plan = msgspec.structs.replace(
        found.plan, chairs=chairs, host=guest.player, listed=False, next=None, stopped=None, clock=None, point=point
    )
    return Fork(plan, header, lines, [*moments, *following][-remember:], again.history)


def _seat_of(plan: RoomPlan, guest: Guest, point: Point) -> int:
    """Where the guest is to sit: where he says, where he sat, or at the first person's seat."""
    if point.seat is not None:
        if point.seat >= len(plan.chairs):
            raise Invalid("there is no such seat", [str(seat) for seat in range(len(plan.chairs))])
        return point.seat
    own = [seat for seat, chair in enumerate(plan.chairs) if chair.player == guest.player]
    people = [seat for seat, chair in enumerate(plan.chairs) if chair.player]
    return next(iter([*own, *people]), 0)
