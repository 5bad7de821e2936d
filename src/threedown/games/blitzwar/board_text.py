"""The board of BlitzWar in a terminal: states with their owners by letter and colour; odds and borders."""

from collections.abc import Sequence

from threedown.exact.blitzwar import Battle, battle
from threedown.games.blitzwar.board import (
    ATTACK,
    CLAIM,
    END,
    FOLLOW,
    KEEP,
    MOVE,
    NUMBERS,
    OCCUPY,
    PLACE,
    SEND,
    STOP,
    TRADE,
    WAYS,
    WITH_BOMB,
    borders_of,
    end_of,
    goal,
    is_free,
    is_neutral,
    origin,
    owner,
    owns_continent,
    points,
    start_of,
    tanks,
)
from threedown.games.blitzwar.map_text import map_lines
from threedown.games.blitzwar.maps import NAMES, Map, map_named
from threedown.games.blitzwar.missions import LETTERS
from threedown.games.blitzwar.options import CONNECTED
from threedown.games.blitzwar.tris import brings
from threedown.games.wording import SCROLL_BAR, BoardLook
from threedown.language import figure, say
from threedown.table.layout import Table
from threedown.table.verbs import options

STYLES = ("red", "blue", "green", "yellow", "magenta", "white")
"""Each seat's colour, and last that of a state that nobody owns."""
NEUTRAL = "N"
"""The letter of a state of the neutral side."""

MARKED = "bold reverse "
"""The style of a marked state, before that of its owner."""
PLATE_WIDTH = 4
"""The columns of an owner and up to 99 tanks, after a state's name: `` B12``."""
WIDE, HIGH, MAP_PART = 120, 40, 19
"""The smallest terminal with a map, and the rows of the map there; it grows with the terminal."""

ODDS = "{mine} against {theirs}, as one stays; to the end: {chance} to capture, {lost} lost on average"
WITH_BOMB_ODDS = (
    "{mine} against {theirs} with the bomb, as one stays; to the end: {chance} to capture, {lost} lost on average"
)

Line = list[tuple[str, str]]


def map_of_table(t: Table) -> Map:
    """The map that is played on."""
    return map_named(NAMES[int(options(t).map)])


def board(t: Table, look: BoardLook) -> list[Line]:
    """Return the board for a terminal: from 120 by 40 a drawn map, else the states by continent.

    They are lines of (text, style): ``Africa +3  Sahara B2 …``; B stands for seat 1. A state has the same place in all
    boards of one width, whatever stands on it; in a low terminal no gaps are left.
    """
    found = map_of_table(t)
    owners = [owner(t, state) for state in range(len(found.states))]
    marked = [state for state, place in enumerate(found.state_names) if place in look.marked]
    if look.width >= WIDE and look.height >= HIGH and not look.in_ascii:
        plates = [plate(t, state) for state in range(len(owners))]
        rows = look.height * MAP_PART // HIGH
        drawn = map_lines(found.name, look.width, rows, plates, [STYLES[seat] for seat in owners], marked)
        return [*drawn, continents(t)]
    sign = ">" if look.in_ascii else "▸"
    pieces = [
        (f"{sign if state in marked else ' '}{told_state(t, state):<{len(title(t, state)) + PLATE_WIDTH}}",
         MARKED * (state in marked) + STYLES[seat])
        for state, seat in enumerate(owners)
    ]  # fmt: skip
    width = look.width - SCROLL_BAR * look.is_low
    indent = 0 if look.is_low else max(len(head) for head, _ in continents(t))
    lines: list[Line] = [[]]
    used = 0
    for head, continent in zip(continents(t), found.continents, strict=True):
        within = [pieces[state] for state, each in enumerate(found.states) if each.continent == continent.name]
        name = f" {head[0].rstrip()}" if look.is_low else f"{head[0]:<{indent}}"
        if not look.is_low or used + len(name) + len(within[0][0].rstrip()) > width:
            lines.append([])
            used = 0
        lines[-1].append((name, head[1]))
        used += len(name)
        for text, style in within:
            if used + len(text.rstrip()) > width:
                lines.append([(" " * indent, "")])
                used = indent
            lines[-1].append((text, style))
            used += len(text)
    return [line for line in lines if line]


