"""Games taken out of a batch and put back: for search, and for a critic that sees all cards."""

from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.player import compiled_options, usable_cache
from threedown.cards import NUMBER
from threedown.games.setting import Setting
from threedown.table.chance import keys
from threedown.table.imagine import MOST_CARDS, deal_unknown
from threedown.table.layout import Table

NOWHERE = -1
"""The pile and the depth of a card that is not on the table."""


class SavedGame(NamedTuple):
    """A game at an open question, as it was when it was saved; :meth:`Batch.restore` takes it."""

    lane: Any
    result: Any


class AllCards(NamedTuple):
    """Where every card lies: int16 arrays, by lane and card."""

    piles: Any
    """The number of the card's pile, in the order of ``describe()["piles"]``; -1: it is not on the table."""
    depths: Any
    """How many cards of the pile lie above it."""


def deal_rows(t: Table, words: Any, rows: Any, keys: Any, seat: int, room: Any) -> None:
    """Deal the cards that a seat doesn't know anew on each of some tables: the rows of words, int64, which change.

    ``t`` with its ``words`` and ``room`` are scratch space; ``keys`` has three words of chance for each row.
    """
    for row in range(len(rows)):
        words[:] = rows[row]
        notes = t.s.cards & ~NUMBER
        t.s.chance[0] = keys[row, 0]
        t.s.chance[1] = keys[row, 1]
        t.s.chance[2] = 0
        t.s.pilot[0] = keys[row, 2]
        t.s.past_held[:] = -1
        deal_unknown(t, seat, room)
        t.s.cards[:] = (t.s.cards & NUMBER) | notes
        rows[row] = words


def compiled_deal(setting: Setting) -> Any:
    """Return :func:`deal_rows` in machine code for one game."""
    from threedown.bulk.compiler import compiled_entry

    return compiled_entry(deal_rows, setting, setting.game.first_level * setting.seats, {}, usable_cache())


def imagined(setting: Setting, deal: Any, words: Any, seat: int, seed: int, n: int) -> Any:
    """Return ``n`` tables, as rows of words, that a table could be as far as a seat knows.

    The cards that it doesn't know are dealt anew by ``deal`` (:func:`compiled_deal`), and chance to come and the
    policies' key are new; both follow from ``seed`` and the number of the row.
    """
    rows = np.repeat(np.asarray(words)[None], n, axis=0)
    state, room = setting.new_table_state(), np.zeros((5, MOST_CARDS), dtype=np.int64)
    table = Table(state.compiled, compiled_options(setting), None)
    deal(table, state.words, rows, keys(seed, 0, n), seat, room)
    return rows


def all_cards(setting: Setting, words: Any) -> AllCards:
    """Return where every card lies on each of some tables (int64, a row of words each)."""
    fields: Any = setting.new_table_state().dtype.fields

    def of(name: str) -> Any:
        kind, offset, *_ = fields[name]
        return words[:, offset // 8 : (offset + kind.itemsize) // 8].reshape(len(words), *kind.shape)

    cards, top, held = of("cards"), of("top"), of("end") - of("top")
    piles = np.full((len(words), len(setting.deck.names)), NOWHERE, dtype=np.int16)
    depths, ring, lanes = piles.copy(), cards.shape[2], np.arange(len(words))
    place_of = np.full(NUMBER + 1, NOWHERE, dtype=np.int64)
    place_of[list(setting.deck.names)] = np.arange(len(setting.deck.names))
    for pile in range(cards.shape[1]):
        for depth in range(int(held[:, pile].max(initial=0))):
            there = lanes[held[:, pile] > depth]
            card = place_of[cards[there, pile, (top[there, pile] + depth) & (ring - 1)] & NUMBER]
            piles[there, card], depths[there, card] = pile, depth
    return AllCards(piles, depths)
