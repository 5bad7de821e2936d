"""A queue of background jobs (analyses and studies), worked off one at a time so that play never waits for them.

Each job runs in a process of its own (``task_process.py``), at low priority and with a limit on processor time, and
stands still while players wait for bots (``precedence.py``). Addresses take turns: a long job of one stands still while
those of the others run. The queue is in memory: after a restart, clients that still want a result ask again.
"""

import asyncio
import contextlib
import itertools
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from threedown.framing import HEAD, length
from threedown.server.limits.addresses import rate_key
from threedown.server.limits.limiter import allowance_factor
from threedown.server.model.errors import TooMany, Unavailable
from threedown.server.model.findings import Answer, Task, TaskProgress
from threedown.server.operations.log import log
from threedown.server.workers.precedence import Precedence, resume, suspend

MAX_JOBS, MAX_JOBS_PER_ADDRESS = 64, 3
"""Jobs that may wait or run: in all, and for one address."""
MAX_STARTED = 3
"""Processes that may exist at a time: one runs, the others stand still until their turn."""
TURN_SECONDS = 5.0 if sys.platform != "win32" else float("inf")
"""Seconds that a job runs while jobs of other addresses wait. Windows can't suspend a process: there it runs on."""
REMEMBERED = 200
"""Failed jobs that are remembered: they are not tried again until the server restarts."""
WATCH_SECONDS = 90.0
"""Seconds after which a job ends if no client has asked for its progress. (A browser asks once a minute in a hidden
tab.)"""
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
        self._watchers: dict[str, float] = {}
        """The players who watch it, and when each last asked."""
        self._has_begun = False
        self._process: Process | None = None
        self._reading: asyncio.Future[None] | None = None

    def watch(self, player: str) -> None:
        """Note that a player watches the job: it runs only while a player does."""
        self._watchers[player] = time.monotonic()

    def unwatch(self, player: str) -> None:
        """Note that a player no longer wants the job."""
        self._watchers.pop(player, None)

    @property
    def is_wanted(self) -> bool:
        """True while a player watches the job."""
        return any(time.monotonic() - last < WATCH_SECONDS for last in self._watchers.values())

    @property
    def is_started(self) -> bool:
        """True if the job has a process."""
        return self._process is not None

    async def take_turn(self, precedence: Precedence, is_over: Callable[[], bool]) -> bool:
        """Run until the job has ended or its turn is over; return True if it has ended. Raises an error if it fails."""
        if not self.is_wanted:
            return True
        if self._process is None:
            self.progress = TaskProgress("compiling")
            self._process = await asyncio.create_subprocess_exec(*COMMAND, stdin=PIPE, stdout=PIPE)
            self._reading = asyncio.ensure_future(self._read_answers(self._process))
        assert self._reading is not None
        resume(self._process)
        # A process may be suspended only once it ends with the server: by its first answer it does.
        await self._run_until(self._reading, lambda: self._has_begun)
        with precedence.job(self._process):
            await self._run_until(self._reading, is_over)
        if self._reading.done():
            self._reading.result()
            return True
        suspend(self._process)
        return not self.is_wanted

    async def _run_until(self, reading: asyncio.Future[None], is_over: Callable[[], bool]) -> None:
        """Wait while the process runs, a player wants it, and its time isn't over."""
        while not reading.done() and self.is_wanted and not is_over():
            await asyncio.wait((reading,), timeout=POLL_SECONDS)

    async def end(self) -> None:
        """End the job's process."""
        if self._process is not None and self._reading is not None:
            self._reading.cancel()
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _read_answers(self, process: Process) -> None:
        """Read the answers of the process until it ends; raises an error if it fails."""
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.msgpack.encode(self.task))
        process.stdin.close()
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                size = length(await process.stdout.readexactly(HEAD))
                if size > MAX_ANSWER:
                    raise ValueError("the answer is too large")
                answer = msgspec.msgpack.decode(await process.stdout.readexactly(size), type=Answer)
                self._has_begun = True
                if isinstance(answer, TaskProgress):
                    self.progress = answer
                else:
                    self.found = answer
        if await process.wait() != 0:
            raise ChildProcessError("the process failed")


def check_room(jobs: int, of_address: int, factor: int) -> None:
    """Raise Unavailable or TooMany if a queue of so many jobs has no room for one more of an address.

    ``factor`` is that of the address's limits.
    """
    if jobs >= MAX_JOBS:
        raise Unavailable("The server is busy with other studies. Please try again later.")
    if of_address >= MAX_JOBS_PER_ADDRESS * factor:
        raise TooMany("{n} of your studies are still running: wait for one to finish.", n=MAX_JOBS_PER_ADDRESS)


class JobQueue:
    """The jobs of a server, of which one runs at a time. Long jobs have a queue of their own (see ``Hub``)."""

    def __init__(self, precedence: Precedence) -> None:
        self._precedence = precedence
        self._jobs: dict[str, BackgroundJob] = {}
        """The jobs that wait or run, in the order of their requests."""
        self._last_turns: dict[str, int] = {}
        """The number of the last turn of each address that has jobs."""
        self._turns = itertools.count(1)
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
        """Return the progress of a job; for one that waits, the number of jobs that begin before it."""
        if job.progress.phase != "waiting":
            return job.progress
        own = [other for other in self._jobs.values() if other.by == job.by].index(job)
        others = Counter(other.by for other in self._jobs.values() if other.by != job.by)
        return TaskProgress("waiting", 0, own + sum(min(number, own + 1) for number in others.values()))

    def begin(self, key: str, task: Task, host: str, store: Store) -> BackgroundJob:
        """Add a job, requested from the address ``host``, to the end of the queue.

        Raises TooMany or Unavailable if the queue is full.
        """
        job = BackgroundJob(key, task, rate_key(host), store)
        check_room(len(self._jobs), sum(other.by == job.by for other in self._jobs.values()), allowance_factor(host))
        self._jobs[job.key] = job
        self._failed.pop(job.key, None)
        self._nonempty.set()
        return job

    async def run(self) -> None:
        """Run jobs until cancelled."""
        try:
            while True:
                await self._nonempty.wait()
                if self._jobs:
                    await self._take_turn(self._next())
                else:
                    self._nonempty.clear()
        finally:
            for job in self._jobs.values():
                await job.end()

    def _next(self) -> BackgroundJob:
        """Return the job whose turn it is: the first of the address that has waited longest.

        If all processes are started, it is one that has a process.
        """
        first: dict[str, BackgroundJob] = {}
        for job in self._jobs.values():
            first.setdefault(job.by, job)
        started = [job for job in first.values() if job.is_started]
        ready = started if len(started) >= MAX_STARTED else first.values()
        return min(ready, key=lambda job: self._last_turns.get(job.by, 0))

    async def _take_turn(self, job: BackgroundJob) -> None:
        self._last_turns[job.by] = next(self._turns)
        until = time.monotonic() + TURN_SECONDS
        ended = True
        try:
            try:
                ended = await job.take_turn(
                    self._precedence, lambda: time.monotonic() >= until and self._next() is not job
                )
            finally:
                if ended:
                    await job.end()
                    if job.found is not None:
                        await job.store(job.found)
        except Exception as error:  # whatever it is, the next job runs
            log.warning("a background job failed", job=job.key, reason=type(error).__name__)
            self._failed[job.key] = None
            for old in list(self._failed)[:-REMEMBERED]:
                del self._failed[old]
        finally:
            if ended:
                del self._jobs[job.key]
                if not any(other.by == job.by for other in self._jobs.values()):
                    self._last_turns.pop(job.by, None)
