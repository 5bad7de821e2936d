"""BlitzWar in a terminal: another's turn in one line, a board that stays where it is, and the picked state on it."""

import asyncio
import re
from typing import Any

import pytest
from support.seated import Seated, seated

from threedown.cli.table.faces import Look, chip, spelled_out
from threedown.cli.table.log import Line
from threedown.games import find_game
from threedown.games.blitzwar.digest import StateOwners
from threedown.language import say, speaking
from threedown.session.narrator import Narrator

PLACED: list[dict[str, Any]] = [
    {"kind": "reinforce", "seat": 1, "number": 4},
    {"kind": "place", "seat": 1, "state": "peru", "number": 4},
]
ASSAULT = {"kind": "attack", "seat": 1, "origin": "peru", "state": "brazil", "lost": 1, "destroyed": 1}
FOUGHT = [*PLACED, ASSAULT, {**ASSAULT, "lost": 0}, {"kind": "conquer", "seat": 1, "state": "brazil"}]
TAKEN_OVER = {"kind": "take", "seat": 1, "from": "hand 0", "to": "hand 1"}


@pytest.mark.parametrize(
    ("events", "language", "told"),
    [
        (PLACED, "en", "Ben: 4 placed"),
        ([*PLACED, {"kind": "go", "origin": "peru", "state": "west-australia", "number": 2}], "it",
         "Ben: 4 piazzati, 2 spostati in Australia occidentale"),
        (FOUGHT, "en", "Ben: 2 attacks, 1 state taken (Brazil), 1 tank lost"),
        (FOUGHT, "it", "Ben: 2 attacchi, 1 stato preso (Brasile), 1 carro perso"),
        ([*FOUGHT, TAKEN_OVER, TAKEN_OVER], "en",
         "Ben: 2 attacks, 1 state taken (Brazil), 1 tank lost, 2 cards taken over"),
        ([*FOUGHT, *FOUGHT[2:], *FOUGHT[2:]], "en", "Ben: 6 attacks, 3 states taken, 3 tanks lost"),
    ],
)  # fmt: skip
def test_a_turn_in_one_line(events: list[dict[str, Any]], language: str, told: str) -> None:
    with speaking(language):
        line = Narrator(find_game("blitzwar"), ["Ann", "Ben"]).digest(None, events)
    assert line is not None
    assert (line.seat, line.text) == (1, told)


def taking(*states: str) -> list[dict[str, Any]]:
    """A turn with one attack in which Ben takes these states."""
    return [*PLACED, {**ASSAULT, "lost": 0}, *({"kind": "conquer", "seat": 1, "state": state} for state in states)]


@pytest.mark.parametrize(
    ("taken", "told"),
    [
        (["brazil", "congo"], "2 states taken (Brazil, Congo), 1 from you (Brazil)"),
        (["brazil", "china"], "2 states taken, 2 from you (Brazil, China)"),
        (["brazil", "congo", "china"], "3 states taken, 2 from you (Brazil, China)"),
        (["brazil", "china", "india", "japan"], "4 states taken, 4 from you (Brazil, China, India, Japan)"),
    ],
)
def test_a_turn_names_the_states_that_it_took_from_the_reader(taken: list[str], told: str) -> None:
    places = ("brazil", "china", "india", "japan", "peru", "congo")
    before = StateOwners(places, bytes([0, 0, 0, 0, 0, 2]))
    line = Narrator(find_game("blitzwar"), ["Ann", "Ben", "Cy"], 0).digest(before, taking(*taken))
    assert line is not None
    assert line.text == f"Ben: 1 attack, {told}"


def rows_of(table: Seated, text: str) -> list[str]:
    return [row.strip() for row in table.text.split("\n") if text in row]


def test_a_bots_turn_is_one_line_that_opens() -> None:
    """Three tanks are placed a parcel; Enter on the line, and a click, show each and hide it again."""

    async def play() -> None:
        async with seated("blitzwar") as table:
            await table.press("enter", "down", "down", "enter")
            lines = [line for line in table.log if line.startswith("Bot ")]
            assert lines == ["Bot 1: 3 placed", "Bot 2: 3 placed"]
            assert not rows_of(table, "Bot 1 places")
            text = await table.press("tab", "up", "up", "up", "enter")
            assert "▸ - Bot 1: 3 placed" in text
            text = await table.press("down", "down")
            (opened,) = rows_of(table, "Bot 1 places")
            assert opened.startswith("▸")
            assert not rows_of(table, "Bot 2 places")
            await table.press("up", "up", "enter", "escape")
            assert not rows_of(table, "Bot 1 places")
            await table.resize(100, 32)
            await table.click("+ Bot 2: 3 placed")
            assert rows_of(table, "Bot 2 places")

    asyncio.run(play())


