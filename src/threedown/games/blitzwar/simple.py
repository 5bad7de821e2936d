"""Simple players of BlitzWar, and the odds that they look at."""

import numpy as np

from threedown.exact.blitzwar import captures
from threedown.games.blitzwar.battle import hostile, most_occupying, most_sent, movable
from threedown.games.blitzwar.board import (
    ATTACK,
    CLAIM,
    END,
    KEEP,
    NUMBERS,
    OCCUPY,
    PLACE,
    SEND,
    STOP,
    TRADE,
    WAYS,
    WITH_BOMB,
    attack_with,
    bonus,
    borders_of_map,
    connected,
    continent_of,
    first_border,
    goal,
    hand,
    is_free,
    origin,
    owner,
    route,
    states_of_map,
    tanks,
)
from threedown.games.blitzwar.maps import CONTINENT, STATES
from threedown.games.blitzwar.missions import has_mission, serves
from threedown.games.blitzwar.options import CONNECTED
from threedown.games.blitzwar.rules import legal
from threedown.games.blitzwar.tris import brings
from threedown.table.chance import drawn, mixed
from threedown.table.layout import Table
from threedown.table.verbs import held, options, seats

MOST_COUNTED = 40
PART = 10_000
CHANCES = np.array([[captures(MOST_COUNTED, dice, bomb) * PART for bomb in (False, True)] for dice in (2, 3)]).astype(
    np.int64
)
"""The chance of a capture in ten thousandths, by defence dice less 2, bomb, tanks beyond one, and defenders."""

TASTE = 150
"""Two players' values of a state that is to be chosen differ by less than this."""
MANY_TASTES = 1 << 30

FOR_MISSION = 60
"""A simple player's desire for a state that their mission needs."""

SIZE = np.array(
    [[int((CONTINENT[board, : STATES[board]] == continent).sum()) for continent in range(CONTINENT.max() + 1)]
     for board in range(len(STATES))], dtype=np.int64
)  # fmt: skip
"""The number of states of each continent, by map."""


def chance_of(t: Table, mine: int, theirs: int, bomb: int) -> int:
    """The chance that ``mine`` tanks beyond one capture a state with ``theirs``, in ten thousandths.

    Beyond 40 tanks both sides are counted down in proportion.
    """
    most = max(mine, theirs)
    if most > MOST_COUNTED:
        mine, theirs = mine * MOST_COUNTED // most, max(theirs * MOST_COUNTED // most, 1)
    return int(CHANCES[options(t).defence_dice - 2, bomb, max(mine, 0), theirs])


def is_front(t: Table, seat: int, state: int) -> bool:
    """True if an own state borders an enemy."""
    for border in range(first_border(t, state), first_border(t, state + 1)):
        if owner(t, goal(t, border)) != seat:
            return True
    return False


def owned_of(t: Table, seat: int, continent: int) -> int:
    """The number of a continent's states that a seat owns."""
    count = 0
    for state in range(states_of_map(t)):
        count += continent_of(t, state) == continent and owner(t, state) == seat
    return count


def size_of(t: Table, continent: int) -> int:
    return int(SIZE[options(t).map, continent])


def worth(t: Table, seat: int, state: int) -> int:
    """A simple player's desire for an enemy state: the more of its continent they own, the greater."""
    continent = continent_of(t, state)
    share = 100 * (owned_of(t, seat, continent) + 1) // size_of(t, continent)
    wanted = FOR_MISSION if has_mission(t, seat) and serves(t, seat, state) else 0
    return share + (100 + 10 * bonus(t, continent) if share == 100 else 0) + wanted


# Simple


def simple(t: Table, seat: int, question: int) -> int:
    """Fills up one front, attacks with good odds, wants a card each turn and whole continents, trades when it can."""
    if question == PLACE:
        return best_front(t, seat) * NUMBERS + min(int(t.s.parcel), NUMBERS) - 1
    if question == TRADE:
        return best_trade(t, seat)
    if question == ATTACK:
        return good_attack(t, seat)
    if question == OCCUPY:
        return all_but_needed(t, seat)
    if question == SEND:
        return all_sent(t)
    if question == CLAIM:
        return best_claim(t, seat)
    return march_to_front(t, seat) if options(t).moves == CONNECTED else move_to_front(t, seat)


def best_claim(t: Table, seat: int) -> int:
    """The free state that best continues what the player has: a whole continent, neighbours, and their mission.

    Each player values states a little differently: otherwise bots of one level would choose the same ones in every
    game.
    """
    best, most, taste = 0, -1, drawn(t, MANY_TASTES)
    for state in range(states_of_map(t)):
        if is_free(t, state):
            value = worth_of_claim(t, seat, state) + mixed(taste ^ mixed(state + 1)) % TASTE
            if value > most:
                best, most = state, value
    return best


