"""The map of BlitzWar in a large terminal: the shapes of the states in braille, coloured by owner, with plates."""

import functools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from threedown.games.blitzwar.maps import Map, map_named
from threedown.language import say

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille letter: two columns of four dots."""
EMPTY = 0x2800
SEA = -1
WIDEST = 2.0
"""The map may be drawn this many times as wide as it is, so that more names fit."""
LEAST_NAME = 4
"""A shorter piece of a name says nothing."""
PLATE = 3
"""The columns of a plate, as ``B12``."""
MARKS = "▸◂"
"""The signs on both sides of a marked plate."""
NEAR = 3
"""The most rows between a plate and its label."""

Line = list[tuple[str, str]]


class Cell(NamedTuple):
    """A letter of the terminal: the state with most dots in it, and its dots as braille."""

    state: int
    letter: str


class Spot(NamedTuple):
    """The first column and the row of a plate."""

    column: int
    row: int


class Drawn(NamedTuple):
    """A map in so many cells: its cells by row, and where the plate of each state begins."""

    cells: tuple[tuple[Cell, ...], ...]
    plates: tuple[Spot, ...]


def map_lines(
    name: str, width: int, rows: int, plates: list[str], styles: list[str], marked: Sequence[int] = ()
) -> list[Line]:
    """Draw a map: ``plates`` and ``styles`` are those of each state. A name stands below its plate if it fits.

    The plates of ``marked`` states stand between signs.
    """
    found, drawn = map_named(name), drawn_map(name, width, rows)
    letters = [[(cell.letter, styles[cell.state] if cell.state != SEA else "") for cell in row] for row in drawn.cells]
    taken: set[tuple[int, int]] = set()
    for state, spot in enumerate(drawn.plates):
        _write(letters, taken, spot, plates[state], f"bold reverse {styles[state]}")
    for state in marked:
        (column, row), width = drawn.plates[state], len(plates[state])
        for at, sign in ((column - 1, MARKS[0]), (column + width, MARKS[1])):
            if 0 <= at < len(letters[row]):
                _write(letters, taken, Spot(at, row), sign, "bold")
    for state, (column, row) in enumerate(drawn.plates):
        if row + 1 < len(letters):
            title = say(found.states[state].title)
            free = _free(drawn, taken, state, column, row + 1)
            if len(free) < len(title):
                free = _free(drawn, taken, state, column, row + 1, and_sea=True)
            place = title[: len(free)]
            if len(place) >= min(LEAST_NAME, len(title)):
                style = f"{'bold reverse ' * (state in marked)}{styles[state]}"
                centred = column + PLATE // 2 - len(place) // 2
                begin = min(max(free[0], centred), free[-1] + 1 - len(place))
                _write(letters, taken, Spot(begin, row + 1), place, style)
    return [_joined(line) for line in letters]


@functools.lru_cache(maxsize=8)
def drawn_map(name: str, width: int, rows: int) -> Drawn:
    """Scale a map into so many columns and rows, and find a place for the plate of each state."""
    found = map_named(name)
    down = rows * 4 / found.height
    across = min(width * 2 / found.width, down * WIDEST)
    dots = _dots(found, across, down, int(found.width * across) // 2 * 2, rows * 4)
    cells = tuple(
        tuple(_cell(dots, column, row) for column in range(0, len(dots[0]), 2)) for row in range(0, len(dots), 4)
    )
    spots: list[Spot] = []
    for state, each in enumerate(found.states):
        at = (each.label[0] * across / 2, each.label[1] * down / 4)
        spots.append(_spot(cells, state, at, spots))
    return Drawn(cells, tuple(spots))


def _dots(found: Map, across: float, down: float, columns: int, rows: int) -> list[list[int]]:
    """Return the state at each dot, by the even-odd rule."""
    dots = [[SEA] * columns for _ in range(rows)]
    for state, each in enumerate(found.states):
        for polygon in each.shape:
            points = [(x * across, y * down) for x, y in zip(polygon[::2], polygon[1::2], strict=True)]
            crossings: list[list[float]] = [[] for _ in range(rows)]
            for (x, y), (to_x, to_y) in zip(points, [*points[1:], points[0]], strict=True):
                for row in range(max(0, round(min(y, to_y))), min(rows, round(max(y, to_y)))):
                    crossings[row].append(x + (row + 0.5 - y) * (to_x - x) / (to_y - y))
            for row, found_at in enumerate(crossings):
                found_at.sort()
                for begin, end in zip(found_at[::2], found_at[1::2], strict=False):
                    for column in range(max(0, round(begin)), min(columns, round(end))):
                        dots[row][column] = state
    return dots


def _cell(dots: list[list[int]], column: int, row: int) -> Cell:
    """Return one letter; a dot next to another state is left out, because the gap is the border."""
    letter, states = EMPTY, Counter[int]()
    for down, bits in enumerate(DOTS):
        for across, bit in enumerate(bits):
            y, x = row + down, column + across
            state = dots[y][x]
            if state == SEA:
                continue
            states[state] += 1
            right = dots[y][x + 1] if x + 1 < len(dots[y]) else SEA
            below = dots[y + 1][x] if y + 1 < len(dots) else SEA
            if right in (state, SEA) and below in (state, SEA):
                letter |= bit
    return Cell(states.most_common(1)[0][0], chr(letter)) if states else Cell(SEA, " ")


def _spot(cells: tuple[tuple[Cell, ...], ...], state: int, at: tuple[float, float], spots: list[Spot]) -> Spot:
    """Return the free place nearest to a label, in the state if there is one."""
    column, row = round(at[0]), int(at[1])
    free = [
        Spot(x, y)
        for y in range(max(0, row - NEAR), min(len(cells), row + NEAR + 1))
        for x in range(max(0, column - 3 * NEAR), min(len(cells[0]) - PLATE + 1, column + 3 * NEAR + 1))
        if all(y != other.row or abs(x - other.column) > PLATE for other in spots)
    ]

    def far(spot: Spot) -> tuple[bool, float]:
        outside = cells[spot.row][spot.column + PLATE // 2].state != state
        return outside, (spot.column + PLATE / 2 - at[0]) ** 2 + (2 * (spot.row + 0.5 - at[1])) ** 2

    return min(free, key=far)


def _free(drawn: Drawn, taken: set[tuple[int, int]], state: int, column: int, row: int, and_sea: bool = False) -> range:
    """Return the columns in one row around a column that belong to a state (``and_sea``: or to the sea), without plates
    and names.
    """
    line = drawn.cells[row]
    own = (state, SEA) if and_sea else (state,)

    def is_free(at: int) -> bool:
        return 0 <= at < len(line) and line[at].state in own and not {(row, at - 1), (row, at), (row, at + 1)} & taken

    begin = end = column + PLATE // 2
    while is_free(begin - 1):
        begin -= 1
    while is_free(end):
        end += 1
    return range(begin, end)


def _write(letters: list[Line], taken: set[tuple[int, int]], spot: Spot, text: str, style: str) -> None:
    for column, letter in enumerate(text, spot.column):
        letters[spot.row][column] = (letter, style)
        taken.add((spot.row, column))


def _joined(line: Line) -> Line:
    """Join the letters of one style."""
    joined: Line = []
    for letter, style in line:
        if joined and joined[-1][1] == style:
            joined[-1] = (joined[-1][0] + letter, style)
        else:
            joined.append((letter, style))
    return joined
