"""Who plays the games of an order one after another: on a table of its own, in machine code or step by step."""

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from threedown.bulk import kernel
from threedown.bulk.run_spec import RunSpec
from threedown.games.detached import DetachedTable
from threedown.games.levels import LevelError, failure
from threedown.games.setting import Setting
from threedown.table.chance import keys
from threedown.table.imagine import imagination
from threedown.table.layout import Table

PIECE_SECONDS = 0.1


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


def prepare(
    setting: Setting,
    pilots: Sequence[str],
    folded: bool,
    compiled: bool,
    rotating: bool = False,
    loaded: dict[str, Any] | None = None,
) -> Any:
    """``kernel.play_games`` for this setting: machine code, or the stepped loop where ``compiled`` is false.

    ``pilots`` are the levels by seat, or if ``rotating`` those that may sit anywhere. ``loaded`` is machine code that
    is there already, by variant; what comes is added to it.
    """
    if not compiled:
        return kernel.play_games
    from threedown.bulk.compiler import compiled_kernel

    return compiled_kernel(setting, pilots, folded, usable_cache(), rotating, loaded)


@contextlib.contextmanager
def naming(from_outside: Sequence[str]) -> Iterator[None]:
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


def compiled_house(setting: Setting) -> Any:
    """The options as compiled rules read them when they are not folded in: a numpy record of int64s.

    (A NamedTuple's class would be made anew in each process, and Numba would not find its own cache again.)
    """
    house = setting.house
    return np.array([tuple(house)], dtype=[(name, np.int64) for name in house._fields]).view(np.recarray)[0]


class GamePlayer:
    """A table of its own, at which games of an order are played."""

    def __init__(self, what: RunSpec, play: Any, compiled: bool, folded: bool) -> None:
        """``play`` is what :func:`prepare` gave for the order."""
        setting = what.setting
        record = setting.new_record()
        if compiled:
            mind = (
                imagination(record, setting.new_record())
                if what.imagines or what.rotating or what.from_outside
                else None
            )
            self._table = Table(record.compiled, None if folded else compiled_house(setting), mind)
        else:
            self._table = Table(record, setting.house, DetachedTable(setting, what.pilots))
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
        if isinstance(live, DetachedTable):
            self._table = self._table._replace(live=DetachedTable(what.setting, seated))
        else:
            live.levels[:] = [what.rotating.index(level) for level in seated]

    def pieces(self, first: int, count: int) -> Iterator[Any]:
        """The rows of a chunk in pieces of about PIECE_SECONDS: who takes them can stop, and tell how far it is."""
        done = 0
        while done < count:
            size = min(self._piece, count - done)
            started = time.perf_counter()
            rows = self.play(first + done, size)
            seconds = max(time.perf_counter() - started, 1e-6)
            self._piece = max(1, min(4 * size, int(size * PIECE_SECONDS / seconds)))
            done += size
            yield rows

    def time_choices(self, seconds: float) -> tuple[int, float]:
        """How many choices are made, and in what time, in the order's first games, played for about so many seconds."""
        self.play(0, 1)
        games, spent = 1, 0.0
        while spent < seconds / 4:
            games *= 2
            started = time.perf_counter()
            self.play(0, games)
            spent = time.perf_counter() - started
        choices = 0
        for game in range(games):
            self.play(game, 1)
            choices += int(self.record.pilot[1])
        return choices, spent
