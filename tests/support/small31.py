"""A small 31, whose whole tree can be searched: kings and aces, two kings each from the first, one life, few turns.

Each player is dealt one ace, one lies open, and one is the stock: 24 deals; a player who sees two of the aces does
not know which of the others the opponent has. Everything else follows the rules of Blitz (31).
"""

import sys

import pyspiel

from threedown.cards import Deck, show_card
from threedown.games import add, find_game
from threedown.games.blitz31.rules import CODES, EVENTS, QUESTIONS, REASONS, legal, turn
from threedown.rl import openspiel
from threedown.table import verbs
from threedown.table.hands import deal_to_hand, discard, hand, stock
from threedown.table.layout import NOBODY
from threedown.table.verbs import options, seats

__all__ = ["CODES", "EVENTS", "QUESTIONS", "REASONS", "deal", "legal", "turn"]

FIRST_KING, LAST_ACE = 44, 51
WORLDS = 60


def deal(t):  # type: ignore[no-untyped-def]
    """BZ-001. The kings in turn, then the aces shuffled: one each, one on the discard pile, one left."""
    verbs.open_pack(t, stock(t), FIRST_KING, LAST_ACE)
    for seat in range(seats(t)):
        t.s.lives[seat] = options(t).lives
    t.s.dealer = seats(t) - 1
    for place in range(3 * seats(t)):
        if place == 2 * seats(t):
            verbs.shuffle(t, stock(t))
        deal_to_hand(t, place % seats(t), stock(t), hand(t, place % seats(t)))
    verbs.deal_face_up(t, NOBODY, stock(t), discard(t))
    t.s.to_play = 0


def small31(turns: int) -> "pyspiel.Game":
    """The game for OpenSpiel, a draw after so many turns."""
    pack = Deck({number: show_card(number) for number in range(FIRST_KING, LAST_ACE + 1)})
    add(find_game("blitz31")._replace(name="small-31", rules=sys.modules[__name__], deck=lambda options: pack))
    return openspiel.load("small-31", worlds=WORLDS, lives=1, turn_cap=turns)
