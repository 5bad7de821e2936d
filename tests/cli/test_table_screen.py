"""The table on the screen: keys, mouse and layout at every size."""

import asyncio
import re
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from support.goldens import compare
from support.paths import GOLDEN
from support.seated import FOR_EVER, SIZES, Seated, seated
from textual.widgets import OptionList

from threedown.games import find_game, game_names
from threedown.games.facts import summary_of
from threedown.games.setting import settle

GAMES = game_names()
ALL_SIZES = [SIZES[0], SIZES[-1], *(pytest.param(size, marks=pytest.mark.slow) for size in SIZES[1:-1])]
SCREENS = GOLDEN / "screens"
FEW = {"turn_cap": 2}
"""So many turns are enough to see an end."""


async def play_by_keys(table: Seated) -> None:
    """Presses what the last line offers first: Enter where something is to be chosen, else the space bar."""
    for _ in range(400):
        if table.over:
            return
        await table.press("enter" if table.screen.menu is not None else "space")
    raise AssertionError(f"it does not end:\n{table.text}")


async def play_by_mouse(table: Seated) -> None:
    """Clicks the first line that may be chosen, or what the last line offers first."""
    for _ in range(400):
        if table.over:
            return
        menu = table.screen.menu
        await table.click("space" if menu is None else menu.entries[menu.picked].label[:20])
    raise AssertionError(f"it does not end:\n{table.text}")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_to_its_end_by_keys_alone(game: str) -> None:
    async def play() -> None:
        async with seated(game, **FEW) as table:
            await play_by_keys(table)
            over = await table.press()
            assert "The game is over." in over
            assert "1 Play again" in over
            assert "turn cap is reached" in over

    asyncio.run(play())


@pytest.mark.parametrize(
    "game", [game if game in ("war", "blitz31") else pytest.param(game, marks=pytest.mark.slow) for game in GAMES]
)
def test_a_game_to_its_end_by_the_mouse_alone(game: str) -> None:
    async def play() -> None:
        async with seated(game, **FEW) as table:
            await play_by_mouse(table)
            await table.click("Check the record")
            await table.click("Leave")
            assert table.screen.return_value == "leave"

    asyncio.run(play())


