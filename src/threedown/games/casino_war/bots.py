"""Who plays Casino War. Nothing at the table is secret but the order of the shoe."""

from threedown.games.casino_war.rules import BET, TIE_BETS, WAR, legal
from threedown.table.chance import mixed
from threedown.table.layout import Table
from threedown.table.verbs import house


def random(t: Table, seat: int, question: int) -> int:
    """Any legal choice, all equally likely."""
    codes = TIE_BETS * TIE_BETS if question == BET else 2
    count = 0
    for code in range(codes):
        count += legal(t, seat, question, code)
    left = mixed(int(t.s.pilot[0]) ^ mixed(int(t.s.pilot[1]) + 1)) % count
    for code in range(codes):
        if legal(t, seat, question, code):
            if left == 0:
                return code
            left -= 1
    return 0


def sensible(t: Table, seat: int, question: int) -> int:
    """The smallest bet, never the tie bet, always war: what loses least."""
    return house(t).min_bet * TIE_BETS if question == BET else WAR


WORLD = random
LEVELS = {"sensible": sensible, "random": random}
