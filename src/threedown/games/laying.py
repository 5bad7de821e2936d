"""Tables laid by hand instead of dealt."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from threedown.cards import CardError
from threedown.games.declare import Sight
from threedown.table.layout import BATCH, EVERYBODY_SEES, PLACE, Table, TableState

if TYPE_CHECKING:
    from threedown.games.setting import Setting

LARGEST_STATE = 1 << 40
"""The largest counter of a laid table, so that no sum overflows."""


class LayingError(ValueError):
    """Raised for a table that cannot be laid; the message names the wrong key and the right form."""


Key = Annotated[str, Meta(max_length=40)]
Cards = Annotated[str, Meta(max_length=2000)]
Count = Annotated[int, Meta(ge=-1, le=1000)]


class LaidTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table laid by hand; the limits are those for input from outside."""

    piles: Annotated[dict[Key, Cards], Meta(min_length=1, max_length=100)]
    """The cards of each pile in notation, top first. Some cards of the pack may be missing."""
    state: Annotated[dict[Key, Count], Meta(max_length=200)] = {}
    """The counters of the game that differ from their defaults."""


def lay(setting: "Setting", table_state: TableState, laid: LaidTable, openly: bool = False) -> None:
    """Lays a table on an empty table state. Raises :class:`LayingError`.

    A pile that shows cards has been seen by everybody; a hand only by its own seat, unless ``openly`` is set.
    """
    game, table = setting.game, Table(table_state, setting.option_codes)
    game.hooks.before_laying(table)
    _lay_piles(setting, table_state, laid.piles, openly)
    _set_state(setting, table_state, laid.state)
    if wrong := game.hooks.laying_error(table):
        raise LayingError(f"state: {wrong}")
    game.hooks.after_laying(table)


def _lay_piles(setting: "Setting", table_state: TableState, piles: Mapping[str, str], openly: bool) -> None:
    taken: list[int] = []
    for name, text in piles.items():
        if name not in setting.piles:
            raise LayingError(f"piles: there is no pile {name!r}: {', '.join(setting.piles)}")
        try:
            cards = setting.deck.parse(text, taken)
        except CardError as error:
            raise LayingError(f"piles: {name!r}: {error}") from error
        taken += cards
        pile = setting.piles.index(name)
        owner = setting.owner_of_hand(pile)
        seen = EVERYBODY_SEES if openly or owner is None else 1 << (PLACE + owner) | 1 << (BATCH + owner)
        if setting.sights[name] is Sight.COUNT:
            seen = 0
        for place, card in enumerate(cards):
            table_state.cards[pile, place] = card | seen
        table_state.end[pile] = table_state.top[pile] + len(cards)


def _set_state(setting: "Setting", table_state: TableState, state: Mapping[str, int]) -> None:
    for name, value in state.items():
        if name not in setting.counters:
            raise LayingError(f"state: there is no {name!r}: {', '.join(setting.counters)}")
        if abs(value) > LARGEST_STATE:
            raise LayingError(f"state: {name}: must be from -2**40 to 2**40")
        counter, _, entry = name.partition(" ")
        if entry:
            getattr(table_state, counter)[setting.labels(counter).index(name)] = value
        else:
            setattr(table_state, counter, value)
