"""The bots of High-Low. A policy knows the cards turned up, and so which ones are left in the stock."""

from threedown.cards import height
from threedown.games.any_choice import any_choice
from threedown.games.declare import Plans
from threedown.games.high_low.rules import CODES, HIGHER, LOWER, answer, legal, row
from threedown.table.imagine import imagined
from threedown.table.layout import Table
from threedown.table.verbs import held, look

IMAGININGS = 24
MIDDLE = 8

random = any_choice(legal, CODES)


def middle(t: Table, seat: int, question: int) -> int:
    """Above an eight lower, else higher."""
    return LOWER if height(look(t, row(t))) > MIDDLE else HIGHER


def counting(t: Table, seat: int, question: int) -> int:
    """Return the more frequent direction among the cards that are not on the table."""
    top = height(look(t, row(t)))
    higher, lower = 4 * (14 - top), 4 * (top - 2)
    for depth in range(held(t, row(t))):
        card = height(look(t, row(t), depth))
        higher -= card > top
        lower -= card < top
    return LOWER if lower > higher else HIGHER


def keen(t: Table, seat: int, question: int) -> int:
    """The call that is right in more of the worlds that it imagines."""
    best, most = HIGHER, -1
    for code in (HIGHER, LOWER):
        right = 0
        for number in range(IMAGININGS):
            m = imagined(t, seat, number)
            before = int(m.s.right)
            answer(m, seat, question, code)
            right += int(m.s.right) - before
        if right > most:
            best, most = code, right
    return best


WORLD = random
LEVELS = {"middle": middle, "random": random, "counting": counting, "keen": keen}
IMAGINES = {"keen": "middle"}
PLANS: Plans = {}
LADDER = ("random", "middle", "counting")
