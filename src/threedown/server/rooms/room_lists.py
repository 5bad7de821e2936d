"""Lists of rooms: the public list, and the rooms of one guest."""

import math
from functools import partial
from itertools import islice
from typing import Literal

import msgspec

from threedown.language import ENGLISH, speaking
from threedown.server.model.plan import ENDED, RoomPlan, StoredRoom
from threedown.server.model.wire import Guest, MyRoom, RoomSeen
from threedown.server.rooms import revealing
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.room_view import room_view
from threedown.server.rooms.served_game import ServedGame
from threedown.server.store import queries
from threedown.server.store.writer import Writer
from threedown.session.record import Header
from threedown.session.views import progress_of
from threedown.table.layout import NOBODY

Result = Literal["won", "lost", "draw"]
MAX_LISTED = 200
"""Rooms in the public list, and ended rooms in a guest's own list."""
CHARTED_TURNS = 24
"""Turns of a game whose course a list shows."""


def public_rooms(rooms: RoomRegistry) -> list[RoomSeen]:
    """Return the listed rooms that wait for players or may be watched, the newest first."""
    listed = (
        room
        for room in rooms.newest_first()
        if room.plan.listed and (room.state == "waiting" or (room.state == "playing" and room.plan.watch == "anybody"))
    )
    return [room.view() for room in islice(listed, MAX_LISTED)]


async def rooms_of(
    guest: Guest, rooms: RoomRegistry, writer: Writer, language: str = ENGLISH, most: int = MAX_LISTED
) -> list[MyRoom]:
    """Return the rooms in which a guest sits: first those that wait for them, last those that have ended, and among
    each those with the least time left first.

    Of those that have ended and have left memory it returns the newest ``most``.
    """
    player = guest.player
    ended = await writer.do(partial(queries.ended_rooms_of, player=player, most=most))
    mine = []
    with speaking(language):
        for name in [room.name for room in rooms.newest_first() if room.seat_of(player) is not None]:
            room = await rooms.find(name)
            if (seat := room.seat_of(player)) is not None:
                game = room.game if room.state == "playing" else None
                mine.append(_my_room(room.view(seat), seat, game, _result(room.name, room.plan, player)))
        for stored, seq in ended:
            if stored.room not in rooms and (seat := stored.plan.seat_of(player)) is not None:
                settled = _header_hash(stored)
                seen = room_view(stored.room, stored.state, stored.plan, seq, True, settled=settled)
                mine.append(_my_room(seen, seat, None, _result(stored.room, stored.plan, player)))
    return sorted(mine, key=_urgency)


def _urgency(room: MyRoom) -> tuple[bool, bool, float]:
    return not room.waits, room.state in ENDED, math.inf if room.choice_left is None else room.choice_left


def _header_hash(stored: StoredRoom) -> str | None:
    """Return the hash of a stored game's header; None if a player may know its cards, or it cannot be read."""
    if stored.header is None or not revealing.is_open(stored.plan):
        return None
    try:
        return msgspec.json.decode(stored.header, type=Header).chain
    except msgspec.DecodeError:
        return None


def _result(room: str, plan: RoomPlan, player: str) -> Result | None:
    """Return a player's result of the game of a room; None if it is not over."""
    if not plan.evening or plan.evening[-1].room != room:
        return None
    played = plan.evening[-1]
    return "draw" if not played.winners else "won" if player in played.won else "lost"


def _my_room(room: RoomSeen, seat: int, game: ServedGame | None, result: Result | None = None) -> MyRoom:
    """Return a room as the player at a seat has it in their list; ``game`` is the game that is played there now."""
    if game is None:
        return MyRoom(**msgspec.structs.asdict(room), you=seat, waits=False, result=result)
    waits, course = game.waits_for(seat), game.event_log.history.rows(CHARTED_TURNS)
    progress, left = progress_of(game.session, seat), game.clock.slow.left()
    menus = () if left is None or game.session.pending is None else game.session.pending.menus
    return MyRoom(
        **msgspec.structs.asdict(room), you=seat, waits=waits, progress=progress, course=course,
        asked=[other for other in menus if other != NOBODY], choice_left=left,
    )  # fmt: skip
