"""The strategy of the level ``expert`` of Blitz (31), which regret minimisation has found for two players by the book.

It is a table of probabilities (``expert.npz``, made by docs/make_expert.py) with a row for each *situation*: all tables
that look alike through the features below share a row. docs/expert-31.md tells how it was made, and how good it is.
"""

import functools
import io
from importlib.resources import files
from typing import Any

import numpy as np

from threedown.cards import height, suit
from threedown.games.blitz31.hands import with_discard
from threedown.games.blitz31.options import Options
from threedown.games.blitz31.rules import DISCARD, FROM_DISCARD, FROM_STOCK, KNOCK, PLACES, legal
from threedown.games.game_options import option_facts
from threedown.games.three_cards import CARDS_EACH, HALVES, SUITS, left_of, points
from threedown.table.chance import drawn
from threedown.table.hands import discard, hand, knows
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, look, options

ANY_VALUE = ("lives", "turn_cap", "large_table")
"""The options that may differ from the book: the strategy knows one, two, and more lives."""

LIVES, TURNS, KNOCK_VALUES, KNOCK_HOPES, KNOCK_GAINS, KNOWN = 6, 9, 17, 2, 4, 3
PHASES, VALUES, HOPES, GAINS, LOSSES, DANGERS = 4, 20, 4, 6, 4, 4
"""The numbers of classes of each feature."""
KNOCKS = (LIVES, TURNS, KNOCK_VALUES, KNOCK_HOPES, KNOCK_GAINS, KNOWN)
"""The features before a knock: both's lives, the turn, the worth of the hand, what a card would add to it, what the
discard would add, and the cards that the other player is known to hold."""
DRAWS = (PHASES, VALUES, GAINS, HOPES, KNOWN)
"""The features before a draw: the phase of the round, worth, what the discard would add, hope, and known cards."""
DISCARDS = (PHASES, VALUES, LOSSES, DANGERS, DANGERS)
"""The features before a discard: the phase, the best worth that remains, what the second best card to discard loses,
and the dangers of both cards."""
KNOCK_ROWS = LIVES * TURNS * KNOCK_VALUES * KNOCK_HOPES * KNOCK_GAINS * KNOWN
DRAW_ROWS = PHASES * VALUES * GAINS * HOPES * KNOWN
ROWS = KNOCK_ROWS + DRAW_ROWS + PHASES * VALUES * LOSSES * DANGERS * DANGERS
TO_KNOCK, TO_DRAW, TO_DISCARD = range(3)
"""The decisions, between two choices each: to knock, or go on; to draw from the stock, or from the discard pile; to
discard the card without which the hand is worth most, or the next one. Their rows follow in this order."""
WHOLE = 255
"""The part of a row that stands for the second choice, if it is certain. (The knock is a second choice, too.)"""
CARDS, MOST, KIND = 52, 31, 30
"""Cards of a pack; the points of the best hand, and of three of a kind by the book."""
POINTS, HOPE = 31, 5
"""The bits of points in a number that holds what other cards would add, too."""
SUM_BITS, SUM = 8, 255
ADDED = np.array([sum(max(points(card) - needed, 0) for card in range(0, CARDS, SUITS)) for needed in range(MOST + 1)])
"""The points that the cards of a suit add together, by the points that are needed to add any."""


@functools.cache
def is_book_under(codes: Any) -> bool:
    """True if the strategy was made for these option codes: the default rules, but for the options of ANY_VALUE."""
    facts = [fact for fact in option_facts(Options) if fact.name not in ANY_VALUE]
    return all(getattr(codes, fact.name) == fact.code(fact.default) for fact in facts)


def strategy(t: Table) -> Any:
    """Return the probability of the second choice by row, uint8 (ROWS,), parts of WHOLE. Compiled: the array itself."""
    return strategy_under(options(t))


@functools.cache
def strategy_under(codes: Any) -> Any:
    """Read the table; where the rules are others, a table without rows."""
    if not is_book_under(codes):
        return np.zeros(0, dtype=np.uint8)
    return np.load(io.BytesIO(files(__package__).joinpath("expert.npz").read_bytes()))["strategy"]


