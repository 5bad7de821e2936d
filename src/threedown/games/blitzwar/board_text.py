"""The board of BlitzWar in a terminal: states with their owners by letter and colour; odds and borders."""

from collections.abc import Sequence

from threedown.exact.blitzwar import battle
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
    first_border,
    goal,
    origin,
    owner,
    owns_continent,
    points,
    tanks,
)
from threedown.games.blitzwar.map_text import map_lines
from threedown.games.blitzwar.maps import NAMES, Map, map_named
from threedown.games.blitzwar.tris import brings
from threedown.language import figure, say
from threedown.table.layout import Table
from threedown.table.verbs import options

LETTERS = "ABCDE"
STYLES = ("red", "blue", "green", "yellow", "magenta")
"""By seat: the letter and the colour that stand for it."""

WIDE, HIGH, MAP_PART = 120, 40, 19
"""The smallest terminal with a map, and the rows of the map there; it grows with the terminal."""

ODDS = "{mine} against {theirs}, to the end: {chance} to capture, {lost} lost on average"
WITH_BOMB_ODDS = "{mine} against {theirs} with the bomb, to the end: {chance} to capture, {lost} lost on average"

Line = list[tuple[str, str]]


def map_of_table(t: Table) -> Map:
    """The map that is played on."""
    return map_named(NAMES[int(options(t).map)])


def board(t: Table, width: int, height: int) -> list[Line]:
    """Return the board for a terminal of this size: from 120 by 40 a drawn map, else the states by continent.

    They are lines of (text, style): ``Africa +3  sahara B2 …``; B stands for seat 1. Height 0: no map.
    """
    found = map_of_table(t)
    if width >= WIDE and height >= HIGH:
        owners = [owner(t, state) for state in range(len(found.states))]
        plates = [f"{LETTERS[seat]}{tanks(t, state)}" for state, seat in enumerate(owners)]
        drawn = map_lines(found.name, width, height * MAP_PART // HIGH, plates, [STYLES[seat] for seat in owners])
        return [*drawn, continents(t)]
    indent = max(len(continent.title) for continent in found.continents) + 5
    lines: list[Line] = []
    for number, continent in enumerate(found.continents):
        head, style = continents(t)[number]
        line: Line = [(f"{head:<{indent}}", style)]
        used = indent
        for state, place in enumerate(found.places):
            if found.states[state].continent != continent.name:
                continue
            told = told_state(t, state, place)
            if used + len(told) + 2 > width and used > indent:
                lines.append(line)
                line, used = [(" " * indent, "")], indent
            line.append((told + "  ", STYLES[owner(t, state)]))
            used += len(told) + 2
        lines.append(line)
    return lines


def continents(t: Table) -> Line:
    """Return the continents with their bonus, each in the colour of the seat that has it whole."""
    told: Line = []
    for number, continent in enumerate(map_of_table(t).continents):
        holder = next((seat for seat in range(int(t.s.seats)) if owns_continent(t, seat, number)), None)
        style = "bold" if holder is None else f"bold {STYLES[holder]}"
        told.append((f"{continent.title} +{continent.bonus}  ", style))
    return told


def told_state(t: Table, state: int, place: str) -> str:
    """A state with its owner's letter and its tanks: ``peru B4``."""
    return f"{place} {LETTERS[owner(t, state)]}{tanks(t, state)}"


def neighbours(t: Table, state: int) -> str:
    """A state with its points and borders: ``peru B4 (3 points): venezuela A1, brazil A2, argentina C1``."""
    places = map_of_table(t).places
    beside = [goal(t, border) for border in range(first_border(t, state), first_border(t, state + 1))]
    told = ", ".join(told_state(t, other, places[other]) for other in beside)
    here = told_state(t, state, places[state])
    return say("{state} ({points} {points:point|points}): {beside}", state=here, points=points(t, state), beside=told)


def odds(t: Table, border: int, bomb: bool) -> str:
    """The odds of an attack to the end, before a single die is rolled."""
    mine, his = tanks(t, origin(t, border)) - 1, tanks(t, goal(t, border))
    found = battle(mine, his, int(options(t).defence_dice), bomb)
    return say(
        WITH_BOMB_ODDS if bomb else ODDS,
        mine=mine,
        theirs=his,
        chance=figure(f"{found.capture:.1%}"),
        lost=figure(f"{found.expected_attacker_losses:.1f}"),
    )


def hint(t: Table, seat: int, question: int, code: int) -> str:
    """Facts about a choice that help a player before choosing."""
    if question == PLACE:
        return neighbours(t, code // NUMBERS)
    if question == TRADE:
        return "" if code == KEEP else say("brings {n} tanks", n=brings(t, seat, code))
    if question == ATTACK and code < STOP:
        border = code // WAYS
        bomb = code % WAYS == WITH_BOMB or int(t.s.bomb) == border + 1
        return f"{odds(t, border, bomb)}; {neighbours(t, goal(t, border))}"
    if (question == ATTACK and code >= FOLLOW) or question == OCCUPY:
        border = int(t.s.conquest) - 1
        there = map_of_table(t).places[origin(t, border)]
        left = say("{n} stand in {state}", n=tanks(t, origin(t, border)), state=there)
        return f"{left}; {neighbours(t, goal(t, border))}"
    if question == MOVE and code != END:
        return neighbours(t, goal(t, code // NUMBERS))
    return ""


def repeat_choice(last: str, menu: Sequence[str]) -> str:
    """The choice of a menu that goes on with an attack, with the most dice; empty if there is none.

    >>> repeat_choice("attack peru>brazil 3", ["attack peru>brazil 2", "attack peru>brazil 1", "stop"])
    'attack peru>brazil 2'
    """
    words = last.split()
    if len(words) < 2 or words[0] not in ("attack", "bomb"):
        return ""
    return max((choice for choice in menu if choice.startswith(f"attack {words[1]} ")), default="")
