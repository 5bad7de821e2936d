"""The table on the screen says what a player should know: the game in short, the facts of a question, and why not."""

import asyncio

import pytest
from support.seated import seated

from threedown.cli.table.menu import Menu
from threedown.cli.table.steps import Option
from threedown.games import find_game
from threedown.games.facts import summary_of
from threedown.games.setting import settle
from threedown.games.wording import Act


def test_a_game_begins_with_its_summary() -> None:
    async def play() -> None:
        async with seated("champz") as table:
            summary = summary_of(settle(find_game("champz"))).brief
            assert table.log[: len(summary)] == summary
            assert "You win with 21 points, unless the next player can answer." in table.text

    asyncio.run(play())


def test_a_question_has_its_facts_and_the_picked_answer_its_price() -> None:
    """Seed 4: in the second turn a five meets an eight of spades."""

    async def play() -> None:
        async with seated("blitzkrieg", seed=4) as table:
            while table.screen.menu is None:
                await table.press("w")
            asked = " ".join(table.text.split())
            assert "surrender the battle? Your five is the smaller. Turn up cards until your spades" in asked
            assert "You take the 2 and all that is drawn" in asked
            assert "Bot 1 takes the 2, and nothing more is drawn." in await table.press("down")

    asyncio.run(play())


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        # seed 2: a hand with both cards, and nobody has placed one
        ("champz", "blocked-kick", "Blocked Kick: There is nothing to remove: nobody placed a card"),
        ("champz", "blitz", "Blitz: There is nothing to take: no other player has an Offensive Card. (BC-037)"),
        ("blitzwar", "south af", "South Africa: Tanks are placed only in your own states. (BW-015)"),
        ("blitzwar", "bomb", "The bomb is for an attack: the attacks begin when all tanks are placed. (BW-050)"),
    ],
)
def test_a_card_or_state_that_is_typed_says_why_not(game: str, typed: str, told: str) -> None:
    async def play() -> None:
        async with seated(game, seed=2) as table:
            if table.screen.menu is None:
                await table.press("space")
            assert told not in table.text
            await table.press(*("space" if key == " " else key for key in typed))
            assert told in " ".join(table.text.split())
            await table.press("escape")
            assert told not in " ".join(table.text.split())

    asyncio.run(play())


def test_a_reason_is_shown_where_no_choice_fits_and_first_as_a_target() -> None:
    acts = [Act("attack", states=("peru", "brazil"), number=n) for n in range(1, 11)]
    against = {
        Option("japan", "Japan", Act("japan")): "Far.", Option(">japan", "Japan", Act(">japan")): "Not beside.",
        Option("brazil", "Brazil", Act("brazil")): "Not yours.",
    }  # fmt: skip
    menu = Menu("Attack?", [Option(act.text, act.text, act) for act in [*acts, Act("stop")]], against=against)
    assert menu.reason == ""
    menu.type("brazil")
    assert menu.reason == "", "an attack fits"
    menu.back()
    menu.type("jap")
    assert menu.reason == "Far."
    menu.back()
    menu.pick(0)
    menu.type("jap")
    assert menu.reason == "Not beside."
    menu.type("x")
    assert menu.reason == ""
