"""War, with every variant of its source that is still played with packets and a war."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Game, Sight
from threedown.games.page import Drama, PageSettings, Tile
from threedown.games.war import bots, rules
from threedown.games.war.options import PRESETS, Options
from threedown.games.war.words import WORDS
from threedown.table.packets import PILES_EACH, PILES_SHARED


def _deck(options: Any) -> Deck:
    return playing_cards(52 + options.jokers)


GAME = Game(
    name="war",
    title="War",
    summary="Turn up a card each: the higher takes both, and equal cards mean war.",
    version=2,
    fewest_seats=2,
    most_seats=6,
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles_each=PILES_EACH,
    piles_shared=PILES_SHARED,
    sight={"pot": Sight.KNOWN, "won": Sight.TOP},
    state=("dealer", "racing"),
    tallies=("wars", "war_battles", "longest_war"),
    public=("dealer", "racing", "wars", "war_battles", "longest_war"),
    rules=rules,
    words=WORDS,
    bots=bots,
    world_questions=("arrives",),
    seat_counters=("dealer",),
    seat_set_counters=("racing",),
    remembers=lambda seats: 2 * seats,
    page=PageSettings(
        drama=Drama(battle=("war",), cited=("war", "last_card", "fewest"), suspense=True),
        tile=Tile(1, "war"),
        rows=True,
        best_rank="A",
    ),
)
