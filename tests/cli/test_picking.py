"""Enter takes the usual choice at first, then the selected line; a click opens its own line."""

import asyncio
from collections.abc import Awaitable, Callable

from support.seated import Seated, seated

from threedown.cli.table.menu import Menu
from threedown.session.state import Choice


def in_a_menu(fits: Callable[[Menu], bool], act: Callable[[Seated, Menu], Awaitable[None]]) -> None:
    """Do something with the first menu of a game of Blitz (31) that fits."""

    async def play() -> None:
        async with seated("blitz31", seed=2) as table:
            while (menu := table.screen.menu) is None or not fits(menu):
                assert not table.over
                await table.press("space" if menu is None else "enter")
            await act(table, menu)

    asyncio.run(play())


def chosen(table: Seated) -> str:
    """Return the last choice of seat 0."""
    mine = [entry.choice for entry in table.shared_game.session.log if isinstance(entry, Choice) and entry.seat == 0]
    return mine[-1]


def place_of(menu: Menu) -> int:
    """Return the line of the usual choice."""
    return next((place for place, entry in enumerate(menu.entries) if menu.usual in entry.choices), -1)


def test_enter_takes_the_usual_choice_where_it_is_not_the_first_line() -> None:
    async def act(table: Seated, menu: Menu) -> None:
        assert menu.picked == place_of(menu)
        await table.press("enter")
        assert chosen(table) == menu.usual

    in_a_menu(lambda menu: place_of(menu) > 0, act)


def test_enter_takes_the_line_that_is_moved_to() -> None:
    async def act(table: Seated, menu: Menu) -> None:
        entries, before = list(menu.entries), menu.picked
        await table.press("down", "down", "enter")
        assert chosen(table) == entries[before + 2].choices[0]

    in_a_menu(lambda menu: len(menu.entries) == 4 and menu.picked < 2, act)


def test_a_click_in_the_log_opens_the_clause_of_its_own_line() -> None:
    """Two lines with different clauses open different clauses."""

    async def play() -> None:
        async with seated("war") as table:
            await table.press("space")
            for line, clause in (("You turn up A♦.", "W1-03"), ("You take the pot.", "W1-04")):
                assert (await table.click(line)).startswith(f"{line}\n\n{clause}")
                await table.press("x")

    asyncio.run(play())
