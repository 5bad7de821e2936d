"""High-Low: is the next card higher or lower? Written by the ten steps of CONTRIBUTING.md, to show them true."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import Counters, Game, PileKinds, Scoring, SeatRange, Sight
from threedown.games.high_low import bots, rules
from threedown.games.high_low.options import PRESETS, Options
from threedown.games.high_low.words import WORDS
from threedown.table.layout import Table


def _deck(options: Any) -> Deck:
    return playing_cards(52)


def _points(t: Table, seat: int) -> int:
    """More points stand better."""
    return int(t.s.points[seat])


GAME = Game(
    name="high-low",
    title="High-Low",
    summary="A card is turned up: is the next one higher or lower? Who is right more often wins.",
    version=1,
    seats=SeatRange(2, 2),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(shared=("stock", "table"), sight={"table": Sight.KNOWN}),
    counters=Counters(per_seat=("points",), shared=("to_call", "rounds_played"), tallies=("right", "wrong", "equal")),
    rules=rules,
    words=WORDS,
    bots=bots,
    scoring=Scoring(_points),
)