@pytest.mark.parametrize("size", ALL_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", GAMES)
def test_the_important_things_are_on_the_screen(game: str, size: tuple[int, int], rewrite_golden: bool) -> None:
    """The screen shows whose turn it is, the choices and the keys and, where there is room, every hand; it equals the
    golden screen (`make golden` rewrites it: read the diff)."""

    async def play() -> None:
        async with seated(game, size=size) as table:
            text = await table.press("space") if table.screen.menu is None else table.text
            lines = text.split("\n")
            assert len(lines) == size[1]
            assert all(len(line) <= size[0] for line in lines)
            assert lines[0].startswith(table.shared_game.session.setting.game.title[: size[0]])
            assert "? help" in lines[-1]
            if (menu := table.screen.menu) is not None:
                assert menu.title in " ".join(text.split())
                shown = sum(entry.label[:20] in text for entry in menu.entries)
                assert shown >= min(5 if size[1] >= 20 else 3, len(menu.entries))
            if size[1] >= 24:
                for name in table.screen.source.names:
                    assert name in text
            assert not re.search(r"\b(won|hand|deck|field) \d", text), "names of piles that only programs know"
            compare(SCREENS / game / f"{size[0]}x{size[1]}.txt", lines, rewrite_golden)

    asyncio.run(play())


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


def test_at_a_war_the_game_takes_a_breath() -> None:
    """Seed 1: turn 38 is the first war, two sevens; first they are marked, then the seven that wins it."""

    async def play() -> None:
        async with seated("war", breath=FOR_EVER) as table:
            tied = await table.press("w")
            assert "War!" in tied
            assert tied.count("┏━━━━━┓") == 2, "the tied cards are marked"
            assert "26 cards" in tied
            assert "lays a card face down" not in tied
            won = await table.press("space")
            assert won.count("┏━━━━━┓") == 1
            assert "Bot 1 takes 6 cards after a war." in won
            assert "lays a card face down" in won

    run(play)


def test_an_undo_takes_the_log_back_too() -> None:
    async def play() -> None:
        async with seated("war") as table:
            await table.press("space")
            first = list(table.log)
            await table.press("w")
            assert len(table.log) > len(first)
            back = await table.press("u")
            assert "turn 1, 0 wars" in back
            assert table.log[:-1] == first
            assert table.log[-1] == "That is taken back."
            await table.press("u", "u")
            assert "There is nothing to undo" in table.log[-1]

    run(play)


def test_k_is_knock_and_escape_clears_before_it_asks_and_leaves() -> None:
    async def play() -> None:
        async with seated("blitz31") as table:
            await table.press("space")
            assert table.screen.menu is not None
            typed = await table.press("k")
            assert "k_" in typed
            assert "draw stock" not in typed.split("k_")[1]
            assert "k_" not in await table.press("escape")
            assert "Leave? The game is kept" in await table.press("escape")
            stays = await table.press("1")
            assert "Leave?" not in stays
            assert table.screen.return_value is None
            await table.press("q")
            assert "q_" in table.text, "a letter is typed where something is asked, and does not leave"
            await table.press("escape", "k", "enter")
            assert any("You knock" in line for line in table.log)

    run(play)


def test_events_since_my_last_turn_are_a_block_and_the_showdown_is_shown() -> None:
    async def play() -> None:
        async with seated("blitz31", seats=3) as table:
            await table.press("space", "enter", "enter")
            assert "since your last turn" in table.log
            after = table.log[table.log.index("since your last turn") :]
            assert any(line.startswith("Bot 1") for line in after)
            assert any(line.startswith("Bot 2") for line in after)
            await table.press("k", "enter")
            shown = table.text
            assert any("shows" in line for line in table.log), "the showdown is told"
            assert table.screen.menu is None, "the next deal waits until the showdown was seen"
            assert "space next" in shown

    run(play)


def test_nothing_since_my_last_turn_has_no_heading() -> None:
    """At the casino nobody plays between my bets, so nothing can stand below."""

    async def play() -> None:
        async with seated("casino-war", seed=4, rounds=3) as table:
            while not table.over:
                await table.press("enter" if table.screen.menu is not None else "space")
                assert "since your last turn" not in table.log

    run(play)


def test_the_heading_stands_above_all_that_others_did_since() -> None:
    """Champz pauses between turns, and a bot draws before it chooses: that draw is news too."""

    async def play() -> None:
        async with seated("champz", seed=21, seats=3) as table:
            seen = 0
            while not table.over:
                await table.press("enter" if table.screen.menu is not None else "space")
                log = table.log
                if "since your last turn" in log:
                    seen += 1
                    assert not re.match("Bot . draws", log[log.index("since your last turn") - 1]), log
            assert seen

    run(play)


def test_a_terminal_that_is_too_small_says_so() -> None:
    async def play() -> None:
        async with seated("blitz31", size=(20, 5)) as table:
            assert table.text.split() == ["Too", "small:", "at", "least", "30", "by", "8."]
            assert "Draw from the stock" in await table.resize(80, 24)

    run(play)


def test_large_choices_go_in_steps_and_the_last_bet_is_remembered() -> None:
    async def play() -> None:
        async with seated("casino-war", seed=4) as table:
            await table.press("1", "2", "enter")
            assert table.log[-1] != ""
            assert "Again: Bet 12" in table.text
            await table.press("enter")
            choices = [given.choice for given in table.shared_game.session.history if hasattr(given, "choice")]
            assert choices[:2] == ["bet 12", "bet 12"]
        async with seated("blitzwar") as table:
            menu = table.screen.menu
            assert menu is not None
            assert all(entry.is_step for entry in menu.entries)
            first = menu.entries[0].label.removesuffix(" …")
            await table.press("1")
            state = first.removeprefix("Place tanks in ")
            amounts = ["1 tank", "2 tanks", "3 tanks"]
            assert [entry.label for entry in menu.entries] == [f"Place {tanks} in {state}" for tanks in amounts]
            await table.press("escape")
            assert menu.entries[0].label == f"{first} …"

    run(play)


def test_a_bot_that_imagines_says_what_it_has_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think in machine code at this table too; a stand-in replaces it here."""

    def found(t: Any, seat: int, question: int) -> int:
        t.live.weighed[:2] = [[0, 256, 1_200_000, 0, 0], [2, 256, -256_000, 512_000_000, 0]]
        return 0

    monkeypatch.setattr("threedown.bulk.compiler.compiled_policy", lambda *what, **how: found)

    async def table() -> None:
        async with seated("blitz31", levels=(None, "keen"), size=(120, 40)) as table:
            text = " ".join((await table.press("!")).split())
            assert "it wins 47% of 256 imagined games" in text

    asyncio.run(table())


def test_waiting_for_the_compiler_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = threading.Event()

    def picks(t: Any, seat: int, question: int) -> int:
        return 0

    monkeypatch.setattr("threedown.bulk.compiler.compiled_policy", lambda *what, **how: compiled.wait() and picks)
    monkeypatch.setattr("threedown.cli.table.keyboard_game.LOADING", 0)

    async def table() -> None:
        async with seated("blitz31", levels=(None, "keen"), size=(120, 40)) as table:
            await table.press("enter")
            threading.Timer(0.5, compiled.set).start()
            await table.press("enter", "enter")
            assert sum("is being compiled" in line for line in table.log) == 1
            assert "Bot 1 draws and discards" in table.text or "Bot 1 takes" in table.text

    asyncio.run(table())


def test_help_has_the_keys_the_rules_and_the_legend() -> None:
    async def play() -> None:
        async with seated("champz", size=(100, 60)) as table:
            page = await table.press("?")
            for told in ("Keys", "leave", "the next player has one turn", "HAIL-MARY", "only a Blitz takes it"):
                assert told in page
            assert "HAIL-MARY" not in await table.press("x")

    run(play)


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_in_ten_lines(game: str) -> None:
    for preset in find_game(game).presets:
        short = summary_of(settle(find_game(game), preset)).short
        assert 3 <= len(short) <= 10, preset
        assert all(line.endswith(".") and "{" not in line for line in short), preset


def test_a_line_of_the_log_has_its_page() -> None:
    async def play() -> None:
        async with seated("war") as table:
            await table.press("space", "tab", "up", "up")
            page = await table.press("?")
            assert "You turn up A♦." in page
            assert "W1-03" in page
            assert "at the same time" in page
            await table.press("x", "tab")
            assert not table.screen.reading

    run(play)


def test_the_end_tells_the_score_and_the_story_and_shows_the_record() -> None:
    async def play() -> None:
        async with seated("war") as table:
            over = await table.press("f")
            assert re.search(r"The game is over\. (You have won|Bot 1 has won|A draw)\.", over)
            end = next(line for line in table.log if line.startswith("At the end: "))
            assert re.fullmatch(r"At the end: Player \d+, Bot 1 \d+\.", end)
            assert re.search(r"Player from the deal to the end: [▁▂▃▄▅▆▇█]{30,60}$", "\n".join(table.log), re.M)

    run(play)


def test_final_holdings_are_told_in_the_units_of_the_game() -> None:
    """In chips, not in the half chips of the books; in points and in lives."""

    async def play() -> None:
        for game, has, options in (
            ("casino-war", r"Player [\d.]+ chips", {"rounds": 2}),
            ("blitz31", r"(Player|Bot 1) (\d lives|1 life|out), (Player|Bot 1) (\d lives|1 life|out)", {"lives": 1}),
        ):
            async with seated(game, **options) as table:
                while "The game is over." not in table.text:
                    await table.press("enter" if table.screen.menu else "space")
                end = next(line for line in table.log if line.startswith("At the end: "))
                assert re.fullmatch(rf"At the end: {has}\.", end), end

    run(play)


def test_the_result_of_a_turn_addresses_me() -> None:
    """Seed 3: the first turn is mine in both games."""

    async def play() -> None:
        async with seated("war", seed=3) as table:
            assert "You take 2 cards." in await table.press("space")
        async with seated("tod-und-leben", seed=3) as table:
            assert "You store 2 cards." in await table.press("space")
            assert "w to the next pair of equal cards" in table.text

    run(play)


def test_a_debt_addresses_me() -> None:
    async def play() -> None:
        async with seated("beggar-my-neighbour", seed=1) as table:
            said = set()
            while not table.over and len(said) < 2:
                await table.press("space")
                said |= set(re.findall(r"^(You owe|Player owes|Bot 1 owes) \d cards?\.", table.text, re.M))
            assert said == {"You owe", "Bot 1 owes"}

    run(play)


def test_the_keys_of_reading_are_told_while_one_reads() -> None:
    async def play() -> None:
        async with seated("war") as table:
            assert "shows the clause" in await table.press("space", "tab")
            assert "space next" in await table.press("escape")

    run(play)


def test_a_race_says_whose_key_plays_which_card() -> None:
    async def play() -> None:
        async with seated("war", "race-to-ace") as table:
            assert "space plays your card" in await table.press("w")
            await table.press("space")
            assert "Leave? The game is kept" in await table.press("escape"), "a race is not left by a slip"
            assert "Leave?" not in await table.press("1")
        async with seated("war", "race-to-ace", levels=[None, None]) as table:
            race = await table.press("w")
            assert "1 plays Player 0's card" in race
            assert "2 plays Player 1's card" in race

    run(play)


def test_the_house_has_its_card_on_the_table() -> None:
    """Seed 4: jack against ace."""

    async def play() -> None:
        async with seated("casino-war", seed=4) as table:
            text = await table.press("1", "enter")
            lines = text.split("\n")
            house = lines.index("The house")
            assert lines[house + 2].startswith("  │A "), text
            assert "♥" in lines[house + 3]

    run(play)


def test_a_screen_that_changes_its_size_is_drawn_anew() -> None:
    async def play() -> None:
        async with seated("war", size=(120, 40)) as table:
            await table.press("space")
            assert "╭─────╮" in table.text
            small = await table.resize(40, 10)
            assert max(map(len, small.split("\n"))) <= 40
            assert "space next" in small
            assert "╭─────╮" in await table.resize(120, 40)

    run(play)


def test_the_end_of_the_log_stays_in_sight_on_a_smaller_screen() -> None:
    async def play() -> None:
        async with seated("champz", size=(100, 30)) as table:
            text = ""
            while "What do you do?" not in text:
                text = await table.press("space")
            last = text.partition("What do you do?")[0].rstrip().rpartition("\n")[2]
            assert last.startswith("You draw ")
            for size in ((80, 24), (60, 20), (40, 10), (100, 30)):
                assert last in await table.resize(*size), size

    run(play)


@pytest.mark.parametrize(("game", "keys", "name"), [("blitzwar", "enter", "#log"), ("casino-war", "down", "#menu")])
def test_a_list_stays_in_place_when_it_is_drawn(game: str, keys: str, name: str) -> None:
    """Textual scrolls a list that gets new rows to its beginning, and back only after it was painted."""

    async def play() -> None:
        async with seated(game, seed=5) as table:
            await table.press(*[keys] * 20)
            listed = table.screen.query_one(name, OptionList)
            before = listed.scroll_y
            assert before
            table.screen._redraw()
            assert listed.scroll_y == before

    run(play)


def test_every_card_and_piece_of_ascii_is_ascii() -> None:
    async def play() -> None:
        for game in ("war", "champz", "blitz31"):
            async with seated(game, in_ascii=True) as table:
                text = table.text + await table.press("space", "enter")
                assert sorted({letter for letter in text if not letter.isascii()} - {"…"}) == []

    run(play)
