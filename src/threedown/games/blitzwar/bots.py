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
    connected,
    owner,
    route,
    states_of_map,
    tanks,
)
from threedown.games.blitzwar.fierce import fierce, moody
from threedown.games.blitzwar.keen import keen
from threedown.games.blitzwar.options import CONNECTED
from threedown.games.blitzwar.rules import legal
from threedown.games.blitzwar.simple import simple
from threedown.games.declare import Plans
from threedown.table.chance import drawn
from threedown.table.clock import time_after
from threedown.table.layout import Table
from threedown.table.verbs import options

TURNS_BY_CLOCK = 36


def clock(t: Table, seat: int, question: int) -> int:
    """Answer for the clock: time is up after 36 turns on average."""
    return time_after(t, TURNS_BY_CLOCK)


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
        return random_route(t, seat) if options(t).moves == CONNECTED else random_move(t, seat)
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


def random_route(t: Table, seat: int) -> int:
    """Return a random move between any two connected states, or no move."""
    count = 1
    for here in range(states_of_map(t)):
        count += ways_from(t, seat, here)
    left = drawn(t, count)
    for here in range(states_of_map(t)):
        ways = ways_from(t, seat, here)
        if left < ways:
            reached = connected(t, here)
            for there in range(states_of_map(t)):
                if there != here and (reached >> there) & 1:
                    if left == 0:
                        return route(here, there)
                    left -= 1
        left -= ways
    return END


def ways_from(t: Table, seat: int, here: int) -> int:
    """The number of states to which tanks may go from here."""
    if owner(t, here) != seat or tanks(t, here) < 2:
        return 0
    count, reached = -1, connected(t, here)
    for there in range(states_of_map(t)):
        count += (reached >> there) & 1
    return count


def random_move(t: Table, seat: int) -> int:
    """Return a random move to a neighbour, or no move."""
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
