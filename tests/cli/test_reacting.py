"""Quick answers in the terminal: a slap is timed from the moment at which the card was drawn."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from support.seated import Seated, seated

from threedown.cli.table.feed import WaitsFor
from threedown.cli.table.screen import TableScreen
from threedown.session.state import Choice

LONG = {"window": 30}
"""The longest window: the tests stop the clock, and no slow machine lets the time run out."""


class StoppedClock:
    """The time of the screen, in seconds, as a test sets it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(TableScreen, "now_in_seconds", lambda screen: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    return StoppedClock(monkeypatch)


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


async def to_the_first_question(table: Seated) -> None:
    """Two cards are laid: a single one can't be slapped."""
    while table.screen.now is None or table.screen.now.waits is not WaitsFor.REACTION:
        await table.press("space")


def choices(table: Seated) -> list[str]:
    """The answers of the last card, in the order of seats."""
    return [entry.choice for entry in table.shared_game.session.log if isinstance(entry, Choice)][-2:]


def test_a_slap_takes_the_time_from_the_drawn_card_to_the_key(clock: StoppedClock) -> None:
    async def play() -> None:
        async with seated("egyptian-ratscrew", **LONG) as table:
            await to_the_first_question(table)
            assert "s slaps" in table.text
            assert "space lets it lie" in table.text
            clock.now += 0.412
            await table.press("s")
            assert choices(table)[0] == "slap 450"
            assert "You slap for nothing, and pay 1 card." in table.log

    run(play)


def test_space_lets_the_card_lie_and_lays_the_next_one(clock: StoppedClock) -> None:
    async def play() -> None:
        async with seated("egyptian-ratscrew", **LONG) as table:
            await to_the_first_question(table)
            turns = table.shared_game.session.turns
            await table.press("space")
            assert choices(table)[0] == "pass"
            assert table.shared_game.session.turns == turns + 1

    run(play)


def test_when_the_time_is_over_the_card_lies(clock: StoppedClock) -> None:
    """The shortest window, in real time."""

    async def play() -> None:
        async with seated("egyptian-ratscrew", window=5) as table:
            await to_the_first_question(table)
            for _ in range(100):
                if table.screen.now is not None and table.screen.now.waits is WaitsFor.NEXT:
                    break
                await asyncio.sleep(0.05)
            assert choices(table)[0] == "pass"

    run(play)


def test_a_slap_after_the_window_is_none(clock: StoppedClock) -> None:
    async def play() -> None:
        async with seated("egyptian-ratscrew", **LONG) as table:
            await to_the_first_question(table)
            clock.now += 3.01
            await table.press("s")
            assert choices(table)[0] == "pass"

    run(play)


def test_at_a_shared_keyboard_each_seat_has_its_number(clock: StoppedClock) -> None:
    """The keyboard does not change hands, and the answers come together once both are there."""

    async def play() -> None:
        async with seated("egyptian-ratscrew", levels=[None, None], **LONG) as table:
            await to_the_first_question(table)
            assert "1 Player 0 slaps" in table.text
            clock.now += 0.3
            await table.press("2")
            assert not choices(table)
            clock.now += 0.2
            await table.press("1")
            assert choices(table) == ["slap 500", "slap 300"]

    run(play)


def test_without_a_clock_there_is_a_menu() -> None:
    async def play() -> None:
        async with seated("egyptian-ratscrew", "by-turn") as table:
            while table.screen.menu is None:
                await table.press("space")
            assert [entry.label for entry in table.screen.menu.entries] == ["Let it lie", "Slap"]

    run(play)
