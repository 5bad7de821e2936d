"""Blitzkrieg: War with twenty scenarios, and battles within battles."""

from typing import Any

from threedown.cards import Deck, playing_cards
from threedown.games.blitzkrieg import bots, rules, scenarios
from threedown.games.blitzkrieg.options import PRESETS, Options
from threedown.games.blitzkrieg.words import WORDS
from threedown.games.declare import Game, Sight
from threedown.games.page import Drama, PageSettings, Tile
from threedown.table.packets import PILES_EACH, PILES_SHARED


def _deck(options: Any) -> Deck:
    return playing_cards(52 + options.diplomats)


GAME = Game(
    name="blitzkrieg",
    title="Blitzkrieg",
    summary="War with twenty scenarios and a revised war, nested to any depth.",
    version=1,
    fewest_seats=2,
    most_seats=2,
    options=Options,
    presets=PRESETS,
    deck=_deck,
    piles_each=PILES_EACH,
    piles_shared=(*PILES_SHARED, "field 0", "field 1", "hand 0", "hand 1", "table"),
    sight={
        "pot": Sight.KNOWN,
        "won": Sight.TOP,
        "removed": Sight.KNOWN,
        "field": Sight.KNOWN,
        "hand": Sight.KNOWN,
        "table": Sight.KNOWN,
    },
    state_each=("facing", "latest", "previous", "troops"),
    state=("depth", "fought", "victor", "row"),
    tallies=("battles", "deepest", "treaties", "largest_pot", "met", "nested", "wins", "cards_won"),
    keyed=lambda options: dict.fromkeys(("met", "nested", "wins", "cards_won"), scenarios.NAMES),
    public=("previous", "troops", "depth", "row", "battles", "deepest", "treaties", "largest_pot"),
    revealing_events=("diplomat",),
    scenarios=scenarios,
    rules=rules,
    words=WORDS,
    bots=bots,
    page=PageSettings(
        drama=Drama(battle=("battle",), reason=("scenario",), settled=("settled",), cited=("scenario",)),
        tile=Tile(2, "blitzkrieg"),
    ),
)
