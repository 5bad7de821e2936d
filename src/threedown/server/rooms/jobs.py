"""The background jobs that players ask for: those of this process, or those that all workers share.

A job runs once, wherever it is asked for. Workers share a table (``store/jobs.py``): each takes the jobs that wait into
its own queue, stores their progress, and ends those that no player watches any more at any worker.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, Protocol, cast

import msgspec

from threedown.server.limits.addresses import rate_key
from threedown.server.limits.limiter import allowance_factor
from threedown.server.model.findings import Answer, Phase, Task, TaskProgress
from threedown.server.operations.log import log
from threedown.server.rooms.findings import Findings
from threedown.server.store import jobs
from threedown.server.store.errors import NotSaved
from threedown.server.store.jobs import FAILED, StoredJob
from threedown.server.store.writer import Writer
from threedown.server.workers import job_queue
from threedown.server.workers.job_queue import MAX_STARTED, BackgroundJob, JobQueue, check_room

FEED_EVERY = 1.0
"""Seconds between two looks of a worker for jobs that wait, and until the progress of its own is stored again."""
CLEAN_UP_AFTER = 60
"""Looks after which jobs that nobody wants are deleted."""
ELSEWHERE = "~others"
"""The watcher, in this worker's queue, of a job that a player watches at any worker."""


class JobSeen(NamedTuple):
    """A job that waits or runs: its progress, and its result so far."""

    progress: TaskProgress
    found: Any


class Jobs(Protocol):
    """The jobs of one queue. ``player`` is empty for callers who are no guests, and ``host`` is a caller's address."""

    async def look(self, key: str, player: str, host: str) -> JobSeen | None:
        """Return a job that waits or runs, and note that the caller watches it; None if there is none."""
        ...

    async def has_failed(self, key: str) -> bool:
        """True if a job failed."""
        ...

    async def begin(self, key: str, task: Task, player: str, host: str, pay: Callable[[], None]) -> JobSeen:
        """Add a job, and ``pay`` for it, unless it is there already.

        Raises TooMany or Unavailable if the queue is full, or what ``pay`` raises.
        """
        ...

    async def leave(self, key: str, player: str) -> None:
        """Note that a player no longer watches a job. It ends when nobody does."""
        ...


class OwnJobs:
    """The jobs of the only process of a server."""

    def __init__(self, queue: JobQueue, findings: Findings) -> None:
        self._queue, self._findings = queue, findings

    async def look(self, key: str, player: str, host: str) -> JobSeen | None:
        """Return a job that waits or runs, and note that the caller watches it; None if there is none."""
        job = self._queue.job(key)
        return None if job is None else self._seen(job, player or host)

    async def has_failed(self, key: str) -> bool:
        """True if a job failed."""
        return self._queue.has_failed(key)

    async def begin(self, key: str, task: Task, player: str, host: str, pay: Callable[[], None]) -> JobSeen:
        """Add a job, and pay for it, unless it is there already."""
        job = self._queue.job(key)
        if job is None:
            pay()
            job = self._queue.begin(key, task, host, partial(self._findings.keep, key))
        return self._seen(job, player or host)

    async def leave(self, key: str, player: str) -> None:
        """Note that a player no longer watches a job."""
        if (job := self._queue.job(key)) is not None:
            job.unwatch(player)

    def _seen(self, job: BackgroundJob, watcher: str) -> JobSeen:
        job.watch(watcher)
        return JobSeen(self._queue.progress(job), job.found)


