"""The board of BlitzWar: states and their borders, their owners, and the numbering of answers.

A border is counted in both directions: the border from a to b is one number, that from b to a another.
"""

from threedown.games.blitzwar.maps import (
    BONUS,
    BORDERS,
    CONTINENT,
    CONTINENTS,
    FIRST,
    FROM,
    MOST_BORDERS,
    MOST_STATES,
    STATES,
    TO,
)
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import options, seats

PLACE, TRADE, ATTACK, OCCUPY, MOVE, TIME, SEND, CLAIM = range(8)
DONE = -1
"""The questions, which are the phases of a turn as well; DONE is the end of a turn."""

NUMBERS = 64
"""A number of tanks in an answer has so many codes: 1 to 63, and all that there are where these are more."""
ALL = NUMBERS - 1
DIRECTED = 2 * MOST_BORDERS

MOST_DICE = 3
WITH_BOMB = 3
WAYS = 4
"""The number of ways to use a border: attack with 3, 2 or 1 dice, or drop the bomb."""
STOP = DIRECTED * WAYS
FOLLOW = STOP + 1
"""From this code of an attack on: so many tanks follow into the state just conquered."""
END = DIRECTED * NUMBERS
"""The code that ends the turn without a move. Those below name a border and a number; where a move goes through any own
states, two states (see :func:`route`), and the number is the next question."""

KEEP = 560
"""Codes of trades: the three of the first sixteen cards that are traded (16 · 15 · 14 / 6), and none."""

CODES = {
    PLACE: MOST_STATES * NUMBERS,
    TRADE: KEEP + 1,
    ATTACK: FOLLOW + NUMBERS,
    OCCUPY: NUMBERS,
    MOVE: END + 1,
    TIME: 2,
    SEND: NUMBERS,
    CLAIM: MOST_STATES,
}


# The piles


def hand(t: Table, seat: int) -> int:
    """A player's cards, in the order received."""
    return seat


def stock(t: Table) -> int:
    return 2 * seats(t)


def discard(t: Table) -> int:
    return 2 * seats(t) + 1


# Attacks


def attack_with(border: int, dice: int) -> int:
    """The code of an attack over a border with so many dice, or with as many as there may be."""
    return border * WAYS + MOST_DICE - min(dice, MOST_DICE)


def dice_of(code: int) -> int:
    return MOST_DICE - code % WAYS


# States and borders


def states_of_map(t: Table) -> int:
    return int(STATES[options(t).map])


def borders_of_map(t: Table) -> int:
    return int(BORDERS[options(t).map])


def origin(t: Table, border: int) -> int:
    """The state that a border leads from."""
    return int(FROM[options(t).map, border])


def goal(t: Table, border: int) -> int:
    """The state that a border leads to."""
    return int(TO[options(t).map, border])


def first_border(t: Table, state: int) -> int:
    """The first of the borders that lead from a state; the next state's first one ends them."""
    return int(FIRST[options(t).map, state])


def borders_of(t: Table, state: int) -> range:
    """The borders that lead from a state. Compiled functions use ``first_border``."""
    return range(first_border(t, state), first_border(t, state + 1))


def points(t: Table, state: int) -> int:
    """BW-008. A state's points: as many as it has borders."""
    return first_border(t, state + 1) - first_border(t, state)


def owner(t: Table, state: int) -> int:
    return int(t.s.owner[state])


def is_neutral(t: Table, state: int) -> bool:
    """BWH-15. True for a state of the neutral side: nobody owns it, and it has tanks."""
    return owner(t, state) == NOBODY and tanks(t, state) > 0


def is_free(t: Table, state: int) -> bool:
    """BWH-07. True for an unclaimed state."""
    return owner(t, state) == NOBODY and tanks(t, state) == 0


def tanks(t: Table, state: int) -> int:
    return int(t.s.tanks[state])


def continent_of(t: Table, state: int) -> int:
    return int(CONTINENT[options(t).map, state])


def bonus(t: Table, continent: int) -> int:
    return int(BONUS[options(t).map, continent])


def owns_continent(t: Table, seat: int, continent: int) -> bool:
    """True if all states of a continent are a seat's."""
    for state in range(states_of_map(t)):
        if continent_of(t, state) == continent and owner(t, state) != seat:
            return False
    return True


# Chains of own states

NO_ROUTE = 0
"""No move is on its way. Otherwise the value is the code of its route plus one."""


def route(here: int, there: int) -> int:
    """The code of a move from one state to another, through any own states."""
    return here * MOST_STATES + there


def start_of(code: int) -> int:
    """The state that such a move leaves."""
    return code // MOST_STATES


def end_of(code: int) -> int:
    """The state where it ends."""
    return code % MOST_STATES


def connected(t: Table, state: int) -> int:
    """BWH-06. The states, a bit each, that are reached from one through states of its owner; itself is one of them."""
    seat, found, before = owner(t, state), 1 << state, 0
    while found != before:
        before = found
        for border in range(borders_of_map(t)):
            if (found >> origin(t, border)) & 1 and owner(t, goal(t, border)) == seat:
                found |= 1 << goal(t, border)
    return found


# What each has


def take_stock(t: Table) -> None:
    """Recounts each player's states, tanks and points."""
    for seat in range(seats(t)):
        t.s.states[seat] = 0
        t.s.army[seat] = 0
        t.s.score[seat] = 0
    for state in range(states_of_map(t)):
        seat = owner(t, state)
        if seat != NOBODY:
            t.s.states[seat] += 1
            t.s.army[seat] += tanks(t, state)
            t.s.score[seat] += points(t, state)


def change_owner(t: Table, state: int, seat: int) -> None:
    """BW-009. A state and its points go over to a seat; no tank stands there."""
    loser = owner(t, state)
    t.s.owner[state] = seat
    t.s.states[seat] += 1
    t.s.score[seat] += points(t, state)
    if loser != NOBODY:
        t.s.states[loser] -= 1
        t.s.score[loser] -= points(t, state)


def add_tanks(t: Table, state: int, number: int) -> None:
    """Adds tanks to a state (takes them away if below 0) and to its owner's army."""
    t.s.tanks[state] += number
    if owner(t, state) != NOBODY:
        t.s.army[owner(t, state)] += number


def shift_tanks(t: Table, here: int, there: int, number: int) -> None:
    """Moves tanks between two states of one owner."""
    t.s.tanks[here] -= number
    t.s.tanks[there] += number


def continents_bonus(t: Table, seat: int) -> int:
    """BW-018..021. The tanks for all continents that a seat owns whole."""
    tanks_due = 0
    for continent in range(int(CONTINENTS[options(t).map])):
        if owns_continent(t, seat, continent):
            tanks_due += bonus(t, continent)
    return tanks_due


# Numbers of tanks in answers


def number_of(code: int, most: int) -> int:
    """The number of tanks that an answer names, where there are ``most``."""
    return most if code % NUMBERS == ALL else code % NUMBERS + 1


def may_name(code: int, fewest: int, most: int) -> bool:
    """True if an answer names from ``fewest`` to ``most`` tanks."""
    if code % NUMBERS == ALL:
        return most > ALL
    return fewest <= code % NUMBERS + 1 <= most
