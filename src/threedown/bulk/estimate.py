"""Estimates of runs before they are played: their time, and the bytes that they write and send."""

import pickle
import statistics
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk import run_store
from threedown.bulk.run import RowSink, Totals, simulate
from threedown.bulk.run_spec import FOLDED_FROM, RunSpec
from threedown.bulk.worker_pool import ThreadPool

PARTS = 5
"""Parts of the sample, whose times are compared."""
GROWTH = 4
"""The factor by which the sample grows until it takes long enough."""


class RunEstimate(NamedTuple):
    """The time and the bytes of a run of ``games`` games, from a sample played on this machine."""

    games: int
    sampled: int
    """Games of the sample."""
    seconds_a_game: float
    """Seconds of a core for a game: the median of the sample's parts."""
    fastest: float
    slowest: float
    """The same in the fastest and in the slowest part."""
    preparing: float
    """Seconds for compiling the rules here; from their cache, the next time, far fewer."""
    files: int
    file_bytes: int
    """The files that the run writes if it is kept, and their bytes in all."""
    sent_bytes: int
    """The bytes of totals that workers of a cluster send back; for a run that is kept, its files come on top."""

    def seconds(self, cores: int) -> tuple[float, float, float]:
        """Return the seconds on so many cores like these, if nothing is lost: by the median, least and most."""
        share = self.games / cores
        return self.seconds_a_game * share, self.fastest * share, self.slowest * share

    @property
    def core_hours(self) -> float:
        return self.seconds_a_game * self.games / 3600


class _Rows(RowSink):
    """Keeps the rows of at most one file's games."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._held, self._lock = 0, threading.Lock()

    def save(self, first: int, packed: Any) -> None:
        with self._lock:
            if self._held < run_store.CHUNK:
                self.rows.append(packed)
                self._held += len(packed)


def estimate(
    spec: RunSpec,
    workers: int,
    seconds: float = 2.0,
    tell: Callable[[int], None] | None = None,
) -> RunEstimate:
    """Play a sample that takes about ``seconds`` on so many threads, and return what the whole run takes.

    The sample has games of this run, so that its bots and rules are those of the run. ``tell`` is called with the
    number of games of each part. Raises what :func:`threedown.bulk.run.simulate` raises.
    """
    pool, sink = ThreadPool(workers), _Rows()
    compiled, folded = spec.worth_compiling, spec.n >= FOLDED_FROM
    games, preparing = min(spec.n, 100 if compiled else workers), 0.0
    while True:
        if tell is not None:
            tell(games)
        run = simulate(spec._replace(n=games), pool, compiled, folded)
        preparing = max(preparing, run.preparing)
        if run.seconds * PARTS >= seconds or games >= spec.n:
            break
        games = min(games * GROWTH, spec.n)
    rates, totals = [], Totals.zero(spec.setting)
    for part in range(PARTS):
        run = simulate(spec._replace(n=games, first=part * games), pool, compiled, folded, sink=sink)
        rates.append(run.seconds * min(workers, games) / games)
        totals.add(run.totals)
    chunk = run_store.CHUNK if compiled else run_store.STEPPED_CHUNK
    rows = np.concatenate(sink.rows)[: min(chunk, spec.n)]
    files, sent = (-(-spec.n // games) for games in (chunk, run_store.CHUNK))
    bytes_a_game = len(run_store.parquet(spec.setting, 0, rows)) / len(rows)
    return RunEstimate(
        spec.n, PARTS * games, statistics.median(rates), min(rates), max(rates), preparing,
        files, round(bytes_a_game * spec.n), sent * len(pickle.dumps(totals)),
    )  # fmt: skip
