"""Secret missions: goals on cards, one for each player, of which the first one fulfilled wins the game.

The cards are numbered behind the jokers: to hold two continents, for each pair that the map names; to hold so many
states; and to eliminate a player, for each of five.
"""

import numpy as np

from threedown.games.blitzwar.board import continent_of, hand, owner, owns_continent, states_of_map
from threedown.games.blitzwar.maps import MAPS, MOST_SEATS, Map, numbers
from threedown.table.hands import deal_to_hand
from threedown.table.layout import EVERYBODY_SEES, NOBODY, Table
from threedown.table.verbs import (
    announce,
    deal_face_up,
    end_game,
    held,
    is_in,
    look,
    options,
    put_under,
    seats,
    show,
    shuffle,
)

FULFILS = 30
MISSION = 18

JOKERS = 2
LETTERS = "ABCDE"
MANY, OF = 4, 7
"""Ruling BW-R31. The mission of many states is for four of seven on the map, rounded down."""


def pairs_of(found: Map) -> list[tuple[int, int]]:
    """The pairs of continents that are missions on a map, by number."""
    names = [continent.name for continent in found.continents]
    return [(names.index(one), names.index(two)) for one, two in found.missions]


def goal_of(found: Map) -> int:
    """The number of states of the mission of many states.

    >>> [goal_of(found) for found in MAPS]
    [24, 8, 17]
    """
    return MANY * len(found.states) // OF


def cards_of(found: Map) -> dict[str, str]:
    """The mission cards of a map, in order, and what each says."""
    places = found.continents
    holding = {
        f"{places[one].name}+{places[two].name}": f"hold {places[one].title} and {places[two].title}"
        for one, two in pairs_of(found)
    }
    many = {f"{goal_of(found)}-states": f"hold {goal_of(found)} states"}
    return holding | many | {f"defeat-{letter.lower()}": f"eliminate player {letter}" for letter in LETTERS}


TITLES = {name: text for found in MAPS for name, text in cards_of(found).items()}
"""The texts of the mission cards of all maps."""
PAIRS = np.array([len(pairs_of(found)) for found in MAPS], dtype=np.int64)
"""By map: the number of its missions of two continents."""
ONE = numbers([[one for one, _ in pairs_of(found)] for found in MAPS])
TWO = numbers([[two for _, two in pairs_of(found)] for found in MAPS])
"""By map and mission: its two continents."""
GOAL = np.array([goal_of(found) for found in MAPS], dtype=np.int64)
"""By map: the number of states of that mission, and of one that has become impossible."""


# The cards


def mission(t: Table, seat: int) -> int:
    """A player's mission card."""
    return seats(t) + hand(t, seat)


def missions(t: Table) -> int:
    """The mission cards that are left."""
    return 2 * seats(t) + 2


def removed(t: Table) -> int:
    """The missions that are not in the game."""
    return 2 * seats(t) + 3


def open_missions(t: Table) -> None:
    """Ruling BW-R31. Lays out the missions, and puts those against players who are not at the table aside.

    Everybody knows these cards, so that nobody takes them for others once they are shuffled.
    """
    first = states_of_map(t) + JOKERS
    absent = first + int(PAIRS[options(t).map]) + 1 + seats(t)
    for card in range(absent, absent + MOST_SEATS - seats(t)):
        put_under(t, missions(t), card | EVERYBODY_SEES)
    for card in range(first, absent):
        put_under(t, missions(t), card | EVERYBODY_SEES)
    for _ in range(MOST_SEATS - seats(t)):
        deal_face_up(t, NOBODY, missions(t), removed(t))


def deal_missions(t: Table) -> None:
    """BWH-09. The missions are shuffled, and each player is dealt one."""
    shuffle(t, missions(t))
    for seat in range(seats(t)):
        deal_to_hand(t, seat, missions(t), mission(t, seat))


# Goals


def has_mission(t: Table, seat: int) -> bool:
    """True if a player has a mission."""
    return bool(options(t).missions) and held(t, mission(t, seat)) > 0


def number_of_mission(t: Table, seat: int) -> int:
    """The number of a player's mission, from 0."""
    return look(t, mission(t, seat)) - states_of_map(t) - JOKERS


def is_pair(t: Table, number: int) -> bool:
    """True for a mission of two continents."""
    return number < int(PAIRS[options(t).map])


def target_of(t: Table, seat: int) -> int:
    """BWH-13, BWH-14. The player whom a seat's mission is to eliminate; -1 if it has another one, or has to hold many
    states instead: because that player is they themselves, or fell to somebody else."""
    target = number_of_mission(t, seat) - int(PAIRS[options(t).map]) - 1
    if target < 0 or target == seat or target >= seats(t):
        return -1
    return target if is_in(t, target) or int(t.s.fell_to[target]) == seat + 1 else -1


def in_pair(t: Table, number: int, continent: int) -> bool:
    """True if a continent is one of the two of a mission."""
    return int(ONE[options(t).map, number]) == continent or int(TWO[options(t).map, number]) == continent


def is_fulfilled(t: Table, seat: int) -> bool:
    """BWH-11..14. True if a player has reached the goal of their mission."""
    if not has_mission(t, seat):
        return False
    number = number_of_mission(t, seat)
    if is_pair(t, number):
        one, two = int(ONE[options(t).map, number]), int(TWO[options(t).map, number])
        return owns_continent(t, seat, one) and owns_continent(t, seat, two)
    target = target_of(t, seat)
    if target >= 0:
        return not is_in(t, target)
    return int(t.s.states[seat]) >= int(GOAL[options(t).map])


def fulfil(t: Table, seat: int) -> None:
    """BWH-10. A player whose mission is fulfilled shows it, and has won."""
    announce(t, FULFILS, seat)
    show(t, seat, mission(t, seat))
    t.s.turn_winner = seat
    end_game(t, 1 << seat, MISSION)


# For players


def missing(t: Table, seat: int) -> int:
    """The number of states that a player still has to take for their mission."""
    number, count = number_of_mission(t, seat), 0
    target = target_of(t, seat)
    if target >= 0:
        return int(t.s.states[target])
    if not is_pair(t, number):
        return max(int(GOAL[options(t).map]) - int(t.s.states[seat]), 0)
    for state in range(states_of_map(t)):
        count += owner(t, state) != seat and serves(t, seat, state)
    return count


def serves(t: Table, seat: int, state: int) -> bool:
    """True if a player needs a state for their mission, or it is one of many that do."""
    number, target = number_of_mission(t, seat), target_of(t, seat)
    if target >= 0:
        return owner(t, state) == target
    return not is_pair(t, number) or in_pair(t, number, continent_of(t, state))
