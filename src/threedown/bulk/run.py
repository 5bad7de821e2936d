"""Many games: on all cores, with results that do not depend on their number.

Everything that is added up is an integer and every game's chance comes from (run seed, game number) alone, so the order
in which games are played does not matter.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import platformdirs

from threedown.bulk import kernel
from threedown.games.declare import Setting
from threedown.table.chance import keys
from threedown.table.layout import Table

STEPPED_UP_TO = 20
"""So few games are not worth a compiler's start."""
FOLDED_FROM = 500_000
"""From so many games on, the options are compiled in as constants."""
CHUNK_SECONDS = 0.1
LARGEST_CHUNK = 100_000


class Totals(NamedTuple):
    """What a run adds up, all int64. ``counts``: wins by seat, draws, unfinished (stopped by the cap).

    ``turns``: finished games by number of turns. ``tallies`` (2, n): sums and sums of squares of the tallies.
    """

    counts: Any
    turns: Any
    tallies: Any

    @classmethod
    def zero(cls, setting: Setting) -> "Totals":
        cap = setting.options.turn_cap  # type: ignore[attr-defined]
        return cls(
            np.zeros(setting.seats + 2, dtype=np.int64),
            np.zeros(cap + 1, dtype=np.int64),
            np.zeros((2, len(setting.game.tallies)), dtype=np.int64),
        )

    def add(self, other: "Totals") -> None:
        for mine, theirs in zip(self, other, strict=True):
            mine += theirs


class Run(NamedTuple):
    """A run of ``n`` games; ``seconds`` without the compiler's, which are ``preparing``."""

    setting: Setting
    n: int
    seed: int
    pilots: tuple[str, ...]
    totals: Totals
    seconds: float
    preparing: float
    compiled: bool


class Progress(NamedTuple):
    """How far a run is."""

    games: int
    seconds: float


def cache_folder() -> Path:
    """Where compiled variants are kept: THREEDOWN_CACHE, or the user's cache folder."""
    return Path(os.environ.get("THREEDOWN_CACHE") or platformdirs.user_cache_dir("threedown")) / "compiled"


def has_compiler() -> bool:
    """Whether the extra ``fast`` (Numba) is installed."""
    import importlib.util

    return importlib.util.find_spec("numba") is not None


def prepare(setting: Setting, pilots: Sequence[str], folded: bool, compiled: bool) -> Any:
    """``kernel.play_games`` for this setting: machine code, or the stepped loop where ``compiled`` is false."""
    if not compiled:
        return kernel.play_games
    from threedown.bulk.compiler import compiled_kernel

    return compiled_kernel(setting, pilots, folded, cache_folder())


def simulate(
    setting: Setting,
    n: int,
    seed: int,
    pilots: Sequence[str] = (),
    workers: int | None = None,
    compiled: bool | None = None,
    folded: bool | None = None,
    tell: Callable[[Progress], None] | None = None,
) -> Run:
    """Plays games 0 … n-1 of run ``seed``. ``pilots`` are the seats' bot levels (none: the game's first level).

    ``workers`` is the number of threads (None: one a core).

    ``compiled`` and ``folded`` are chosen by ``n`` where they are None. ``tell`` is called about ten times a second.
    KeyboardInterrupt stops the workers before it goes on.
    """
    if compiled is None:
        compiled = n > STEPPED_UP_TO and has_compiler()
    if folded is None:
        folded = n >= FOLDED_FROM
    started = time.perf_counter()
    pilots = tuple(pilots) or setting.game.first_level * setting.seats
    play = prepare(setting, pilots, folded, compiled)
    workers = min(workers or os.cpu_count() or 1, n)
    crew = [_Worker(setting, pilots, play, compiled, folded) for _ in range(workers)]
    crew[0].play(seed, 0, 0)
    preparing = time.perf_counter() - started

    started = time.perf_counter()
    ranges = _Ranges(n)
    with ThreadPoolExecutor(workers) as pool:
        jobs = [pool.submit(worker.work, seed, ranges) for worker in crew]
        try:
            while wait(jobs, timeout=CHUNK_SECONDS).not_done:
                if tell is not None:
                    tell(Progress(ranges.done, time.perf_counter() - started))
        finally:
            ranges.stop()
        for job in jobs:
            job.result()
    totals = Totals.zero(setting)
    for worker in crew:
        totals.add(worker.totals)
    seconds = time.perf_counter() - started
    if tell is not None:
        tell(Progress(n, seconds))
    return Run(setting, n, seed, pilots, totals, seconds, preparing, compiled)


def compiled_house(setting: Setting) -> Any:
    """The options as compiled rules read them when they are not folded in: a numpy record of int64s.

    (A NamedTuple's class would be made anew in each process, and Numba would not find its own cache again.)
    """
    house = setting.house
    return np.array([tuple(house)], dtype=[(name, np.int64) for name in house._fields]).view(np.recarray)[0]


class _Ranges:
    """Hands out ranges of game numbers until all are given or the run is stopped."""

    def __init__(self, n: int) -> None:
        self._n, self._next, self.done = n, 0, 0
        self._lock = threading.Lock()
        self._stopped = False

    def take(self, size: int, finished: int) -> tuple[int, int]:
        with self._lock:
            self.done += finished
            first = self._next
            count = 0 if self._stopped else min(size, self._n - first)
            self._next += count
            return first, count

    def stop(self) -> None:
        self._stopped = True


class _Worker:
    """A table of its own, and its own totals."""

    def __init__(self, setting: Setting, pilots: Sequence[str], play: Any, compiled: bool, folded: bool) -> None:
        self.totals = Totals.zero(setting)
        record = setting.new_record()
        if compiled:
            self._table = Table(record.compiled, None if folded else compiled_house(setting))
        else:
            self._table = Table(record, setting.house, kernel.Unwatched(setting, pilots))
        self._words = record.words
        self._fresh = record.words[record.clean_from :].copy()
        self._play = play

    def play(self, seed: int, first: int, count: int) -> None:
        self._play(self._table, self._words, self._fresh, keys(seed, first, count), *self.totals)

    def work(self, seed: int, ranges: _Ranges) -> None:
        size, count = 1, 0
        while True:
            first, count = ranges.take(size, count)
            if count == 0:
                return
            started = time.perf_counter()
            self.play(seed, first, count)
            seconds = max(time.perf_counter() - started, 1e-6)
            size = max(1, min(LARGEST_CHUNK, 4 * size, int(count * CHUNK_SECONDS / seconds)))
