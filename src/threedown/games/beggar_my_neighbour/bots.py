"""The players of Beggar-My-Neighbour without people, where the players choose their cards."""

from threedown.games.any_choice import any_choice
from threedown.games.beggar_my_neighbour.rules import CODES, hand, legal, penalty
from threedown.games.declare import Plans
from threedown.table.layout import Table
from threedown.table.packets import pot
from threedown.table.verbs import held, house, look

WORTH_A_PAY_CARD = 4
"""Cards that must lie on the pile before a pay card is spent on it."""
MOST = 1 << 20

random = any_choice(legal, CODES)


def sensible(t: Table, seat: int, question: int) -> int:
    """A pay card to get out of a debt or to win a good pile, the one that demands least; else a plain card."""
    in_debt = int(t.s.owed) > 0
    if in_debt:
        return least_demanding(t, seat) if house(t).passes_on else plainest(t, seat)
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


WORLD = random
LEVELS = {"sensible": sensible, "random": random}
IMAGINES: dict[str, str] = {}
PLANS: Plans = {}
LADDER = ("random", "sensible")
