"""Blitz Champz: the football card game, first to 21 points."""

from typing import Any

from threedown.cards import Deck
from threedown.games.champz import bots, rules
from threedown.games.champz.deck import DECK
from threedown.games.champz.options import PRESETS, Options
from threedown.games.champz.words import WORDS
from threedown.games.declare import Counters, Game, Hooks, PileKinds, Scoring, SeatRange, Sight
from threedown.games.page import Callout, PageSettings, Tile

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


def _goal(options: Any) -> int:
    return int(options.goal)


def _teams(options: Any, seats: int) -> tuple[tuple[int, ...], ...]:
    """Partners sit opposite each other."""
    return tuple((seat, seat + seats // 2) for seat in range(seats // 2)) if options.teams else ()


GAME = Game(
    name="champz",
    title="Blitz Champz",
    summary="The football card game: place points, stop or steal those of others, and be the first to hold 21.",
    version=1,
    seats=SeatRange(2, 6),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=("hand", "field"),
        shared=("stock", "discard"),
        sight={"hand": Sight.KNOWN, "field": Sight.KNOWN, "discard": Sight.KNOWN},
    ),
    counters=Counters(
        per_seat=("points", "just_played"),
        shared=("to_play", "counterclockwise"),
        tallies=TALLIES,
        seat_numbers=("to_play",),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(rules.score, share="points", unit="points", goal=_goal, teams=_teams),
    hooks=Hooks(resume=rules.answer, after_laying=rules.count_points),
    page=PageSettings(
        ground="lanes",
        tile=Tile(4, "champz"),
        self_starting=True,
        callouts=(
            Callout("goal", "Hold {goal} through the next turn to win."),
            Callout("hand", "Score with a card, or stop a rival."),
            Callout("answers", "It offers a legal card, not always the best one."),
            Callout("discard", "So many cards to draw, and so many played."),
        ),
    ),
)
