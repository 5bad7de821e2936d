"""War, with every variant of its source that is still played with packets and a war."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Counters, Game, PileKinds, SeatRange, Sight
from threedown.games.page import Callout, Drama, PageSettings, Tile
from threedown.games.war import bots, rules
from threedown.games.war.options import PRESETS, Options
from threedown.games.war.words import WORDS
from threedown.table.packets import PILES_PER_SEAT, PILES_SHARED


def _deck(options: Any) -> Deck:
    return playing_cards(52 + options.jokers)


GAME = Game(
    name="war",
    title="War",
    summary="Turn up a card each: the higher takes both, and equal cards mean war.",
    version=2,
    seats=SeatRange(2, 6),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=PILES_PER_SEAT,
        shared=PILES_SHARED,
        sight={"pot": Sight.KNOWN, "won": Sight.TOP},
        remembered=lambda seats: 2 * seats,
    ),
    counters=Counters(
        shared=("dealer", "racing", "trumps"),
        tallies=("wars", "war_battles", "longest_war"),
        keys=lambda options: {"trumps": ("suit",) if options.trumps == "turned_up" else ()},
        seat_numbers=("dealer",),
        seat_sets=("racing",),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    world_questions=("arrives",),
    page=PageSettings(
        drama=Drama(battle=("war",), cited=("war", "last_card", "fewest", "trumps"), suspense=True),
        tile=Tile(1, "war"),
        rows=True,
        best_rank="A",
        callouts=(
            Callout("front", "The line is the score."),
            Callout("stake", "The gap is at stake: nobody’s cards yet."),
            Callout("waiting", "Your card waits for you: turn it up."),
        ),
    ),
)
