"""Chunks as tasks of a Dask cluster: workers may join, leave and die while a job runs.

A job names a game and its options; the worker has its own copy of the rules. It works out the cache key of its machine
code, and refuses to play if that differs from the sender's key.
"""

import asyncio
import functools
import logging
import pickle
import platform
import queue
import threading
import time
from concurrent.futures import CancelledError
from importlib.metadata import version
from typing import Any, NamedTuple

from threedown.bulk.chunks import Chunks
from threedown.bulk.player import PIECE_SECONDS, GamePlayer, naming
from threedown.bulk.run_spec import RunSpec
from threedown.bulk.worker_pool import ChunkJob, OnProgress, RunProgress, Take, Timing, WorkerPoolError

LARGE_CHUNK = 100_000
"""The most games of a task, unless the sink decides."""
AHEAD = 3
"""Tasks in flight for each thread of the cluster."""
ANSWERS_WITHIN = 10
"""The timeout for an answer of the scheduler, in seconds."""


class SentJob(NamedTuple):
    """A job as it is sent: pickled, with the key of its machine code and the sender's versions, for error messages."""

    job: bytes
    key: str
    versions: str


def sent(job: ChunkJob) -> SentJob:
    """Return a job for the workers; raise :class:`WorkerPoolError` if they cannot have its game."""
    try:
        return SentJob(pickle.dumps(job), key_of(job), versions())
    except pickle.PicklingError as error:
        raise WorkerPoolError(f"cannot be played on other machines: {error}") from error


def key_of(job: ChunkJob) -> str:
    """Return the cache keys of a job's machine code, and the versions that its results depend on."""
    from threedown.bulk.compiler import kernel_key

    def key(spec: RunSpec) -> str:
        return kernel_key(spec.setting, spec.rotating or spec.pilots, job.folded, bool(spec.rotating))

    return " ".join([versions(), *dict.fromkeys(map(key, job.specs))])


def versions() -> str:
    """Return the versions of the packages on this machine."""
    numbers = [f"{name} {version(name.lower())}" for name in ("Threedown", "Numba", "NumPy", "Polars") if _has(name)]
    return ", ".join([*numbers, f"Python {platform.python_version()}"])


def _has(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name.lower()) is not None


# In a worker

_loading = threading.Lock()
_loaded: dict[str, Any] = {}


@functools.lru_cache(maxsize=8)
def _job(sent_job: SentJob) -> tuple[ChunkJob, list[Any]]:
    """Unpickle and check a job, once, and compile the loop over its games."""
    job: ChunkJob = pickle.loads(sent_job.job)
    if key_of(job) != sent_job.key:
        there = versions()
        why = (
            f"it has {there}, not {sent_job.versions}"
            if there != sent_job.versions
            else "its rules or bots are others than here"
        )
        raise WorkerPoolError(f"{why}: install the same there")
    rules = job.rules(_loaded)
    for player in job.players(rules):
        player.play(0, 0)
    return job, rules


def _players(sent_job: SentJob) -> tuple[ChunkJob, list[GamePlayer]]:
    with _loading:
        job, rules = _job(sent_job)
    return job, job.players(rules)


def play_chunk(sent_job: SentJob, first: int, count: int) -> Any:
    """Play a chunk and return its result (a task). Errors for people are :class:`WorkerPoolError`."""
    try:
        job, players = _players(sent_job)
        with naming(job.from_outside):
            return job.harvest(first, [player.play(first, count) for player in players])
    except ValueError as error:
        raise WorkerPoolError(f"the worker on {platform.node()}: {error}") from error


def time_choices(sent_job: SentJob, seconds: float) -> tuple[int, float]:
    """Call :meth:`threedown.bulk.player.GamePlayer.time_choices` (a task)."""
    _, players = _players(sent_job)
    return players[0].time_choices(seconds)


# In the process that sends the job


async def _check_scheduler(address: str) -> None:
    """Ask a scheduler for its identity: a client would wait forever for another program at this address."""
    from distributed.core import rpc

    async with rpc(f"tcp://{address}") as scheduler:
        await scheduler.identity(n_workers=0)


class DaskPool:
    """The workers of the Dask scheduler at ``HOST:PORT``."""

    def __init__(self, address: str) -> None:
        """Raises :class:`WorkerPoolError` if no scheduler answers there, and ImportError without the extra ``dask``."""
        import distributed

        self._distributed = distributed
        self.address = address
        for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # one line of our own reports an error
        try:
            asyncio.run(asyncio.wait_for(_check_scheduler(address), ANSWERS_WITHIN))
            self._client = distributed.Client(f"tcp://{address}", timeout=ANSWERS_WITHIN, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkerPoolError(
                f"no Dask scheduler answers at {address}: start one with `dask scheduler`, and on each machine"
                f" `dask worker {address}`"
            ) from error
        self._thread_count = self._threads()

    def _lost(self) -> WorkerPoolError:
        return WorkerPoolError(f"the Dask scheduler at {self.address} is gone")

    def _threads(self) -> int:
        """Return the number of threads of all workers."""
        try:
            return sum(self._client.nthreads().values())
        except OSError as error:
            raise self._lost() from error

    def size(self, n: int) -> int:
        return max(1, min(LARGE_CHUNK, n // (8 * max(1, self._thread_count))))

    def play(self, job: ChunkJob, chunks: Chunks, take: Take, progress: OnProgress | None = None) -> Timing:
        started = time.perf_counter()
        sent_job = sent(job)
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        running: dict[Any, tuple[int, int]] = {}
        preparing = time.perf_counter() - started
        started = looked = time.perf_counter()
        try:
            while True:
                while len(running) < AHEAD * max(1, self._thread_count):
                    first, count = chunks.take()
                    if not count:
                        break
                    task = self._client.submit(play_chunk, sent_job, first, count, pure=False)
                    running[task] = first, count
                    task.add_done_callback(done.put)
                if not running:
                    return Timing(preparing, time.perf_counter() - started)
                for task, harvest in self._completed(done):
                    first, count = running.pop(task)
                    chunks.count(count * len(job.specs))
                    take(first, harvest)
                now = time.perf_counter()
                if now - looked > 1:
                    self._thread_count, looked = self._threads(), now
                if progress is not None:
                    games = (chunks.played, chunks.done, chunks.n * len(job.specs))
                    progress(RunProgress(*games, now - started, self._thread_count))
        finally:
            chunks.stop()
            if running and self._client.status == "running":
                self._client.cancel(list(running))

    def _completed(self, done: Any) -> list[tuple[Any, Any]]:
        """Return the tasks that have ended, with their results; wait a little for the first."""
        try:
            tasks = [done.get(timeout=PIECE_SECONDS)]
        except queue.Empty:
            tasks = []
        while not done.empty():
            tasks.append(done.get())
        if self._client.status != "running":
            raise self._lost()
        return [(task, self._result(task)) for task in tasks]

    def _result(self, task: Any) -> Any:
        try:
            return task.result()
        except CancelledError as error:  # the scheduler was restarted
            raise self._lost() from error
        except self._distributed.scheduler.KilledWorker as error:
            raise WorkerPoolError(
                f"several workers have died of the same games, of too little memory perhaps: {error}"
            ) from error

    def time_choices(self, job: ChunkJob, seconds: float) -> tuple[int, float]:
        timing: tuple[int, float] = self._client.submit(time_choices, sent(job), seconds, pure=False).result()
        return timing

    def close(self) -> None:
        self._client.close()