class SharedJobs:
    """The jobs of one queue of all workers."""

    def __init__(
        self, name: str, queue: JobQueue, findings: Findings, writer: Writer, worker: str, salt: bytes
    ) -> None:
        self._name, self._queue, self._findings = name, queue, findings
        self._writer, self._worker, self._salt = writer, worker, salt
        self._mine: dict[str, str] = {}
        """The jobs that this worker has taken, with the hash of the address of each."""

    async def look(self, key: str, player: str, host: str) -> JobSeen | None:
        """Return a job that waits or runs, and note that the caller watches it; None if there is none."""
        look = partial(jobs.look, job=key, player=player or self._hash(host), watch=_watch_time())
        stored = await self._writer.do(look)
        return None if stored is None or stored.phase == FAILED else _seen(stored)

    async def has_failed(self, key: str) -> bool:
        """True if a job failed."""
        return await self._writer.do(partial(jobs.has_failed, job=key))

    async def begin(self, key: str, task: Task, player: str, host: str, pay: Callable[[], None]) -> JobSeen:
        """Add a job, and pay for it, unless it is there already."""
        if (there := await self.look(key, player, host)) is not None:
            return there
        by = self._hash(rate_key(host))
        check_room(*await self._writer.do(partial(jobs.counted, queue=self._name, by=by)), allowance_factor(host))
        pay()
        add = partial(
            jobs.add, job=key, queue=self._name, task=msgspec.msgpack.encode(task), by=by,
            player=player or self._hash(host), watch=_watch_time(),
        )  # fmt: skip
        await self._writer.do(add)
        return await self.look(key, player, host) or JobSeen(TaskProgress("waiting"), None)

    async def leave(self, key: str, player: str) -> None:
        """Note that a player no longer watches a job."""
        await self._writer.do(partial(jobs.leave, job=key, player=player))

    async def run(self) -> None:
        """Take jobs that wait, and store the progress of those that run here, until cancelled."""
        looks = 0
        while True:
            try:
                await self._tell()
                await self._take()
                if looks % CLEAN_UP_AFTER == 0:
                    await self._writer.do(jobs.clean_up)
            except NotSaved:  # the worker says so where it says that it is alive
                pass
            except Exception as error:  # whatever it is, the next jobs are done
                log.warning("background jobs can't be shared", queue=self._name, reason=type(error).__name__)
            looks += 1
            await asyncio.sleep(FEED_EVERY)

    async def _take(self) -> None:
        """Take a job that waits, unless as many as may run by turns are here."""
        if len(self._queue) >= MAX_STARTED:
            return
        take = partial(jobs.take, queue=self._name, worker=self._worker, running=set(self._mine.values()))
        stored = await self._writer.do(take)
        if stored is not None:
            try:
                task = msgspec.msgpack.decode(stored.task, type=Task)
            except msgspec.MsgspecError:  # another version's
                await self._writer.do(partial(jobs.end, worker=self._worker, job=stored.job, failed=True))
                return
            job = self._queue.begin(stored.job, task, stored.by, partial(self._findings.keep, stored.job))
            job.watch(ELSEWHERE)
            self._mine[stored.job] = stored.by

    async def _tell(self) -> None:
        """Store the progress of the jobs here, and let go of those that have ended or that nobody watches."""
        running = {key: job for key in self._mine if (job := self._queue.job(key)) is not None}
        for key in self._mine.keys() - running.keys():
            await self._writer.do(partial(jobs.end, worker=self._worker, job=key, failed=self._queue.has_failed(key)))
            del self._mine[key]
        if running:
            seen = [(key, _values(job)) for key, job in running.items()]
            kept = await self._writer.do(partial(jobs.store_progress, worker=self._worker, seen=seen))
            for key, job in running.items():
                (job.watch if key in kept else job.unwatch)(ELSEWHERE)

    def _hash(self, address: str) -> str:
        """Return an address as the database may know it."""
        return hashlib.blake2b(address.encode(), key=self._salt, digest_size=12).hexdigest()


def jobs_of(queues: Mapping[str, JobQueue], findings: Findings, writer: Writer, worker: str | None) -> dict[str, Jobs]:
    """Return the jobs of each queue: shared ones for a ``worker``, this process's own without."""
    if worker is None:
        return {name: OwnJobs(queue, findings) for name, queue in queues.items()}
    salt = secrets.token_bytes(32)
    return {name: SharedJobs(name, queue, findings, writer, worker, salt) for name, queue in queues.items()}


def _values(job: BackgroundJob) -> dict[str, Any]:
    found = None if job.found is None else msgspec.msgpack.encode(job.found)
    return {**msgspec.structs.asdict(job.progress), "found": found}


def _seen(stored: StoredJob) -> JobSeen:
    found = None if stored.found is None else msgspec.msgpack.decode(stored.found, type=Answer)
    return JobSeen(TaskProgress(cast("Phase", stored.phase), stored.done, stored.of), found)


def _watch_time() -> int:
    return int(job_queue.WATCH_SECONDS * 1000)
