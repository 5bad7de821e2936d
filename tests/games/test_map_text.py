"""The drawn map: every state has its plate, plates stay apart, and borders are gaps."""

import pytest

from threedown.games.blitzwar.map_text import PLATE, drawn_map, map_lines
from threedown.games.blitzwar.maps import NAMES, map_named

SIZES = ((120, 19), (200, 28))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_every_state_has_a_plate_of_its_own(name: str, size: tuple[int, int]) -> None:
    found, drawn = map_named(name), drawn_map(name, *size)
    assert len(drawn.cells) == size[1]
    assert len(drawn.cells[0]) <= size[0]
    assert {cell.state for row in drawn.cells for cell in row} >= set(range(len(found.states)))
    covered = [(plate.row, plate.column + at) for plate in drawn.plates for at in range(PLATE)]
    assert len(set(covered)) == len(covered) == PLATE * len(found.states)


@pytest.mark.parametrize("name", NAMES)
def test_plates_say_owner_and_tanks(name: str) -> None:
    states = range(len(map_named(name).states))
    plates = [f"{'ABC'[state % 3]}{state + 10}" for state in states]
    lines = map_lines(name, 120, 19, plates, [("red", "blue", "green")[state % 3] for state in states])
    pieces = {text: style for line in lines for text, style in line}
    assert {plate: pieces[plate] for plate in plates} == {
        plate: f"bold reverse {('red', 'blue', 'green')[state % 3]}" for state, plate in enumerate(plates)
    }


def test_names_reach_over_the_sea() -> None:
    """A name that is longer than its state goes on over the sea instead of being cut off."""
    found = map_named("world")
    lines = map_lines("world", 120, 19, ["A1"] * len(found.states), ["red"] * len(found.states))
    drawn = "\n".join("".join(text for text, _ in line) for line in lines)
    for name in ("Greenland", "Argentina", "Madagascar", "New Guinea", "Western States", "Eastern States"):
        assert name in drawn, name


def test_a_square_of_dots_has_its_border() -> None:
    """In the middle of Brazil all eight dots are set; a letter on a border lacks some."""
    drawn, brazil = drawn_map("world", 120, 19), map_named("world").number("brazil")
    letters = {cell.letter for row in drawn.cells for cell in row if cell.state == brazil}
    assert "\u28ff" in letters
    assert len(letters) > 5
