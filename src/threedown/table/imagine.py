"""A table as a seat could imagine it: everything the seat knows stays, the rest is drawn again.

A policy that imagines copies its table, tries a choice there and plays on. It never sees more than its seat does: the
cards that the seat does not know (see sight.py) are dealt again from their sorted numbers, so that no trace of their
real order is left, and chance and the policies' key are new. A seat counts as knowing which shuffle the card at a place
went through, because cards move in full view. Counters of the game that the seat may not know are up to the game.
"""

from typing import Any, NamedTuple

import numpy as np

from threedown.cards import NUMBER
from threedown.table.chance import below, mixed, wrap
from threedown.table.layout import BATCH, BATCH_NUMBER, BATCH_NUMBERS, Table, TableState
from threedown.table.sight import UNKNOWN_BATCH, known_batch, knows_here

MOST_CARDS = NUMBER + 1
IMAGINING, GOLDEN = 0x1D872B41, 0x9E3779B9
"""Constants that keep the words of imagined worlds apart from those that policies draw for themselves."""

PLACES, GROUPS, NUMBERS, MARKS, FREE_NUMBERS = range(5)
"""The rows of the scratch array.

By unknown card: where it lies, the batch that lies there, and its number if it is known to be of that batch. By number:
a mark. Last, the numbers of the cards that may lie anywhere.
"""
ANY = MOST_CARDS
"""Stands for the number of a card that may lie anywhere."""
FREE, LISTED = 1, 2
"""Marks on a number: it may lie anywhere; it is one of the batch under consideration."""
MOST_WEIGHED = 32
CHOICE, WORLDS, SUM, SQUARES, GIVEN_UP = range(5)
"""The columns of a search's notes on a choice: its code, the number of worlds in which it was tried, its total value in
them (for all but the first choice: its lead over the first), the sum of the squares, and whether it was given up.
"""


Scratch = np.ndarray[tuple[int, int], np.dtype[np.int64]]
"""The working memory for dealing out unknown cards: (5, MOST_CARDS)."""


class Imagination(NamedTuple):
    """The imagination of a policy at its table: its own words, and a second table to write on."""

    own: Any
    scratch: Any
    words: Any
    """All words of ``scratch``."""
    room: Scratch
    live: Any
    """The live part of the imagined table. Compiled: None."""
    levels: Any
    """The level at each seat, for compiled games in which that changes."""
    weighed: Any
    """The notes of the last search (games/search.py), a row for each choice: int64 (MOST_WEIGHED, 5)."""


def imagination(own: TableState, scratch: TableState, live: Any = None) -> Imagination:
    """The imagination for the table ``own``: for stepped play if the imagined table gets a ``live`` part, else for
    compiled play.
    """
    room, levels = np.zeros((5, MOST_CARDS), dtype=np.int64), np.zeros(int(own.seats), dtype=np.int64)
    table = scratch if live is not None else scratch.compiled
    weighed = np.zeros((MOST_WEIGHED, 5), dtype=np.int64)
    return Imagination(own.words, table, scratch.words, room, live, levels, weighed)


def imagined(t: Table, seat: int, number: int) -> Table:
    """A table that could be this one as far as ``seat`` knows; valid until the next one is imagined.

    The same ``number`` at the same question gives the same table again, with the same future chance, so that choices
    can be compared in the same worlds.
    """
    m = Table(t.live.scratch, t.o, t.live.live)
    draw_anew(t, m, seat, number)
    return m


def draw_anew(t: Table, m: Table, seat: int, number: int) -> None:
    """Makes ``m`` a table that ``t`` could be as far as ``seat`` knows."""
    mind = t.live
    copy_words(mind.words, mind.own)
    s = m.s
    question = mixed(int(s.pilot[0]) ^ mixed(int(s.pilot[1]) + IMAGINING))
    key = mixed(question + (number + 1) * GOLDEN)
    s.chance[0] = wrap((mixed(key + 1) << 32) | mixed(key + 2))
    s.chance[1] = wrap((mixed(key + 3) << 32) | mixed(key + 4) | 1)
    s.chance[2] = 0
    s.pilot[0] = mixed(key + 5)
    s.past_held[:] = -1  # the memory of earlier turns names cards, so cycle detection starts again
    deal_unknown(m, seat, mind.room)


