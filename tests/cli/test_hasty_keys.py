"""Keys that come too early, and keys whose meaning must not depend on names."""

import asyncio
from collections.abc import Sequence

import pytest
from support.seated import FOR_EVER, seated

from threedown.cli.table.feed import WaitsFor
from threedown.cli.table.local_game import LocalGame
from threedown.cli.table.log import SINCE
from threedown.cli.table.menu import Menu
from threedown.cli.table.screen import THINKING, TableScreen
from threedown.cli.table.steps import Option
from threedown.games.wording import Act
from threedown.session.live import Event


def test_a_hammered_key_does_not_leave_the_ending() -> None:
    """Enter, pressed on and on, shows the verdict and starts no other game; another key is heard."""

    async def play() -> None:
        async with seated("casino-war", seed=4, rounds=3, repeats=FOR_EVER) as table:
            for _ in range(30):
                await table.press("enter")
            assert table.over
            assert "The game is over." in table.text
            assert table.screen.return_value is None
            await table.press("1")
            assert table.screen.return_value == "again"

    asyncio.run(play())


def test_keys_typed_ahead_are_dropped_at_the_ending() -> None:
    async def play() -> None:
        async with seated("war", turn_cap=2) as table:
            await table.press("space")
            for key in (" ", "1", "enter", "1"):
                table.screen._keys.put_nowait(key)
            await table.settled()
            assert table.over
            assert table.screen.return_value is None

    asyncio.run(play())


def test_a_key_typed_ahead_of_a_question_is_dropped() -> None:
    """Enter twice between two rounds: the second comes when the next bet is asked for already."""

    async def play() -> None:
        async with seated("casino-war", seed=4, rounds=9) as table:
            for _ in range(4):
                await table.press("enter")
                here = table.screen.source
                assert isinstance(here, LocalGame)
                if here.home.session.pending is not None:
                    await here.go("turn")
                for key in ("enter", "enter", "space", "enter"):
                    table.screen._keys.put_nowait(key)
                await table.settled()
            assert not [line for line in table.log if "choice comes first" in line]

    asyncio.run(play())


def test_digits_pick_lines_that_end_with_the_name_of_a_bot() -> None:
    """A name is no number: "Blitz TD-RUN of Bot 2" stays a line with a digit."""
    acts = [Act("blitz", seat=2, cards=("TD-RUN",)), Act("pass")]
    menu = Menu(
        "What do you do?", [Option(acts[0].text, "Blitz TD-RUN of Bot 2", acts[0]), Option("pass", "pass", acts[1])]
    )
    assert menu.digits
    assert menu.digit("2") == 1


def test_digits_are_typed_where_the_choices_are_numbers() -> None:
    bets = [Act("bet", number=bet) for bet in (1, 2)]
    menu = Menu("How much?", [Option(act.text, f"bet {act.number} chips", act) for act in bets])
    assert not menu.digits


def test_u_takes_back_in_a_menu_and_ctrl_z_suspends(monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[bool] = []
    monkeypatch.setattr(TableScreen, "action_suspend_process", lambda self: suspended.append(True))

    async def play() -> None:
        async with seated("blitzwar") as table:
            before = table.text
            await table.press("1", "1", "enter")
            placed = table.shared_game.session.history
            await table.press("ctrl+z")
            assert suspended == [True]
            assert table.shared_game.session.history == placed
            await table.press("u")
            assert len(table.shared_game.session.history) < len(placed)
            assert table.text.split("\n")[1] == before.split("\n")[1]

    asyncio.run(play())


@pytest.mark.parametrize("key", ["space", "enter", "x", "escape"])
def test_help_closes_with_any_key(key: str) -> None:
    async def play() -> None:
        async with seated("champz", size=(60, 12)) as table:
            assert "any other key" in await table.press("?")
            assert "any other key" not in await table.press(key)

    asyncio.run(play())


@pytest.mark.slow
def test_a_forced_choice_is_never_offered() -> None:
    """Of a choice that plays itself there is no menu, in which a key could play it too."""

    async def play() -> None:
        async with seated("steal-war", seed=7) as table:
            here = table.screen.source
            assert isinstance(here, LocalGame)
            offered: list[int] = []
            told = here._told

            def tell(events: Sequence[Event]) -> None:
                step = here._now(events)
                if step.waits is WaitsFor.CHOICE and step.question is not None:
                    offered.append(len(step.question.choices or ()))
                told(events)

            here._told = tell  # type: ignore[method-assign]
            await table.press(*["enter"] * 20)
            assert here.home.session.turns > 2
            assert offered
            assert min(offered) > 1

    asyncio.run(play())


def test_a_forced_choice_is_mine_and_no_news() -> None:
    """Below "since your last turn" stands what others did, never the pass that a seat was forced to."""

    async def play() -> None:
        async with seated("champz", seed=2, seats=4) as table:
            passed = 0
            while not table.over:
                await table.press("enter")
                log = table.log
                passed += "You pass." in log
                if SINCE.text in log and log.index(SINCE.text) + 1 < len(log):
                    assert not log[log.index(SINCE.text) + 1].startswith("You pass"), log
            assert passed

    asyncio.run(play())


def test_advice_that_takes_time_says_so() -> None:
    async def play() -> None:
        async with seated("blitz31", seed=11) as table:
            here, answer = table.screen.source, asyncio.Event()
            table.screen.patience = 0

            async def hint() -> str:
                await answer.wait()
                return "Knock."

            here.hint = hint  # type: ignore[method-assign]
            await table.press("space")
            table.screen._keys.put_nowait("!")
            while THINKING not in table.log:
                await asyncio.sleep(0)
            answer.set()
            await table.settled()
            assert table.log[-1] == "Knock."
            assert THINKING not in table.log

    asyncio.run(play())
