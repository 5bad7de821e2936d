"""A waiting room goes on by itself when time is up: without the parts, or the matched players, that have not come."""

import asyncio
from typing import Protocol

from msgspec.structs import replace

from threedown.server.model import clock
from threedown.server.model.errors import RequestError
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import State
from threedown.server.rooms.lobby import seated_bot, setting_of, usual_level
from threedown.server.store.errors import Lost, NotSaved

COME_WITHIN = 15_000
"""Milliseconds after which the game of matched players begins without those who have not come; bots play for them until
they do."""
LEAST_WAIT = 0.2
"""Seconds until a room whose time is up begins, and until it tries again if that can't be saved."""


class GatheringRoom(Protocol):
    """Implemented by :class:`~threedown.server.rooms.served_room.ServedRoom`."""

    plan: RoomPlan
    state: State
    lock: asyncio.Lock

    async def deal_frozen(self) -> None:
        """Deal without the parts that are missing, if the header is frozen."""
        ...

    async def end_abandoned(self, why: str = ...) -> None:
        """End the room if it still waits."""
        ...

    async def start(self, player: str) -> None:
        """Deal for the host; first freeze the header if players have committed to parts."""
        ...

    def wait_for_parts(self) -> None:
        """Go on by itself when time is up."""
        ...


def time_left(plan: RoomPlan) -> float:
    """Return the seconds until a room of matched players begins without those who have not come."""
    return max(LEAST_WAIT, ((plan.begins_by or 0) - clock.now()) / 1000)


async def deal_without_parts(room: GatheringRoom) -> None:
    """Deal without the parts that have not come; if that can't be saved, wait for them again."""
    async with room.lock:
        try:
            await room.deal_frozen()
        except NotSaved:
            room.plan = replace(room.plan, frozen=clock.now())
            room.wait_for_parts()


async def begin(room: GatheringRoom) -> None:
    """Begin the game of matched players; bots play for players who are late until they come (in a rated game when
    their clock runs out), and take the seats of players who have left. A room without any player ends."""
    async with room.lock:
        plan = room.plan
        if room.state != "waiting" or plan.frozen is not None:
            return
        try:
            if not any(chair.player and chair.arrived for chair in plan.chairs):
                await room.end_abandoned("nobody has come")
                return
            room.plan = with_everybody_ready(plan)
            await room.start(plan.host)
        except NotSaved:
            room.wait_for_parts()
        except (RequestError, Lost):  # another worker has the room
            return


def with_everybody_ready(plan: RoomPlan) -> RoomPlan:
    """Return the plan with which the game begins: bots have the open seats, and play for the people who are missing."""
    chairs = list(plan.chairs)
    for seat, chair in enumerate(plan.chairs):
        if chair.is_open:
            chairs[seat] = seated_bot(setting_of(plan), chairs, seat, usual_level(plan.game))
        else:
            chairs[seat] = replace(chair, away=bool(chair.player) and not (chair.arrived or plan.rated))
    return replace(plan, chairs=chairs)
