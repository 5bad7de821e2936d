"""Blitz Champz: the football card game, first to 21 points."""

from typing import Any

from threedown.cards import Deck
from threedown.games.champz import bots, rules
from threedown.games.champz.deck import DECK
from threedown.games.champz.options import PRESETS, Options
from threedown.games.champz.words import WORDS
from threedown.games.declare import Game, Sight
from threedown.games.page import PageSettings, Tile
from threedown.table.layout import Table

POINTS_BY_CARD = ("td_run", "td_pass", "hail_mary", "conversion", "field_goal", "extra_point")
TALLIES = (
    *POINTS_BY_CARD,
    "blitzed_points",
    "removed_points",
    "defences",
    "blitzes",
    "fumbles",
    "reverses",
    "passes",
    "reshuffles",
    "reached",
    "comebacks",
)


def _deck(options: Any) -> Deck:
    return DECK


def _points(t: Table, seat: int) -> int:
    """The standing by points: more is better."""
    return int(t.s.points[seat])


GAME = Game(
    name="champz",
    title="Blitz Champz",
    summary="The football card game: place points, stop or steal those of others, and be the first to hold 21.",
    version=1,
    fewest_seats=2,
    most_seats=6,
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles_each=("hand", "field"),
    piles_shared=("stock", "discard"),
    sight={"hand": Sight.KNOWN, "field": Sight.KNOWN, "discard": Sight.KNOWN},
    state=("to_play", "counterclockwise"),
    state_each=("points", "just_played"),
    share="points",
    tallies=TALLIES,
    public=("to_play", "counterclockwise", "points", "just_played", *TALLIES),
    rules=rules,
    words=WORDS,
    bots=bots,
    standing=_points,
    seat_counters=("to_play",),
    resume=rules.answer,
    page=PageSettings(ground="lanes", tile=Tile(4, "champz")),
)
