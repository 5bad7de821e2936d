"""A bot for Blitz (31) that is no part of the package.

A bot is a function ``(t, seat, question) -> code``. It may read what its seat knows: its own hand, what lies open, what
all have seen. It changes nothing. Simulation compiles it as it does the rules: whole numbers only, no strings and no
objects; functions and constants of its own are welcome. An answer that is not legal ends the run with a line that names
the bot.

Against the game's own levels, and at the table::

    threedown bots ladder blitz31 --levels simple,examples/bot.py:patient --seed 1
    threedown sim blitz31 -n 100000 --seats 4 --bot 0=examples/bot.py:patient
    threedown play blitz31 --bot 1=examples/bot.py:patient
"""

from threedown.games.blitz31.bots import best_discard, with_discard
from threedown.games.blitz31.hands import value
from threedown.games.blitz31.rules import DISCARD, DRAW, FROM_DISCARD, FROM_STOCK, KNOCK, legal
from threedown.games.three_cards import HALVES
from threedown.table.verbs import in_play

FIRST_KNOCK = 21
"""The points that are enough for a knock before anybody has drawn."""
POINTS_A_TURN = 2
"""The points by which hands improve each turn, roughly: the later, the more a knock needs."""
MOST_KNOCK = 27
WORTH_TAKING = 3
"""Points that the discard must bring: for less, the stock may hold something better."""


def patient(t, seat, question):
    """Knocks early with little, later with more; leaves a discard that hardly helps."""
    if question == DISCARD:
        return best_discard(t, seat)
    now = value(t, seat)
    if now >= HALVES * knock_from(t) and legal(t, seat, DRAW, KNOCK):
        return KNOCK
    gain = with_discard(t, seat) - now
    if gain >= HALVES * WORTH_TAKING and legal(t, seat, DRAW, FROM_DISCARD):
        return FROM_DISCARD
    for code in (FROM_STOCK, FROM_DISCARD, KNOCK):
        if legal(t, seat, DRAW, code):
            return code
    return KNOCK


def knock_from(t):
    """The points from which it knocks: the longer the round, the better the others' hands."""
    turns_each = int(t.s.played) // in_play(t)
    return min(FIRST_KNOCK + POINTS_A_TURN * turns_each, MOST_KNOCK)
