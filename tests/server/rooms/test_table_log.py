"""The log in the whole table: the turns that were told step by step, without those that were undone."""

import asyncio
import random
from typing import Any

import pytest
from support.server_rooms import act_at_random, heard, listener_of, say, sit_and_start

from threedown.games import game_names
from threedown.server.model.messages import GoOn, Hello, TakeBack
from threedown.server.rooms.recent_turns import EVENTS, TURNS

Log = dict[int, list[dict[str, Any]]]


def follow(log: Log, step: dict[str, Any]) -> None:
    """Add a step to a log of events by turn, as a client keeps it."""
    turn = step["view"]["turns"]
    for later in [other for other in log if other > turn]:
        del log[later]
    if step["turn"] is None:
        log.setdefault(turn, []).extend(step["events"])
    else:
        log[turn] = step["turn"]


def whole(table: dict[str, Any]) -> Log:
    return {turn["turn"]: turn["events"] for turn in table["log"]} | {table["view"]["turns"]: table["events"]}


def whole_lines(table: dict[str, Any]) -> dict[int, Any]:
    return {turn["turn"]: turn["digest"] for turn in table["log"]} | {table["view"]["turns"]: table["digest"]}


@pytest.mark.parametrize("game", game_names())
def test_the_log_of_the_whole_table_is_what_was_told(game: str) -> None:
    async def run() -> None:
        pick, undone = random.Random(game), 0
        room, subscribers = await sit_and_start(game, seed=7)
        *people, _ = subscribers
        logs: list[Log] = [{} for _ in subscribers]
        lines: list[dict[int, Any]] = [{} for _ in subscribers]
        for number in range(60):
            for log, line, subscriber in zip(logs, lines, subscribers, strict=True):
                for step in heard(subscriber, "step"):
                    undone += step["turn"] is not None
                    follow(log, step)
                    line[step["view"]["turns"]] = step["digest"]
            if room.game.session.over:
                break
            if number % 10 == 9:
                for log, line, seat in zip(logs, lines, [*range(len(people)), None], strict=True):
                    again = listener_of("" if seat is None else f"p{seat}")
                    await room.handle(again, Hello())
                    (table,) = heard(again, "table")
                    assert whole(table) == log
                    assert {turn: line.get(turn) for turn in log} == whole_lines(table)
                    room.disconnect(again)
            await act_at_random(room, people, pick, number)
        assert max(logs[0]) > 0, "no turn was played"

    asyncio.run(run())


def test_after_an_undo_the_step_tells_the_turn_that_counts() -> None:
    async def run() -> None:
        room, (ann, _) = await sit_and_start("war", 2, bots={1: "random"})
        for turn in range(3):
            await say(room, ann, GoOn(f"g{turn}", room.game.seq))
        steps = heard(ann, "step")
        await say(room, ann, TakeBack("u", room.game.seq))
        (back,) = heard(ann, "step")
        assert (back["view"]["turns"], back["events"], back["turn"]) == (2, [], steps[2]["events"])
        assert all(step["turn"] is None for step in steps)
        await room.handle(ann, Hello())
        table = heard(ann, "table")[-1]
        assert [turn["turn"] for turn in table["log"]] == [0, 1]
        assert table["events"] == steps[2]["events"]

    asyncio.run(run())


def test_the_log_is_bounded() -> None:
    async def run() -> None:
        room, (ann, _) = await sit_and_start("war", 2, bots={1: "random"}, seed=2)
        for turn in range(TURNS + 20):
            await say(room, ann, GoOn(f"g{turn}", room.game.seq))
        assert not room.game.session.over
        await room.handle(ann, Hello())
        table = heard(ann, "table")[-1]
        last = table["view"]["turns"]
        assert [turn["turn"] for turn in table["log"]] == list(range(last - TURNS + 1, last))
        assert sum(len(turn["events"]) for turn in table["log"]) <= EVENTS

    asyncio.run(run())


def test_the_log_is_told_in_the_language_of_the_client() -> None:
    async def run() -> None:
        room, (ann, _) = await sit_and_start("war", 2, bots={1: "random"})
        for turn in range(2):
            await say(room, ann, GoOn(f"g{turn}", room.game.seq))
        await room.handle(ann, Hello(language="it"))
        table = heard(ann, "table")[-1]
        assert table["log"][1]["events"][0]["text"].startswith("Scopri ")

    asyncio.run(run())
