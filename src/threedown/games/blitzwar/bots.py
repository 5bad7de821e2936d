"""The bots of BlitzWar. Everything lies open except the cards in the other hands and the stock."""

from threedown.games.any_choice import any_choice
from threedown.games.blitzwar.battle import movable
from threedown.games.blitzwar.board import (
    CODES,
    END,
    MOVE,
    NUMBERS,
    PLACE,
    borders_of_map,
    owner,
    states_of_map,
)
from threedown.games.blitzwar.fierce import fierce, moody
from threedown.games.blitzwar.keen import keen
from threedown.games.blitzwar.rules import ON, UP, legal
from threedown.games.blitzwar.simple import simple
from threedown.games.declare import Plans
from threedown.table.chance import drawn
from threedown.table.layout import Table

TURNS_BY_CLOCK = 36


def clock(t: Table, seat: int, question: int) -> int:
    """Answer for the clock: time is up after 36 turns on average."""
    return UP if drawn(t, TURNS_BY_CLOCK) == 0 else ON


# Any legal choice


any_legal = any_choice(legal, CODES)


def codes_for(most: int) -> int:
    """The number of codes for 1 to ``most`` tanks."""
    return min(most, NUMBERS)


def random(t: Table, seat: int, question: int) -> int:
    """Any legal choice, all equally likely."""
    if question == PLACE:
        return random_place(t, seat)
    if question == MOVE:
        return random_move(t, seat)
    return any_legal(t, seat, question)


def random_place(t: Table, seat: int) -> int:
    """Any own state, any number."""
    each = codes_for(int(t.s.parcel))
    left = drawn(t, each * int(t.s.states[seat]))
    for state in range(states_of_map(t)):
        if owner(t, state) == seat:
            if left < each:
                return state * NUMBERS + left
            left -= each
    return 0


def random_move(t: Table, seat: int) -> int:
    """Return a random move, or no move."""
    count = 1
    for border in range(borders_of_map(t)):
        count += codes_for(movable(t, seat, border))
    left = drawn(t, count)
    for border in range(borders_of_map(t)):
        here = codes_for(movable(t, seat, border))
        if left < here:
            return border * NUMBERS + left
        left -= here
    return END


WORLD = clock
LEVELS = {"simple": simple, "random": random, "keen": keen, "fierce": fierce, "moody": moody}
IMAGINES = {"fierce": "moody"}
PLANS: Plans = {}
LADDER = ("random", "simple", "keen", "fierce")
