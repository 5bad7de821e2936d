"""What is worked out in the background, one thing after another, so that play never waits for it.

Each job has a process of its own (``assistant``), which stands back and may use so much processor time. What waits is
kept in memory: after a restart whoever still wants it asks again.
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
from threedown.server.limits.limiter import allowance_factor
from threedown.server.limits.rates import rate_key
from threedown.server.model.errors import TooMany, Unavailable
from threedown.server.model.findings import Answer, Far, Task
from threedown.server.operations.log import log

MOST_JOBS, MOST_JOBS_OF_ONE = 64, 3
"""That wait or are worked on: in all, and asked for from one address."""
REMEMBERED = 200
"""Jobs that have failed: they are not tried again until the server has started anew."""
PATIENCE = 90.0
"""Seconds after which a job that is worked on for those who look at it ends, if nobody has asked how far it is. (In a
tab that is not in sight a browser asks once a minute.)"""
LOOKS_ROUND = 0.25
LARGEST = 1 << 26
"""Bytes of what an assistant says at once."""

ASSISTANT = (sys.executable, "-m", "threedown.server.workers.task_process")

Keep = Callable[[Any], Awaitable[None]]


class BackgroundJob:
    """Something to be worked out; ``keep`` puts on disk what was found last."""

    def __init__(self, key: str, task: Task, by: str, keep: Keep) -> None:
        self.key, self.task, self.by, self.keep = key, task, by, keep
        self.far = Far("waiting")
        self.found: Any = None
        """What is known so far."""
        self._looking: dict[str, float] | None = None
        """Who looks at it, and when he last did; None: it is worked out whoever looks."""

    def watch(self, player: str) -> None:
        """Somebody looks at it: from now on it goes on as long as somebody does."""
        self._looking = (self._looking or {}) | {player: time.monotonic()}

    def unwatch(self, player: str) -> None:
        """Somebody wants it no more."""
        if self._looking is not None:
            self._looking.pop(player, None)

    @property
    def is_wanted(self) -> bool:
        if self._looking is None:
            return True
        return any(time.monotonic() - last < PATIENCE for last in self._looking.values())

    async def unwanted(self) -> None:
        """Returns when nobody wants it any more."""
        while self.is_wanted:
            await asyncio.sleep(LOOKS_ROUND)


class JobQueue:
    """Jobs of a server, one of which is worked on at a time. What takes long has a laboratory of its own (``Hub``)."""

    def __init__(self) -> None:
        self._jobs: dict[str, BackgroundJob] = {}
        """Those that wait and the one that is worked on, in the order in which they were asked for."""
        self._failed: dict[str, None] = {}
        self._some = asyncio.Event()

    def __len__(self) -> int:
        """How many jobs wait or are worked on."""
        return len(self._jobs)

    def job(self, key: str) -> BackgroundJob | None:
        return self._jobs.get(key)

    def has_failed(self, key: str) -> bool:
        """Whether something could not be worked out."""
        return key in self._failed

    def progress(self, job: BackgroundJob) -> Far:
        """How far a job is; of one that waits, how many are done before it."""
        if job.far.phase != "waiting":
            return job.far
        return Far("waiting", 0, list(self._jobs).index(job.key))

    def begin(self, key: str, task: Task, host: str, keep: Keep) -> BackgroundJob:
        """Add a job, requested from the address ``host``, to the end of the queue.

        Raises TooMany or Unavailable if the queue is full.
        """
        job = BackgroundJob(key, task, rate_key(host), keep)
        if len(self._jobs) >= MOST_JOBS:
            raise Unavailable("too much is being worked out now: try again later")
        if sum(other.by == job.by for other in self._jobs.values()) >= MOST_JOBS_OF_ONE * allowance_factor(host):
            raise TooMany("you have asked for {n} things that are being worked out: wait for one", n=MOST_JOBS_OF_ONE)
        self._jobs[job.key] = job
        self._some.set()
        return job

    async def run(self) -> None:
        """Works, until it is cancelled."""
        while True:
            await self._some.wait()
            if not self._jobs:
                self._some.clear()
                continue
            job = next(iter(self._jobs.values()))
            try:
                try:
                    await self._work(job)
                finally:
                    if job.found is not None:
                        await job.keep(job.found)
            except Exception as error:  # whatever it is, the next job is none the worse
                log.warning("something could not be worked out", job=job.key, reason=type(error).__name__)
                self._failed[job.key] = None
                for old in list(self._failed)[:-REMEMBERED]:
                    del self._failed[old]
            finally:
                del self._jobs[job.key]

    async def _work(self, job: BackgroundJob) -> None:
        if not job.is_wanted:
            return
        job.far = Far("compiling")
        process = await asyncio.create_subprocess_exec(*ASSISTANT, stdin=PIPE, stdout=PIPE, env=os.environ)
        hearing, leaving = (asyncio.ensure_future(each) for each in (_hear(job, process), job.unwanted()))
        try:
            await asyncio.wait((hearing, leaving), return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                hearing.result()
        finally:
            hearing.cancel()
            leaving.cancel()
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _hear(job: BackgroundJob, process: Process) -> None:
    """Hears what an assistant finds, until he has done the job; raises what goes wrong."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.msgpack.encode(job.task))
    process.stdin.close()
    with contextlib.suppress(asyncio.IncompleteReadError):
        while True:
            size = length(await process.stdout.readexactly(HEAD))
            if size > LARGEST:
                raise ValueError("too large an answer")
            answer = msgspec.msgpack.decode(await process.stdout.readexactly(size), type=Answer)
            if isinstance(answer, Far):
                job.far = answer
            else:
                job.found = answer
    if await process.wait() != 0:
        raise ChildProcessError("the assistant has failed")
