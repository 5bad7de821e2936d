"""Blitz (31): draw, discard, knock; the lowest hand loses a life."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.blitz31 import bots, rules
from threedown.games.blitz31.options import PRESETS, Options
from threedown.games.blitz31.words import WORDS
from threedown.games.declare import Counters, Game, Hooks, PileKinds, Scoring, SeatRange, Sight
from threedown.games.page import Callout, Drama, PageSettings, Tile
from threedown.table.layout import Table
from threedown.table.verbs import is_in

ROUNDS = ("rounds", "round_turns", "longest_round", "knock_rounds", "blitzes", "dealt_blitzes", "emptied")
TALLIES = (
    *ROUNDS,
    "knocks",
    "discards_taken",
    "reshuffles",
    "lost_knocking",
    "lost_lowest",
    "lost_tied",
    "lost_to_31",
    "bought_back",
    "shared_pots",
)


def _deck(options: Any) -> Deck:
    return playing_cards(52)


def _standing(t: Table, seat: int) -> int:
    """The standings by lives left, or chips; players who are out rank higher the later they went out."""
    return (1 << 62) + int(t.s.lives[seat]) if is_in(t, seat) else int(t.s.left[seat])


GAME = Game(
    name="blitz31",
    title="Blitz (31)",
    summary="Draw and discard for 31 in one suit, and knock in time: the lowest hand loses a life.",
    version=2,
    seats=SeatRange(2, 16),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=("hand",),
        shared=("stock", "discard"),
        sight={"hand": Sight.KNOWN, "discard": Sight.TOP},
        places={"hand": rules.PLACES},
    ),
    counters=Counters(
        per_seat=("lives", "knocked", "riding", "bought"),
        shared=("dealer", "to_play", "played", "from_discard", "round_over", "pot"),
        tallies=TALLIES,
        seat_numbers=("dealer", "to_play"),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(_standing, share="lives", unit="lives"),
    helper_levels=("varied",),
    hooks=Hooks(resume=rules.answer, after_laying=rules.give_lives, policies=bots.policies_under),
    page=PageSettings(
        ground="sectors",
        drama=Drama(ring=("knock",), mark="knocked", hands=("hand",)),
        tile=Tile(3, "blitz31"),
        self_starting=True,
        callouts=(
            Callout("front", "Your ground shows what you have left."),
            Callout("hand", "Only one suit counts: make 31 in it."),
            Callout("discard", "Take this card, or draw one unseen."),
        ),
    ),
)
