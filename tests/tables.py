"""Settings to test with: every preset of every game, and house rules mixed at random.

They are read from the registry, so that a new game is tested as soon as its folder is there.
"""

import random
from typing import Any

import numpy as np
import pytest

from threedown.bulk.run import Keeper
from threedown.games import find_game, game_names
from threedown.games.declare import Game
from threedown.games.houserules import OptionError, OptionFacts, option_facts
from threedown.games.setting import Setting, settle


class Rows(Keeper):
    """The rows of a few games in order."""

    def __init__(self, n: int, columns: int) -> None:
        self.rows = np.empty((n, columns), dtype=np.int64)

    def keep(self, first: int, packed: Any) -> None:
        self.rows[first : first + len(packed)] = packed


CAPS = (1, 7, 60, 2000)


def war(preset: str | None = None, seats: int | None = None, **options: Any) -> Setting:
    """War under these house rules."""
    return settle(find_game("war"), preset, options, seats)


def every_preset() -> list[tuple[str, str]]:
    """(game, preset), all of them."""
    return [(game, preset) for game in game_names() for preset in find_game(game).presets]


PRESETS = every_preset()
PRESET_IDS = [f"{game}:{preset}" for game, preset in PRESETS]


LARGE = ("blitz31", "blitzwar", "champz")
"""Games of which one more table size means minutes: long menus, much to compile, bots that imagine."""


MORE_SEATS = ("three-players", "four-players")
"""Presets that differ from the default by their seats alone."""


def is_slow(game: str, preset: str) -> bool:
    return preset in MORE_SEATS or (game in LARGE and preset != find_game(game).default_preset)


QUICK_PRESETS = [
    pytest.param(pair, id=name, marks=pytest.mark.slow if is_slow(*pair) else ())
    for pair, name in zip(PRESETS, PRESET_IDS, strict=True)
]
"""All of them; those that take long are slow tests."""


def setting_of(pair: tuple[str, str]) -> Setting:
    return settle(find_game(pair[0]), pair[1])


def war_tables() -> dict[str, Setting]:
    """War with each value of each option, at every number of seats that allows it."""
    found: dict[str, Setting] = {}
    game = find_game("war")
    for seats in range(game.fewest_seats, game.most_seats + 1):
        for fact in option_facts(game.options):
            for value in _values(fact):
                changes = {fact.name: value}
                if fact.name == "split_jokers":
                    changes["jokers"] = 2
                if fact.name == "stop_cycles":
                    changes["return_order"] = "winner_first"
                try:
                    found[f"{seats}-{fact.name}-{value}"] = settle(game, None, changes, seats)
                except OptionError:
                    continue
    return found


def random_setting(game: Game, pick: random.Random, seats: int | None = None) -> Setting:
    """House rules of a game, each drawn by itself; those that do not go together are drawn again."""
    while True:
        changes = {fact.name: pick.choice(_values(fact)) for fact in option_facts(game.options)}
        at = seats if seats is not None else pick.randint(game.fewest_seats, game.most_seats)
        try:
            return settle(game, None, changes, at)
        except OptionError:
            continue


def _values(fact: OptionFacts) -> tuple[Any, ...]:
    return fact.values or tuple(cap for cap in CAPS if fact.low <= cap <= fact.high)
