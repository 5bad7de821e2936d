"""Casino War: War against the house, for play chips."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.casino_war import bots, rules
from threedown.games.casino_war.options import PRESETS, Options
from threedown.games.casino_war.words import WORDS
from threedown.games.declare import Game, Sight
from threedown.games.page import Drama, PageSettings, ShareBasis, Tile

STAKES = ("staked", "lost", "tie_staked", "tie_lost")


def _deck(options: Any) -> Deck:
    return playing_cards(52, options.decks)


GAME = Game(
    name="casino-war",
    title="Casino War",
    summary="A card each for you and the house: the higher wins, and a tie is war or surrender. Play chips only.",
    version=1,
    fewest_seats=1,
    most_seats=6,
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles_each=("hand",),
    piles_shared=("table", "shoe", "discard", "removed"),
    sight={"hand": Sight.KNOWN, "table": Sight.KNOWN},
    state=(),
    state_each=("gain", "last", "bet", "tie_bet"),
    share="gain",
    tallies=("bets", "ties", "wars", "surrenders", *STAKES),
    public=("gain", "last", "bet", "tie_bet", "bets", "ties", "wars", "surrenders", *STAKES),
    rules=rules,
    words=WORDS,
    bots=bots,
    standing=rules.half_chips,
    bankroll=rules.half_chips,
    page=PageSettings(
        ground="house",
        share=ShareBasis("bet", unit=rules.HALVES),
        drama=Drama(battle=("war",), cited=("war",)),
        tile=Tile(6, "casino-war"),
    ),
)
