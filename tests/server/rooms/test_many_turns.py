"""Several turns in one go, for the only person at a table: each is an entry and a step of its own."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from support.server_rooms import begun_with_parts, drained, heard, room_of, say
from support.virtual import VirtualLoop

from threedown.server.model.messages import GoOn, Hello, TakeBack, TurnUp
from threedown.server.model.moments import MAX_TOGETHER
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber


def run(play: Callable[[], Any]) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(play())


async def begun(
    people: int = 1, game: str = "war", seed: int = 2, preset: str | None = None
) -> tuple[ServedRoom, list[Subscriber]]:
    """A begun game for two, and a client of each person that turns up its own cards."""
    bots = dict.fromkeys(range(people, 2), "random")
    room = room_of(game, 2, preset=preset, bots=bots, seed=seed, pace=60_000)
    return room, await begun_with_parts(room, [f"p{seat}" for seat in range(people)])


async def singly(turns: int) -> list[dict[str, Any]]:
    """The steps of the same game, each turn asked for by itself."""
    room, (ann,) = await begun()
    await room.handle(ann, Hello())
    drained(ann)
    for seq in range(turns):
        await say(room, ann, GoOn(str(seq), seq))
    return heard(ann, "step")


def wars(step: dict[str, Any]) -> bool:
    return any(event["kind"] == "war" for event in step["events"])


def without_undo(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps without what only the last entry has."""
    return [{**step, "undo": None} for step in steps]


def test_turns_to_the_end_are_the_turns_that_are_played_one_by_one() -> None:
    async def play() -> None:
        room, (ann,) = await begun()
        await say(room, ann, GoOn("go", 0, "end"))
        ack, *steps = heard(ann)
        assert ack == {"type": "ack", "id": "go", "seq": MAX_TOGETHER}
        assert [step["seq"] for step in steps] == [*range(1, MAX_TOGETHER + 1)]
        assert any(map(wars, steps)), "no card of mine waits"
        assert without_undo(steps) == without_undo(await singly(MAX_TOGETHER))
        await say(room, ann, GoOn("go", 0, "end"))
        assert heard(ann) == [ack], "the same command has no second effect"
        await say(room, ann, TakeBack("undo", MAX_TOGETHER))
        assert heard(ann, "step")[0]["view"]["turns"] == MAX_TOGETHER - 1, "an undo takes back one turn"

    run(play)


def test_turns_to_a_milestone_end_before_it_and_its_card_waits() -> None:
    async def play() -> None:
        first = next(place for place, step in enumerate(await singly(MAX_TOGETHER)) if wars(step))
        assert first > 0, "the seed has a war after a plain turn"
        room, (ann,) = await begun()
        await say(room, ann, GoOn("go", 0, "milestone"))
        ack, *steps = heard(ann)
        assert (ack["seq"], len(steps), any(map(wars, steps))) == (first, first, False)
        await say(room, ann, GoOn("on", first, "milestone"))
        ack, part = heard(ann)
        assert (ack["seq"], part["type"], [card["card"] for card in part["waits"]]) == (first + 1, "part", ["??"])
        await say(room, ann, TurnUp("up", first, len(part["events"])))
        assert [step["seq"] for step in heard(ann, "step")] == [first + 1]

    run(play)


def test_with_two_people_one_turn_is_played_when_both_are_ready() -> None:
    async def play() -> None:
        room, (ann, ben) = await begun(people=2)
        await say(room, ann, GoOn("a", 0, "end"))
        assert heard(ben) == []
        await say(room, ben, GoOn("b", 0, "end"))
        assert [message["seq"] for message in heard(ann)] == [1, 1]

    run(play)


@pytest.mark.parametrize("game", ["war", "pyanitsa", "syrian-war"])
def test_a_whole_game_in_a_few_commands_ends_as_it_must(game: str) -> None:
    async def play() -> None:
        room, (ann,) = await begun(game=game)
        seq, commands = 0, 0
        while room.state == "playing" and commands < 400:
            commands += 1
            await say(room, ann, GoOn(str(commands), seq, "end"))
            steps = heard(ann, "step")
            assert [step["seq"] for step in steps] == [*range(seq + 1, seq + len(steps) + 1)]
            seq = steps[-1]["seq"]
            if steps[-1]["view"]["over"]:
                break
        assert steps[-1]["view"]["over"]
        assert commands == -(-seq // MAX_TOGETHER)

    run(play)


def test_by_the_clock_the_table_says_after_each_turn_that_time_is_not_up() -> None:
    async def play() -> None:
        room, (ann,) = await begun(preset="clock")
        await say(room, ann, GoOn("go", 0, "end"))
        steps = heard(ann, "step")
        assert len(steps) == MAX_TOGETHER
        assert [step["view"]["turns"] for step in steps] == [turn for turn in range(1, 17) for _ in range(2)]
        assert steps[-1]["question"] is None

    run(play)