def drawn_choice(t: Table, seat: int, question: int) -> int:
    """Return a code, drawn by the probabilities of the situation."""
    parts, lot = strategy(t), drawn(t, WHOLE * WHOLE)
    if question == DISCARD:
        two = two_discards(t, seat)
        return place_of(two, lot % WHOLE < parts[row_of(t, seat, TO_DISCARD, two)])
    if not t.s.knocked[left_of(t, seat)] and lot % WHOLE < parts[row_of(t, seat, TO_KNOCK, 0)]:
        return KNOCK
    return FROM_DISCARD if lot // WHOLE < parts[row_of(t, seat, TO_DRAW, 0)] else FROM_STOCK


def row_of(t: Table, seat: int, decision: int, two: int) -> int:
    """Return the row of the situation before a decision; ``two`` are the :func:`two_discards` before a discard."""
    if decision == TO_KNOCK:
        return knock_row(t, seat)
    if decision == TO_DRAW:
        return KNOCK_ROWS + draw_row(t, seat)
    return KNOCK_ROWS + DRAW_ROWS + discard_row(t, seat, two)


# Situations


def knock_row(t: Table, seat: int) -> int:
    """Return the situation before a knock."""
    other, both = left_of(t, seat), worth_and_hope(t, seat)
    now = both & POINTS
    row = (lives_class(t, seat, other) * TURNS + turn_class(int(t.s.played))) * KNOCK_VALUES + max(now - 14, 0)
    row = (row * KNOCK_HOPES + (10 * (both >> HOPE) >= 12 * CARDS)) * KNOCK_GAINS
    row += (gain_class(now, worth_with_discard(t, seat)) + 1) // 2
    return row * KNOWN + known_class(known_points(t, seat, other))


def draw_row(t: Table, seat: int) -> int:
    """Return the situation before a draw, counted from KNOCK_ROWS."""
    other, both = left_of(t, seat), worth_and_hope(t, seat)
    now = both & POINTS
    row = phase(t, other) * VALUES + value_class(now)
    row = (row * GAINS + gain_class(now, worth_with_discard(t, seat))) * HOPES + hope_class(both >> HOPE)
    return row * KNOWN + known_class(known_points(t, seat, other))


def discard_row(t: Table, seat: int, two: int) -> int:
    """Return the situation before a discard, counted from the rows of knocks and draws."""
    other, best, second = left_of(t, seat), two & 3, (two >> 2) & 3
    row = phase(t, other) * VALUES + value_class(worth_and_hope(t, seat, best) & POINTS)
    row = row * LOSSES + loss_class(two >> 4)
    row = row * DANGERS + danger(t, seat, other, look(t, hand(t, seat), best))
    return row * DANGERS + danger(t, seat, other, look(t, hand(t, seat), second))


# Features


def lives_class(t: Table, seat: int, other: int) -> int:
    """One life, two, or more (a failed knock costs two); and of the other player one, or more."""
    return 2 * (min(max(int(t.s.lives[seat]), 1), 3) - 1) + (int(t.s.lives[other]) > 1)


def turn_class(played: int) -> int:
    """The first six turns of a round one by one, then to the eighth, to the twelfth, later."""
    return played if played < 6 else 6 if played < 8 else 7 if played < 12 else 8


def phase(t: Table, other: int) -> int:
    """Two turns of a round, four, later; and after a knock."""
    return 3 if t.s.knocked[other] else 0 if int(t.s.played) < 2 else 1 if int(t.s.played) < 6 else 2


def value_class(count: int) -> int:
    """Worths to 10 points, to 12, to 14, then point by point."""
    return count - 12 if count > 14 else 2 if count > 12 else 1 if count > 10 else 0


def gain_class(now: int, taken: int) -> int:
    """The points that the discard adds; 31 is a class of its own, since it ends the round."""
    gain = taken - now
    return (
        GAINS - 1
        if taken == MOST
        else 0
        if gain <= 0
        else 1
        if gain <= 2
        else 2
        if gain <= 5
        else 3
        if gain <= 8
        else 4
    )


def hope_class(hope: int) -> int:
    """The points that a card of the stock adds on average, in tenths of a point: to 0.5, to 1.1, to 1.9, more."""
    tenths = 10 * hope // CARDS
    return 0 if tenths < 6 else 1 if tenths < 12 else 2 if tenths < 20 else 3


# The worth of a hand


