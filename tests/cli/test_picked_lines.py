"""The picked line, as it is drawn: a sign and a colour, or without colours a sign and a reversed line."""

import asyncio
import re
from typing import Any

import pytest
from rich.color import Color
from support.seated import Seated, seated

from threedown.games import game_names

FEW: dict[str, dict[str, Any]] = {"casino-war": {"rounds": 2}}
"""Rules by which a game soon ends, where two turns are too few for its menus."""


def signed(table: Seated) -> list[int]:
    """Return the rows of the screen that open with the sign."""
    return [row for row, line in enumerate(table.text.split("\n")) if line.startswith(("▸ ", "> "))]


def drawn(table: Seated, row: int) -> set[tuple[Color | None, Color | None, bool]]:
    """Return the colours of a row's words, left of the scrollbar, and whether they are reversed."""
    return {
        (style.color, style.bgcolor, bool(style.reverse)) for letter, style in table.cells[row][2:76] if letter != " "
    }


def check(table: Seated, label: str, without_colours: bool) -> None:
    """Only the picked line has the sign, and its words look different from those of every other line."""
    rows = signed(table)
    assert len(rows) == 1, table.text
    assert table.text.split("\n")[rows[0]][2:76].strip().removesuffix("…").rstrip() in label, table.text
    ((ink, ground, is_reversed),) = drawn(table, rows[0])
    if without_colours:
        assert {ink, ground} <= {None, Color.default()}
        assert is_reversed
    else:
        assert ink != ground
        assert ground not in (None, Color.default())
    top = table.screen.query_one("#menu").region.y
    height = table.screen.query_one("#menu").region.height
    others = [drawn(table, row) for row in range(top, top + height) if row != rows[0]]
    assert (ink, ground, is_reversed) not in set().union(*others)


async def check_menu(table: Seated, without_colours: bool) -> None:
    """Check the line picked at first, its neighbour, and the first one again."""
    menu = table.screen.menu
    assert menu is not None
    at, away = menu.picked, "up" if menu.picked else "down"
    for key in ("", away, "up" if away == "down" else "down"):
        if key and len(menu.entries) > 1:
            await table.press(key)
        number = f"{menu.picked + 1} " if menu.digits and menu.picked < 9 else "  "
        check(table, number + menu.entries[menu.picked].label, without_colours)
    assert menu.picked == at


QUICK = {"blitz31", "casino-war"}
ENDS = re.compile(r"The game is over\.( You have won\.| Bot \d has won\.| .* and .* have won\.| A draw\.)?")
"""The look of a line does not depend on the game: two games show it quickly."""
MENUS = [
    pytest.param(game, without, id=f"{game}-{'NO_COLOR' if without else 'colours'}", marks=marks)
    for game in game_names()
    for without in (False, True)
    for marks in ([] if game in QUICK else [pytest.mark.slow],)
]


@pytest.mark.parametrize(("game", "without_colours"), MENUS)
def test_the_picked_line_is_seen_in_every_menu(
    game: str, without_colours: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if without_colours:
        monkeypatch.setenv("NO_COLOR", "1")

    async def play() -> None:
        async with seated(game, **(FEW.get(game) or {"turn_cap": 2})) as table:
            seen = set()
            for _ in range(200):
                menu = table.screen.menu
                if menu is not None and (menu.title, menu.where) not in seen:
                    seen.add((menu.title, menu.where))
                    await check_menu(table, without_colours)
                if table.over:
                    break
                await table.press("space" if menu is None else "enter")
            assert any(ENDS.fullmatch(title) for title, _ in seen)
            for key in ("tab", "up"):
                await table.press(key)
                line = table.screen.log_lines.lines[table.screen.scene.picked_line or 0]
                of_the_log, of_the_menu = signed(table)
                assert of_the_log < table.screen.query_one("#menu").region.y <= of_the_menu
                assert line.text[:40] in table.text.split("\n")[of_the_log]
                assert drawn(table, of_the_log) == drawn(table, of_the_menu)

    asyncio.run(play())


def test_the_question_whether_to_leave_is_a_menu_too() -> None:
    async def play() -> None:
        async with seated("blitz31", in_ascii=True) as table:
            await table.press("escape")
            await check_menu(table, without_colours=False)
            assert ">" in table.text

    asyncio.run(play())
