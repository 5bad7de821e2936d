"""P'yanitsa (Drunkard): War from Russian summer camps, in which a six beats an ace."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Counters, Game, PileKinds, Scoring, SeatRange, Sight
from threedown.games.page import Callout, Drama, Ending, PageSettings, Tile
from threedown.games.pyanitsa import bots, rules
from threedown.games.pyanitsa.options import PRESETS, Options
from threedown.games.pyanitsa.words import WORDS
from threedown.table.packets import PILES_PER_SEAT, PILES_SHARED


def _deck(options: Any) -> Deck:
    return playing_cards(options.pack)


GAME = Game(
    name="pyanitsa",
    title="P'yanitsa",
    summary="War with 36 cards: a six beats an ace, and the player left with all the cards is the drunkard.",
    version=2,
    seats=SeatRange(2, 4),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(PILES_PER_SEAT, PILES_SHARED, sight={"pot": Sight.KNOWN, "won": Sight.TOP}),
    counters=Counters(tallies=("wars", "war_battles", "longest_war", "aces_beaten")),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(rules.standing),
    page=PageSettings(
        drama=Drama(battle=("war",), cited=("war", "last_card")),
        tile=Tile(7, "6S AH"),
        rows=True,
        best_rank="A",
        ending=Ending(loser="the drunkard"),
        callouts=(
            Callout("front", "The line is the score."),
            Callout("stake", "The gap is at stake: nobody’s cards yet."),
            Callout("answers", "A six beats an ace. All cards at the end: the drunkard."),
        ),
    ),
)
