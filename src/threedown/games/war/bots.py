"""The bots of War, which choose cards of a hand, and the clock of a race and of a game."""

from threedown.games.any_choice import any_choice
from threedown.games.declare import Plans
from threedown.games.war.events import TIME
from threedown.games.war.laying import hand
from threedown.games.war.rules import CODES, legal
from threedown.games.war.shown import counted_height
from threedown.table.clock import first_of, time_after
from threedown.table.layout import Table
from threedown.table.packets import pot
from threedown.table.verbs import held, look

HIGHEST, LOWEST = 1, -1


TURNS_BY_CLOCK = 150
"""A quarter of an hour, at six seconds a turn."""


def clock(t: Table, seat: int, question: int) -> int:
    """W-R08, W-R25. The next racer to play, drawn in proportion to speed; or whether time is up, after 150 turns on
    average."""
    if question == TIME:
        return time_after(t, TURNS_BY_CLOCK)
    return first_of(t, int(t.s.racing))


random = any_choice(legal, CODES)


def simple(t: Table, seat: int, question: int) -> int:
    """The highest card of the hand; face down the lowest."""
    return place_of(t, seat, LOWEST if t.s.laying[0] else HIGHEST)


def keen(t: Table, seat: int, question: int) -> int:
    """The highest card only in a war, where most is at stake; otherwise the lowest, to lose little."""
    return place_of(t, seat, HIGHEST if held(t, pot(t)) > 0 and not t.s.laying[0] else LOWEST)


def place_of(t: Table, seat: int, which: int) -> int:
    """The place of the highest or the lowest card in a hand."""
    best, most = 0, -1000
    for place in range(held(t, hand(t, seat))):
        counts = which * counted_height(t, look(t, hand(t, seat), place))
        if counts > most:
            best, most = place, counts
    return best


WORLD = clock
LEVELS = {"simple": simple, "random": random, "keen": keen}
IMAGINES: dict[str, str] = {}
PLANS: Plans = {}
LADDER = ("random", "simple", "keen")
