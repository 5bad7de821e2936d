"""Many games, added up: the results do not depend on the workers, their number or their machines.

Everything that is added up is an integer and every game's chance comes from (run seed, game number) alone, so the order
in which games are played does not matter.
"""

import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk import kernel
from threedown.bulk.chunks import Chunks
from threedown.bulk.run_spec import FOLDED_FROM, RunSpec
from threedown.bulk.worker_pool import ChunkJob, RunProgress, ThreadPool, Timing, WorkerPool
from threedown.games.setting import Setting
from threedown.table.layout import TURN_CAP

MOST_REASONS = 64
"""Codes of reasons are below this."""


class Totals(NamedTuple):
    """The sums of a run, all int64. ``counts``: wins by seat, draws, unfinished (stopped by the cap).

    ``turns``: finished games by number of turns. ``tallies`` (2, n): sums and sums of squares of the tallies.
    ``reasons``: games by the code of the reason that ended them.
    """

    counts: Any
    turns: Any
    tallies: Any
    reasons: Any

    @classmethod
    def zero(cls, setting: Setting) -> "Totals":
        cap = setting.options.turn_cap
        return cls(
            np.zeros(setting.seats + 2, dtype=np.int64),
            np.zeros(cap + 1, dtype=np.int64),
            np.zeros((2, len(setting.tally_names)), dtype=np.int64),
            np.zeros(MOST_REASONS, dtype=np.int64),
        )

    def add(self, other: "Totals") -> None:
        for mine, theirs in zip(self, other, strict=True):
            mine += theirs

    def add_rows(self, rows: Any) -> None:
        """Add games, in the rows that ``kernel.play_games`` has written."""
        finished = rows[rows[:, 1] != TURN_CAP]
        seats = len(self.counts) - 2
        for seat in range(seats):
            self.counts[seat] += np.count_nonzero((finished[:, 2] >> seat) & 1)
        self.counts[seats] += np.count_nonzero(finished[:, 2] == 0)
        self.counts[seats + 1] += len(rows) - len(finished)
        self.turns[:] += np.bincount(finished[:, 0], minlength=len(self.turns))
        self.tallies[0] += rows[:, kernel.FIRST_TALLY :].sum(axis=0)
        self.tallies[1] += (rows[:, kernel.FIRST_TALLY :] ** 2).sum(axis=0)
        self.reasons[:] += np.bincount(rows[:, 1], minlength=MOST_REASONS)


class Run(NamedTuple):
    """The result of a run; ``seconds`` is without the compiler's time, which is ``preparing``."""

    spec: RunSpec
    totals: Totals
    seconds: float
    preparing: float
    compiled: bool

    @property
    def n(self) -> int:
        return self.spec.n

    @property
    def setting(self) -> Setting:
        return self.spec.setting


def added(runs: Sequence[Run]) -> Run:
    """Return runs of one setting with the same bots as one run; its seed is that of the first."""
    totals = Totals.zero(runs[0].setting)
    for run in runs:
        totals.add(run.totals)
    seconds = sum(run.seconds for run in runs)
    return runs[0]._replace(spec=runs[0].spec._replace(n=sum(run.n for run in runs)), totals=totals, seconds=seconds)


Pack = Callable[[int, Any], Any]
"""Turns the number of a chunk's first game and its rows into the data that are saved."""


def rows_alone(first: int, rows: Any) -> Any:
    """Return the rows of a chunk unchanged."""
    return rows


class RowSink:
    """Saves the games of a run, chunk by chunk; this base class has none yet and takes their rows."""

    chunk: int | None = None
    """Games in each chunk but the last; None lets the worker pool decide."""

    @property
    def pack(self) -> Pack:
        """The function that a worker applies to a chunk; it can be pickled, for workers on other machines."""
        return rows_alone

    def saved(self) -> Iterator[tuple[int, Any]]:
        """Iterate over the saved chunks: the number of the first game, and the rows."""
        return iter(())

    def save(self, first: int, packed: Any) -> None:
        """Save a chunk that ``pack`` has packed; several threads may call this."""
        raise NotImplementedError


def summed(setting: Setting, pack: Pack | None, first: int, rows: Sequence[Any]) -> tuple[Totals, Any]:
    """Return the totals of a chunk and its packed rows; a worker calls this for each chunk."""
    totals = Totals.zero(setting)
    totals.add_rows(rows[0])
    return totals, pack(first, rows[0]) if pack else None


def simulate(
    spec: RunSpec,
    pool: WorkerPool | None = None,
    compiled: bool | None = None,
    folded: bool | None = None,
    progress: Callable[[RunProgress], None] | None = None,
    sink: RowSink | None = None,
) -> Run:
    """Play the games of a spec in a ``pool`` (None: all cores here), except those that ``sink`` has already.

    If ``compiled`` or ``folded`` is None, the number of games decides. ``progress`` is called about ten times a second.
    KeyboardInterrupt and errors of the sink stop the workers and reach the caller;
    :class:`~threedown.games.levels.LevelError` names a bot from outside that failed, and
    :class:`~threedown.bulk.worker_pool.WorkerPoolError` says why a worker pool did.
    """
    pool = pool or ThreadPool()
    compiled = spec.worth_compiling if compiled is None else compiled
    folded = spec.n >= FOLDED_FROM if folded is None else folded
    job = ChunkJob((spec,), functools.partial(summed, spec.setting, sink.pack if sink else None), compiled, folded)
    chunks = Chunks(spec.n, (sink.chunk if sink else None) or pool.size(spec.n))
    totals, lock = Totals.zero(spec.setting), threading.Lock()
    if sink is not None:
        for first, rows in sink.saved():
            totals.add_rows(rows)
            chunks.skip(first)

    def take(first: int, result: tuple[Totals, Any]) -> None:
        if sink is not None:
            sink.save(first, result[1])
        with lock:
            totals.add(result[0])

    spent = Timing(0.0, 0.0) if chunks.is_done else pool.play(job, chunks, take, progress)
    if progress is not None:
        progress(RunProgress(chunks.played, spec.n, spec.n, spent.seconds, 0))
    return Run(spec, totals, spent.seconds, spent.preparing, compiled)
