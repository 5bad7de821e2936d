"""Settings to test with, every preset of every game and house rules mixed at random, and which of them run when.

They are read from the registry, so that a new game is tested as soon as its folder is there. A test without a mark is
quick: it is in every ``make test``. ``SLOW`` ones are in ``make test-all`` too, ``SOAK`` ones in ``make soak`` alone.
Of every kind of check there is some at the quickest level that has time for it, and of every game at each level.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from threedown.bulk.run import RowSink
from threedown.games import find_game, game_names
from threedown.games.declare import Game
from threedown.games.game_options import OptionError, OptionFacts, option_facts
from threedown.games.setting import Setting, settle


class Rows(RowSink):
    """The rows of a few games in order."""

    def __init__(self, n: int, columns: int) -> None:
        self.rows = np.empty((n, columns), dtype=np.int64)

    def save(self, first: int, packed: Any) -> None:
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


SLOW, SOAK = pytest.mark.slow, pytest.mark.soak

LARGE = ("blitz31", "blitzwar", "casino-war", "champz")
"""Games of which one more preset or table size means minutes: long menus, much to compile, bots that imagine."""

COMPILED_SOON = ("war", "champz")
"""A game of battles and one of hands: the usual preset of each is compiled within a few seconds."""

MORE_SEATS = ("three-players", "four-players")
"""Presets that differ from the default by their seats alone."""


def is_usual(game: str, preset: str) -> bool:
    return preset == find_game(game).default_preset


def is_large(game: str, preset: str) -> bool:
    return preset in MORE_SEATS or (game in LARGE and not is_usual(game, preset))


def presets(when: Callable[[str, str], Any]) -> list[Any]:
    """Return all presets, each with the marks that ``when`` gives for (game, preset)."""
    return [pytest.param(pair, id=name, marks=when(*pair)) for pair, name in zip(PRESETS, PRESET_IDS, strict=True)]


QUICK_PRESETS = presets(lambda game, preset: SLOW if is_large(game, preset) else ())
"""For a check of a second or less: quick, and slow at large tables."""
USUAL_PRESETS = presets(lambda game, preset: () if is_usual(game, preset) else SLOW)
"""For a check that says much the same of each preset: quick for one of each game, slow for the others."""
SLOW_PRESETS = presets(lambda game, preset: SLOW if is_usual(game, preset) else SOAK)
"""For a check that compiles much or plays for long: slow for one preset of each game, and the others are soaked."""


def setting_of(pair: tuple[str, str]) -> Setting:
    return settle(find_game(pair[0]), pair[1])


def war_tables() -> dict[str, Setting]:
    """War with each value of each option, at every number of seats that allows it."""
    found: dict[str, Setting] = {}
    game = find_game("war")
    for seats in game.seats.numbers:
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


def at_war_tables(when: Callable[[int], Any]) -> list[Any]:
    """Return the names of ``war_tables``, each with the marks that ``when`` gives for its number of seats."""
    return [pytest.param(name, id=name, marks=when(setting.seats)) for name, setting in war_tables().items()]


TRIES = 1000


def random_setting(game: Game, pick: random.Random, seats: int | None = None) -> Setting:
    """House rules of a game, each drawn by itself; those that do not go together are drawn again.

    Where hardly any go together, each is drawn in turn, and kept if it goes with those before; a number of seats that
    needs an option of its own has that one first.
    """
    facts = option_facts(game.options)
    for _ in range(TRIES):
        changes = {fact.name: pick.choice(_values(fact)) for fact in facts}
        at = seats if seats is not None else pick.randint(*game.seats)
        if found := _settled(game, changes, at):
            return found[0]
    at = seats if seats is not None else game.seats.fewest
    one_change = [{fact.name: value} for fact in facts for value in _values(fact)]
    setting, kept = next(found for changes in ({}, *one_change) if (found := _settled(game, changes, at)))
    for fact in pick.sample(facts, len(facts)):
        if found := _settled(game, {**kept, fact.name: pick.choice(_values(fact))}, at):
            setting, kept = found
    return setting


def _settled(game: Game, changes: dict[str, Any], seats: int) -> tuple[Setting, dict[str, Any]] | None:
    """Return the setting under these changes, and the changes; None if they do not go together."""
    try:
        return settle(game, None, changes, seats), changes
    except OptionError:
        return None


def _values(fact: OptionFacts) -> tuple[Any, ...]:
    return fact.values or tuple(cap for cap in CAPS if fact.low <= cap <= fact.high) or (fact.low, fact.high)


def capped(setting: Setting, turns: int = 250) -> Setting:
    """The same house rules, with games that are short enough for a test."""
    import msgspec

    cap = min(setting.options.turn_cap, turns)  # type: ignore[attr-defined]
    return msgspec.structs.replace(setting, options=msgspec.structs.replace(setting.options, turn_cap=cap))
