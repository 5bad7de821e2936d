"""A room as somebody may see it who is not at its table: on a list, by its link, beside its game."""

from collections.abc import Collection

import msgspec

from threedown.language import say
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import RoomSeen, SeatSeen, State

STOPS = (
    "everybody has left", "nobody has come for a day", "something is wrong with this game", "a bot has failed",
    "the record cannot be closed", "its secret is not the one that was committed to", "the game cannot be restored",
)  # fmt: skip
"""Why a room stops; what is kept behind one of them is for who looks after the server."""


def why_stopped(reason: str) -> str:
    """Why a room has stopped, as it is kept, in the language that is spoken.

    >>> why_stopped("a bot has failed (seat 1, ValueError)")
    'a bot has failed (seat 1, ValueError)'
    """
    place = next((place for place, text in enumerate(STOPS) if reason.startswith(text)), None)
    return reason if place is None else say(STOPS[place]) + reason[len(STOPS[place]) :]


def room_view(
    name: str,
    state: State,
    plan: RoomPlan,
    seq: int | None,
    sits: bool,
    here: Collection[str] = (),
    away: Collection[int] = (),
) -> RoomSeen:
    """The room for who ``sits`` there, or for anybody else: the names of other rooms, of the rematch and of the game
    that this one plays on from, are for who sits there alone.

    ``seq`` is the last entry of its log; ``here`` are the players who have its socket open, ``away`` the seats of
    people for whom a bot plays.
    """
    seats = [_seat(seat, chair, chair.player in here, seat in away) for seat, chair in enumerate(plan.chairs)]
    point = plan.point if sits or plan.point is None else msgspec.structs.replace(plan.point, room="")
    return RoomSeen(
        name, f"/r/{name}", state, plan.game, plan.preset, plan.options, seats, plan.clock, plan.pace, plan.minutes,
        plan.host, plan.commitment, seq, plan.watch, plan.listed, plan.next if sits else None,
        plan.stopped and why_stopped(plan.stopped), point, plan.laid is not None,
        plan.variant,
    )  # fmt: skip


def _seat(seat: int, chair: Chair, here: bool, away: bool) -> SeatSeen:
    return SeatSeen(
        seat,
        "bot" if chair.level else "open" if chair.is_open else "person",
        chair.name,
        chair.level or None,
        chair.colour or None,
        bool(chair.level) or (bool(chair.player) and here),
        away,
    )
