"""A player plays the games of a spec one after another at its own table, in machine code or step by step."""

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from threedown import collector
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
    """Return the folder of compiled variants: THREEDOWN_CACHE, or the user's cache folder."""
    return Path(os.environ.get("THREEDOWN_CACHE") or platformdirs.user_cache_dir("threedown")) / "compiled"


def usable_cache() -> Path | None:
    """Return the cache folder, or None if it is not writable (Numba would write beside our sources instead)."""
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
    """Return ``kernel.play_games`` for this setting: in machine code, or step by step if ``compiled`` is false.

    ``pilots`` are the levels by seat, or if ``rotating`` the levels that may sit anywhere. Machine code in ``loaded``,
    by key, is used again; new machine code is added to it.
    """
    if not compiled:
        return kernel.play_games
    with collector.paused():  # Numba is a third of a warm start
        from threedown.bulk.compiler import compiled_kernel

    return compiled_kernel(setting, pilots, folded, usable_cache(), rotating, loaded)


@contextlib.contextmanager
def naming(from_outside: Sequence[str]) -> Iterator[None]:
    """Turn unexpected errors into a :class:`LevelError` that names the bots from outside, if any play."""
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


def compiled_options(setting: Setting) -> Any:
    """Return the options as compiled rules read them unless they are folded in: a numpy record of int64s.

    (A NamedTuple's class would be a new one in each process, and Numba would miss its own cache.)
    """
    codes = setting.option_codes
    return np.array([tuple(codes)], dtype=[(name, np.int64) for name in codes._fields]).view(np.recarray)[0]


class GamePlayer:
    """Plays games of a spec at its own table."""

    def __init__(self, spec: RunSpec, play: Any, compiled: bool, folded: bool) -> None:
        """``play`` is the result of :func:`prepare` for the spec."""
        setting = spec.setting
        table_state = setting.new_table_state()
        if compiled:
            mind = (
                imagination(table_state, setting.new_table_state())
                if spec.imagines or spec.rotating or spec.from_outside
                else None
            )
            self._table = Table(table_state.compiled, None if folded else compiled_options(setting), mind)
        else:
            self._table = Table(table_state, setting.option_codes, DetachedTable(setting, spec.pilots))
        self.table_state = table_state
        self._fresh = table_state.words[table_state.clean_from :].copy()
        self._spec, self._play = spec, play
        self._columns = kernel.FIRST_TALLY + len(setting.tally_names)
        self._piece = 1

    def play(self, first: int, count: int) -> Any:
        """Play ``count`` games of the spec from its game ``first`` on; return their rows."""
        spec = self._spec
        words = self._keys(spec.first + first, count)
        if not spec.rotating:
            return self._rows(words)
        rows = np.empty((count, self._columns), dtype=np.int64)
        seats = spec.setting.seats
        for shift in range(seats):
            which = slice((shift - spec.first - first) % seats, None, seats)
            self._seat(shift)
            rows[which] = self._rows(words[which].copy())
            winners = rows[which, 2]
            rows[which, 2] = ((winners >> shift) | (winners << (seats - shift))) & ((1 << seats) - 1)
        return rows

    def _keys(self, first: int, count: int) -> Any:
        """The key words of games of the run, from number ``first`` on."""
        spec = self._spec
        if not spec.duplicated:
            words = keys(spec.seed, first, count)
            words[:, 2] |= spec.again << kernel.AGAIN
            return words
        seats = spec.setting.seats
        deals, replays = np.divmod(np.arange(first, first + count), seats)
        words = keys(spec.seed, first // seats, count // seats + 2)[deals - first // seats]
        words[:, 2] |= replays << kernel.AGAIN
        return words

    def _rows(self, words: Any) -> Any:
        rows = np.empty((len(words), self._columns), dtype=np.int64)
        self._play(self._table, self.table_state.words, self._fresh, words, rows)
        return rows

    def _seat(self, shift: int) -> None:
        """Seat every pilot ``shift`` seats further on."""
        spec, live = self._spec, self._table.live
        seated = spec.pilots[-shift:] + spec.pilots[:-shift] if shift else spec.pilots
        if isinstance(live, DetachedTable):
            self._table = self._table._replace(live=DetachedTable(spec.setting, seated))
        else:
            live.levels[:] = [spec.rotating.index(level) for level in seated]

    def pieces(self, first: int, count: int) -> Iterator[Any]:
        """Iterate over the rows of a chunk in pieces of about PIECE_SECONDS, so that the caller can stop and report."""
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
        """Play the spec's first games for about so many seconds; return the number of choices and their time."""
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
            choices += int(self.table_state.pilot[1])
        return choices, spent
