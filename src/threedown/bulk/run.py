"""Many games: on all cores, with results that do not depend on their number.

Everything that is added up is an integer and every game's chance comes from (run seed, game number) alone, so the order
in which games are played does not matter.
"""

import contextlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import platformdirs

from threedown.bulk import kernel
from threedown.bulk.chunks import Chunks
from threedown.games.levels import LevelError, failure, is_own
from threedown.games.setting import Setting
from threedown.games.unwatched import Unwatched
from threedown.table.chance import keys
from threedown.table.imagine import imagination
from threedown.table.layout import TURN_CAP, Table

STEPPED_UP_TO = 20
"""So few games are not worth a compiler's start."""
FOLDED_FROM = 500_000
"""From so many games on, the options are compiled in as constants."""
MOST_GAMES = 10**12
PIECE_SECONDS = 0.1
SMALL_CHUNK = 20_000
"""Games a worker takes at a time where nothing is kept."""
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


class Order(NamedTuple):
    """What is to be played: ``n`` games of run ``seed`` from number ``first`` on, by ``pilots``: bot levels by seat.

    With ``rotating`` levels, everybody sits g seats further on in game g, and winners are counted by pilot: 0 is who
    sits at seat 0 in game 0. The rules are compiled once for all seatings of these levels.
    """

    setting: Setting
    n: int
    seed: int
    pilots: tuple[str, ...]
    rotating: tuple[str, ...] = ()
    first: int = 0
    again: int = 0
    """If not 0, every game is dealt as with 0 and then played on with other chance, another for each number."""

    @property
    def imagines(self) -> bool:
        """Whether one of the bots imagines."""
        return any(self.setting.imagines_with(level) is not None for level in self.pilots + self.rotating)

    @property
    def from_outside(self) -> tuple[str, ...]:
        """The levels that are not the game's own."""
        return tuple(
            level for level in dict.fromkeys(self.pilots + self.rotating) if not is_own(self.setting.game, level)
        )

    @property
    def worth_compiling(self) -> bool:
        """Whether it is carried out in machine code where nobody says otherwise."""
        return (self.n > STEPPED_UP_TO or self.imagines) and has_compiler()


def order(setting: Setting, n: int, seed: int, pilots: Sequence[str] = ()) -> Order:
    """An order; without ``pilots`` the game's first level sits everywhere. Raises ValueError for bad numbers."""
    if not 1 <= n <= MOST_GAMES:
        raise ValueError(f"{n} games: allowed is 1 to {MOST_GAMES:,}")
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"seed {seed}: allowed is 0 to 2**63 - 1")
    return Order(setting, n, seed, tuple(pilots) or setting.game.first_level * setting.seats)


class Run(NamedTuple):
    """An order carried out; ``seconds`` without the compiler's, which are ``preparing``."""

    order: Order
    totals: Totals
    seconds: float
    preparing: float
    compiled: bool

    @property
    def n(self) -> int:
        return self.order.n

    @property
    def setting(self) -> Setting:
        return self.order.setting


class Progress(NamedTuple):
    """How far a run is: games played since it was started, games in all that are there, and seconds."""

    played: int
    there: int
    seconds: float


class Keeper(Protocol):
    """Keeps the rows of a run, chunk by chunk; ``chunk`` is the number of games in each but the last."""

    chunk: int

    def kept(self) -> Iterator[tuple[int, Any]]:
        """The chunks that are there already: the number of the first game, and the rows."""

    def keep(self, first: int, rows: Any) -> None:
        """Keeps a chunk."""


def cache_folder() -> Path:
    """Where compiled variants are kept: THREEDOWN_CACHE, or the user's cache folder."""
    return Path(os.environ.get("THREEDOWN_CACHE") or platformdirs.user_cache_dir("threedown")) / "compiled"


def usable_cache() -> Path | None:
    """The cache folder, or None where nothing can be written there (Numba would write beside our sources instead)."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def has_compiler() -> bool:
    """Whether the extra ``fast`` (Numba) is installed."""
    import importlib.util

    return importlib.util.find_spec("numba") is not None


def prepare(setting: Setting, pilots: Sequence[str], folded: bool, compiled: bool, rotating: bool = False) -> Any:
    """``kernel.play_games`` for this setting: machine code, or the stepped loop where ``compiled`` is false.

    ``pilots`` are the levels by seat, or if ``rotating`` those that may sit anywhere.
    """
    if not compiled:
        return kernel.play_games
    from threedown.bulk.compiler import compiled_kernel

    return compiled_kernel(setting, pilots, folded, usable_cache(), rotating)


def simulate(
    what: Order,
    workers: int | None = None,
    compiled: bool | None = None,
    folded: bool | None = None,
    tell: Callable[[Progress], None] | None = None,
    keeper: Keeper | None = None,
    play: Any = None,
) -> Run:
    """Carries out an order on ``workers`` threads (None: one a core); what ``keeper`` has already is not played again.

    ``compiled`` and ``folded`` are chosen by the number of games where they are None. ``play`` is what :func:`prepare`
    gave for orders of this kind. ``tell`` is called about ten times a second. KeyboardInterrupt and errors of the
    keeper stop the workers and then go on to the caller; :class:`LevelError` names a bot from outside that has failed.
    """
    with _naming(what.from_outside):
        if compiled is None:
            compiled = what.worth_compiling
        if folded is None:
            folded = what.n >= FOLDED_FROM
        workers = min(workers or os.cpu_count() or 1, what.n)
        totals = Totals.zero(what.setting)
        chunks = Chunks(what.n, keeper.chunk if keeper else max(1, min(SMALL_CHUNK, what.n // (8 * workers))))
        if keeper is not None:
            for first, rows in keeper.kept():
                totals.add_rows(rows)
                chunks.leave_out(first)
        started = time.perf_counter()
        crew = []
        if not chunks.nothing_left:
            if play is None:
                play = prepare(what.setting, what.rotating or what.pilots, folded, compiled, bool(what.rotating))
            crew = [_Worker(what, play, compiled, folded) for _ in range(workers)]
            crew[0].play(0, 0)
        preparing = time.perf_counter() - started

        started = time.perf_counter()
        with ThreadPoolExecutor(workers) as pool:
            jobs = [pool.submit(worker.work, chunks, keeper) for worker in crew]
            try:
                ended, going = wait(jobs, timeout=0)
                while going and not any(job.exception() for job in ended):
                    if tell is not None:
                        tell(Progress(chunks.played, chunks.there, time.perf_counter() - started))
                    ended, going = wait(jobs, PIECE_SECONDS, FIRST_EXCEPTION)
            finally:
                chunks.stop()
            for job in jobs:
                job.result()
        for worker in crew:
            totals.add(worker.totals)
        seconds = time.perf_counter() - started
        if tell is not None:
            tell(Progress(chunks.played, what.n, seconds))
        return Run(what, totals, seconds, preparing, compiled)


@contextlib.contextmanager
def _naming(from_outside: Sequence[str]) -> Iterator[None]:
    """Where bots from outside play, an error that is nobody else's becomes a :class:`LevelError` that names them."""
    try:
        yield
    except (ValueError, OSError):
        raise
    except Exception as error:
        if not from_outside:
            raise
        names = " or ".join(from_outside)
        if not type(error).__module__.startswith("numba."):
            raise failure(names, error) from error
        from threedown.bulk.compiler import why_not

        raise LevelError(f"{names} cannot be compiled: {why_not(error)}") from error


