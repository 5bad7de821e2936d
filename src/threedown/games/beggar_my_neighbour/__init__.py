"""Beggar-My-Neighbour: cards in turn onto one pile, and a court card or an ace makes the next player pay."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.beggar_my_neighbour import bots, rules
from threedown.games.beggar_my_neighbour.options import MOST_IN_HAND, PRESETS, Options
from threedown.games.beggar_my_neighbour.words import WORDS
from threedown.games.declare import Counters, Game, Hooks, PileKinds, SeatRange, Sight
from threedown.games.page import Callout, PageSettings, Tile


def _deck(options: Any) -> Deck:
    return playing_cards(52)


GAME = Game(
    name="beggar-my-neighbour",
    title="Beggar-My-Neighbour",
    summary="In turn onto one pile: aces and court cards make the next player pay, and the player who is paid takes the"
    " pile.",
    version=1,
    seats=SeatRange(2, 6),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=("deck", "hand"),
        shared=("pot", "stock"),
        sight={"pot": Sight.KNOWN, "hand": Sight.KNOWN},
        places={"hand": MOST_IN_HAND},
        remembered=lambda seats: 2 * seats + 2,
    ),
    counters=Counters(
        shared=("to_play", "creditor", "owed", "taken"),
        tallies=("cards_played", "demands", "passed_on", "piles_taken", "largest_pile"),
        seat_numbers=("to_play", "creditor"),
    ),
    rules=rules,
    words=WORDS,
    page=PageSettings(
        tile=Tile(11, "KD 4S"),
        best_rank="A",
        callouts=(
            Callout("front", "The line is the score."),
            Callout("answers", "Aces and court cards make the next player pay."),
            Callout("stake", "Whoever is paid takes the pile."),
        ),
    ),
    bots=bots,
    hooks=Hooks(resume=rules.answer, laying_error=rules.laying_error),
)
