"""The players of Beggar-My-Neighbour without people, where the players choose their cards."""

from threedown.games.any_choice import any_choice
from threedown.games.beggar_my_neighbour.rules import CODES, answer, hand, legal, penalty, turn
from threedown.games.declare import Plans
from threedown.games.search import WHOLE_GAME, any_other, searching
from threedown.table.imagine import imagined
from threedown.table.layout import Table
from threedown.table.packets import deck, pot
from threedown.table.verbs import begin_turn, held, is_over, look, options, seats

WORTH_A_PAY_CARD = 4
"""Cards that must lie on the pile before a pay card is spent on it."""
MOST = 1 << 20
PAY_CARD = 4
"""Plain cards that a pay card is worth beyond itself."""
IMAGININGS, TURNS_AHEAD, AHEAD_BY = 64, 12, 2
"""The strength of ``keen``: imagined worlds for each choice, turns that are played on in each, and the half standard
errors by which another choice must be ahead."""

random = any_choice(legal, CODES)


def sensible(t: Table, seat: int, question: int) -> int:
    """A pay card to get out of a debt or to win a good pile, the one that demands least; else a plain card."""
    in_debt = int(t.s.owed) > 0
    if in_debt:
        return least_demanding(t, seat) if options(t).passes_on else plainest(t, seat)
    return least_demanding(t, seat) if held(t, pot(t)) >= WORTH_A_PAY_CARD else plainest(t, seat)


def least_demanding(t: Table, seat: int) -> int:
    """The pay card with the smallest demand: the fewer cards are owed, the fewer pay cards are found among them."""
    best, least = 0, MOST
    for place in range(held(t, hand(t, seat))):
        demands = penalty(t, look(t, hand(t, seat), place))
        if 0 < demands < least:
            best, least = place, demands
    return best


def plainest(t: Table, seat: int) -> int:
    """A plain card, or else the pay card with the greatest demand."""
    best, most = 0, -1
    for place in range(held(t, hand(t, seat))):
        demands = penalty(t, look(t, hand(t, seat), place))
        worth = MOST if demands == 0 else demands
        if worth > most:
            best, most = place, worth
    return best


def share_of_cards(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """A seat's share of all cards some turns after a choice in an imagined world; pay cards count more."""
    m = imagined(t, seat, number)
    last = int(m.s.turns) + TURNS_AHEAD
    answer(m, seat, question, code)
    while not is_over(m) and int(m.s.turns) < last:
        begin_turn(m)
        turn(m)
    mine, total = 0, 1
    for other in range(seats(m)):
        worth = worth_of(m, deck(m, other)) + worth_of(m, hand(m, other))
        total += worth
        mine += worth if other == seat else 0
    return WHOLE_GAME * mine // total


def worth_of(m: Table, pile: int) -> int:
    """The worth of a pile's cards: a pay card is worth several plain ones."""
    total = held(m, pile)
    for depth in range(held(m, pile)):
        total += PAY_CARD if penalty(m, look(m, pile, depth)) > 0 else 0
    return total


keen = searching(sensible, any_other(legal, CODES), share_of_cards, IMAGININGS, AHEAD_BY)
keen.__doc__ = """The sensible choice, or one that leaves it with better cards in imagined worlds."""


WORLD = random
LEVELS = {"sensible": sensible, "random": random, "keen": keen}
IMAGINES = {"keen": "sensible"}
PLANS: Plans = {}
LADDER = ("random", "sensible", "keen")
