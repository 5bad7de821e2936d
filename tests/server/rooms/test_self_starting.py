"""Turns that begin by themselves: with a decision at once, with a card for everybody after a countdown."""

import asyncio
from typing import Any

import pytest
from support.server_rooms import heard, say, sit_and_start

from threedown.server.model.messages import Choose, GoOn
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.turn_clock import TIME_OF_A_HAND

LONG = 3_600_000
"""A pace that is not over while a test runs."""


async def chosen(room: ServedRoom, people: list[Subscriber]) -> None:
    """Answer every open question with a knock where that is legal, or with its first choice."""
    assert room.game is not None
    session = room.game.session
    assert session.pending is not None
    for seat in session.pending.menus:
        menu = session.menu(seat)
        choice = "knock" if "knock" in menu else menu[0]
        await say(room, people[seat], Choose(f"{seat} {room.game.seq}", room.game.seq, choice))


@pytest.mark.parametrize("game", ["champz", "blitzwar"])
def test_a_turn_with_a_decision_starts_by_itself(game: str) -> None:
    async def run() -> None:
        room, people = await sit_and_start(game, None, pace=LONG)
        assert room.game is not None
        for _ in range(12):
            if room.game.session.over:  # some deals are won sooner
                break
            assert room.game.session.pending is not None, "the next player is asked"
            await chosen(room, people)
        assert room.game.session.turns > 1

    asyncio.run(run())


async def at_the_showdown() -> tuple[ServedRoom, list[Subscriber], dict[str, Any]]:
    """A room of 31 whose first round is over: Ann, Ben and a spectator, and Ann's last step."""
    room, people = await sit_and_start("blitz31", 2, pace=LONG)
    assert room.game is not None
    while room.game.session.pending is not None:
        await chosen(room, people)
    return room, people, heard(people[0], "step")[-1]


def test_the_next_deal_waits_for_a_countdown_that_anybody_may_end() -> None:
    async def run() -> None:
        room, people, step = await at_the_showdown()
        assert room.game is not None
        both_hands = 2 * TIME_OF_A_HAND
        assert step["next"]["of"] == LONG + both_hands
        assert 0 < step["next"]["left"] <= LONG + both_hands
        assert not room.game.waits_for(0)
        before = room.game.seq
        await say(room, people[1], GoOn("one is enough", before))
        assert room.game.session.turns > 1
        assert room.game.session.pending is not None
        assert heard(people[0], "step")[-1]["next"] is None

    asyncio.run(run())


def test_the_next_deal_comes_by_itself_when_the_countdown_is_over() -> None:
    async def run() -> None:
        room, _, step = await at_the_showdown()
        assert room.game is not None
        await room.game.on_pace(step["seq"])
        assert room.game.session.pending is not None

    asyncio.run(run())


def test_a_war_begins_when_all_are_ready() -> None:
    async def run() -> None:
        room, people = await sit_and_start("war", 2, pace=LONG)
        assert room.game is not None
        await say(room, people[0], GoOn("a", 0))
        assert room.game.seq == 0
        assert [room.game.waits_for(seat) for seat in (0, 1)] == [False, True]

    asyncio.run(run())