def time_choices(what: Order, play: Any, compiled: bool, seconds: float) -> tuple[int, float]:
    """How many choices are made, and in what time, in games of an order played for about so many seconds.

    ``play`` is what :func:`prepare` gave for it.
    """
    worker = _Worker(what, play, compiled, folded=False)
    worker.play(0, 1)
    games, spent = 1, 0.0
    while spent < seconds / 4:
        games *= 2
        started = time.perf_counter()
        worker.play(0, games)
        spent = time.perf_counter() - started
    choices = 0
    for game in range(games):
        worker.play(game, 1)
        choices += int(worker.record.pilot[1])
    return choices, spent


def compiled_house(setting: Setting) -> Any:
    """The options as compiled rules read them when they are not folded in: a numpy record of int64s.

    (A NamedTuple's class would be made anew in each process, and Numba would not find its own cache again.)
    """
    house = setting.house
    return np.array([tuple(house)], dtype=[(name, np.int64) for name in house._fields]).view(np.recarray)[0]


class _Worker:
    """A table of its own, and its own totals."""

    def __init__(self, what: Order, play: Any, compiled: bool, folded: bool) -> None:
        setting = what.setting
        self.totals = Totals.zero(setting)
        record = setting.new_record()
        if compiled:
            mind = (
                imagination(record, setting.new_record())
                if what.imagines or what.rotating or what.from_outside
                else None
            )
            self._table = Table(record.compiled, None if folded else compiled_house(setting), mind)
        else:
            self._table = Table(record, setting.house, Unwatched(setting, what.pilots))
        self.record = record
        self._fresh = record.words[record.clean_from :].copy()
        self._order, self._play = what, play
        self._columns = kernel.FIRST_TALLY + len(setting.tally_names)
        self._piece = 1

    def play(self, first: int, count: int) -> Any:
        """Plays ``count`` games of the order from its game ``first`` on; returns their rows."""
        what = self._order
        words = keys(what.seed, what.first + first, count)
        words[:, 2] |= what.again << kernel.AGAIN
        if not what.rotating:
            return self._rows(words)
        rows = np.empty((count, self._columns), dtype=np.int64)
        seats = what.setting.seats
        for shift in range(seats):
            which = slice((shift - what.first - first) % seats, None, seats)
            self._seat(shift)
            rows[which] = self._rows(words[which].copy())
            winners = rows[which, 2]
            rows[which, 2] = ((winners >> shift) | (winners << (seats - shift))) & ((1 << seats) - 1)
        return rows

    def _rows(self, words: Any) -> Any:
        rows = np.empty((len(words), self._columns), dtype=np.int64)
        self._play(self._table, self.record.words, self._fresh, words, rows)
        return rows

    def _seat(self, shift: int) -> None:
        """Seats every pilot ``shift`` seats further on."""
        what, live = self._order, self._table.live
        seated = what.pilots[-shift:] + what.pilots[:-shift] if shift else what.pilots
        if isinstance(live, Unwatched):
            self._table = self._table._replace(live=Unwatched(what.setting, seated))
        else:
            live.levels[:] = [what.rotating.index(level) for level in seated]

    def work(self, chunks: Chunks, keeper: Keeper | None) -> None:
        while True:
            first, count = chunks.take()
            pieces = list(self._pieces(chunks, first, count))
            if not pieces or chunks.stopped:
                return
            rows = np.concatenate(pieces)
            if keeper is not None:
                keeper.keep(first, rows)
            self.totals.add_rows(rows)

    def _pieces(self, chunks: Chunks, first: int, count: int) -> Iterator[Any]:
        """The rows of a chunk in pieces of about PIECE_SECONDS: a run can be stopped, and tells how far it is."""
        done = 0
        while done < count and not chunks.stopped:
            size = min(self._piece, count - done)
            started = time.perf_counter()
            yield self.play(first + done, size)
            seconds = max(time.perf_counter() - started, 1e-6)
            self._piece = max(1, min(4 * size, int(size * PIECE_SECONDS / seconds)))
            done += size
            chunks.count(size)
