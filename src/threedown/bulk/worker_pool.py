"""The worker pools that play the chunks of a job: threads here (:class:`ThreadPool`), or a Dask cluster
(:mod:`threedown.bulk.dask_pool`).

A run, a study and a ladder give a function for each chunk and take its result; the result is the same in every pool.
"""

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from typing import Any, NamedTuple, Protocol

import numpy as np

from threedown.bulk.chunks import Chunks
from threedown.bulk.player import PIECE_SECONDS, GamePlayer, naming, prepare
from threedown.bulk.run_spec import RunSpec

SMALL_CHUNK = 20_000
"""The most games of a thread's chunk, unless the sink decides."""


class WorkerPoolError(ValueError):
    """The reason why a worker pool cannot start or go on."""


class ChunkJob(NamedTuple):
    """The work on each chunk; it can be pickled, because the worker may be on another machine.

    The worker plays the same games of all ``specs``. ``harvest`` turns the number of the first game and the rows of
    each spec into the chunk's result.
    """

    specs: tuple[RunSpec, ...]
    harvest: Callable[[int, Sequence[Any]], Any]
    compiled: bool
    folded: bool = False

    @property
    def from_outside(self) -> tuple[str, ...]:
        """The bots that are not the game's own."""
        return tuple(dict.fromkeys(level for spec in self.specs for level in spec.from_outside))

    def rules(self, loaded: dict[str, Any]) -> list[Any]:
        """Return the loop over the games of each spec, for all threads; reuse the machine code in ``loaded``."""
        return [
            prepare(spec.setting, spec.rotating or spec.pilots, self.folded, self.compiled, bool(spec.rotating), loaded)
            for spec in self.specs
        ]

    def players(self, rules: Sequence[Any]) -> list[GamePlayer]:
        """Return a player for each spec, for one thread."""
        return [
            GamePlayer(spec, play, self.compiled, self.folded) for spec, play in zip(self.specs, rules, strict=True)
        ]


class RunProgress(NamedTuple):
    """The progress of a job: games played since it started, games done (saved ones too), their total, and seconds.

    The games of all its specs count. ``workers`` is the number of workers at the moment.
    """

    played: int
    done: int
    total: int
    seconds: float
    workers: int


class Timing(NamedTuple):
    """The seconds that the compiler and other preparations took, and those of the games."""

    preparing: float
    seconds: float


Take = Callable[[int, Any], None]
"""Takes the number of a chunk's first game, and the chunk's result."""
OnProgress = Callable[[RunProgress], None]


class WorkerPool(Protocol):
    """Workers that play chunks."""

    def size(self, n: int) -> int:
        """Return the number of games in a chunk of ``n`` games, unless the sink decides."""

    def play(self, job: ChunkJob, chunks: Chunks, take: Take, progress: OnProgress | None = None) -> Timing:
        """Play the chunks that are left, in any order; ``take`` gets each result once, possibly several at a time.

        ``progress`` is called about ten times a second. An error in it, in ``take`` or in a game stops all workers and
        reaches the caller. Raise :class:`WorkerPoolError` if the pool fails.
        """

    def time_choices(self, job: ChunkJob, seconds: float) -> tuple[int, float]:
        """Call :meth:`threedown.bulk.player.GamePlayer.time_choices` for the job's first spec."""

    def close(self) -> None:
        """Release the workers."""


class ThreadPool:
    """Threads of this process; one per core by default."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._loaded: dict[str, Any] = {}

    def size(self, n: int) -> int:
        return max(1, min(SMALL_CHUNK, n // (8 * self._workers)))

    def play(self, job: ChunkJob, chunks: Chunks, take: Take, progress: OnProgress | None = None) -> Timing:
        workers = min(self._workers, chunks.n)
        with naming(job.from_outside):
            started = time.perf_counter()
            rules = job.rules(self._loaded)
            players_by_thread = [job.players(rules) for _ in range(workers)]
            for player in players_by_thread[0]:
                player.play(0, 0)
            preparing = time.perf_counter() - started

            started = time.perf_counter()
            with ThreadPoolExecutor(workers) as pool:
                jobs = [pool.submit(_work, players, job, chunks, take) for players in players_by_thread]
                try:
                    finished, running = wait(jobs, timeout=0)
                    while running and not any(each.exception() for each in finished):
                        if progress is not None:
                            games = (chunks.played, chunks.done, chunks.n * len(job.specs))
                            progress(RunProgress(*games, time.perf_counter() - started, workers))
                        finished, running = wait(jobs, PIECE_SECONDS, FIRST_EXCEPTION)
                finally:
                    chunks.stop()
                for each in jobs:
                    each.result()
            return Timing(preparing, time.perf_counter() - started)

    def time_choices(self, job: ChunkJob, seconds: float) -> tuple[int, float]:
        return job.players(job.rules(self._loaded))[0].time_choices(seconds)

    def close(self) -> None:
        pass


def _work(players: Sequence[GamePlayer], job: ChunkJob, chunks: Chunks, take: Take) -> None:
    """Play one chunk after another, until none is left or the job is stopped."""
    while True:
        first, count = chunks.take()
        rows = []
        for player in players:
            pieces = []
            for piece in player.pieces(first, count):
                pieces.append(piece)
                if chunks.stopped:
                    return
                chunks.count(len(piece))
            rows.append(pieces)
        if not count:
            return
        take(first, job.harvest(first, [np.concatenate(pieces) for pieces in rows]))