def test_enter_twice_places_all_the_tanks_that_may_be_placed() -> None:
    async def play() -> None:
        async with seated("blitzwar") as table:
            text = await table.press("enter")
            assert re.search(r"▸\s+Place 3 tanks in", text)
            await table.press("enter")
            assert "You place 3 tanks on Greenland." in table.log

    asyncio.run(play())


def test_the_board_stays_where_it_is_and_the_picked_state_is_marked() -> None:
    def places(table: Seated) -> dict[str, tuple[int, int]]:
        rows = table.text.split("\n")
        titles = ("Alaska", "Northwest", "Mexico", "Sahara", "Ural", "East Australia")
        return {title: next((row, line.index(title)) for row, line in enumerate(rows) if title in line)
                for title in titles}  # fmt: skip

    async def play() -> None:
        async with seated("blitzwar") as table:
            before = places(table)
            assert "▸Greenland A1 " in table.text
            assert any("reverse" in str(style) for letter, style in drawn(table, "Greenland A1"))
            text = await table.press("down")
            assert "▸Western States A1 " in text
            assert " Greenland A1 " in text
            assert not any("reverse" in str(style) for letter, style in drawn(table, "Greenland A1"))
            await table.press("up")
            for _ in range(12):
                await table.press("1", "enter")
            assert "Greenland A1 " not in table.text
            assert places(table) == before

    asyncio.run(play())


def drawn(table: Seated, text: str) -> list[tuple[str, Any]]:
    """Return the cells of a text, where it stands first."""
    for cells in table.cells:
        if (at := "".join(letter for letter, _ in cells).find(text)) >= 0:
            return cells[at : at + len(text)]
    raise AssertionError(text)


def test_the_picked_state_is_marked_on_the_drawn_map() -> None:
    async def play() -> None:
        async with seated("blitzwar", size=(120, 40)) as table:
            assert table.text.count("▸A1◂") == 1
            text = await table.press("down")
            assert text.count("▸A1◂") == 1
            assert "4 points; beside it: Rockies B1, Ontario C1" in text

    asyncio.run(play())


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_score_of_all_is_in_sight_in_a_small_terminal(language: str) -> None:
    async def play() -> None:
        async with seated("blitzwar", size=(60, 20), seats=5) as table:
            points = [row for row in table.text.split("\n") if f" {say('points')} " in row or " punti " in row]
            assert [row.split()[0] for row in points] == [say("Player"), *["Bot"] * 4]

    with speaking(language):
        asyncio.run(play())


def test_cards_of_champz_and_states_have_their_names_in_the_log() -> None:
    async def play(game: str, turns: int, seed: int) -> list[str]:
        async with seated(game, seed=seed) as table:
            for _ in range(turns):
                await table.press("enter")
            return table.log

    champz = asyncio.run(play("champz", 12, 21))
    assert not any(code in line for line in champz for code in find_game("champz").words.table.titles)
    assert any(
        f" plays {title} and stands at " in line for line in champz for title in ("a Rushing Touchdown", "a Field Goal")
    )
    with speaking("it"):
        assert any(line.startswith("Posi ") and "Groenlandia" in line for line in asyncio.run(play("blitzwar", 6, 1)))


def test_no_name_of_a_card_is_taken_for_a_card() -> None:
    """TD is the ten of diamonds: a line of the menu was "Blitz: take a Rushing 10♦ from Bot 1"."""
    titles = [say(title) for name in ("champz", "blitzwar") for title in find_game(name).words.table.titles.values()]
    assert [title for title in titles if spelled_out(title, Look(False)) != title] == []


def test_a_card_of_a_state_has_its_name_on_the_table() -> None:
    game = find_game("blitzwar")
    assert chip("west-australia", Look(False), game).plain == "▏West Australia▕"
    with speaking("it"):
        assert chip("west-australia", Look(True), game).plain == "[Australia occidentale]"


def test_a_percent_sign_stays_with_its_number() -> None:
    """A line breaks at each space, also at a no-break one: there is none between the two."""
    assert Line("The check: 39 % or less.").drawn(False, 80).plain == "The check: 39% or less."
    assert spelled_out("39 % of the game", Look(True)) == "39% of the game"


def test_where_the_board_is_cut_off_the_last_line_names_the_key_that_scrolls_it() -> None:
    async def play() -> None:
        async with seated("blitzwar", size=(60, 20)) as table:
            assert "Madagascar" not in table.text
            assert "enter chooses   ^↓ scroll the table   ? help   Esc leave" in table.text
            for _ in range(20):
                await table.press("ctrl+down")
            assert "East Australia" in table.text
            for _ in range(20):
                await table.press("ctrl+up")
            assert "East Australia" not in table.text
            for _ in range(20):
                await table.click("scroll the table")
            assert "East Australia" in table.text
            assert "scroll the table" not in await table.resize(120, 40)

    asyncio.run(play())
