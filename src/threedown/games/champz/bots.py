"""Who decides in Blitz Champz. A policy knows its own hand, the areas and the discard pile, and whose turn is whose."""

from threedown.games.champz.deck import (
    BLITZ,
    BLOCKED_KICK,
    DEFENSIVE,
    END_OF_QUARTER,
    FIRST_DOWN,
    FUMBLE,
    POINTS,
)
from threedown.games.champz.rules import (
    ACT,
    GOAL,
    MORE,
    PASS,
    STEALS,
    area,
    hand,
    kinds_in,
    legal,
    stopping,
)
from threedown.table.chance import mixed
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import seats

WORTH_A_BLITZ = 6
"""A card of so many points is stolen rather than left; a smaller one only to win or to stop a winner."""


def random(t: Table, seat: int, question: int) -> int:
    """Any legal choice, all equally likely."""
    count = 0
    for code in range(PASS + 1):
        count += legal(t, seat, question, code)
    left = mixed(int(t.s.pilot[0]) ^ mixed(int(t.s.pilot[1]) + 1)) % count
    for code in range(PASS + 1):
        if legal(t, seat, question, code):
            if left == 0:
                return code
            left -= 1
    return PASS


def simple(t: Table, seat: int, question: int) -> int:
    """Races to 21, and defends when it can: stops what was just played, steals what is large, else plays what is best.

    Cards that draw come first, because another card may follow them.
    """
    mine = kinds_in(t, hand(t, seat))
    defence = mine & DEFENSIVE & stopping(t)
    if defence:
        return cheapest_defence(defence)
    steal = best_steal(t, seat) if question == ACT and (mine >> BLITZ) & 1 else NOBODY
    if steal != NOBODY:
        return steal
    if question == ACT:
        for code in range(FIRST_DOWN, END_OF_QUARTER):
            if (mine >> code) & 1:
                return code
    best = best_offence(mine)
    if best != NOBODY:
        return best
    return PASS if question == MORE else last_resort(t, seat, mine)


def cheapest_defence(defence: int) -> int:
    """The Defensive Card that there are most of."""
    for code in range(BLOCKED_KICK, BLITZ):
        if (defence >> code) & 1:
            return code
    return PASS


def best_offence(mine: int) -> int:
    """The Offensive Card of most points, NOBODY without one."""
    best = NOBODY
    for code in range(BLOCKED_KICK):
        if (mine >> code) & 1 and (best == NOBODY or POINTS[code] > POINTS[best]):
            best = code
    return best


def best_steal(t: Table, seat: int) -> int:
    """The card that is worth a Blitz, NOBODY if none is.

    From who has reached 21 the largest, so that he has not; else the largest that is worth it, or that makes 21.
    """
    best, most = NOBODY, 0
    own = int(t.s.points[seat])
    for robbed in range(seats(t)):
        if robbed != seat:
            theirs = int(t.s.points[robbed])
            kinds = kinds_in(t, area(t, robbed))
            for kind in range(BLOCKED_KICK):
                if (kinds >> kind) & 1:
                    value = POINTS[kind]
                    if theirs >= GOAL:
                        worth = 100 + value
                    elif own + value >= GOAL:
                        worth = 50 + value
                    else:
                        worth = value if value >= WORTH_A_BLITZ else 0
                    if worth > most:
                        best, most = STEALS + robbed * BLOCKED_KICK + kind, worth
    return best


def last_resort(t: Table, seat: int, mine: int) -> int:
    """What else there is to do: a Fumble, the End of Quarter, any Blitz, or nothing."""
    for code in (FUMBLE, END_OF_QUARTER):
        if (mine >> code) & 1:
            return code
    for code in range(STEALS, PASS):
        if legal(t, seat, ACT, code):
            return code
    return PASS


WORLD = random
LEVELS = {"simple": simple, "random": random}
