"""The powers of a host at any time: switch things on and off, ask a player to leave, hand the role over.

The functions that take a plan return the changed plan, or raise a RequestError.
"""

import msgspec

from threedown.server.model.errors import Invalid, NotNow, Unknown
from threedown.server.model.evening import HandOver, Kick, Switches
from threedown.server.model.person_name import is_showable
from threedown.server.model.plan import ENDED, Chair, RoomPlan
from threedown.server.rooms.growing import without_unused_seats
from threedown.server.rooms.lobby import check_host
from threedown.server.rooms.served_room import ServedRoom


def switched(plan: RoomPlan, player: str, switches: Switches) -> RoomPlan:
    """Switch things on and off for the host."""
    check_host(plan, player)
    wanted = {name: value for name, value in msgspec.structs.asdict(switches).items() if value is not None}
    return msgspec.structs.replace(plan, **wanted)


def handed_over(plan: RoomPlan, player: str, wish: HandOver) -> RoomPlan:
    """Make another player the host."""
    check_host(plan, player)
    return msgspec.structs.replace(plan, host=person_at(plan, wish.seat).player)


async def kick(room: ServedRoom, player: str, wish: Kick) -> None:
    """Take a player's seat away for the host; they cannot return. A bot plays on in a game that has begun.

    A game that is over stays theirs to read.
    """
    check_host(room.plan, player)
    gone = person_at(room.plan, wish.seat).player
    if gone == player:
        raise NotNow("This is your own seat: leave it if you want to go.")
    if wish.word and not is_showable(wish.word):
        raise Invalid("This message can't be shown.")
    if room.state == "waiting" and room.plan.frozen is not None:
        raise NotNow("The cards are about to be dealt, so this can't change any more.")
    if room.state == "playing" and room.game is not None:
        await room.game.player_left(wish.seat)
    plan, waiting = room.plan, room.state == "waiting"
    empty = Chair() if waiting else msgspec.structs.replace(plan.chairs[wish.seat], player="", away=True, shown=False)
    has_ended = room.state in ENDED
    chairs = [empty if seat == wish.seat and not has_ended else chair for seat, chair in enumerate(plan.chairs)]
    plan = msgspec.structs.replace(plan, chairs=chairs, kicked={**plan.kicked, gone: wish.word})
    await room.change(without_unused_seats(plan) if waiting and plan.grows else plan)


def person_at(plan: RoomPlan, seat: int) -> Chair:
    """Return the chair of the player at a seat; raises Unknown if nobody sits there."""
    if not 0 <= seat < len(plan.chairs) or not plan.chairs[seat].player:
        people = [str(number) for number, chair in enumerate(plan.chairs) if chair.player]
        raise Unknown("Nobody sits there.", people)
    return plan.chairs[seat]
