"""A queue of background jobs (analyses and studies), worked off one at a time so that play never waits for them.

Each job runs in a process of its own (``task_process.py``), at low priority and with a limit on processor time, and
stands still while players wait for bots (``precedence.py``). The queue is in memory: after a restart, clients that
still want a result ask again.
"""

import asyncio
import contextlib
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from threedown.framing import HEAD, length
from threedown.server.limits.addresses import rate_key
from threedown.server.limits.limiter import allowance_factor
from threedown.server.model.errors import TooMany, Unavailable
from threedown.server.model.findings import Answer, Task, TaskProgress
from threedown.server.operations.log import log
from threedown.server.workers.precedence import Precedence

MAX_JOBS, MAX_JOBS_PER_ADDRESS = 64, 3
"""Jobs that may wait or run: in all, and for one address."""
REMEMBERED = 200
"""Failed jobs that are remembered: they are not tried again until the server restarts."""
WATCH_SECONDS = 90.0
"""Seconds after which a watched job ends if no client has asked for its progress. (A browser asks once a minute in a
hidden tab.)"""
POLL_SECONDS = 0.25
MAX_ANSWER = 1 << 26
"""The size of one answer of a process, in bytes."""

COMMAND = (sys.executable, "-m", "threedown.server.workers.task_process")

Store = Callable[[Any], Awaitable[None]]


class BackgroundJob:
    """A task in the queue; ``store`` writes its last result to disk."""

    def __init__(self, key: str, task: Task, by: str, store: Store) -> None:
        self.key, self.task, self.by, self.store = key, task, by, store
        self.progress = TaskProgress("waiting")
        self.found: Any = None
        """The result so far."""
        self._watchers: dict[str, float] | None = None
        """The players who watch it, and when each last asked; None for a job that runs unwatched."""

    def watch(self, player: str) -> None:
        """Note that a player watches the job: from now on it runs only while a player does."""
        self._watchers = (self._watchers or {}) | {player: time.monotonic()}

    def unwatch(self, player: str) -> None:
        """Note that a player no longer wants the job."""
        if self._watchers is not None:
            self._watchers.pop(player, None)

    @property
    def is_wanted(self) -> bool:
        """True while a player watches the job, or if it runs unwatched."""
        if self._watchers is None:
            return True
        return any(time.monotonic() - last < WATCH_SECONDS for last in self._watchers.values())

    async def unwanted(self) -> None:
        """Return when no player wants the job any more."""
        while self.is_wanted:
            await asyncio.sleep(POLL_SECONDS)


class JobQueue:
    """The jobs of a server, of which one runs at a time. Long jobs have a queue of their own (see ``Hub``)."""

    def __init__(self, precedence: Precedence) -> None:
        self._precedence = precedence
        self._jobs: dict[str, BackgroundJob] = {}
        """The running job and those that wait, in order."""
        self._failed: dict[str, None] = {}
        self._nonempty = asyncio.Event()

    def __len__(self) -> int:
        """Return the number of jobs that wait or run."""
        return len(self._jobs)

    def job(self, key: str) -> BackgroundJob | None:
        """Return a job that waits or runs."""
        return self._jobs.get(key)

    def has_failed(self, key: str) -> bool:
        """True if a job failed."""
        return key in self._failed

    def progress(self, job: BackgroundJob) -> TaskProgress:
        """Return the progress of a job; for one that waits, the number of jobs ahead of it."""
        if job.progress.phase != "waiting":
            return job.progress
        return TaskProgress("waiting", 0, list(self._jobs).index(job.key))

    def begin(self, key: str, task: Task, host: str, store: Store) -> BackgroundJob:
        """Add a job, requested from the address ``host``, to the end of the queue.

        Raises TooMany or Unavailable if the queue is full.
        """
        job = BackgroundJob(key, task, rate_key(host), store)
        if len(self._jobs) >= MAX_JOBS:
            raise Unavailable("The server is busy with other studies. Please try again later.")
        if sum(other.by == job.by for other in self._jobs.values()) >= MAX_JOBS_PER_ADDRESS * allowance_factor(host):
            raise TooMany("{n} of your studies are still running: wait for one to finish.", n=MAX_JOBS_PER_ADDRESS)
        self._jobs[job.key] = job
        self._nonempty.set()
        return job

    async def run(self) -> None:
        """Run jobs until cancelled."""
        while True:
            await self._nonempty.wait()
            if not self._jobs:
                self._nonempty.clear()
                continue
            job = next(iter(self._jobs.values()))
            try:
                try:
                    await self._run(job)
                finally:
                    if job.found is not None:
                        await job.store(job.found)
            except Exception as error:  # whatever it is, the next job runs
                log.warning("a background job failed", job=job.key, reason=type(error).__name__)
                self._failed[job.key] = None
                for old in list(self._failed)[:-REMEMBERED]:
                    del self._failed[old]
            finally:
                del self._jobs[job.key]

    async def _run(self, job: BackgroundJob) -> None:
        if not job.is_wanted:
            return
        job.progress = TaskProgress("compiling")
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE, env=os.environ)
        result, abandoned = (asyncio.ensure_future(each) for each in (_read_answers(job, process), job.unwanted()))
        try:
            with self._precedence.job(process):
                await asyncio.wait((result, abandoned), return_when=asyncio.FIRST_COMPLETED)
            if result.done():
                result.result()
        finally:
            result.cancel()
            abandoned.cancel()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _read_answers(job: BackgroundJob, process: Process) -> None:
    """Read the answers of a job's process until it ends; raises an error if it fails."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.msgpack.encode(job.task))
    process.stdin.close()
    with contextlib.suppress(asyncio.IncompleteReadError):
        while True:
            size = length(await process.stdout.readexactly(HEAD))
            if size > MAX_ANSWER:
                raise ValueError("the answer is too large")
            answer = msgspec.msgpack.decode(await process.stdout.readexactly(size), type=Answer)
            if isinstance(answer, TaskProgress):
                job.progress = answer
            else:
                job.found = answer
    if await process.wait() != 0:
        raise ChildProcessError("the process failed")
