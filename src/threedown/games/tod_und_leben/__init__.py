"""Tod und Leben (Life and Death): War in which the pack is played through only once."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Counters, Game, PileKinds, SeatRange, Sight
from threedown.games.page import Callout, Drama, Ending, PageSettings, Tile
from threedown.games.tod_und_leben import bots, rules
from threedown.games.tod_und_leben.options import PRESETS, Options
from threedown.games.tod_und_leben.words import WORDS


def _deck(options: Any) -> Deck:
    return playing_cards(32)


GAME = Game(
    name="tod-und-leben",
    title="Tod und Leben",
    summary="War played through the pack once: won cards are stored, and the player with more of them wins the round.",
    version=1,
    seats=SeatRange(2, 2),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(("deck", "won"), ("pot", "stock"), sight={"pot": Sight.KNOWN}),
    counters=Counters(
        shared=("rounds_played", "rounds_0", "rounds_1"),
        tallies=("rounds_drawn", "wars", "war_battles", "longest_war"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    page=PageSettings(
        drama=Drama(battle=("war",), cited=("war",)),
        tile=Tile(10, "7D KC"),
        rows=True,
        best_rank="A",
        ending=Ending(again="Next round"),
        callouts=(
            Callout("front", "The line is the score."),
            Callout("stake", "The gap is at stake: nobody’s cards yet."),
            Callout("answers", "Won cards are stored: each is played once."),
        ),
    ),
)
