"""The menus of BlitzWar, which has too many codes to try them all: what ``rules.legal`` lets through, in its order."""

from collections.abc import Iterator

from threedown.games.blitzwar import board
from threedown.games.blitzwar.battle import may_attack, may_bomb, may_follow, most_occupying, movable
from threedown.games.blitzwar.board import borders_of_map, hand, owner, states_of_map
from threedown.games.blitzwar.tris import TRIPLES, may_trade
from threedown.table.layout import Table
from threedown.table.verbs import held


def menu(t: Table, seat: int, question: int) -> Iterator[int]:
    """The codes that are legal, in order."""
    if question == board.PLACE:
        for state in range(states_of_map(t)):
            if owner(t, state) == seat:
                yield from tank_codes(state, 1, int(t.s.parcel))
    elif question == board.TRADE:
        cards = held(t, hand(t, seat))
        yield from (code for code in range(board.KEEP) if TRIPLES[code, 2] < cards and may_trade(t, seat, code))
        yield board.KEEP
    elif question == board.ATTACK:
        for border in range(borders_of_map(t)):
            yield from (board.attack_with(border, dice) for dice in (3, 2, 1) if may_attack(t, seat, border, dice))
            if may_bomb(t, seat, border):
                yield border * board.WAYS + board.WITH_BOMB
        yield board.STOP
        yield from (board.FOLLOW + code for code in range(board.NUMBERS) if may_follow(t, code))
    elif question == board.OCCUPY:
        yield from tank_codes(0, int(t.s.dice), most_occupying(t))
    elif question == board.MOVE:
        for border in range(borders_of_map(t)):
            yield from tank_codes(border, 1, movable(t, seat, border))
        yield board.END
    else:
        yield from (0, 1)


def tank_codes(place: int, fewest: int, most: int) -> Iterator[int]:
    """The codes that name a place and ``fewest`` to ``most`` tanks."""
    first = place * board.NUMBERS
    yield from range(first + fewest - 1, first + min(most, board.ALL))
    if most > board.ALL:
        yield first + board.ALL
