"""Egyptian Ratscrew: Beggar-My-Neighbour in which the quickest hand slaps the pile."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Counters, Game, Hooks, PileKinds, Scoring, SeatRange, Sight
from threedown.games.egyptian_ratscrew import bots, rules
from threedown.games.egyptian_ratscrew.options import PRESETS, Options, reaction
from threedown.games.egyptian_ratscrew.words import WORDS
from threedown.games.page import Callout, PageSettings, Tile
from threedown.table.layout import Table


def _deck(options: Any) -> Deck:
    return playing_cards(54 if options.jokers else 52)


def _since_spent(t: Table, seat: int) -> int:
    """The standing: the longer a player had cards the better; best is a player who has some."""
    return int(t.s.spent[seat]) or 1 << 62


GAME = Game(
    name="egyptian-ratscrew",
    title="Egyptian Ratscrew",
    summary="Aces and court cards make the next player pay, and the first to slap a double takes the pile.",
    version=1,
    seats=SeatRange(2, 6),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(per_seat=("deck",), shared=("pot", "burnt", "stock"), sight={"pot": Sight.KNOWN}),
    counters=Counters(
        per_seat=("spent",),
        shared=("to_play", "creditor", "owed", "taken"),
        tallies=(
            "cards_played",
            "demands",
            "passed_on",
            "piles_taken",
            "largest_pile",
            "slaps",
            "late_slaps",
            "even_slaps",
            "false_slaps",
            "missed",
            "slap_ins",
        ),
        seat_numbers=("to_play", "creditor"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(_since_spent),
    reactions={"slap": reaction},
    hooks=Hooks(laying_error=rules.laying_error),
    page=PageSettings(
        tile=Tile(14, "9S 9D"),
        best_rank="A",
        self_starting=True,
        callouts=(
            Callout("front", "The line is the score."),
            Callout("answers", "Slap when two equal cards lie on each other, or have one card between them."),
            Callout("stake", "The quickest slap takes the pile."),
        ),
    ),
)
