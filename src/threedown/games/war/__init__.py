"""War, with every variant of its source that is still played with packets and a war."""

from collections.abc import Callable
from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.declare import ByClock, Counters, Game, Hooks, PileKinds, SeatRange, Sight
from threedown.games.page import Callout, Drama, PageSettings, Tile
from threedown.games.war import bots, laying, rules
from threedown.games.war.options import MOST_IN_HAND, NO_HAND, PRESETS, TURNED_UP, Options
from threedown.games.war.words import WORDS
from threedown.table.packets import PILES_PER_SEAT, PILES_SHARED


def _deck(options: Any) -> Deck:
    return playing_cards(52 + options.jokers)


def _uncalled(options: Any) -> tuple[Callable[..., None], ...]:
    without_hands = (laying.turn_up_chosen, laying.lay_down_chosen) if options.hand_size == NO_HAND else ()
    return (*without_hands, *(() if options.trumps == TURNED_UP else (rules.turn_up_trumps,)))


GAME = Game(
    name="war",
    title="War",
    summary="Turn up a card each: the higher takes both, and equal cards mean war.",
    version=2,
    seats=SeatRange(2, 6),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=(*PILES_PER_SEAT, "hand"),
        shared=PILES_SHARED,
        sight={"pot": Sight.KNOWN, "won": Sight.TOP, "hand": Sight.KNOWN},
        places={"hand": MOST_IN_HAND},
        optional={"hand": lambda options: options.hand_size != NO_HAND},
        remembered=lambda seats: 2 * seats,
    ),
    counters=Counters(
        shared=("dealer", "racing", "trumps", "laying"),
        tallies=("wars", "war_battles", "longest_war"),
        keys=lambda options: {
            "trumps": ("suit",) if options.trumps == "turned_up" else (),
            "laying": ("down",) if options.hand_size != NO_HAND else (),
        },
        seat_numbers=("dealer",),
        seat_sets=("racing",),
    ),
    rules=rules,
    hooks=Hooks(uncalled=_uncalled),
    words=WORDS,
    bots=bots,
    world_questions=("arrives", "time"),
    by_clock=ByClock("clock", True, minutes=15),
    page=PageSettings(
        drama=Drama(battle=("war",), cited=("war", "last_card", "fewest", "trumps"), suspense=True),
        tile=Tile(1, "war"),
        rows=True,
        best_rank="A",
        callouts=(
            Callout("front", "The line is the score."),
            Callout("stake", "The gap is at stake: nobody’s cards yet."),
            Callout("answers", "Everybody chooses at the same time, unseen by the others."),
            Callout("waiting", "Your card waits for you: turn it up."),
        ),
    ),
)
