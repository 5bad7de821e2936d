"""A room as it is shown outside its table: in a list, by its link, beside its game."""

from collections.abc import Collection

import msgspec

from threedown.language import say
from threedown.server.model import clock
from threedown.server.model.evening import Wanted
from threedown.server.model.plan import ENDED, Chair, RoomPlan
from threedown.server.model.wire import RoomSeen, SeatSeen, State
from threedown.server.rooms.codes import spoken_code
from threedown.server.rooms.evening import tonight_of
from threedown.server.rooms.lobby import setting_of
from threedown.server.rooms.revealing import frozen_of

STOP_REASONS = (
    "everybody has left", "nobody has come for a day", "nobody has come", "something is wrong with this game",
    "a bot has failed", "the record cannot be closed", "its secret is not the one that was committed to",
    "the game cannot be restored", "the host has deleted it",
)  # fmt: skip
"""The openings of the reasons for stopping a room; the details after them are for the server's owner."""


def localised_stop(reason: str) -> str:
    """Return the stored reason for stopping a room, its beginning in the language that is spoken.

    >>> localised_stop("a bot has failed (seat 1, ValueError)")
    'a bot has failed (seat 1, ValueError)'
    """
    index = next((index for index, text in enumerate(STOP_REASONS) if reason.startswith(text)), None)
    return reason if index is None else say(STOP_REASONS[index]) + reason.removeprefix(STOP_REASONS[index])


def room_view(
    name: str,
    state: State,
    plan: RoomPlan,
    seq: int | None,
    is_seated: bool,
    connected: Collection[str] = (),
    absent: Collection[int] = (),
    settled: str | None = None,
) -> RoomSeen:
    """Return a room as its players see it (``is_seated``), or as anybody else does.

    Only players learn the name of the room that this game continues; spectators learn that of the next room if
    anybody may watch. ``seq`` is the last entry of the log, ``connected`` are the players with an open socket,
    ``absent`` the seats of people for whom a bot plays, and ``settled`` the hash of the header if the game is dealt.
    """
    seats = [
        _seat(seat, chair, chair.player in connected, seat in absent, plan.host)
        for seat, chair in enumerate(plan.chairs)
    ]
    wanted = [
        Wanted(seat, plan.wants[chair.player]) for seat, chair in enumerate(plan.chairs) if chair.player in plan.wants
    ]
    point = plan.point if is_seated or plan.point is None else msgspec.structs.replace(plan.point, room="")
    following = plan.next if is_seated or plan.watch == "anybody" else None
    return RoomSeen(
        name, f"/r/{name}", state, plan.game, plan.preset, plan.options, seats, plan.clock, plan.pace, plan.minutes,
        plan.host, plan.commitment, seq, plan.watch, plan.listed, following,
        plan.stopped and localised_stop(plan.stopped), point, plan.laid is not None,
        plan.variant, frozen_of(plan) if state == "waiting" else None, settled,
        plan.grows, plan.locked, plan.gives_hints, plan.talk and not plan.listed, plan.paused,
        tonight_of(plan), wanted, None if state in ENDED else spoken_code(plan.code),
        rated=plan.rated,
        daily=plan.daily or None,
        sealed=plan.sealed_until - clock.now() if plan.is_sealed and plan.sealed_until is not None else None,
        tournament=plan.tournament or None,
        starts=max(0, plan.begins_by - clock.now()) if plan.begins_by is not None and state == "waiting" else None,
        rule_set=plan.rule_set,
        asks=setting_of(plan).asks_seats if state == "waiting" else None,
    )  # fmt: skip


def _seat(seat: int, chair: Chair, is_connected: bool, is_absent: bool, host: str) -> SeatSeen:
    return SeatSeen(
        seat,
        "bot" if chair.level else "open" if chair.is_open else "person",
        chair.name,
        chair.level or None,
        chair.colour or None,
        bool(chair.level) or (bool(chair.player) and is_connected),
        is_absent,
        chair.part_hash or None,
        host=bool(chair.player) and chair.player == host,
        shown=bool(chair.player) and chair.shown,
        program=bool(chair.player) and chair.program,
    )