def continents(t: Table) -> Line:
    """Return the continents with their bonus, each in the colour of the seat that has it whole."""
    told: Line = []
    for number, continent in enumerate(map_of_table(t).continents):
        holder = next((seat for seat in range(int(t.s.seats)) if owns_continent(t, seat, number)), None)
        style = "bold" if holder is None else f"bold {STYLES[holder]}"
        told.append((f"{say(continent.title)} +{continent.bonus}  ", style))
    return told


def title(t: Table, state: int) -> str:
    """A state's name."""
    return say(map_of_table(t).states[state].title)


def told_state(t: Table, state: int) -> str:
    """A state with its owner's letter and its tanks: ``Peru B4``."""
    return f"{title(t, state)} {plate(t, state)}".rstrip()


def plate(t: Table, state: int) -> str:
    """The owner and the tanks of a state: ``B4``, ``N3`` for one of the neutral side, nothing for one that is free."""
    if is_free(t, state):
        return ""
    return f"{NEUTRAL if is_neutral(t, state) else LETTERS[owner(t, state)]}{tanks(t, state)}"


def neighbours(t: Table, state: int) -> str:
    """The points of a state, and the tanks beside it: ``3 points; beside it: Brazil B4, Argentina C2``."""
    beside = [goal(t, border) for border in borders_of(t, state)]
    return say(
        "{points} {points:point|points}; beside it: {beside}",
        points=points(t, state),
        beside=", ".join(told_state(t, other) for other in beside),
    )


def attack_to_the_end(t: Table, border: int, bomb: bool) -> Battle:
    """The battle over a border, before a single die is rolled."""
    mine, his = tanks(t, origin(t, border)) - 1, tanks(t, goal(t, border))
    return battle(mine, his, int(options(t).defence_dice), bomb)


def odds(t: Table, border: int, bomb: bool) -> str:
    """The odds of an attack to the end."""
    mine, his = tanks(t, origin(t, border)) - 1, tanks(t, goal(t, border))
    found = attack_to_the_end(t, border, bomb)
    return say(
        WITH_BOMB_ODDS if bomb else ODDS,
        mine=mine,
        theirs=his,
        chance=figure(f"{found.capture:.1%}"),
        lost=figure(f"{found.expected_attacker_losses:.1f}"),
    )


def standing_and_goal(t: Table, here: int, there: int) -> str:
    """The tanks of the state that a move leaves, and the neighbours of the one where it ends."""
    standing = say("{n} stand in {state}", n=tanks(t, here), state=title(t, here))
    return f"{standing}; {title(t, there)}: {neighbours(t, there)}"


def hint(t: Table, seat: int, question: int, code: int) -> str:
    """Facts about a choice that help a player before choosing."""
    if question == CLAIM:
        return neighbours(t, code)
    if question == PLACE:
        return neighbours(t, code // NUMBERS)
    if question == TRADE:
        return "" if code == KEEP else say("brings {n} tanks", n=brings(t, seat, code))
    if question == ATTACK and code < STOP:
        border = code // WAYS
        bomb = code % WAYS == WITH_BOMB or int(t.s.bomb) == border + 1
        return f"{odds(t, border, bomb)}; {title(t, goal(t, border))}: {neighbours(t, goal(t, border))}"
    if (question == ATTACK and code >= FOLLOW) or question == OCCUPY:
        border = int(t.s.conquest) - 1
        return standing_and_goal(t, origin(t, border), goal(t, border))
    if question == SEND:
        return standing_and_goal(t, start_of(int(t.s.route) - 1), end_of(int(t.s.route) - 1))
    if question == MOVE and code != END:
        return neighbours(t, end_of(code) if options(t).moves == CONNECTED else goal(t, code // NUMBERS))
    return ""


def repeat_choice(last: str, menu: Sequence[str]) -> str:
    """Return the choice that continues an attack with the most dice; empty if there is none.

    >>> repeat_choice("attack peru>brazil 3", ["attack peru>brazil 2", "attack peru>brazil 1", "stop"])
    'attack peru>brazil 2'
    """
    words = last.split()
    if len(words) < 2 or words[0] not in ("attack", "bomb"):
        return ""
    return max((choice for choice in menu if choice.startswith(f"attack {words[1]} ")), default="")