def worth_of_claim(t: Table, seat: int, state: int) -> int:
    """The value of choosing a free state: to go on with a continent, the smaller and the less contested the better, and
    beside states that the player has."""
    continent, others = continent_of(t, state), 0
    own, size = owned_of(t, seat, continent) + 1, size_of(t, continent)
    for other in range(seats(t)):
        others += other != seat and owned_of(t, other, continent) > 0
    value = 1000 + 300 * own * own // size - 10 * size - 60 * others
    for border in range(first_border(t, state), first_border(t, state + 1)):
        value += 60 * (owner(t, goal(t, border)) == seat)
    return value + (FOR_MISSION if has_mission(t, seat) and serves(t, seat, state) else 0)


def best_front(t: Table, seat: int) -> int:
    """The own state from which the group makes the best attack."""
    best, most = -1, -1
    for state in range(states_of_map(t)):
        value = best_attack_from(t, seat, state, int(t.s.parcel))
        if value > most:
            best, most = state, value
    return best


def best_attack_from(t: Table, seat: int, here: int, more: int) -> int:
    """The value of the best attack from a state with so many tanks more there; -1 if there is none."""
    most = -1
    for border in range(first_border(t, here), first_border(t, here + 1)):
        if hostile(t, seat, border):
            there = goal(t, border)
            odds = chance_of(t, tanks(t, here) - 1 + more, tanks(t, there), 0)
            most = max(most, odds * (50 + worth(t, seat, there)) + tanks(t, here))
    return most


def best_trade(t: Table, seat: int) -> int:
    """Return the tris that brings most tanks, or the choice to keep the cards if there is none."""
    best, most = KEEP, 0
    if held(t, hand(t, seat)) >= 3:
        for code in range(KEEP):
            if legal(t, seat, TRADE, code) and brings(t, seat, code) > most:
                best, most = code, brings(t, seat, code)
    return best


def good_attack(t: Table, seat: int) -> int:
    """The attack with the best odds for its gain; after the first conquest only one that is nearly sure."""
    enough = 6500 if int(t.s.taken) == 0 else 7500
    best, most, bomb = STOP, 0, STOP
    for border in range(borders_of_map(t)):
        if hostile(t, seat, border) and tanks(t, origin(t, border)) > 1:
            mine, theirs = tanks(t, origin(t, border)) - 1, tanks(t, goal(t, border))
            bombed = int(t.s.bomb) == border + 1
            odds = chance_of(t, mine, theirs, 1 if bombed else 0)
            if odds >= enough:
                value = odds * (50 + worth(t, seat, goal(t, border)))
                if value > most:
                    best, most = attack_with(border, mine), value
            elif int(t.s.bombed[seat]) == 0 and theirs >= 6 and chance_of(t, mine, theirs, 1) >= 8000:
                bomb = border * WAYS + WITH_BOMB
    return bomb if best == STOP else best


def all_but_needed(t: Table, seat: int) -> int:
    """Move all tanks in if the conquered state borders an enemy, otherwise as few as allowed."""
    border = int(t.s.conquest) - 1
    most = most_occupying(t)
    if not is_front(t, seat, goal(t, border)):
        return int(t.s.dice) - 1
    return min(most, NUMBERS) - 1


def move_to_front(t: Table, seat: int) -> int:
    """The largest idle force goes towards an enemy."""
    best, most = END, 0
    for border in range(borders_of_map(t)):
        idle = movable(t, seat, border)
        if idle > most and not is_front(t, seat, origin(t, border)) and nearer(t, seat, goal(t, border)):
            best, most = border * NUMBERS + min(idle, NUMBERS) - 1, idle
    return best


def largest_idle(t: Table, seat: int) -> int:
    """The own state with the most tanks to spare that borders no enemy; -1 if there is none."""
    best, most = -1, 1
    for state in range(states_of_map(t)):
        if owner(t, state) == seat and tanks(t, state) > most and not is_front(t, seat, state):
            best, most = state, tanks(t, state)
    return best


def march_to_front(t: Table, seat: int) -> int:
    """The largest idle force goes, through own states, to the one from which it makes the best attack."""
    here = largest_idle(t, seat)
    if here < 0:
        return END
    best, most, reached = END, -1, connected(t, here)
    for there in range(states_of_map(t)):
        if (reached >> there) & 1 and there != here:
            value = best_attack_from(t, seat, there, tanks(t, here) - 1)
            if value > most:
                best, most = route(here, there), value
    return best


def all_sent(t: Table) -> int:
    """All tanks that may go."""
    return min(most_sent(t), NUMBERS) - 1


def nearer(t: Table, seat: int, state: int) -> bool:
    """True if a state is at the front or next to it."""
    if is_front(t, seat, state):
        return True
    for border in range(first_border(t, state), first_border(t, state + 1)):
        if is_front(t, seat, goal(t, border)):
            return True
    return False
