"""Blitz (31): draw, discard, knock; the lowest hand loses a life."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.blitz31 import bots, rules
from threedown.games.blitz31.options import PRESETS, Options
from threedown.games.blitz31.words import WORDS
from threedown.games.declare import Game, Sight
from threedown.games.page import Drama, PageSettings, Tile
from threedown.table.layout import Table
from threedown.table.verbs import is_in

STATE_EACH = ("lives", "knocked", "riding")
STATE = ("dealer", "to_play", "played", "from_discard", "round_over")
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
)


def _deck(options: Any) -> Deck:
    return playing_cards(52)


def _standing(t: Table, seat: int) -> int:
    """The standing by lives left; of the players who are out, the later the better."""
    return (1 << 62) + int(t.s.lives[seat]) if is_in(t, seat) else int(t.s.left[seat])


GAME = Game(
    name="blitz31",
    title="Blitz (31)",
    summary="Draw and discard for 31 in one suit, and knock in time: the lowest hand loses a life.",
    version=2,
    fewest_seats=2,
    most_seats=16,
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles_each=("hand",),
    piles_shared=("stock", "discard"),
    sight={"hand": Sight.KNOWN, "discard": Sight.TOP},
    state=STATE,
    state_each=STATE_EACH,
    share="lives",
    tallies=TALLIES,
    public=(*STATE_EACH, *STATE, *TALLIES),
    rules=rules,
    words=WORDS,
    bots=bots,
    revealing_events=("blitz",),
    standing=_standing,
    seat_counters=("dealer", "to_play"),
    resume=rules.answer,
    places={"hand": rules.PLACES},
    page=PageSettings(ground="sectors", drama=Drama(ring=("knock",)), tile=Tile(3, "blitz31")),
)
