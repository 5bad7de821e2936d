"""Background jobs: addresses take turns, and what nobody looks at stops."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from support.hubs import until

from threedown.server.model.findings import RulesTask
from threedown.server.workers import job_queue
from threedown.server.workers.job_queue import BackgroundJob, JobQueue
from threedown.server.workers.precedence import Precedence

GREEDY, MODEST, OTHER, LATE = (f"203.0.113.{number}" for number in range(1, 5))
STUB = """
import os, pathlib, sys, time, msgspec
from threedown.framing import framed
from threedown.server.model.findings import *
task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
folder = pathlib.Path(task.game)
(folder / f"{task.seats}.begun").write_text(str(os.getpid()))
def say(message):
    sys.stdout.buffer.write(framed(msgspec.msgpack.encode(message)))
    sys.stdout.buffer.flush()
say(TaskProgress("compiling"))
while task.options and not (folder / f"{task.seats}.end").exists():
    time.sleep(0.01)
say(TaskProgress("playing", 1, 1))
"""
"""In the place of the process of a job: a long one runs until it is told to end."""


class Work:
    """A queue at work, whose jobs write into a folder."""

    def __init__(self, folder: Path) -> None:
        self.queue, self._folder = JobQueue(Precedence(9)), folder

    def ask(self, number: int, host: str, long: bool = False) -> BackgroundJob:
        """Ask for a job."""
        job = self.queue.begin(
            str(number), RulesTask(str(self._folder), {"long": 1} if long else {}, number), host, kept
        )
        job.watch(host)
        return job

    def begun(self) -> list[int]:
        """The jobs whose process has begun."""
        return sorted(int(path.stem) for path in self._folder.glob("*.begun") if path.read_text())

    def end(self, number: int) -> None:
        """Let a long job come to its end."""
        (self._folder / f"{number}.end").touch()


async def kept(found: Any) -> None:
    """Stores nothing."""


def at_work(folder: Path, act: Callable[[Work], Awaitable[None]]) -> None:
    """Do something with a queue that is at work."""

    async def run() -> None:
        work = Work(folder)
        running = asyncio.create_task(work.queue.run())
        try:
            await asyncio.wait_for(act(work), 60)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    asyncio.run(run())


@pytest.fixture(autouse=True)
def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short turns of simple processes."""
    monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", STUB))
    monkeypatch.setattr(job_queue, "TURN_SECONDS", 0.1)
    monkeypatch.setattr(job_queue, "POLL_SECONDS", 0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows can't suspend a process")
def test_a_small_question_does_not_wait_for_the_long_jobs_of_another_address(tmp_path: Path) -> None:
    """3 seconds of work waited 312 seconds behind three long jobs of one address."""

    async def act(work: Work) -> None:
        for number in (1, 2, 3):
            work.ask(number, GREEDY, long=True)
        await until(lambda: work.begun() == [1])
        small = work.ask(4, MODEST)
        assert work.queue.progress(small).of == 1, "only the first job of the other address begins before it"
        await until(lambda: work.queue.job("4") is None)
        assert work.begun() == [1, 4], "no other job of the greedy address has begun"
        work.end(1)
        await until(lambda: work.queue.job("1") is None)

    at_work(tmp_path, act)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows can't suspend a process")
def test_no_more_than_so_many_processes_exist_at_a_time(tmp_path: Path) -> None:
    async def act(work: Work) -> None:
        for number, host in enumerate((GREEDY, MODEST, OTHER)):
            work.ask(number, host, long=True)
        await until(lambda: work.begun() == [0, 1, 2])
        work.ask(3, LATE)
        turns = work.queue._last_turns[GREEDY]
        await until(lambda: work.queue._last_turns[GREEDY] > turns + 2)
        assert work.begun() == [0, 1, 2]
        work.end(1)
        await until(lambda: work.queue.job("3") is None)
        assert [work.queue.job(str(number)) is None for number in range(4)] == [False, True, False, True]

    at_work(tmp_path, act)


def test_a_job_that_nobody_looks_at_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only studies stopped; an analysis or measurement ran to its end, up to 30 minutes of processor time."""

    async def act(work: Work) -> None:
        first = work.ask(1, GREEDY, long=True)
        await until(lambda: work.begun() == [1])
        process = int((tmp_path / "1.begun").read_text())
        work.ask(2, GREEDY)
        monkeypatch.setattr(job_queue, "WATCH_SECONDS", 0.0)
        first._watchers = {GREEDY: time.monotonic() - 1}
        await until(lambda: len(work.queue) == 0)
        assert work.begun() == [1], "nor does the second begin"
        with pytest.raises(ProcessLookupError):
            os.kill(process, signal.SIGTERM)

    at_work(tmp_path, act)


SERVER = """
import asyncio, sys
from threedown.server.model.findings import DealTask
from threedown.server.workers.job_queue import JobQueue
from threedown.server.workers.precedence import Precedence
async def main():
    precedence = Precedence(1)
    queue = JobQueue(precedence)
    running = asyncio.ensure_future(queue.run())
    job = queue.begin("deal", DealTask("blitz31", {}, 3), "host", None)
    job.watch("player")
    with precedence.awaited():
        while job._process is None:
            await asyncio.sleep(0.01)
        print(job._process.pid, flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""
"""A server whose job stands still, because a player waits for a bot."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends the processes of one that is killed")
@pytest.mark.parametrize("when", ["at once", "suspended"])
def test_a_job_that_is_suspended_ends_with_its_server(when: str) -> None:
    """It stood still for ever and kept inherited pipes open: reading the server's errors never ended."""
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    job = int(server.stdout.readline())
    try:
        while when == "suspended" and state_of(job) != "T":
            time.sleep(0.01)
        server.kill()
        server.communicate(timeout=60)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(job, signal.SIGKILL)


def state_of(process: int) -> str:
    """The letter by which Linux names the state of a process: T if it is suspended."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