def copy_words(words: Any, own: Any) -> None:
    """Copies words from one array to another. Compiled: one by one, because a slice takes seconds to compile."""
    words[:] = own


def deal_unknown(m: Table, seat: int, room: Scratch) -> None:
    """Deals the cards that a seat does not know to the places where they may lie.

    Those known to be of a batch go to any of its places, all others to the remaining places. Notes about places stay;
    knowledge of a card's batch goes with the card.
    """
    s = m.s
    ring = s.cards.shape[1]
    count = 0
    for pile in range(s.cards.shape[0]):
        for place in range(int(s.top[pile]), int(s.end[pile])):
            card = int(s.cards[pile, place & (ring - 1)])
            if not knows_here(card, seat):
                of_batch = known_batch(s, card, seat) != UNKNOWN_BATCH
                room[PLACES, count] = pile * ring + (place & (ring - 1))
                room[GROUPS, count] = (card >> BATCH_NUMBER) & BATCH_NUMBERS
                room[NUMBERS, count] = card & NUMBER if of_batch else ANY
                if not of_batch:
                    room[MARKS, card & NUMBER] = FREE
                count += 1
    first = 0
    while first < count:
        last = gather_group(room, first, count)
        if list_marked(room, first, last) > first:
            shuffle_numbers(m, room, NUMBERS, first, last)
        first = last
    free = 0
    for number in range(MOST_CARDS):
        if int(room[MARKS, number]) == FREE:
            room[MARKS, number] = 0
            room[FREE_NUMBERS, free] = number
            free += 1
    shuffle_numbers(m, room, FREE_NUMBERS, 0, free)
    for place in range(count):
        spot, number = int(room[PLACES, place]), int(room[NUMBERS, place])
        noted = int(s.cards[spot // ring, spot & (ring - 1)]) & ~NUMBER & ~(1 << (BATCH + seat))
        if number == ANY:
            free -= 1
            s.cards[spot // ring, spot & (ring - 1)] = noted | int(room[FREE_NUMBERS, free])
        else:
            s.cards[spot // ring, spot & (ring - 1)] = noted | number | (1 << (BATCH + seat))


def gather_group(room: Scratch, first: int, count: int) -> int:
    """Brings the places of the batch of the one at ``first`` together; returns where they end."""
    group = int(room[GROUPS, first])
    last = first
    for here in range(first, count):
        if int(room[GROUPS, here]) == group:
            for row in range(MARKS):
                kept = int(room[row, here])
                room[row, here] = room[row, last]
                room[row, last] = kept
            last += 1
    return last


def list_marked(room: Scratch, first: int, last: int) -> int:
    """Sorts the numbers from ``first`` to before ``last``, those of any card at the end; returns where these begin."""
    low, high = MOST_CARDS, -1
    for place in range(first, last):
        number = int(room[NUMBERS, place])
        if number != ANY:
            low = min(low, number)
            high = max(high, number)
            room[MARKS, number] = LISTED
    place = first
    for number in range(low, high + 1):
        if int(room[MARKS, number]) == LISTED:
            room[MARKS, number] = 0
            room[NUMBERS, place] = number
            place += 1
    for rest in range(place, last):
        room[NUMBERS, rest] = ANY
    return place


def shuffle_numbers(m: Table, room: Scratch, row: int, first: int, last: int) -> None:
    """Brings the numbers of a row into random order, by the chance of the imagined table."""
    for place in range(last - 1, first, -1):
        there = first + below(m, place - first + 1)
        number = int(room[row, there])
        room[row, there] = room[row, place]
        room[row, place] = number
