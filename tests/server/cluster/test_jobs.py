"""Studies and analyses of all workers: asked for at any of them, worked out once by one of them, and read at all."""

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update
from support.cluster import workers

from threedown.server.http.effects import effects_seen
from threedown.server.http.studies import study_seen
from threedown.server.hub import Hub
from threedown.server.model.errors import TooMany
from threedown.server.model.findings import StudySeen
from threedown.server.model.lab_requests import Rules, Study
from threedown.server.rooms import jobs as shared
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.room_request import setting_of_rules
from threedown.server.store import jobs
from threedown.server.store import postgres as store
from threedown.server.store.tables import jobs as jobs_table
from threedown.server.store.tables import watchers
from threedown.server.store.tables import workers as workers_table
from threedown.server.workers import job_queue

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("quick")]

HERE, THERE = "203.0.113.9", "198.51.100.7"
WISH = Study("casino-war", vary={"rounds": [1, 2, 3]}, options={"rounds": 2}, games=1000)
STUB = """
import os, pathlib, sys, time, msgspec
from threedown.framing import framed
from threedown.server.model.findings import *
task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
folder = pathlib.Path({folder!r})
(folder / f"begun-{{os.getpid()}}").touch()
def found(look, over):
    games, rest = 1000 * look, (over, over, 0.01, 1, 0, [], [], {{}}, "")
    return FoundStudy(StudyFound("casino-war", 1, task.options, task.seats, task.seed, games, look, 2, *rest))
def say(message):
    sys.stdout.buffer.write(framed(msgspec.msgpack.encode(message)))
    sys.stdout.buffer.flush()
if isinstance(task, RulesTask):
    say(FoundEffects(Effects(task.game, 1, task.options, task.seats, 100, 1, 50.0, 40.0, 90.0, {{}})))
    raise SystemExit
say(TaskProgress("playing", 1, 2))
say(found(1, False))
while not (folder / "end").exists():
    time.sleep(0.01)
if (folder / "fail").exists():
    raise SystemExit(1)
say(found(2, True))
"""
"""In the place of the process of a job: it tells its first look and ends when it may."""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "FEED_EVERY", 0.02)
    monkeypatch.setattr(shared, "CLEAN_UP_AFTER", 1)


