"""Who plays Casino War. Nothing at the table is secret but the order of the shoe."""

from threedown.games.any_choice import any_choice
from threedown.games.casino_war.rules import BET, CODES, TIE_BETS, WAR, legal
from threedown.table.layout import Table
from threedown.table.verbs import house

random = any_choice(legal, CODES)


def sensible(t: Table, seat: int, question: int) -> int:
    """The smallest bet, never the tie bet, always war: what loses least."""
    return house(t).min_bet * TIE_BETS if question == BET else WAR


WORLD = random
LEVELS = {"sensible": sensible, "random": random}
IMAGINES: dict[str, str] = {}
LADDER = ("random", "sensible")
