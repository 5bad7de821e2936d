"""Continue a finished game from one of its entries, against bots: the log begins with the other game's entries."""

import io
from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from threedown.server.model.errors import Invalid, NotNow
from threedown.server.model.history import History
from threedown.server.model.moments import Moment, what_follows
from threedown.server.model.plan import Chair, RoomPlan, StoredLog, StoredRoom
from threedown.server.model.wire import Guest, Point
from threedown.server.rooms.lobby import seated_bot
from threedown.server.rooms.room_request import bots_by_seat
from threedown.server.store.records import chained, header_line, restored
from threedown.session.record import Header, RecordError, known_chance, new_header, record_in


class Fork(NamedTuple):
    """Everything that a room needs to start in the middle of a game."""

    plan: RoomPlan
    header: Header
    lines: list[bytes]
    moments: list[Moment]
    history: History


def fork_game(
    stored: StoredRoom, log: StoredLog, guest: Guest, point: Point, bots: Mapping[str, str], remember: int
) -> Fork:
    """Return the game as it was after entry ``point.seq``, with the guest at one seat and bots at the others; those
    that played there keep their names.

    The cards to come are those of the other game, whose secret is public: the record says that they are known. The
    other room's code, evening and host's decisions stay with its own people. Raises a RequestError for an entry that
    does not exist, an entry at which the game is over, and another rules version.
    """
    assert stored.header is not None
    record = record_in(io.BytesIO(stored.header + b"".join(log.lines)))
    if point.seq > len(record.inputs):
        raise Invalid("That game has the entries 0 to {last}.", last=len(record.inputs))
    try:
        setting = record.header.setting()
    except RecordError as error:
        raise NotNow(str(error)) from error
    seat, levels = _seat_of(stored.plan, guest, point), bots_by_seat(bots, setting.seats)
    if seat in levels:
        raise Invalid("You have seat {n}, so no bot can.", n=seat)
    chairs = []
    bots_there = [chair if chair.level else Chair() for chair in stored.plan.chairs]
    for number, chair in enumerate(stored.plan.chairs):
        level = levels.get(number) or chair.level or setting.game.first_level[0]
        taken = Chair(guest.player, guest.name) if number == seat else seated_bot(setting, bots_there, number, level)
        name = chair.name if chair.level and number != seat else taken.name
        chairs.append(msgspec.structs.replace(taken, name=name, colour=chair.colour))
    names = tuple(chair.name for chair in chairs)
    header = new_header(setting, names, known_chance(record.header, stored.secret))
    lines, _ = chained(header.start(), record.inputs[: point.seq])
    game = restored(header_line(header), stored.secret, lines, remember)
    moments = list(game.moments)
    while moments[-1].between:  # simultaneous answers stay together: all or none
        moments.pop()
        lines.pop()
    last = moments[-1]
    if last.session.over:
        raise NotNow("The game is over at that entry: choose an earlier one.")
    automatic = what_follows(last, (), False)
    chain = bytes.fromhex(msgspec.json.decode(lines[-1])["chain"]) if lines else header.start()
    lines += chained(chain, [moment.session.log[-1] for moment in automatic])[0]
    for moment in automatic:
        game.history.note(moment.session)
    plan = msgspec.structs.replace(
        stored.plan, chairs=chairs, host=guest.player, listed=False, next=None, stopped=None, clock=None, point=point,
        code="", kicked={}, evening=[], wants={}, grows=False, locked=False, begins=False, begins_by=None,
        hints=True, paused=False, rated=False,
    )  # fmt: skip
    return Fork(plan, header, lines, [*moments, *automatic][-remember:], game.history)


def _seat_of(plan: RoomPlan, guest: Guest, point: Point) -> int:
    """Return the guest's seat: the one in the request, the one they had, or the first player's."""
    if point.seat is not None:
        if point.seat >= len(plan.chairs):
            raise Invalid("There is no such seat.", [str(seat) for seat in range(len(plan.chairs))])
        return point.seat
    own = [seat for seat, chair in enumerate(plan.chairs) if chair.player == guest.player]
    people = [seat for seat, chair in enumerate(plan.chairs) if chair.player]
    return next(iter([*own, *people]), 0)
