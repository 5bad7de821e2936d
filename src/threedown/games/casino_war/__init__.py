"""Casino War: War against the house, for play chips."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.casino_war import bots, rules
from threedown.games.casino_war.options import PRESETS, Options
from threedown.games.casino_war.words import WORDS
from threedown.games.declare import Counters, Game, PileKinds, Scoring, SeatRange, Sight
from threedown.games.page import Callout, Drama, PageSettings, ShareBasis, Tile


def _deck(options: Any) -> Deck:
    return playing_cards(52, options.decks)


GAME = Game(
    name="casino-war",
    title="Casino War",
    summary="A card each for you and the house: the higher wins, and a tie is war or surrender. Play chips only.",
    version=1,
    seats=SeatRange(1, 6),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=("hand",),
        shared=("table", "shoe", "discard", "removed"),
        sight={"hand": Sight.KNOWN, "table": Sight.KNOWN},
    ),
    counters=Counters(
        per_seat=("gain", "last", "bet", "tie_bet"),
        tallies=("bets", "ties", "wars", "surrenders", "bonuses", "staked", "lost", "tie_staked", "tie_lost"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(rules.half_chips, share="gain", bankroll=rules.half_chips),
    page=PageSettings(
        ground="house",
        share=ShareBasis("bet", unit=rules.HALVES),
        drama=Drama(
            battle=("war",),
            bets=("bet",),
            pays=("beat", "lose", "surrender", "tie_win", "tie_lose", "bonus"),
            cited=("war",),
        ),
        tile=Tile(6, "casino-war"),
        self_starting=True,
        callouts=(
            Callout("front", "You below, the house above: higher wins."),
            Callout("answers", "Choose your bet here."),
            Callout("stake", "A tie is war: double your bet, or give up half."),
        ),
    ),
)
