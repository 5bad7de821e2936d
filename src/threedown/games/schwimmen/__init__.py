"""Schwimmen (Knack, Einunddreißig): swap cards with the middle for 31 in one suit; the lowest hand loses a life."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Counters, Game, Hooks, PileKinds, Scoring, SeatRange, Sight
from threedown.games.page import Callout, Drama, PageSettings, Tile
from threedown.games.schwimmen import bots, rules
from threedown.games.schwimmen.options import PRESETS, Options
from threedown.games.schwimmen.words import WORDS
from threedown.table.layout import Table
from threedown.table.verbs import is_in

ROUNDS = ("rounds", "round_turns", "longest_round", "closed_rounds", "knacks", "fires", "dealt_rounds", "passed_rounds")
TALLIES = (
    *ROUNDS,
    "changed",
    "swaps",
    "swaps_all",
    "closes",
    "renewals",
    "lost_lowest",
    "lost_tied",
    "lost_closing",
    "lost_to_fire",
    "swimmers",
)


def _deck(options: Any) -> Deck:
    return playing_cards(32)


def _standing(t: Table, seat: int) -> int:
    """The standings by lives left; players who are out rank higher the later they went out."""
    return (1 << 62) + int(t.s.lives[seat]) if is_in(t, seat) else int(t.s.left[seat])


GAME = Game(
    name="schwimmen",
    title="Schwimmen",
    summary="Swap cards with the middle for 31 in one suit, and close in time: the lowest hand loses a life.",
    version=1,
    seats=SeatRange(2, 9),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=("hand",),
        shared=("table", "packet", "stock", "removed"),
        sight={"hand": Sight.KNOWN, "table": Sight.KNOWN, "removed": Sight.KNOWN},
    ),
    counters=Counters(
        per_seat=("lives", "closed", "swims"),
        shared=("dealer", "choosing", "to_play", "played", "passes", "round_over"),
        tallies=TALLIES,
        seat_numbers=("dealer", "to_play"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(_standing, share="lives", unit="lives"),
    hooks=Hooks(resume=rules.answer, after_laying=rules.give_lives),
    page=PageSettings(
        ground="sectors",
        drama=Drama(ring=("close",), mark="closed", hands=("hand",)),
        tile=Tile(13, "TH AH"),
        self_starting=True,
        callouts=(
            Callout("front", "Your ground shows what you have left."),
            Callout("hand", "Only one suit counts: make 31 in it."),
            Callout("hand", "Touch a card of yours and one in the middle."),
            Callout("answers", "Close, and everybody else has one more turn."),
        ),
    ),
)