def worth_and_hope(t: Table, seat: int, left_out: int = NOBODY) -> int:
    """Return the points of a hand by the book, and from bit HOPE what the other cards of the pack would add, in total.

    ``left_out`` is the place of a card that has gone. The two cards that make three of a kind of a pair count in full,
    even if they also improve a suit.
    """
    own, sums, counts, total, heights, pairs = hand(t, seat), 0, 0, 0, 0, 0
    for place in range(held(t, own)):
        if place != left_out:
            card = look(t, own, place)
            sums += points(card) << (SUM_BITS * suit(card))
            counts += 1 << (SUM_BITS * suit(card))
            pairs += (heights >> height(card)) & 1
            heights |= 1 << height(card)
    now = KIND if pairs == CARDS_EACH - 1 else 0
    for colour in range(SUITS):
        now = max(now, (sums >> (SUM_BITS * colour)) & SUM)
    for colour in range(SUITS):
        rest = (sums >> (SUM_BITS * colour)) & SUM
        if (counts >> (SUM_BITS * colour)) & SUM == CARDS_EACH:
            rest -= least(t, seat, left_out)
        total += ADDED[now - rest]
        for place in range(held(t, own)):
            card = look(t, own, place)
            if suit(card) == colour:
                total -= max(points(card) - now + rest, 0)
    if pairs == 1:
        total += 2 * max(KIND - now, 0)
    return now | total << HOPE


def least(t: Table, seat: int, left_out: int) -> int:
    """Return the points of a hand's lowest card."""
    found = MOST
    for place in range(held(t, hand(t, seat))):
        if place != left_out:
            found = min(found, points(look(t, hand(t, seat), place)))
    return found


def worth_with_discard(t: Table, seat: int) -> int:
    """Return the points of a hand with the open card for the one that is then worth least; 0 if there is none."""
    return with_discard(t, seat) // HALVES if held(t, discard(t)) > 0 else 0


# Known cards


def known_points(t: Table, seat: int, other: int) -> int:
    """Return the points of the best suit among the cards that a player knows the other to hold."""
    best = 0
    for colour in range(SUITS):
        best = max(best, known_in_suit(t, seat, other, colour))
    return best


def known_in_suit(t: Table, seat: int, other: int, colour: int) -> int:
    """Return the points of one suit among them."""
    total = 0
    for place in range(held(t, hand(t, other))):
        if knows(t, seat, hand(t, other), place):
            card = look(t, hand(t, other), place)
            total += points(card) * (suit(card) == colour)
    return total


def known_class(count: int) -> int:
    """Nothing known, one card at most, more."""
    return 0 if count == 0 else 1 if count <= 11 else 2


# Discards


def two_discards(t: Table, seat: int) -> int:
    """Return the places of the best and the second best card to discard, two bits each, then what the second loses."""
    best, second, most, more = 0, 0, NOBODY, NOBODY
    for place in range(PLACES):
        if legal(t, seat, DISCARD, place):
            worth = prospects(t, seat, place)
            if worth > most:
                second, more = best, most
                best, most = place, worth
            elif worth > more:
                second, more = place, worth
    if more == NOBODY:
        second, more = best, most
    return best | second << 2 | (most - more) << 4


def place_of(two: int, second: bool) -> int:
    """Return the place of one of the :func:`two_discards`."""
    return (two >> 2) & 3 if second else two & 3


def prospects(t: Table, seat: int, place: int) -> int:
    """Return the worth of a hand without a card, and three tenths of what one more card would add, unless this is the
    last turn: in 52nds of a point, times ten.
    """
    both = worth_and_hope(t, seat, place)
    return 10 * CARDS * (both & POINTS) + (0 if t.s.knocked[left_of(t, seat)] else 3 * (both >> HOPE))


def loss_class(loss: int) -> int:
    """The loss of the second best discard: to half a point, to 1.5, to 3, more."""
    tenths = loss // CARDS
    return 0 if tenths < 5 else 1 if tenths < 15 else 2 if tenths < 30 else 3


def danger(t: Table, seat: int, other: int, card: int) -> int:
    """The danger of a discard: it counts ten or more; the other player is known to hold its suit."""
    return (points(card) >= 10) | (known_in_suit(t, seat, other, suit(card)) > 0) << 1
