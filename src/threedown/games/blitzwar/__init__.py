"""BlitzWar: tanks, dice and a map, with a clock."""

import functools
from typing import Any

from threedown.cards import Deck
from threedown.games.blitzwar import bots, rules
from threedown.games.blitzwar.ending import standing
from threedown.games.blitzwar.maps import map_named
from threedown.games.blitzwar.menus import menu
from threedown.games.blitzwar.options import PRESETS, Options
from threedown.games.blitzwar.words import WORDS
from threedown.games.declare import Game, Sight
from threedown.games.page import PageSettings, Tile

TALLIES = (
    "attacks", "conquests", "trades", "bombs", "eliminations", "attack_losses", "defence_losses",
)  # fmt: skip
STATE = (
    "owner", "tanks",
    "turn_of", "round_number", "expired", "phase", "opening", "parcel", "taken", "dice", "conquest", "bomb",
)  # fmt: skip
EACH = ("score", "states", "army", "unplaced", "bombed")


@functools.cache
def _deck_of(name: str) -> Deck:
    return Deck(dict(enumerate((*map_named(name).places, "JK1", "JK2"))))


def _deck(options: Any) -> Deck:
    """A card for each state, and two jokers."""
    return _deck_of(options.map)


def _keyed(options: Any) -> dict[str, tuple[str, ...]]:
    """The owner of each state of the map, and its tanks."""
    return dict.fromkeys(("owner", "tanks"), map_named(options.map).places)


GAME = Game(
    name="blitzwar",
    title="BlitzWar",
    summary="Tanks, dice and a map of states: place, attack, win cards, and have most points when time runs out.",
    version=2,
    fewest_seats=3,
    most_seats=5,
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles_each=("hand",),
    piles_shared=("stock", "discard"),
    sight={"hand": Sight.KNOWN, "discard": Sight.KNOWN},
    state=STATE,
    tallies=TALLIES,
    public=(*EACH, *STATE, *TALLIES),
    rules=rules,
    words=WORDS,
    menu=menu,
    lay=rules.lay,
    mistake=rules.mistake,
    bots=bots,
    standing=standing,
    state_each=EACH,
    share="score",
    keyed=_keyed,
    world_questions=("time",),
    seat_counters=("owner", "turn_of"),
    resume=rules.answer,
    places={"hand": 16},
    page=PageSettings(ground="map", tile=Tile(5, "blitzwar")),
)
