"""The policy that ``train_blitz31.py`` learns, as a bot from outside: a small network, played with NumPy alone.

Against the game's own levels, and at the table::

    threedown bots ladder blitz31 --levels simple,examples/trained_blitz31.py:policy --seed 1
    threedown play blitz31 --bot 1=examples/trained_blitz31.py:policy

The network reads what an environment tells a learner (:func:`inputs`), or the table itself (:func:`policy`): the same
numbers. It says how good each draw is, and how good it is to discard each card of the pack.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np

from threedown.cards import suit
from threedown.games.blitz31.rules import CODES, DISCARD, DRAW, legal
from threedown.games.three_cards import points
from threedown.table.hands import discard, hand, knows, stock
from threedown.table.verbs import held, look, seats

WEIGHTS = Path(__file__).with_suffix(".npz")
CARDS, DRAWS, HIDDEN, BEST = 52, CODES[DRAW], 64, 31.0
OWN, LEFT, TOP = 2, 2 + CARDS, 2 + 2 * CARDS
"""Among the inputs: the question, then the cards of the own hand, those known of the next player's, the open one."""
NUMBERS = TOP + CARDS
SUITS = NUMBERS + 6
"""Then lives, the knocker, the progress of the round, and the worth of one's own cards of each suit."""
LEFT_OVER = SUITS + 4
"""And last what the best suit is worth without a card, by the card; 0 for those that are not held."""
INPUTS, OUTPUTS = LEFT_OVER + CARDS, DRAWS + CARDS

MOST_TURNS = 20.0
"""Turns of a round, about."""
WORTH = np.array([[points(card) * (suit(card) == of) / BEST for of in range(4)] for card in range(CARDS)], np.float32)
"""By card and suit."""


def inputs(schema, planes, counters):
    """Return the network's inputs, from the numbers that a batch or a session gives for two players: a row for each
    table."""
    here = {part.name: part.start for part in schema.planes}
    there = {part.name: part.start for part in schema.counters}
    lives, knocked = there["lives"], there["knocked"]
    question = planes[:, here["question"] : here["question"] + 2]
    hands = planes[:, here["hand"] : here["hand"] + 2 * CARDS]
    top = planes[:, here["discard"] : here["discard"] + CARDS]
    numbers = [
        counters[:, lives : lives + 2] / np.float32(4),
        counters[:, knocked : knocked + 2],
        counters[:, [there["played"]]] / np.float32(MOST_TURNS),
        counters[:, [there["stock count"]]] / np.float32(CARDS),
        hands[:, :CARDS] @ WORTH,
    ]
    left_over = (numbers[-1][:, None] - WORTH).max(axis=2) * hands[:, :CARDS]
    return np.concatenate([question, hands, top, *numbers, left_over], axis=1, dtype=np.float32)


def by_action(schema, planes, outputs):
    """Return the worth of each action from the network's output: a held card is identified by its place in the hand."""
    first = next(part.start for part in schema.planes if part.name == "hand places")
    places = planes[:, first : first + CODES[DISCARD] * CARDS].reshape(-1, CODES[DISCARD], CARDS)
    return np.concatenate([outputs[:, :DRAWS], np.einsum("npc,nc->np", places, outputs[:, DRAWS:])], axis=1)


def saved():
    """The weights and biases of the three layers, and of what is left over; zeros before anything is learnt."""
    if WEIGHTS.exists():
        with np.load(WEIGHTS) as file:
            return tuple(np.ascontiguousarray(file[name], dtype=np.float32) for name in sorted(file.files))
    sizes = (INPUTS, HIDDEN, HIDDEN, OUTPUTS)
    shapes = [shape for wide, narrow in pairwise(sizes) for shape in ((narrow,), (wide, narrow))]
    return tuple(np.zeros(shape, dtype=np.float32) for shape in (*shapes, (1,)))


BIAS_1, LAYER_1, BIAS_2, LAYER_2, BIAS_3, LAYER_3, KEEPS = saved()


def network(x):
    """Return the network's output, a row for each table. The worth of the remaining hand counts for a card's discard at
    once."""
    inner = np.maximum(x @ LAYER_1 + BIAS_1, 0)
    inner = np.maximum(inner @ LAYER_2 + BIAS_2, 0)
    said = inner @ LAYER_3 + BIAS_3
    said[:, DRAWS:] += KEEPS * x[:, LEFT_OVER:]
    return said


# At the table


def policy(t, seat, question):
    """Choose the action that the network rates best."""
    said = answered(read(t, seat, question))
    best, most = 0, -np.inf
    for code in range(CODES[question]):
        if legal(t, seat, question, code):
            place = code if question == DRAW else DRAWS + look(t, hand(t, seat), code)
            if said[place] > most:
                best, most = code, said[place]
    return best


def read(t, seat, question):
    """The inputs, of a table."""
    x = np.zeros(INPUTS, dtype=np.float32)
    left = (seat + 1) % seats(t)
    x[question] = 1
    for place in range(held(t, hand(t, seat))):
        card = look(t, hand(t, seat), place)
        x[OWN + card] = 1
        x[SUITS + suit(card)] += WORTH[card, suit(card)]
    for place in range(held(t, hand(t, left))):
        if knows(t, seat, hand(t, left), place):
            x[LEFT + look(t, hand(t, left), place)] = 1
    if held(t, discard(t)) > 0:
        x[TOP + look(t, discard(t), 0)] = 1
    for place in range(held(t, hand(t, seat))):
        card = look(t, hand(t, seat), place)
        for of in range(4):
            x[LEFT_OVER + card] = max(x[LEFT_OVER + card], x[SUITS + of] - WORTH[card, of])
    x[NUMBERS] = t.s.lives[seat] / 4
    x[NUMBERS + 1] = t.s.lives[left] / 4
    x[NUMBERS + 2] = t.s.knocked[seat]
    x[NUMBERS + 3] = t.s.knocked[left]
    x[NUMBERS + 4] = t.s.played / MOST_TURNS
    x[NUMBERS + 5] = held(t, stock(t)) / CARDS
    return x


def answered(x):
    """The same as :func:`network`, of one table, in loops that are compiled."""
    first = layer(x, LAYER_1, BIAS_1, True)
    second = layer(first, LAYER_2, BIAS_2, True)
    said = layer(second, LAYER_3, BIAS_3, False)
    for card in range(CARDS):
        said[DRAWS + card] += KEEPS[0] * x[LEFT_OVER + card]
    return said


def layer(x, weights, bias, bends):
    """A layer's outputs; where it bends, those below 0 are 0."""
    out = bias.copy()
    for place in range(len(x)):
        if x[place] != 0:
            for to in range(len(out)):
                out[to] += x[place] * weights[place, to]
    if bends:
        for to in range(len(out)):
            out[to] = max(out[to], np.float32(0))
    return out
