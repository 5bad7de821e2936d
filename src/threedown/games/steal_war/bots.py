"""The bots of Steal War. A policy knows its own card, the tops of the piles, the pot, and all piles' sizes."""

from threedown.cards import JOKER, QUEEN, height
from threedown.games.any_choice import any_choice
from threedown.games.declare import Plans
from threedown.games.search import WHOLE_GAME, any_other, searching
from threedown.games.steal_war.piles import deck, hand, pot, won
from threedown.games.steal_war.rules import answer, turn
from threedown.games.steal_war.stealing import CODES, ON_TOP, PLAY, STEAL, legal
from threedown.table.clock import first_of
from threedown.table.imagine import imagined
from threedown.table.layout import Table
from threedown.table.verbs import begin_turn, held, is_over, look, seats

WORTH_A_HIGH_CARD = 3
"""The fewest cards of a pile on which a queen or better is spent."""
IMAGININGS, TURNS_AHEAD, AHEAD_BY = 64, 10, 2
"""The parameters of ``keen``: imagined worlds for each choice, turns that are played on in each, and the lead in half
standard errors that another choice needs.
"""


def clock(t: Table, seat: int, question: int) -> int:
    """The first seat to let go of a card, drawn in proportion to speed."""
    return first_of(t, int(t.s.racing))


random = any_choice(legal, CODES)


def sensible(t: Table, seat: int, question: int) -> int:
    """Steals the largest pile that is worth the card; keeps on top the card that is least likely to be matched."""
    return safest_top(t, seat) if question == ON_TOP else best_theft(t, seat)


def best_theft(t: Table, seat: int) -> int:
    """The largest pile that may be stolen, or to play: a high card is not spent on a small pile."""
    best, size = PLAY, 0
    for victim in range(seats(t)):
        if held(t, won(t, victim)) > size and legal(t, seat, STEAL, 1 + victim):
            best, size = 1 + victim, held(t, won(t, victim))
    if size < WORTH_A_HIGH_CARD and height(look(t, hand(t, seat))) >= QUEEN:
        return PLAY
    return best


def safest_top(t: Table, seat: int) -> int:
    """The new card of whose rank fewest are out of sight; of several the highest."""
    best, fewest, high = 0, 5, 0
    for depth in range(held(t, pot(t))):
        card = look(t, pot(t), depth)
        hidden = out_of_sight(t, height(card))
        if hidden < fewest or (hidden == fewest and height(card) > high):
            best, fewest, high = card, hidden, height(card)
    return best


def out_of_sight(t: Table, rank: int) -> int:
    """The number of cards of a rank that lie neither in the pot nor on top of a pile."""
    count = 2 if rank == JOKER else 4
    for depth in range(held(t, pot(t))):
        count -= height(look(t, pot(t), depth)) == rank
    for other in range(seats(t)):
        if held(t, won(t, other)) > 0:
            count -= height(look(t, won(t, other))) == rank
    return count


def share_of_cards(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """A seat's share of all cards some turns after a choice in an imagined world; high cards count more."""
    m = imagined(t, seat, number)
    last = int(m.s.turns) + TURNS_AHEAD
    answer(m, seat, question, code)
    while not is_over(m) and int(m.s.turns) < last:
        begin_turn(m)
        turn(m)
    mine, total = 0, 1
    for other in range(seats(m)):
        strength = heights(m, deck(m, other)) + heights(m, won(m, other))
        total += strength
        mine += strength if other == seat else 0
    return WHOLE_GAME * mine // total


def heights(m: Table, pile: int) -> int:
    """The heights of a pile's cards together."""
    total = 0
    for depth in range(held(m, pile)):
        total += height(look(m, pile, depth))
    return total


keen = searching(sensible, any_other(legal, CODES), share_of_cards, IMAGININGS, AHEAD_BY)
keen.__doc__ = """The sensible choice, or one that leads to better cards in imagined worlds."""


WORLD = clock
LEVELS = {"sensible": sensible, "random": random, "keen": keen}
IMAGINES = {"keen": "sensible"}
PLANS: Plans = {}
LADDER = ("random", "sensible", "keen")
