"""The real process dies at every point that has a name: nothing that was acknowledged is lost, nothing is doubled."""

import asyncio
import signal
from functools import partial
from pathlib import Path

import pytest
from support.serving import PATIENCE, Person, Serving, any_choice, check_record, insisted, people, within

from threedown.client import Message
from threedown.server.operations.crash import CrashPoint
from threedown.session.record import read_record

LATE = (CrashPoint.RESTORING,)
"""Points that are reached only after a restart."""
CALLS = (CrashPoint.CALLING,)
"""Points that only a game with days a move reaches: tests/server/push."""
TOGETHER = {"game": "steal-war", "seats": 3, "bots": {"2": "random"}, "pace": 0}
"""Answers are held until all have answered, and the bot is mostly the last."""
IN_TURN = {"game": "blitz31", "seats": 3, "bots": {"2": "simple"}, "pace": 0}
"""An answer is an entry at once, and its command is noted with it."""
OFTEN = "import threedown.server.rooms.snapshots as s; s.SNAPSHOT_EVERY = 8; from threedown.cli import main; main()"
"""A program that takes snapshots so often that the shortest game has two."""
OF_ENTRIES = (
    CrashPoint.BEFORE_COMMIT,
    CrashPoint.COMMITTED,
    CrashPoint.BEFORE_ACK,
    CrashPoint.ACKNOWLEDGED,
    CrashPoint.STEP_SENT,
)


async def until_dead(serving: Serving) -> int:
    """Waits until the process has died, and starts it again, to die no more; returns its exit code."""
    assert serving.process is not None
    code = await asyncio.to_thread(serving.process.wait, 2 * PATIENCE)
    serving.crash_at = ""
    await asyncio.to_thread(serving.start)
    return code


async def play_through(serving: Serving, point: CrashPoint, wish: Message, turns: int, file: Path) -> int:
    """A game from the opening of its room to its rematch, in which the process dies once; returns its exit code."""
    if point not in LATE:
        serving.kill()
        serving.crash_at = point
        await asyncio.to_thread(serving.start)
        dead = asyncio.ensure_future(until_dead(serving))
    async with people(serving.url, "Ann", "Ben") as (ann, ben):
        wish = {**wish, "options": {"turn_cap": turns}}
        room = (await insisted(partial(ann.call, "POST", "/api/rooms", wish)))["room"]
        await insisted(partial(ben.call, "POST", f"/api/rooms/{room}/join", {}))
        await insisted(partial(ann.call, "POST", f"/api/rooms/{room}/start"))
        seated = [Person(player, room, any_choice(seed)) for seed, player in enumerate((ann, ben))]
        overs = await within(*(person.play() for person in seated))
        if point in LATE:
            serving.kill()
            serving.crash_at = point
            await asyncio.to_thread(serving.start)
            dead = asyncio.ensure_future(until_dead(serving))
        file.write_bytes(await insisted(partial(ann.call, "GET", overs[0]["record"])))
        check_record(read_record(file), seated)
        again = await insisted(partial(ann.call, "POST", f"/api/rooms/{room}/rematch"))
        assert again["state"] == "waiting"
        assert [seat["kind"] for seat in again["seats"]] == ["person", "bot", "person"], "the next one begins"
        assert (await ben.call("POST", f"/api/rooms/{room}/rematch"))["room"] == again["room"]
    return await asyncio.wait_for(dead, PATIENCE)


def die_at(left: list[CrashPoint], wish: Message, turns: int, folder: Path, tmp_path: Path) -> None:
    """Goes on until no point is left."""
    serving = Serving(folder, program=("-c", OFTEN))
    try:
        while left:
            point = left.pop()
            code = asyncio.run(play_through(serving, point, wish, turns, tmp_path / "game.3d"))
            assert code == -signal.SIGKILL, point
    finally:
        serving.kill()


def test_killed_where_an_acknowledgement_hangs_by_a_thread(folder: Path, tmp_path: Path) -> None:
    die_at([CrashPoint.ACKNOWLEDGED], IN_TURN, 4, folder, tmp_path)


@pytest.mark.slow
def test_killed_at_every_point_that_has_a_name(folder: Path, tmp_path: Path) -> None:
    die_at([point for point in CrashPoint if point not in CALLS], TOGETHER, 60, folder, tmp_path)


@pytest.mark.slow
def test_killed_at_every_point_of_an_entry(folder: Path, tmp_path: Path) -> None:
    die_at(list(OF_ENTRIES), IN_TURN, 12, folder, tmp_path)
