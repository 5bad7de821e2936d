"""Seats that come and go with the guests of a room.

Each function returns the changed plan of a room that waits.
"""

import msgspec

from threedown.games import find_game
from threedown.games.declare import Game
from threedown.games.game_options import OptionError
from threedown.games.setting import settle
from threedown.server.model.errors import NotNow
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import COLOURS


def fewest_seats(game: Game, preset: str) -> int:
    """Return the number of seats below which a game is not played by a preset."""
    return max(game.seats.fewest, game.presets[preset].seats or 0)


def seats_needed(plan: RoomPlan, game: Game, preset: str) -> int:
    """Return how many seats a game needs for everybody who sits in a room; bots may lose theirs."""
    taken = sum(not chair.is_open for chair in plan.chairs)
    return max(fewest_seats(game, preset), min(taken, game.seats.most), len(plan.players))


def with_new_seat(plan: RoomPlan) -> RoomPlan:
    """Add an open seat. Raises NotNow if these rules allow no more."""
    seats = len(plan.chairs)
    if not _is_playable(plan, seats + 1):
        raise NotNow("These rules allow no more than {n} seats.", n=seats)
    return msgspec.structs.replace(plan, chairs=[*plan.chairs, Chair()])


def _is_playable(plan: RoomPlan, seats: int) -> bool:
    """True if a room's rules can be played with so many seats."""
    try:
        settle(find_game(plan.game), plan.preset, plan.options, seats, kept=True)
    except OptionError:
        return False
    return True


def with_seat_for_guest(plan: RoomPlan) -> RoomPlan:
    """Make an open seat if there is none: a new one, or else the last bot's; nothing changes if there is neither."""
    if any(chair.is_open for chair in plan.chairs):
        return plan
    try:
        return with_new_seat(plan)
    except NotNow:
        bots = [seat for seat, chair in enumerate(plan.chairs) if chair.level]
        chairs = [Chair() if seat in bots[-1:] else chair for seat, chair in enumerate(plan.chairs)]
        return msgspec.structs.replace(plan, chairs=chairs)


def without_unused_seats(plan: RoomPlan) -> RoomPlan:
    """Take away the open seats that the game does not need. Everybody has a colour. Bots are named by seat until a game
    is over: then its score knows them by their names."""
    seats = len(plan.chairs)
    fewest = seats_needed(plan, find_game(plan.game), plan.preset)
    excess = seats - next((fewer for fewer in range(fewest, seats) if _is_playable(plan, fewer)), seats)
    chairs: list[Chair] = []
    for chair in plan.chairs:
        if chair.is_open and excess > 0:
            excess -= 1
        else:
            name = f"Bot {len(chairs)}" if chair.level and not plan.evening else chair.name
            chairs.append(msgspec.structs.replace(chair, name=name))
    return msgspec.structs.replace(plan, chairs=coloured(chairs))


def coloured(chairs: list[Chair]) -> list[Chair]:
    """Give every taken seat without a colour the first one that is free."""
    taken = {chair.colour for chair in chairs}
    free = (colour for colour in COLOURS if colour not in taken)
    return [
        chair if chair.colour or chair.is_open else msgspec.structs.replace(chair, colour=next(free))
        for chair in chairs
    ]
