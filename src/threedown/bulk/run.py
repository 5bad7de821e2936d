"""Many games, added up: the results do not depend on who plays them, nor where, nor on how many there are.

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
from threedown.bulk.worker_pool import ChunkJob, Progress, ThreadPool, Timing, WorkerPool
from threedown.games.setting import Setting
from threedown.table.layout import TURN_CAP

MOST_REASONS = 64
"""Codes of reasons are below this."""


class Totals(NamedTuple):
    """What a run adds up, all int64. ``counts``: wins by seat, draws, unfinished (stopped by the cap).

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
        """Adds games as ``kernel.play_games`` has noted them."""
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
    """An order carried out; ``seconds`` without the compiler's, which are ``preparing``."""

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


Pack = Callable[[int, Any], Any]
"""Makes of the number of a chunk's first game and its rows what is to be kept of them."""


def rows_alone(first: int, rows: Any) -> Any:
    """The rows of a chunk as they are."""
    return rows


class RowSink:
    """Keeps the games of a run, chunk by chunk; this one has none yet, and is to be given their rows."""

    chunk: int | None = None
    """Games in each chunk but the last; None: as many as suits those who play them."""

    @property
    def pack(self) -> Pack:
        """What becomes of a chunk where it is played: it can be pickled, for that may be another machine."""
        return rows_alone

    def kept(self) -> Iterator[tuple[int, Any]]:
        """The chunks that are there already: the number of the first game, and the rows."""
        return iter(())

    def keep(self, first: int, packed: Any) -> None:
        """Keeps what ``pack`` has made of a chunk; called by several threads."""
        raise NotImplementedError


def counted(setting: Setting, pack: Pack | None, first: int, rows: Sequence[Any]) -> tuple[Totals, Any]:
    """What is made of a chunk where it is played: its totals, and what a keeper wants."""
    totals = Totals.zero(setting)
    totals.add_rows(rows[0])
    return totals, pack(first, rows[0]) if pack else None


def simulate(
    what: RunSpec,
    pool: WorkerPool | None = None,
    compiled: bool | None = None,
    folded: bool | None = None,
    tell: Callable[[Progress], None] | None = None,
    keeper: RowSink | None = None,
) -> Run:
    """Carries out an order by a ``pool`` (None: all cores here); what ``keeper`` has already is not played again.

    ``compiled`` and ``folded`` are chosen by the number of games where they are None. ``tell`` is called about ten
    times a second. KeyboardInterrupt and errors of the keeper stop the crew and then go on to the caller;
    :class:`~threedown.games.levels.LevelError` names a bot from outside that has failed, and
    :class:`~threedown.bulk.worker_pool.CrewError` a crew that has.
    """
    pool = pool or ThreadPool()
    compiled = what.worth_compiling if compiled is None else compiled
    folded = what.n >= FOLDED_FROM if folded is None else folded
    job = ChunkJob((what,), functools.partial(counted, what.setting, keeper.pack if keeper else None), compiled, folded)
    chunks = Chunks(what.n, (keeper.chunk if keeper else None) or pool.size(what.n))
    totals, lock = Totals.zero(what.setting), threading.Lock()
    if keeper is not None:
        for first, rows in keeper.kept():
            totals.add_rows(rows)
            chunks.leave_out(first)

    def take(first: int, made: tuple[Totals, Any]) -> None:
        if keeper is not None:
            keeper.keep(first, made[1])
        with lock:
            totals.add(made[0])

    spent = Timing(0.0, 0.0) if chunks.nothing_left else pool.play(job, chunks, take, tell)
    if tell is not None:
        tell(Progress(chunks.played, what.n, what.n, spent.seconds, 0))
    return Run(what, totals, spent.seconds, spent.preparing, compiled)
