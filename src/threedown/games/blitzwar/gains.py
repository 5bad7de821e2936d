"""The gain of a choice in plain words: continents won or broken, a last state, the card of the turn."""

from collections.abc import Iterator

from threedown.games.blitzwar.battle import hostile, may_attack
from threedown.games.blitzwar.board import (
    ATTACK,
    END,
    FOLLOW,
    KEEP,
    MOVE,
    NUMBERS,
    OCCUPY,
    PLACE,
    STOP,
    TRADE,
    WAYS,
    WITH_BOMB,
    borders_of,
    borders_of_map,
    continent_of,
    goal,
    origin,
    owner,
    owns_continent,
    start_of,
    states_of_map,
)
from threedown.games.blitzwar.board_text import attack_to_the_end, map_of_table, title
from threedown.games.blitzwar.missions import LETTERS
from threedown.games.blitzwar.options import CONNECTED
from threedown.games.blitzwar.tris import brings, may_trade, must_trade
from threedown.language import figure, listed, say
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import options

DOUBTFUL = 0.6
"""A best attack that succeeds less often than this speaks for stopping."""


def gain(t: Table, seat: int, question: int, code: int) -> str:
    """Return what speaks for a choice, of the table as its seat knows it; empty where there is nothing particular."""
    if question == PLACE:
        return _placed(t, seat, code // NUMBERS)
    if question == TRADE:
        return _kept(t, seat) if code == KEEP else _traded(t, seat, code)
    if question == ATTACK and code < STOP:
        border = code // WAYS
        bomb = _bombed(t, border) if code % WAYS == WITH_BOMB else ()
        return listed([*bomb, *_conquered(t, seat, goal(t, border))])
    if question == ATTACK and code == STOP:
        return listed(list(_stopped(t, seat)))
    if question == OCCUPY or (question == ATTACK and code >= FOLLOW):
        return _left_behind(t, seat, origin(t, int(t.s.conquest) - 1))
    if question == MOVE and code != END:
        connected = options(t).moves == CONNECTED
        return _left_behind(t, seat, start_of(code) if connected else origin(t, code // NUMBERS))
    return ""


def _best_set(t: Table, seat: int) -> int:
    """The most tanks that a set in hand brings; 0 without one."""
    return max((brings(t, seat, code) for code in range(KEEP) if may_trade(t, seat, code)), default=0)


def _kept(t: Table, seat: int) -> str:
    """The reason for keeping a set."""
    best = _best_set(t, seat)
    return say("your best set brings {n} tanks now, and a better one may come", n=best) if best else ""


def _traded(t: Table, seat: int, code: int) -> str:
    """The reason for a trade: that it is forced, and that no other brings more."""
    if brings(t, seat, code) < _best_set(t, seat):
        return ""
    if must_trade(t, seat):
        return say("you must trade, and none of your sets brings more")
    return say("none of your sets brings more")


def _bombed(t: Table, border: int) -> Iterator[str]:
    """The reason for the bomb, if it changes a figure that one reads."""
    chances = (attack_to_the_end(t, border, bomb).capture for bomb in (False, True))
    without, with_bomb = (figure(f"{chance:.0%}") for chance in chances)
    if without != with_bomb:
        yield say("the bomb raises your chance from {without} to {with_bomb}", without=without, with_bomb=with_bomb)


def _conquered(t: Table, seat: int, state: int) -> Iterator[str]:
    """The gains from taking a state."""
    loser, continent = owner(t, state), continent_of(t, state)
    if loser != NOBODY and int(t.s.states[loser]) == 1:
        yield say("{letter} would be out", letter=LETTERS[loser])
    if _lacks_only(t, seat, state):
        yield say("all of {continent} would be yours", continent=_called(t, continent))
    if loser != NOBODY and owns_continent(t, loser, continent):
        told = "{letter} would no longer hold all of {continent}"
        yield say(told, letter=LETTERS[loser], continent=_called(t, continent))
    if int(t.s.taken) == 0:
        yield say("a first conquest brings a card")


def _stopped(t: Table, seat: int) -> Iterator[str]:
    """The reasons for attacking no more."""
    if int(t.s.taken):
        yield say("you have conquered a state and get a card")
    attacks = [border for border in range(borders_of_map(t)) if may_attack(t, seat, border, 1)]
    best = max((attack_to_the_end(t, border, bomb=False).capture for border in attacks), default=1.0)
    if best < DOUBTFUL:
        yield say("your best attack would take its state in {chance} of cases", chance=figure(f"{best:.0%}"))


def _placed(t: Table, seat: int, state: int) -> str:
    """The reason for tanks in an own state."""
    beside = [goal(t, border) for border in borders_of(t, state) if hostile(t, seat, border)]
    for other in beside:
        if _lacks_only(t, seat, other):
            told = "from there you can attack {state}, the last one that you lack in {continent}"
            return say(told, state=title(t, other), continent=_called(t, continent_of(t, other)))
    if beside and owns_continent(t, seat, continent_of(t, state)):
        return say("it guards {continent}, which is all yours", continent=_called(t, continent_of(t, state)))
    return say("it borders {n} {n:state that is|states that are} not yours", n=len(beside)) if beside else ""


def _left_behind(t: Table, seat: int, state: int) -> str:
    """The reason for taking tanks away from a state."""
    if any(hostile(t, seat, border) for border in borders_of(t, state)):
        return ""
    return say("{state} borders only states of yours, so one tank is enough there", state=title(t, state))


def _lacks_only(t: Table, seat: int, state: int) -> bool:
    """True if a state is the only one of its continent that a seat lacks."""
    continent = continent_of(t, state)
    lacking = (s for s in range(states_of_map(t)) if continent_of(t, s) == continent and owner(t, s) != seat)
    return list(lacking) == [state]


def _called(t: Table, continent: int) -> str:
    return say(map_of_table(t).continents[continent].title)