@pytest.fixture
def scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the processes of jobs write that they have begun, and look if they may end."""
    monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", STUB.format(folder=str(tmp_path))))
    return tmp_path


def begun(scratch: Path) -> int:
    return len(list(scratch.glob("begun-*")))


async def told(hub: Hub, is_so: Callable[[StudySeen], bool], player: str = "p0", **changes: Any) -> StudySeen:
    """Ask for the study, as a page does, until what is told is so."""
    wish = msgspec.structs.replace(WISH, **changes)
    while not is_so(seen := await study_seen(hub, wish, player, HERE)):
        await asyncio.sleep(0.02)
    return seen


def plays(seen: StudySeen) -> bool:
    return seen.state == "playing" and seen.found is not None


async def rows(hub: Hub) -> list[Any]:
    return await hub.services.writer.do(lambda connection: list(connection.execute(select(jobs_table))))


def test_a_study_runs_once_and_is_told_at_both_workers(folder: Path, scratch: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        seen = [await told(hub, plays, f"p{place}") for place, hub in enumerate((first, second))]
        assert seen[0] == seen[1]
        assert (seen[0].done, seen[0].of) == (1, 2)
        assert begun(scratch) == 1
        (scratch / "end").touch()
        for hub in (second, first):
            last = await told(hub, lambda seen: seen.state == "done", begin=False)
            assert last.found is not None
            assert last.found.games == 2000
        await until_empty(first)
        assert begun(scratch) == 1
        assert not (folder / "studied").exists(), "a file would be one machine's alone"

    workers(folder, act)


async def until_empty(hub: Hub) -> None:
    while await rows(hub):
        await asyncio.sleep(0.02)


@pytest.mark.slow
def test_a_study_goes_on_while_a_player_at_another_worker_wants_it(folder: Path, scratch: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        study = (await told(first, plays, "p0")).study
        await told(second, plays, "p1")
        await first.studies.leave(study, "p0")
        await asyncio.sleep(3 * job_queue.POLL_SECONDS)
        assert len(await rows(first)) == 1, "another player looks at it"
        await first.studies.leave(study, "p1")
        await until_empty(second)
        for hub in (first, second):
            stopped = await told(hub, lambda seen: True, begin=False)
            assert (stopped.state, stopped.found and stopped.found.look) == ("stopped", 1)
        assert plays(await told(second, plays)), "it may be asked for again"
        assert begun(scratch) == 2

    workers(folder, act)


@pytest.mark.slow
def test_the_study_of_a_dead_worker_is_done_by_another(folder: Path, scratch: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        await told(first, plays)
        [row] = await rows(first)
        dead, alive = (first, second) if worker_of(first) == row.worker else (second, first)
        assert isinstance(dead.services.cluster, Shared)
        dead.services.cluster._left = True  # it beats no more
        late = update(workers_table).where(workers_table.c.worker == row.worker).values(until=0)
        await alive.services.writer.do(lambda connection: connection.execute(late) and None)
        while [each.worker for each in await rows(alive)] != [worker_of(alive)]:
            await asyncio.sleep(0.02)
        (scratch / "end").touch()
        last = await told(alive, lambda seen: seen.state == "done")
        assert last.found is not None
        assert last.found.over

    workers(folder, act)


def worker_of(hub: Hub) -> str:
    assert isinstance(hub.services.cluster, Shared)
    return hub.services.cluster.own.worker


@pytest.mark.slow
def test_a_failed_study_is_told_at_both_workers_and_not_tried_again(folder: Path, scratch: Path) -> None:
    (scratch / "end").touch()
    (scratch / "fail").touch()

    async def act(first: Hub, second: Hub) -> None:
        for hub in (first, second):
            assert (await told(hub, lambda seen: seen.state == "failed")).found is not None
        assert begun(scratch) == 1

    workers(folder, act)


@pytest.mark.slow
def test_what_one_worker_has_measured_another_one_knows(folder: Path, scratch: Path) -> None:
    setting = setting_of_rules(Rules("war", options={"turn_cap": 77}))

    async def act(first: Hub, second: Hub) -> None:
        while (seen := await effects_seen(first, setting, HERE, "p0")).state != "done":
            await asyncio.sleep(0.02)
        assert await effects_seen(second, setting, THERE, "p1") == seen
        assert begun(scratch) == 1

    workers(folder, act)


def test_an_address_has_so_many_jobs_and_is_stored_nowhere(folder: Path, scratch: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        for seed in range(job_queue.MAX_JOBS_PER_ADDRESS):
            await study_seen(first, msgspec.structs.replace(WISH, seed=seed), "", HERE)
        with pytest.raises(TooMany):
            await study_seen(first, msgspec.structs.replace(WISH, seed=99), "", HERE)
        await study_seen(first, msgspec.structs.replace(WISH, seed=99), "", THERE)
        watching = await first.services.writer.do(lambda connection: list(connection.execute(select(watchers))))
        stored = [*await rows(first), *watching]
        assert len(stored) == 2 * (job_queue.MAX_JOBS_PER_ADDRESS + 1)
        assert not any(address in str(row) for row in stored for address in (HERE, THERE))

    workers(folder, act)


def test_a_task_that_cannot_be_read_fails_and_the_next_is_done(folder: Path, scratch: Path) -> None:
    async def act(hub: Hub) -> None:
        work = partial(jobs.add, job="odd", queue="studies", task=b"?", by="", player="p", watch=60_000)
        await hub.services.writer.do(work)
        while not await hub.studies.has_failed("odd"):
            await asyncio.sleep(0.02)
        assert plays(await told(hub, plays))

    workers(folder, act, 1)


def test_workers_that_take_at_the_same_time_take_different_jobs(folder: Path) -> None:
    """Within transactions that are both open."""

    async def act(hub: Hub) -> None:
        for number in range(2):
            work = partial(
                jobs.add, job=f"j{number}", queue="other", task=b"", by=f"{number}", player="p", watch=60_000
            )
            await hub.services.writer.do(work)
        engine = store.engine_of(str(hub.services.writer.source))
        with engine.connect() as one, engine.connect() as two:
            taken = [jobs.take(each, "other", worker_of(hub), ()) for each in (one, two, one)]
            assert [job and job.job for job in taken] == ["j0", "j1", None]
            for each in (one, two):
                each.rollback()
        engine.dispose()

    workers(folder, act, 1)
