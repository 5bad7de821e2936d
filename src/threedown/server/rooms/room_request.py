"""Requests for a room, checked and turned into the room's plan."""

import re
from collections.abc import Mapping

import msgspec

from threedown.games import UnknownGame, find_game, game_names
from threedown.games.declare import Game
from threedown.games.game_options import OptionError
from threedown.games.laying import LayingError
from threedown.games.setting import Setting, settle
from threedown.server.model.errors import Invalid
from threedown.server.model.lab_requests import Rules
from threedown.server.model.person_name import readable
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import ChoiceClock, Guest, NewRoom
from threedown.server.rooms.growing import seats_needed
from threedown.server.rooms.lobby import bot_chair
from threedown.server.rooms.seat_results import is_preset

DEFAULT_PACE = 5_000
"""Milliseconds that a turn waits for the other players after the first is ready."""


def plan_of_request(guest: Guest, request: NewRoom) -> RoomPlan:
    """Return the plan of a requested room. Raises Invalid for rules that do not exist or contradict each other."""
    game = _game(request)
    try:
        options = dict(request.options)
        if request.minutes is not None:
            options = _by_clock(game) | options
        setting = settle(game, request.preset, options, request.seats)
        if request.laid is not None:
            setting = setting.laid_by_hand(request.laid)
    except (OptionError, LayingError) as error:
        raise Invalid(str(error)) from error
    if request.minutes is not None and not setting.is_timed:
        raise Invalid("Choose minutes or rounds, not both.")
    if request.rated:
        _check_rated(request, setting)
    check_clock(request.clock, setting)
    chairs = [Chair() for _ in range(setting.seats)]
    for seat, level in bots_by_seat(request.bots, setting.seats).items():
        chairs[seat] = bot_chair(setting, seat, level)
    return RoomPlan(
        game=game.name,
        preset=request.preset or game.default_preset,
        options=msgspec.structs.asdict(setting.options),
        chairs=chairs,
        host=guest.player,
        commitment="",
        pace=DEFAULT_PACE if request.pace is None else request.pace,
        clock=request.clock,
        minutes=_minutes(request, setting),
        listed=request.listed,
        rated=request.rated,
        watch=request.watch,
        laid=setting.laid,
        variant=None if request.variant is None else readable(request.variant),
        rule_set=request.rule_set,
        grows=request.grows,
    )


def check_clock(clock: ChoiceClock | None, setting: Setting) -> None:
    """Raise Invalid for a clock of days in a game without choices, or in one that lasts for some minutes."""
    if clock is None or not clock.is_slow:
        return
    if not setting.asks_seats:
        raise Invalid("{game} asks for no choices, so it can't be played with days a move.", game=setting.game.title)
    if setting.reactions:
        raise Invalid("A game with days a move has no clock for quick answers: choose house rules without one.")
    if setting.is_timed:
        raise Invalid("A game with days a move can't end after some minutes: choose a number of rounds.")


def _check_rated(request: NewRoom, setting: Setting) -> None:
    """Raise Invalid for a rated table at which results would mean something else than at the others."""
    if not request.listed:
        raise Invalid("A rated table is listed: set listed to true.")
    preset = request.preset or setting.game.default_preset
    if request.laid is not None or not is_preset(setting.game.name, preset, setting.options):
        raise Invalid("A rated table plays a preset as it is: leave out the house rules.")


def _game(request: NewRoom) -> Game:
    """Return the game of a request. Raises Invalid if there is none of that name."""
    if request.game is None:
        raise Invalid("Choose a game.", list(game_names()))
    try:
        return find_game(request.game)
    except UnknownGame as error:
        raise Invalid(str(error), list(game_names())) from error


def plan_of_change(plan: RoomPlan, guest: Guest, request: NewRoom) -> RoomPlan:
    """Return the plan of a room whose rules or game change; a table laid by hand stays, and so does its game."""
    other = request.game not in (None, plan.game)
    if (other and plan.laid) or request.bots or request.point or request.laid or request.grows or request.sit:
        raise Invalid("This room plays {game}: leave out game, bots, from, laid, grows and sit.", game=plan.game)
    request = msgspec.structs.replace(request, game=request.game or plan.game, laid=plan.laid)
    game = _game(request)
    if plan.grows and (request.preset or game.default_preset) in game.presets:
        seats = seats_needed(plan, game, request.preset or game.default_preset)
        request = msgspec.structs.replace(request, seats=min(seats, game.seats.most))
    changed = plan_of_request(guest, request)
    if (changed.game, changed.options, changed.variant) == (plan.game, plan.options, plan.variant):
        changed.rule_set = plan.rule_set
    return changed


def setting_of_rules(rules: Rules) -> Setting:
    """Return the setting of some rules. Raises Invalid if they do not exist."""
    try:
        return settle(find_game(rules.game), rules.preset, rules.options, rules.seats)
    except UnknownGame as error:
        raise Invalid(str(error), list(game_names())) from error
    except OptionError as error:
        raise Invalid(str(error)) from error


def bots_by_seat(bots: Mapping[str, str], seats: int) -> dict[int, str]:
    """Return the requested levels by seat number. Raises Invalid for seats that do not exist."""
    if any(not re.fullmatch("[0-9]{1,3}", seat) or int(seat) >= seats for seat in bots):
        raise Invalid("A bot needs a seat that exists.", [str(number) for number in range(seats)])
    return {int(seat): level for seat, level in bots.items()}


def _by_clock(game: Game) -> dict[str, object]:
    """Return the option by which a game ends by the clock. Raises Invalid if it has none."""
    if game.by_clock is None:
        raise Invalid("{game} has no time limit: leave out the minutes.", game=game.title)
    return {game.by_clock.option: game.by_clock.value}


def _minutes(request: NewRoom, setting: Setting) -> int | None:
    """Return how long a game by the clock lasts; None for any other."""
    clock = setting.game.by_clock
    return request.minutes or clock.minutes if clock is not None and setting.is_timed else None
