"""Blitzkrieg: War with twenty scenarios, and battles within battles."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.blitzkrieg import bots, rules, scenarios
from threedown.games.blitzkrieg.chances import play_on
from threedown.games.blitzkrieg.options import PRESETS, Options
from threedown.games.blitzkrieg.words import WORDS
from threedown.games.declare import Counters, Game, Hooks, PileKinds, SeatRange, Sight
from threedown.games.page import Callout, Drama, PageSettings, Tile
from threedown.table.packets import PILES_PER_SEAT, PILES_SHARED

BY_SCENARIO = ("met", "nested", "wins", "cards_won")


def _deck(options: Any) -> Deck:
    return playing_cards(52 + options.diplomats)


GAME = Game(
    name="blitzkrieg",
    title="Blitzkrieg",
    summary="War with twenty scenarios and a revised war, nested to any depth.",
    version=1,
    seats=SeatRange(2, 2),
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles=PileKinds(
        per_seat=PILES_PER_SEAT,
        shared=(*PILES_SHARED, "field 0", "field 1", "hand 0", "hand 1", "table"),
        sight={
            "pot": Sight.KNOWN,
            "won": Sight.TOP,
            "removed": Sight.KNOWN,
            "field": Sight.KNOWN,
            "hand": Sight.KNOWN,
            "table": Sight.KNOWN,
        },
    ),
    counters=Counters(
        per_seat=("facing", "latest", "previous", "troops"),
        shared=("depth", "fought", "victor", "row"),
        tallies=("battles", "deepest", "treaties", "largest_pot", *BY_SCENARIO),
        hidden=("facing", "latest", "fought", "victor", *BY_SCENARIO),
        keys=lambda options: dict.fromkeys(BY_SCENARIO, scenarios.NAMES),
    ),
    rules=rules,
    words=WORDS,
    bots=bots,
    hooks=Hooks(play_on=play_on),
    scenarios=scenarios,
    page=PageSettings(
        drama=Drama(
            battle=("battle",),
            reason=("scenario",),
            settled=("settled", "no_winner"),
            interlude=("treaty",),
            cited=("scenario",),
        ),
        tile=Tile(2, "blitzkrieg"),
        best_rank="A",
        callouts=(
            Callout("front", "The line is the score."),
            Callout("stake", "This is at stake. Wars can open inside it."),
            Callout("answers", "Each answer says its price and its chance."),
        ),
    ),
)
