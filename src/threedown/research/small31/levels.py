"""The answers of bot levels in the small 31 (solver.py), at every table that a player may see.

The tables are of Blitz (31) itself, laid with the cards of the small one and played by its rules to where the question
comes up, so that what a seat has seen is noted on the cards as in any game.
"""

import typing
from collections.abc import Callable
from typing import Any

import numpy as np

from threedown.bots.seated import table_of
from threedown.bulk.player import usable_cache
from threedown.bulk.run_spec import has_compiler
from threedown.games import find_game
from threedown.games.blitz31 import rules
from threedown.games.blitz31.options import ThreeOfAKind
from threedown.games.detached import DetachedTable, answer_of
from threedown.games.setting import Setting, settle
from threedown.research.small31.solver import CARDS, HAND, KNOCK, MOST, STOCK, TAKE, SeenTable, Tree, Way, evenly
from threedown.table import verbs
from threedown.table.chance import mixed
from threedown.table.hands import deal_to_hand, discard, hand, stock
from threedown.table.layout import NOBODY, Table, TableState

FIRST_CARD = 44
"""The kings and aces of a pack lie behind all others."""
ASKED = 4
"""So often is a level asked that imagines: its worlds are other ones each time."""
CODES = {STOCK: rules.FROM_STOCK, TAKE: rules.FROM_DISCARD, KNOCK: rules.KNOCK}


def small_setting(turns: int, three_of_a_kind: int = 0) -> Setting:
    """Blitz (31) for two with one life, a draw after so many turns; ``three_of_a_kind`` is the option's value."""
    kind = typing.get_args(ThreeOfAKind)[three_of_a_kind]
    return settle(find_game("blitz31"), None, {"lives": 1, "turn_cap": turns, "three_of_a_kind": kind}, 2)


def laid(setting: Setting, seen: SeenTable, way: Way) -> TableState:
    """The table at which a player sees this, where it came about so."""
    table_state = setting.new_table_state()
    t = Table(table_state, setting.option_codes, DetachedTable(setting, ("random", "random")))
    last = [card for card in range(CARDS) if card not in (*way.dealt[0], *way.dealt[1], seen.shown[0])]
    in_turn = [card for pair in zip(*way.dealt, strict=True) for card in pair]
    for card in (*in_turn, seen.shown[0], *last):
        verbs.put_under(t, stock(t), FIRST_CARD + card)
    table_state.lives[:], table_state.dealer = 1, 1
    for place in range(2 * HAND):
        deal_to_hand(t, place % 2, stock(t), hand(t, place % 2))
    verbs.deal_face_up(t, NOBODY, stock(t), discard(t))
    drawn, discarded = iter(way.drawn), iter(seen.shown[1:])
    verbs.begin_turn(t)
    for played, answer in enumerate(seen.ways):
        seat = played % 2
        if answer == KNOCK:
            table_state.knocked[seat] = 1
        else:
            draw(t, seat, answer, next(drawn))
            verbs.put_face_up(t, seat, hand(t, seat), place_of(t, seat, next(discarded)), discard(t))
        table_state.from_discard, table_state.played, table_state.to_play = 0, played + 1, 1 - seat
        verbs.begin_turn(t)
    if len(seen.hand) == MOST:
        draw(t, int(table_state.to_play), TAKE if seen.took else STOCK, next(drawn))
    return table_state


def draw(t: Table, seat: int, answer: int, card: int) -> None:
    """A player draws this card, by the rules."""
    if answer == STOCK:
        rules.refill_stock(t)
        bring_to_top(t, card)
    rules.draw_card(t, seat, CODES[answer])
    assert place_of(t, seat, card) == verbs.held(t, hand(t, seat)) - 1


def bring_to_top(t: Table, card: int) -> None:
    """Exchanges two cards of the stock, of which nobody knows how they lie."""
    lying, ring = t.s.cards[stock(t)], t.s.cards.shape[1]
    top = int(t.s.top[stock(t)])
    (depth,) = [
        depth for depth in range(verbs.held(t, stock(t))) if verbs.look(t, stock(t), depth) == FIRST_CARD + card
    ]
    here, there = top % ring, (top + depth) % ring
    lying[here], lying[there] = int(lying[there]), int(lying[here])


def place_of(t: Table, seat: int, card: int) -> int:
    """Return the place of a card in a hand."""
    cards = [verbs.look(t, hand(t, seat), place) for place in range(verbs.held(t, hand(t, seat)))]
    return cards.index(FIRST_CARD + card)


def played(
    small: Tree, level: str, turns: int, three_of_a_kind: int = 0, tell: Callable[[int], None] | None = None
) -> Any:
    """By choice of the small 31, how likely a level makes it; ``tell`` hears of each of ``small.seen``."""
    if level == "random":
        return evenly(small)
    setting = small_setting(turns, three_of_a_kind)
    asked, think = ASKED if setting.imagines_with(level) is not None else 1, thinking(setting, level)
    play = np.zeros(len(small.player))
    for number, ((seen, first), way) in enumerate(zip(small.seen.items(), small.ways, strict=True)):
        table_state = laid(setting, seen, way)
        for time in range(asked):
            table_state.pilot[:] = mixed(asked * number + time), 0
            play[first + chosen(table_state, setting, seen, think)] += 1 / asked
        if tell:
            tell(number + 1)
    return play


def chosen(
    table_state: TableState, setting: Setting, seen: SeenTable, think: Callable[[TableState, int, int], int]
) -> int:
    """Return the place of the level's choice at this information."""
    t, seat = Table(table_state, setting.option_codes), int(table_state.to_play)
    if len(seen.hand) == MOST:
        place = think(table_state, seat, rules.DISCARD)
        return seen.hand.index(verbs.look(t, hand(t, seat), place) - FIRST_CARD)
    menu = [answer for answer, code in CODES.items() if rules.legal(t, seat, rules.DRAW, code)]
    code = think(table_state, seat, rules.DRAW)
    return [CODES[answer] for answer in menu].index(code)


def thinking(setting: Setting, level: str) -> Callable[[TableState, int, int], int]:
    """Return a function with a level's answer: in machine code if it imagines, because stepped play takes a hundred
    times as long."""
    if setting.imagines_with(level) is None or not has_compiler():
        return lambda table_state, seat, question: answer_of(setting, table_state, level, seat, question)
    from threedown.bulk.compiler import compiled_policy

    policy = compiled_policy(setting, level, usable_cache(), table_of(setting, setting.new_table_state()))
    return lambda table_state, seat, question: int(policy(table_of(setting, table_state), seat, question))
