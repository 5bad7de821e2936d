"""Who plays the chunks of a job: threads here (:class:`ThreadPool`), or the workers of a cluster (``away``).

A run, a study and a ladder say what is to be done with each chunk and take what comes of it; where it is done they do
not know, and it makes no difference to what comes.
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
"""Games that a thread takes at a time where nothing is kept."""


class WorkerPoolError(ValueError):
    """A crew that cannot be had, or cannot go on: says why."""


class ChunkJob(NamedTuple):
    """What is done with each chunk, wherever that is: it can be pickled.

    The same games of all ``orders`` are played, and ``harvest`` makes what goes home of the number of the first and the
    rows of each order.
    """

    specs: tuple[RunSpec, ...]
    harvest: Callable[[int, Sequence[Any]], Any]
    compiled: bool
    folded: bool = False

    @property
    def from_outside(self) -> tuple[str, ...]:
        """The bots that are not the game's own."""
        return tuple(dict.fromkeys(level for what in self.specs for level in what.from_outside))

    def rules(self, loaded: dict[str, Any]) -> list[Any]:
        """What plays the games of each order, for all threads; machine code that is ``loaded`` is not loaded again."""
        return [
            prepare(what.setting, what.rotating or what.pilots, self.folded, self.compiled, bool(what.rotating), loaded)
            for what in self.specs
        ]

    def players(self, rules: Sequence[Any]) -> list[GamePlayer]:
        """Somebody for each order, for one thread."""
        return [
            GamePlayer(what, play, self.compiled, self.folded) for what, play in zip(self.specs, rules, strict=True)
        ]


class Progress(NamedTuple):
    """How far a job is: games played since it was begun, games that are there, all of them, and seconds.

    Games of all its orders count. ``hands`` is how many play at this moment.
    """

    played: int
    there: int
    whole: int
    seconds: float
    hands: int


class Timing(NamedTuple):
    """Seconds: of the compiler and whatever else must be first, and of the games."""

    preparing: float
    seconds: float


Take = Callable[[int, Any], None]
"""Takes the number of a chunk's first game, and what was made of the chunk."""
Tell = Callable[[Progress], None]


class WorkerPool(Protocol):
    """Who plays."""

    def size(self, n: int) -> int:
        """How many games a chunk of ``n`` should have where nothing else decides it."""

    def play(self, job: ChunkJob, chunks: Chunks, take: Take, tell: Tell | None = None) -> Timing:
        """Plays the chunks that are left, in any order; each goes to ``take`` once, maybe several at the same time.

        ``tell`` is called about ten times a second. Whatever it, ``take`` or the game raises stops everybody and goes
        on to the caller; raises :class:`WorkerPoolError`.
        """

    def time_choices(self, job: ChunkJob, seconds: float) -> tuple[int, float]:
        """See :meth:`threedown.bulk.player.GamePlayer.time_choices`, of the job's first order."""

    def close(self) -> None:
        """Lets the crew go."""


class ThreadPool:
    """Threads of this process: one a core where no number is given."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or os.cpu_count() or 1
        self._loaded: dict[str, Any] = {}

    def size(self, n: int) -> int:
        return max(1, min(SMALL_CHUNK, n // (8 * self._workers)))

    def play(self, job: ChunkJob, chunks: Chunks, take: Take, tell: Tell | None = None) -> Timing:
        hands = min(self._workers, chunks.n)
        with naming(job.from_outside):
            started = time.perf_counter()
            rules = job.rules(self._loaded)
            players_by_thread = [job.players(rules) for _ in range(hands)]
            for player in players_by_thread[0]:
                player.play(0, 0)
            preparing = time.perf_counter() - started

            started = time.perf_counter()
            with ThreadPoolExecutor(hands) as pool:
                jobs = [pool.submit(_work, players, job, chunks, take) for players in players_by_thread]
                try:
                    ended, going = wait(jobs, timeout=0)
                    while going and not any(each.exception() for each in ended):
                        if tell is not None:
                            far = (chunks.played, chunks.there, chunks.n * len(job.specs))
                            tell(Progress(*far, time.perf_counter() - started, hands))
                        ended, going = wait(jobs, PIECE_SECONDS, FIRST_EXCEPTION)
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
    """Plays one chunk after another, until there are no more or the job is stopped."""
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
