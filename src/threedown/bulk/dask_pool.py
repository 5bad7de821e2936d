"""Chunks as tasks of a Dask cluster: workers may join, leave and die while a job is done.

What a worker is given names a game and its options; the rules are its own. It says under which key it would compile
them, and plays nothing where that is not the key here.
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
from threedown.bulk.worker_pool import ChunkJob, Progress, Take, Tell, Timing, WorkerPoolError

LARGE_CHUNK = 100_000
"""Games of a task where nothing is kept."""
AHEAD = 3
"""So many tasks are under way for each thread of the cluster."""
ANSWERS_WITHIN = 10
"""Seconds in which a scheduler must answer."""


class SentJob(NamedTuple):
    """A job as it is sent: pickled, the key of its machine code, and what that was named with, for people."""

    job: bytes
    key: str
    here: str


def sent(job: ChunkJob) -> SentJob:
    """A job for the workers; raises :class:`WorkerPoolError` if they could not know its game."""
    try:
        return SentJob(pickle.dumps(job), key_of(job), versions())
    except pickle.PicklingError as error:
        raise WorkerPoolError(f"cannot be played on other machines: {error}") from error


def key_of(job: ChunkJob) -> str:
    """What all machine code of a job is called, with what else its bytes depend on."""
    from threedown.bulk.compiler import kernel_key

    def key(what: RunSpec) -> str:
        return kernel_key(what.setting, what.rotating or what.pilots, job.folded, bool(what.rotating))

    return " ".join([versions(), *dict.fromkeys(map(key, job.specs))])


def versions() -> str:
    """What a machine plays with."""
    numbers = [f"{name} {version(name.lower())}" for name in ("Threedown", "Numba", "NumPy", "Polars") if _has(name)]
    return ", ".join([*numbers, f"Python {platform.python_version()}"])


def _has(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name.lower()) is not None


# At a worker

_loading = threading.Lock()
_loaded: dict[str, Any] = {}


@functools.lru_cache(maxsize=8)
def _job(order: SentJob) -> tuple[ChunkJob, list[Any]]:
    """The job, looked at once, and what plays its games, compiled then."""
    job: ChunkJob = pickle.loads(order.job)
    if key_of(job) != order.key:
        there = versions()
        why = f"it has {there}, not {order.here}" if there != order.here else "its rules or bots are others than here"
        raise WorkerPoolError(f"{why}: install the same there")
    rules = job.rules(_loaded)
    for player in job.players(rules):
        player.play(0, 0)
    return job, rules


def _players(order: SentJob) -> tuple[ChunkJob, list[GamePlayer]]:
    with _loading:
        job, rules = _job(order)
    return job, job.players(rules)


def play_chunk(order: SentJob, first: int, count: int) -> Any:
    """A task: what is made of a chunk. What people should be told of is a :class:`WorkerPoolError`."""
    try:
        job, players = _players(order)
        with naming(job.from_outside):
            return job.harvest(first, [player.play(first, count) for player in players])
    except ValueError as error:
        raise WorkerPoolError(f"the worker on {platform.node()}: {error}") from error


def time_there(order: SentJob, seconds: float) -> tuple[int, float]:
    """A task: see :meth:`threedown.bulk.player.GamePlayer.time_choices`."""
    _, players = _players(order)
    return players[0].time_choices(seconds)


# At home


async def _answers(address: str) -> None:
    """Asks a scheduler who it is: of something else that listens there a client would wait for ever."""
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
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told in a line
        try:
            asyncio.run(asyncio.wait_for(_answers(address), ANSWERS_WITHIN))
            self._client = distributed.Client(f"tcp://{address}", timeout=ANSWERS_WITHIN, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise WorkerPoolError(
                f"no Dask scheduler answers at {address}: start one with `dask scheduler`, and on each machine"
                f" `dask worker {address}`"
            ) from error
        self._hands = self._threads()

    def _gone(self) -> WorkerPoolError:
        return WorkerPoolError(f"the Dask scheduler at {self.address} is gone")

    def _threads(self) -> int:
        """How many threads the workers have together."""
        try:
            return sum(self._client.nthreads().values())
        except OSError as error:
            raise self._gone() from error

    def size(self, n: int) -> int:
        return max(1, min(LARGE_CHUNK, n // (8 * max(1, self._hands))))

    def play(self, job: ChunkJob, chunks: Chunks, take: Take, tell: Tell | None = None) -> Timing:
        started = time.perf_counter()
        order = sent(job)
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()
        going: dict[Any, tuple[int, int]] = {}
        preparing = time.perf_counter() - started
        started = looked = time.perf_counter()
        try:
            while True:
                while len(going) < AHEAD * max(1, self._hands):
                    first, count = chunks.take()
                    if not count:
                        break
                    task = self._client.submit(play_chunk, order, first, count, pure=False)
                    going[task] = first, count
                    task.add_done_callback(done.put)
                if not going:
                    return Timing(preparing, time.perf_counter() - started)
                for task, harvest in self._came(done):
                    first, count = going.pop(task)
                    chunks.count(count * len(job.specs))
                    take(first, harvest)
                now = time.perf_counter()
                if now - looked > 1:
                    self._hands, looked = self._threads(), now
                if tell is not None:
                    far = (chunks.played, chunks.there, chunks.n * len(job.specs))
                    tell(Progress(*far, now - started, self._hands))
        finally:
            chunks.stop()
            if going and self._client.status == "running":
                self._client.cancel(list(going))

    def _came(self, done: Any) -> list[tuple[Any, Any]]:
        """The tasks that have ended by now, with what they brought; waits a little for the first."""
        try:
            tasks = [done.get(timeout=PIECE_SECONDS)]
        except queue.Empty:
            tasks = []
        while not done.empty():
            tasks.append(done.get())
        if self._client.status != "running":
            raise self._gone()
        return [(task, self._result(task)) for task in tasks]

    def _result(self, task: Any) -> Any:
        try:
            return task.result()
        except CancelledError as error:  # by a scheduler that was started anew
            raise self._gone() from error
        except self._distributed.scheduler.KilledWorker as error:
            raise WorkerPoolError(
                f"several workers have died of the same games, of too little memory perhaps: {error}"
            ) from error

    def time_choices(self, job: ChunkJob, seconds: float) -> tuple[int, float]:
        found: tuple[int, float] = self._client.submit(time_there, sent(job), seconds, pure=False).result()
        return found

    def close(self) -> None:
        self._client.close()
