"""The tables for which players can wait: their sizes, and the plan of the room in which matched players play."""

import random
from collections.abc import Sequence
from functools import cache

import msgspec

from threedown.games import find_game
from threedown.games.declare import Game
from threedown.games.game_options import OptionError
from threedown.games.setting import settle
from threedown.server.model import clock
from threedown.server.model.errors import Invalid
from threedown.server.model.person_name import distinct
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import ChoiceClock, Guest, NewRoom
from threedown.server.rooms.gathering import COME_WITHIN
from threedown.server.rooms.growing import coloured, fewest_seats
from threedown.server.rooms.lobby import bot_chair, setting_of, usual_level
from threedown.server.rooms.room_request import plan_of_request
from threedown.server.store.places import Place

CHOICE_MS = 30_000
"""Milliseconds for a choice at such a table."""


@cache
def sizes_of(game: str) -> tuple[int, ...]:
    """Return the table sizes that players can wait for."""
    found = find_game(game)
    fewest = max(2, fewest_seats(found, found.default_preset))
    return tuple(seats for seats in range(fewest, found.seats.most + 1) if _is_played(found, seats))


def _is_played(game: Game, seats: int) -> bool:
    """True if the usual rules of a game allow a number of seats."""
    try:
        settle(game, game.default_preset, {}, seats)
    except OptionError:
        return False
    return True


def sizes_wanted(place: Place) -> Sequence[int]:
    """Return the table sizes that a player accepts."""
    return sizes_of(place.game) if place.seats is None else (place.seats,)


def check_size(game: Game, seats: int | None) -> None:
    """Raise Invalid for a table size that players can't wait for; None is any size."""
    sizes = sizes_of(game.name)
    if not sizes or (seats is not None and seats not in sizes):
        raise Invalid("{game} has no table of this size.", [str(size) for size in sizes], game=game.title)


def with_joining(plan: RoomPlan, joining: Sequence[Place]) -> RoomPlan:
    """Return the plan of the next game at such a table: players sit down on seats that bots have had."""
    chairs, names, left = list(plan.chairs), [chair.name for chair in plan.chairs if chair.player], list(joining)
    for seat, chair in enumerate(chairs):
        if chair.level and left:
            place = left.pop(0)
            chairs[seat] = Chair(player=place.player, name=distinct(place.name, names), colour=chair.colour)
            names.append(chairs[seat].name)
    return msgspec.structs.replace(plan, chairs=chairs)


def plan_of_match(players: Sequence[Place], seats: int) -> RoomPlan:
    """Return the plan of a room for matched players, in a random order, with bots on the seats that are left."""
    first = players[0]
    request = NewRoom(first.game, seats=seats, clock=ChoiceClock(CHOICE_MS), listed=True, rated=first.rated)
    plan = plan_of_request(Guest(first.player, first.name), request)
    chairs: list[Chair] = []
    for place in random.sample(players, len(players)):
        chairs.append(Chair(player=place.player, name=distinct(place.name, [chair.name for chair in chairs])))
    setting, level = setting_of(plan), usual_level(first.game)
    chairs += [bot_chair(setting, seat, level) for seat in range(len(chairs), seats)]
    begins_by = clock.now() + COME_WITHIN
    return msgspec.structs.replace(plan, chairs=coloured(chairs), begins=True, begins_by=begins_by)
