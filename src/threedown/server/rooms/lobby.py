"""What is settled in a room before the deal: each function makes of the plan as it is the plan as somebody wants it, or
raises :class:`RequestError`."""

from collections.abc import Sequence

import msgspec

from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.server.model.errors import Invalid, NotNow, NotYours, Unknown
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import COLOURS, Guest, Join
from threedown.session.fairness import PartError, part_of_hex


def setting_of(plan: RoomPlan) -> Setting:
    """What is played there."""
    setting = settle(find_game(plan.game), plan.preset, plan.options, len(plan.chairs))
    return setting if plan.laid is None else setting.laid_by_hand(plan.laid)


def joined(plan: RoomPlan, guest: Guest, wish: Join) -> RoomPlan:
    """A guest sits down, or changes where he sits, his name, his colour, his part."""
    there, chairs = plan.seat_of(guest.player), [msgspec.structs.replace(chair) for chair in plan.chairs]
    free = [seat for seat, chair in enumerate(chairs) if chair.is_open]
    seat = wish.seat if wish.seat is not None else there if there is not None else next(iter(free), None)
    if seat is None or (seat != there and seat not in free):
        raise NotNow("no such seat is free", [str(other) for other in free])
    if there is not None and there != seat:
        chairs[seat], chairs[there] = chairs[there], Chair()
    chair = chairs[seat]
    taken = {other.colour for place, other in enumerate(chairs) if place != seat and other.colour}
    free_colours = [colour for colour in COLOURS if colour not in taken]
    if wish.colour in taken:
        raise NotNow("no such colour is free", free_colours)
    if wish.colour is not None and wish.colour not in COLOURS:
        raise Invalid("no such colour is free", free_colours)
    try:
        part_of_hex(wish.part or "")
    except PartError as error:
        raise Invalid(str(error)) from error
    chair.player = guest.player
    chair.name = printable(wish.name or chair.name or guest.name)
    chair.colour = wish.colour or chair.colour
    chair.part = chair.part if wish.part is None else wish.part
    return msgspec.structs.replace(plan, chairs=chairs)


def left(plan: RoomPlan, seat: int) -> RoomPlan:
    """Who sits at a seat goes: it is open again. Where he was host another is; nobody, if all have left."""
    player = plan.chairs[seat].player
    chairs = [Chair() if place == seat else chair for place, chair in enumerate(plan.chairs)]
    host = plan.host if plan.host != player else next((chair.player for chair in chairs if chair.player), "")
    return msgspec.structs.replace(plan, chairs=chairs, host=host)


def seat_given(plan: RoomPlan, player: str, seat: int, level: str | None) -> RoomPlan:
    """The host puts a bot on a seat, or opens it: whoever sat there must go."""
    _host_only(plan, player)
    if not 0 <= seat < len(plan.chairs):
        raise Unknown("there is no such seat", [str(place) for place in range(len(plan.chairs))])
    if plan.chairs[seat].player == player:
        raise NotNow("this is your own seat: leave it, if you want to go")
    chairs = list(plan.chairs)
    chairs[seat] = Chair() if level is None else bot_chair(setting_of(plan), seat, level)
    return msgspec.structs.replace(plan, chairs=chairs)


def played_by(old: RoomPlan, player: str, plan: RoomPlan) -> RoomPlan:
    """The host changes what is played by; people and bots stay, on the first seats where there are fewer now."""
    _host_only(old, player)
    seats = len(plan.chairs)
    people = [chair for chair in old.chairs[seats:] if chair.player]
    chairs = [*old.chairs[:seats], *(Chair() for _ in range(seats - len(old.chairs)))]
    for seat, chair in enumerate(chairs):
        if people and not chair.player:
            chairs[seat] = people.pop(0)
    if people:
        raise NotNow("{n} people sit here: {seats} seats are too few", n=seats + len(people), seats=seats)
    lasts = (plan.minutes, plan.options.get("rounds")) == (old.minutes, old.options.get("rounds"))
    if not lasts and any(chair.colour for chair in chairs):
        raise NotNow("how long the game lasts is settled before anybody chooses a colour")
    return msgspec.structs.replace(plan, chairs=chairs, host=old.host, commitment=old.commitment, point=old.point)


def to_be_dealt(plan: RoomPlan, player: str) -> RoomPlan:
    """The host wants the cards dealt: everybody has a colour from now on."""
    _host_only(plan, player)
    free = [str(seat) for seat, chair in enumerate(plan.chairs) if chair.is_open]
    if free:
        raise NotNow("{n} players are needed: wait for others, or put bots on the free seats", free, n=len(plan.chairs))
    return msgspec.structs.replace(plan, chairs=_coloured(plan.chairs))


def bot_chair(setting: Setting, seat: int, level: str) -> Chair:
    """A bot's seat; only the game's own levels sit here, never a file's."""
    levels = list(setting.game.bots.LEVELS)
    if level not in levels:
        raise Invalid("{game} has no such bot", levels, game=setting.game.name)
    return Chair(name=f"Bot {seat}", level=level)


def _host_only(plan: RoomPlan, player: str) -> None:
    if plan.host != player:
        raise NotYours("that is for the host to do")


def _coloured(chairs: Sequence[Chair]) -> list[Chair]:
    """The seats, those who have chosen no colour with the first that nobody has."""
    taken = {chair.colour for chair in chairs}
    free = (colour for colour in COLOURS if colour not in taken)
    return [chair if chair.colour else msgspec.structs.replace(chair, colour=next(free)) for chair in chairs]


def printable(name: str) -> str:
    """A name as it is kept: without blanks around it."""
    name = name.strip()
    if not name or not name.isprintable():
        raise Invalid("a name is of printable characters")
    return name
