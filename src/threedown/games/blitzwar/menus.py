"""The menus of BlitzWar: the codes that ``rules.legal`` allows, in its order.

The game has too many codes to try them all.
"""

from typing import Any

from threedown.games.blitzwar import board
from threedown.games.blitzwar.battle import may_attack, may_bomb, may_follow, most_occupying, most_sent, movable
from threedown.games.blitzwar.board import borders_of_map, hand, owner, states_of_map, tanks
from threedown.games.blitzwar.options import CONNECTED
from threedown.games.blitzwar.tris import TRIPLES, may_trade
from threedown.table.layout import Table
from threedown.table.verbs import held, options


def menu(t: Table, seat: int, question: int, codes: Any) -> int:
    """Writes the legal codes in order; returns how many they are."""
    count = 0
    if question == board.PLACE:
        for state in range(states_of_map(t)):
            if owner(t, state) == seat:
                count = name_tanks(codes, count, state, 1, int(t.s.parcel))
    elif question == board.TRADE:
        cards = held(t, hand(t, seat))
        for code in range(board.KEEP):
            if int(TRIPLES[code, 2]) < cards and may_trade(t, seat, code):
                count = write(codes, count, code)
        if may_trade(t, seat, board.KEEP):
            count = write(codes, count, board.KEEP)
    elif question == board.ATTACK:
        count = name_attacks(t, seat, codes)
    elif question == board.OCCUPY:
        count = name_tanks(codes, count, 0, int(t.s.dice), most_occupying(t))
    elif question == board.MOVE:
        count = name_routes(t, seat, codes) if options(t).moves == CONNECTED else name_moves(t, seat, codes)
        count = write(codes, count, board.END)
    elif question == board.CLAIM:
        for state in range(states_of_map(t)):
            if board.is_free(t, state):
                count = write(codes, count, state)
    elif question == board.SEND:
        count = name_tanks(codes, count, 0, 1, most_sent(t))
    else:
        count = write(codes, write(codes, 0, 0), 1)
    return count


def name_attacks(t: Table, seat: int, codes: Any) -> int:
    """Over each border with 3, 2 or 1 dice, or with the bomb; to stop; and the tanks that may follow a conquest."""
    count = 0
    for border in range(borders_of_map(t)):
        for dice in range(board.MOST_DICE, 0, -1):
            if may_attack(t, seat, border, dice):
                count = write(codes, count, board.attack_with(border, dice))
        if may_bomb(t, seat, border):
            count = write(codes, count, border * board.WAYS + board.WITH_BOMB)
    count = write(codes, count, board.STOP)
    for code in range(board.NUMBERS):
        if may_follow(t, code):
            count = write(codes, count, board.FOLLOW + code)
    return count


def name_moves(t: Table, seat: int, codes: Any) -> int:
    """Over each border between own states, with each number of tanks."""
    count = 0
    for border in range(borders_of_map(t)):
        count = name_tanks(codes, count, border, 1, movable(t, seat, border))
    return count


def name_routes(t: Table, seat: int, codes: Any) -> int:
    """From each own state with tanks to spare to each other one that own states connect with it."""
    count = 0
    for here in range(states_of_map(t)):
        reached = board.connected(t, here) if owner(t, here) == seat and tanks(t, here) > 1 else 0
        for there in range(states_of_map(t)):
            if (reached >> there) & 1 and there != here:
                count = write(codes, count, board.route(here, there))
    return count


def name_tanks(codes: Any, count: int, place: int, fewest: int, most: int) -> int:
    """Writes the codes that name a place and ``fewest`` to ``most`` tanks behind those that are there."""
    first = place * board.NUMBERS
    for code in range(first + fewest - 1, first + min(most, board.ALL)):
        count = write(codes, count, code)
    if most > board.ALL:
        count = write(codes, count, first + board.ALL)
    return count


def write(codes: Any, count: int, code: int) -> int:
    """Writes a code behind the others; returns how many there are now."""
    codes[count] = code
    return count + 1
