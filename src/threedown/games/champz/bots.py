"""The bots of Blitz Champz. A policy knows its own hand, the areas and the discard pile, and the order of turns."""

from threedown.games.any_choice import any_choice
from threedown.games.champz.deck import (
    BLITZ,
    BLOCKED_KICK,
    DEFENSIVE,
    END_OF_QUARTER,
    FIRST_DOWN,
    FUMBLE,
    POINTS,
    kind_of,
)
from threedown.games.champz.rules import (
    ACT,
    CODES,
    MORE,
    PASS,
    STEALS,
    THROWS,
    answer,
    are_partners,
    area,
    kinds_in,
    legal,
    score,
    stopping,
    turn,
)
from threedown.games.declare import Plans
from threedown.games.search import WHOLE_GAME, any_other, searching
from threedown.table.hands import hand
from threedown.table.imagine import imagined
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import begin_turn, held, is_over, look, options, seats

IMAGININGS, TURNS_AHEAD = 256, 8
"""The parameters of ``keen``: imagined worlds for each choice, and turns that are played on in each."""
WON = 300
WORTH_IN_HAND = (12, 12, 24, 5, 8, 3, 10, 20, 20, 35, 8, 15, 8, 8, 2)
"""The worth of a game won or lost, and of a card of each kind in hand, in tenths of points ahead."""
WORTH_A_BLITZ = 6
"""A card of so many points is stolen rather than left; a smaller one only to win or to stop a winner."""


random = any_choice(legal, CODES)


def simple(t: Table, seat: int, question: int) -> int:
    """Races to the goal, and defends when it can: stops the last card, steals a large one, else plays the best.

    Cards that draw come first, because another card may follow them; if none may, they come after those that score.
    """
    mine = kinds_in(t, hand(t, seat))
    defence = mine & DEFENSIVE & stopping(t, seat)
    if defence:
        return cheapest_defence(defence)
    steal = best_steal(t, seat) if question == ACT and (mine >> BLITZ) & 1 else NOBODY
    if steal != NOBODY:
        return steal
    best = best_offence(mine)
    if question == ACT and (best == NOBODY or not options(t).draw_ends_turn):
        for code in range(FIRST_DOWN, END_OF_QUARTER):
            if (mine >> code) & 1:
                return code
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
    """Return the card worth a Blitz, NOBODY if there is none.

    From a player (or a team) who has reached the goal the largest, else the largest that is worth it, or that reaches
    it. Partners are never robbed.
    """
    best, most = NOBODY, 0
    own, goal = score(t, seat), options(t).goal
    for robbed in range(seats(t)):
        if not are_partners(t, seat, robbed):
            theirs = score(t, robbed)
            kinds = kinds_in(t, area(t, robbed))
            for kind in range(BLOCKED_KICK):
                if (kinds >> kind) & 1:
                    value = POINTS[kind]
                    if theirs >= goal:
                        worth = 100 + value
                    elif own + value >= goal:
                        worth = 50 + value
                    else:
                        worth = value if value >= WORTH_A_BLITZ else 0
                    if worth > most:
                        best, most = STEALS + robbed * BLOCKED_KICK + kind, worth
    return best


def last_resort(t: Table, seat: int, mine: int) -> int:
    """The last choices: a Fumble, the End of Quarter, any Blitz, or nothing; by CH-02 the worst card goes."""
    for code in (FUMBLE, END_OF_QUARTER):
        if (mine >> code) & 1:
            return code
    for code in range(STEALS, PASS):
        if legal(t, seat, ACT, code):
            return code
    worst = PASS
    for code in range(THROWS, CODES[ACT]):
        if legal(t, seat, ACT, code) and (
            worst == PASS or WORTH_IN_HAND[code - THROWS] < WORTH_IN_HAND[worst - THROWS]
        ):
            worst = code
    return worst


def prospect(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """The value of a choice in an imagined world."""
    return prospect_at(imagined(t, seat, number), seat, question, code)


def prospect_at(m: Table, seat: int, question: int, code: int) -> int:
    """The value of a choice at a table after some turns: won, lost, or the lead and the cards held."""
    last = int(m.s.turns) + TURNS_AHEAD
    answer(m, seat, question, code)
    while not is_over(m) and int(m.s.turns) < last:
        begin_turn(m)
        turn(m)
    if is_over(m):
        return WHOLE_GAME if (int(m.s.winners) >> seat) & 1 else 0
    others, still = 0, 0
    for other in range(seats(m)):
        if not are_partners(m, seat, other):
            others = max(others, score(m, other))
    for depth in range(held(m, hand(m, seat))):
        still += WORTH_IN_HAND[kind_of(look(m, hand(m, seat), depth))]
    ahead = 10 * (score(m, seat) - others) + still
    return WHOLE_GAME * min(max(ahead + WON, 0), 2 * WON) // (2 * WON)


keen = searching(simple, any_other(legal, CODES), prospect, IMAGININGS)
keen.__doc__ = """A simple player's choice, or one that is clearly better in imagined worlds."""


WORLD = random
LEVELS = {"simple": simple, "random": random, "keen": keen}
IMAGINES = {"keen": "simple"}
PLANS: Plans = {}
LADDER = ("random", "simple", "keen")
