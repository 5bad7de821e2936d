"""The reasons why a state or the bomb can't be pressed now, from the rules that say what may be attacked and moved."""

from collections.abc import Callable, Iterator

from threedown.games.blitzwar import board
from threedown.games.blitzwar.battle import can_attack, hostile, may_attack, may_follow, movable
from threedown.games.blitzwar.board import borders_of, goal, is_free, owner, states_of_map, tanks
from threedown.games.blitzwar.board_text import map_of_table
from threedown.games.blitzwar.options import CONNECTED
from threedown.games.wording import WhyNot
from threedown.language import say
from threedown.table.layout import Table
from threedown.table.verbs import options

WHY = {
    "not yours": "Tanks are placed only in your own states.",
    "chosen": "This state has been chosen already.",
    "trade first": "First trade three cards or keep them. Then you place your tanks.",
    "one stays": "One tank must stay: a state with one tank can’t attack.",
    "no enemy": "There is nothing to attack from here: all its neighbours are yours.",
    "from yours": "To attack this state, first choose one of yours beside it with two tanks or more.",
    "too weak": "You can’t attack it: your states beside it have one tank each, and one must stay.",
    "far": "You can’t attack it: it borders none of your states.",
    "not beside": "Attacks go only to a neighbouring state.",
    "moving in": "First say how many tanks move in.",
    "one stays home": "One tank must stay: a state with one tank can’t send any.",
    "alone": "Tanks can’t move from here: no neighbouring state is yours.",
    "over": "The attacks of this turn are over: tanks move only between your own states now.",
    "neighbours": "Tanks move only to a neighbouring state of yours.",
    "chain": "Tanks move only along a chain of your own states.",
    "sending": "First say how many tanks go.",
    "bomb: spent": "You have dropped your bomb: there is one a game.",
    "bomb: opening": "The bomb is for an attack: the attacks begin when all tanks are placed.",
    "bomb: later": "The bomb is for an attack: first place your tanks.",
    "bomb: aim": "First choose an attack: one of your states, then the state to attack.",
    "bomb: nothing": "The bomb is for an attack: none of your states can attack now.",
    "bomb: over": "The bomb is for an attack: those of this turn are over.",
}
CLAUSES = {
    "not yours": "BW-015",
    "chosen": "BWH-07",
    "trade first": "BW-037",
    "one stays": "BW-025",
    "no enemy": "BW-022",
    "from yours": "BW-022",
    "too weak": "BW-025",
    "far": "BW-022",
    "not beside": "BW-022",
    "moving in": "BW-030",
    "one stays home": "BW-057",
    "alone": "BW-056",
    "over": "BW-056",
    "neighbours": "BW-056",
    "chain": "BWH-06",
    "sending": "BW-057",
    "bomb: spent": "BW-049",
    "bomb: opening": "BW-050",
    "bomb: later": "BW-050",
    "bomb: aim": "BW-051",
    "bomb: nothing": "BW-051",
    "bomb: over": "BW-050",
}
BOMB = "bomb"
"""The bomb among the cards that reasons are about."""

Reason = str | None
"""A key of ``WHY``; None for a state that may be pressed."""


def why_not(t: Table, seat: int, question: int) -> list[WhyNot]:
    """Return the states that no choice begins with, and (with ``>``) those that none leads to, by their reasons.

    Last comes the reason against the bomb, which lies with the cards until an attack is chosen.
    """
    found: dict[str, list[str]] = {}
    for state, reason in _reasons(t, seat, question):
        if reason is not None:
            found.setdefault(reason, []).append(state)
    against = [WhyNot(CLAUSES[reason], say(WHY[reason]), states=states) for reason, states in found.items()]
    bomb = to_bomb(t, seat, question)
    return against if bomb is None else [*against, WhyNot(CLAUSES[bomb], say(WHY[bomb]), cards=[BOMB])]


def _reasons(t: Table, seat: int, question: int) -> Iterator[tuple[str, Reason]]:
    names = map_of_table(t).state_names
    for state in range(states_of_map(t)):
        if question in FIRST:
            yield names[state], FIRST[question](t, seat, state)
        if question in SECOND:
            yield f">{names[state]}", SECOND[question](t, seat, state)


# Pressed first


def to_place(t: Table, seat: int, state: int) -> Reason:
    """BW-015."""
    return None if owner(t, state) == seat else "not yours"


def to_claim(t: Table, seat: int, state: int) -> Reason:
    """BWH-07."""
    return None if is_free(t, state) else "chosen"


def to_attack(t: Table, seat: int, state: int) -> Reason:
    """BW-022..025, BW-059."""
    beside = borders_of(t, state)
    if owner(t, state) == seat:
        if any(may_attack(t, seat, border, 1) for border in beside) or _may_send_on(t, state):
            return None
        return "one stays" if any(hostile(t, seat, border) for border in beside) else "no enemy"
    mine = [goal(t, border) for border in beside if owner(t, goal(t, border)) == seat]
    if not mine:
        return "far"
    return "from yours" if any(tanks(t, other) > 1 for other in mine) else "too weak"


def _may_send_on(t: Table, state: int) -> bool:
    """BW-059. True if tanks of this state may follow into the one just conquered."""
    return may_follow(t, 0) and board.origin(t, int(t.s.conquest) - 1) == state


def to_move(t: Table, seat: int, state: int) -> Reason:
    """BW-056, BW-057, BWH-06."""
    if owner(t, state) != seat:
        return "over"
    if tanks(t, state) == 1:
        return "one stays home"
    beside = borders_of(t, state)
    return None if any(movable(t, seat, border) for border in beside) else "alone"


def to_bomb(t: Table, seat: int, question: int) -> Reason:
    """BW-049..051. The reason against the bomb as long as no attack is chosen."""
    if question == board.TIME:
        return None
    if int(t.s.bombed[seat]):
        return "bomb: spent"
    if question == board.ATTACK:
        return "bomb: aim" if can_attack(t, seat) else "bomb: nothing"
    if question in (board.MOVE, board.SEND):
        return "bomb: over"
    if question == board.OCCUPY:
        return "moving in"
    return "bomb: opening" if int(t.s.opening) else "bomb: later"


# Pressed after another state


def attacked(t: Table, seat: int, state: int) -> Reason:
    """BW-022. A press on an own state chooses another one to attack from."""
    return None if owner(t, state) == seat else "not beside"


def moved_to(t: Table, seat: int, state: int) -> Reason:
    """BW-056, BWH-06."""
    if owner(t, state) != seat:
        return "over"
    return "chain" if options(t).moves == CONNECTED else "neighbours"


Rule = Callable[[Table, int, int], Reason]
FIRST: dict[int, Rule] = {
    board.PLACE: to_place,
    board.CLAIM: to_claim,
    board.TRADE: lambda t, seat, state: "trade first",
    board.ATTACK: to_attack,
    board.OCCUPY: lambda t, seat, state: "moving in",
    board.MOVE: to_move,
    board.SEND: lambda t, seat, state: "sending",
}
SECOND: dict[int, Rule] = {board.ATTACK: attacked, board.MOVE: moved_to}
