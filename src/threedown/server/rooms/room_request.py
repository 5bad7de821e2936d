"""What somebody wishes for who opens a room, and what that comes to."""

import re
from collections.abc import Mapping

import msgspec

from threedown.games import UnknownGame, find_game, game_names
from threedown.games.houserules import OptionError
from threedown.games.laying import LayingError
from threedown.games.setting import Setting, settle
from threedown.server.model.errors import Invalid
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import Guest, NewRoom, Rules
from threedown.server.rooms.lobby import bot_chair, printable

DEFAULT_PACE = 5_000
"""Milliseconds that a turn waits for the others after the first is ready."""
DEFAULT_MINUTES = 60


def plan_of_request(guest: Guest, wish: NewRoom) -> RoomPlan:
    """What a wish for a room comes to."""
    if wish.game is None:
        raise Invalid("say which game", list(game_names()))
    try:
        game = find_game(wish.game)
        options = dict(wish.options)
        minutes = _minutes(wish, options, set(game.options.__struct_fields__))
        setting = settle(game, wish.preset, options, wish.seats)
        if wish.laid is not None:
            setting = setting.laid_by_hand(wish.laid)
    except UnknownGame as error:
        raise Invalid(str(error), list(game_names())) from error
    except (OptionError, LayingError) as error:
        raise Invalid(str(error)) from error
    chairs = [Chair() for _ in range(setting.seats)]
    for seat, level in bots_by_seat(wish.bots, setting.seats).items():
        chairs[seat] = bot_chair(setting, seat, level)
    return RoomPlan(
        game=game.name,
        preset=wish.preset or game.default_preset,
        options=msgspec.structs.asdict(setting.options),
        chairs=chairs,
        host=guest.player,
        commitment="",
        pace=DEFAULT_PACE if wish.pace is None else wish.pace,
        clock=wish.clock,
        minutes=DEFAULT_MINUTES if minutes is None and by_the_clock(setting) else minutes,
        listed=wish.listed,
        watch=wish.watch,
        laid=setting.laid,
        variant=None if wish.variant is None else printable(wish.variant),
    )


def rules_of(wish: Rules) -> Setting:
    """What is played, by these rules."""
    try:
        return settle(find_game(wish.game), wish.preset, wish.options, wish.seats)
    except UnknownGame as error:
        raise Invalid(str(error), list(game_names())) from error
    except OptionError as error:
        raise Invalid(str(error)) from error


def bots_by_seat(bots: Mapping[str, str], seats: int) -> dict[int, str]:
    """The levels that are wished for; refused where one is to sit where there is no seat."""
    if any(not re.fullmatch("[0-9]{1,3}", seat) or int(seat) >= seats for seat in bots):
        raise Invalid("a bot sits at a seat", [str(place) for place in range(seats)])
    return {int(seat): level for seat, level in bots.items()}


def _minutes(wish: NewRoom, options: dict[str, object], known: set[str]) -> int | None:
    """How long a game by the clock lasts; with minutes there is no round in which time is up."""
    if wish.minutes is None:
        return None
    if "rounds" not in known:
        raise Invalid("{game} is not played by the clock: give no minutes", game=wish.game)
    if options.get("rounds", 0) not in (0, "0"):
        raise Invalid("give minutes or rounds, not both")
    options["rounds"] = 0
    return wish.minutes


def by_the_clock(setting: Setting) -> bool:
    """Whether a game asks the table if time is up."""
    options: Mapping[str, object] = msgspec.structs.asdict(setting.options)
    return options.get("rounds") == 0
