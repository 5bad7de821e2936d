"""BlitzWar: tanks, dice and a map, with a clock."""

import functools
from typing import Any

from threedown.cards import Deck
from threedown.games.blitzwar import board, bots, rules
from threedown.games.blitzwar.board_text import title
from threedown.games.blitzwar.ending import standing
from threedown.games.blitzwar.maps import map_named
from threedown.games.blitzwar.menus import menu
from threedown.games.blitzwar.missions import cards_of
from threedown.games.blitzwar.options import PRESETS, Options
from threedown.games.blitzwar.words import WORDS
from threedown.games.declare import ByClock, Counters, Game, Hooks, PileKinds, Places, Scoring, SeatRange, Sight
from threedown.games.page import Callout, PageSettings, Tile

TALLIES = (
    "attacks", "conquests", "trades", "bombs", "eliminations", "attack_losses", "defence_losses",
)  # fmt: skip
SHARED = (
    "owner", "tanks",
    "turn_of", "round_number", "expired", "phase", "opening", "parcel", "taken", "dice", "conquest", "bomb",
    "trading", "route",
)  # fmt: skip

BY_POINTS: dict[str, tuple[bool | int | str, ...]] = {"end_check": ("dice", "printed_percent"), "missions": (False,)}
"""House rules under which points alone decide, but for a last player left."""


@functools.cache
def _deck_of(name: str, missions: bool) -> Deck:
    found = map_named(name)
    plain = (*found.state_names, "JK1", "JK2")
    names = (*plain, *cards_of(found)) if missions else plain
    return Deck(dict(enumerate(names)), apart=frozenset(range(len(plain), len(names))))


def _deck(options: Any) -> Deck:
    """A card for each state, and two jokers; and the missions, where there are missions."""
    return _deck_of(options.map, options.missions)


def _keys(options: Any) -> dict[str, tuple[str, ...]]:
    """The owner of each state of the map, and its tanks."""
    return dict.fromkeys(("owner", "tanks"), map_named(options.map).state_names)


GAME = Game(
    name="blitzwar",
    title="BlitzWar",
    summary="Tanks, dice and a map of states: place, attack, win cards, and have most points when time runs out.",
    version=3,
    seats=SeatRange(2, 5),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=("hand", "mission"),
        shared=("stock", "discard", "missions", "removed"),
        sight={"hand": Sight.KNOWN, "discard": Sight.KNOWN, "mission": Sight.KNOWN, "removed": Sight.KNOWN},
        places={"hand": 16},
        private=("hand", "mission"),
    ),
    counters=Counters(
        per_seat=("score", "states", "army", "unplaced", "bombed", "fell_to"),
        shared=SHARED,
        tallies=TALLIES,
        keys=_keys,
        seat_numbers=("owner", "turn_of"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(standing, share="score", unit="points", places=Places("owner", title)),
    hooks=Hooks(menu, rules.answer, rules.before_laying, rules.laying_error, board.take_stock),
    helper_levels=("moody",),
    world_questions=("time",),
    by_clock=ByClock("rounds", 0, minutes=60),
    page=PageSettings(
        ground="map",
        tile=Tile(5, "blitzwar"),
        self_starting=True,
        callouts=(
            Callout("states", "Plates with {letter}, in your colour, are yours."),
            Callout("answers", "Place, attack, move: the bar leads you."),
            Callout("states", "A state has a point for each neighbour: most win.", BY_POINTS),
            Callout("states", "The last player left wins.", {"end_check": ("conquest",), "missions": (False,)}),
            Callout("states", "Fulfil the mission by your cards to win.", {"missions": (True,)}),
            Callout("states", "A dotted line parts two continents: attacks may cross it."),
        ),
    ),
)
