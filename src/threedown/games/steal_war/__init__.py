"""Steal War: War crossed with Stealing Bundles."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Counters, Game, PileKinds, SeatRange, Sight
from threedown.games.page import Callout, Drama, PageSettings, Tile
from threedown.games.steal_war import bots, rules
from threedown.games.steal_war.options import PRESETS, Options
from threedown.games.steal_war.words import WORDS


def _deck(options: Any) -> Deck:
    return playing_cards(54)


GAME = Game(
    name="steal-war",
    title="Steal War",
    summary="War with open piles of won cards: a card that matches the top of an opponent's pile may steal it.",
    version=2,
    seats=SeatRange(2, 4),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=("deck", "won", "hand"),
        shared=("pot", "table", "stock", "removed"),
        sight={"pot": Sight.KNOWN, "won": Sight.TOP, "hand": Sight.KNOWN},
    ),
    counters=Counters(
        shared=("looking", "protected", "stole", "racing"),
        tallies=("wars", "war_battles", "longest_war", "steals", "stolen_cards", "exchanges", "foiled"),
        hidden=("looking",),
        seat_sets=("protected", "stole", "racing"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    world_questions=("first",),
    page=PageSettings(
        drama=Drama(battle=("war",), cited=("war",)),
        tile=Tile(8, "6C 6H"),
        best_rank="A",
        self_starting=True,
        callouts=(
            Callout("front", "The line is the score."),
            Callout("stake", "The gap is at stake: nobody’s cards yet."),
            Callout("answers", "The card on top can be stolen: choose it well."),
        ),
    ),
)
