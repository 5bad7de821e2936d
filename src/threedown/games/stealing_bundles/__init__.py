"""Stealing Bundles: the fishing game in which a card may take a whole bundle of captured cards."""

from typing import Any

from threedown.cards import Deck, pack, parse_card, playing_cards, show_card
from threedown.games.declare import Counters, Game, Hooks, PileKinds, Scoring, SeatRange, Sight
from threedown.games.page import Callout, PageSettings, ShareBasis, Tile
from threedown.games.stealing_bundles import bots, rules
from threedown.games.stealing_bundles.options import PRESETS, WHOLE_PACK, Options
from threedown.games.stealing_bundles.piles import bundle
from threedown.games.stealing_bundles.words import WORDS
from threedown.table.layout import Table
from threedown.table.verbs import held

_FORTY = Deck(
    {face: show_card(face) for face in pack(WHOLE_PACK) if not rules.SEVENS_DOWN < face < rules.JACKS_UP}, parse_card
)
"""The pack without eights, nines and tens."""


def _deck(options: Any) -> Deck:
    return playing_cards(WHOLE_PACK) if options.pack == WHOLE_PACK else _FORTY


def _cards(t: Table, seat: int) -> int:
    """The standing by the cards in the bundle: more is better."""
    return held(t, bundle(t, seat))


GAME = Game(
    name="stealing-bundles",
    title="Stealing Bundles",
    summary="Match a card on the table and take it, or match the top of another bundle and steal it whole.",
    version=1,
    seats=SeatRange(2, 6),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=("hand", "bundle"),
        shared=("table", "played", "stock"),
        sight={"hand": Sight.KNOWN, "bundle": Sight.TOP, "table": Sight.KNOWN, "played": Sight.KNOWN},
    ),
    counters=Counters(
        shared=("to_play", "last_taker", "deals", "owing", "at_most", "picked"),
        tallies=(
            "captures",
            "captured",
            "sums",
            "sweeps",
            "steals",
            "stolen_cards",
            "largest_steal",
            "buried",
            "trails",
            "rest",
        ),
        hidden=("picked",),
        seat_numbers=("to_play", "last_taker"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(_cards),
    hooks=Hooks(resume=rules.answer, before_laying=rules.before_laying),
    page=PageSettings(
        ground="sectors",
        share=ShareBasis(piles=("bundle",)),
        tile=Tile(12, "7C 7H"),
        self_starting=True,
        callouts=(
            Callout("front", "Your ground is your bundle: it grows with every card that you capture."),
            Callout("hand", "Match a card on the table, or the top of another bundle."),
            Callout("answers", "The button says what the card will take."),
        ),
    ),
)
