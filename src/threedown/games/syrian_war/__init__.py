"""Syrian War: the players play in turn onto one pile, and a higher card captures it."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Counters, Game, PileKinds, SeatRange, Sight
from threedown.games.page import Callout, Drama, PageSettings, ShareBasis, Tile
from threedown.games.syrian_war import bots, rules
from threedown.games.syrian_war.options import PRESETS, Options
from threedown.games.syrian_war.words import WORDS


def _deck(options: Any) -> Deck:
    return playing_cards(52)


GAME = Game(
    name="syrian-war",
    title="Syrian War",
    summary="In turn onto one pile: a higher card captures it, an equal one means war; a player who runs out of cards"
    " loses.",
    version=1,
    seats=SeatRange(2, 2),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(("deck", "field"), ("pot", "stock"), sight={"pot": Sight.KNOWN, "field": Sight.KNOWN}),
    counters=Counters(
        shared=("to_play", "taken"),
        tallies=("captures", "wars", "war_battles", "longest_war"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    page=PageSettings(
        share=ShareBasis(piles=("deck",)),
        drama=Drama(battle=("war",), cited=("war", "fewest")),
        tile=Tile(9, "JD QS"),
        best_rank="A",
        callouts=(
            Callout("front", "The line is the score."),
            Callout("stake", "The gap is at stake: nobody’s cards yet."),
            Callout("answers", "A higher card captures the whole pile."),
        ),
    ),
)
