"""A run on disk: one row per game as Parquet, in chunks that are written whole or not at all.

A folder holds ``run.json`` (the manifest: the spec of the run), ``games-NNNNNN.parquet`` (chunks by number) and, once
all chunks are there, ``totals.json`` and ``result.json``. The same command continues a run that was interrupted, and
the files end up byte for byte the same: nothing in them depends on time, workers or order.
"""

import functools
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta

from threedown.bulk.dependencies import fingerprint
from threedown.bulk.kernel import FIRST_TALLY
from threedown.bulk.report import report
from threedown.bulk.run import Pack, RowSink, Run, Totals
from threedown.bulk.run_folder import RunFolder, run_folder
from threedown.bulk.run_spec import MOST_GAMES, RunSpec, run_spec
from threedown.durable import FolderError, indented
from threedown.games import UnknownGame, find_game
from threedown.games.game_options import OptionError
from threedown.games.levels import policy_of
from threedown.games.setting import Setting, settle

FORMAT = 1
CHUNK = 100_000
MANIFEST, TOTALS, RESULT = "run.json", "totals.json", "result.json"
STEPPED_CHUNK = 100
"""Games in a chunk of games played step by step: about a second or two."""


class RunManifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The spec of a run, as it is saved."""

    threedown_run: int
    game: str
    version: int
    options: dict[str, Any]
    seats: int
    bots: tuple[str, ...]
    n: Annotated[int, Meta(ge=1, le=MOST_GAMES)]
    seed: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)]
    chunk: Annotated[int, Meta(ge=1, le=10_000_000)]
    outside: dict[str, str] = {}
    """A hash of each bot from outside."""

    def spec(self) -> RunSpec:
        """Return the spec; raise :class:`FolderError` if this program cannot play it as it was meant."""
        if self.threedown_run != FORMAT:
            raise FolderError(f"run.json: format {self.threedown_run}: this program reads format {FORMAT}")
        try:
            setting = settle(find_game(self.game), None, self.options, self.seats, kept=True)
        except (UnknownGame, OptionError) as error:
            raise FolderError(f"run.json: {error}") from error
        if setting.game.version != self.version:
            raise FolderError(
                f"run.json: rules version {self.version} of {self.game}; this program plays {setting.game.version}"
            )
        known = [*setting.game.bots.LEVELS, *self.outside]
        if len(self.bots) != self.seats or not all(level in known for level in self.bots):
            raise FolderError(f"run.json: bots: give {self.seats} of {', '.join(known)}")
        return run_spec(setting, self.n, self.seed, self.bots)


def manifest(spec: RunSpec, chunk: int) -> RunManifest:
    setting = spec.setting
    options = msgspec.structs.asdict(setting.options)
    outside = {level: fingerprint(policy_of(setting.game, level)) for level in spec.from_outside}
    return RunManifest(
        FORMAT,
        setting.game.name,
        setting.game.version,
        options,
        setting.seats,
        spec.pilots,
        spec.n,
        spec.seed,
        chunk,
        outside,
    )


class StoredTotals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sums of all games of a run (see :class:`~threedown.bulk.run.Totals`), so that nobody adds them up again."""

    counts: list[int]
    turns: list[tuple[int, int]]
    """Turns, and the games that had so many."""
    tallies: tuple[list[int], list[int]]
    reasons: list[tuple[int, int]]
    """The codes of reasons, and the games that ended for each."""


class RunStore(RowSink):
    """A run's folder. It is the ``sink`` of :func:`threedown.bulk.run.simulate`."""

    def __init__(self, folder: RunFolder, written: RunManifest) -> None:
        import polars

        self._polars = polars
        self.folder, self.manifest = folder, written
        self.spec = written.spec()
        self.chunk: int = written.chunk

    @classmethod
    def begin(cls, where: Path | str, spec: RunSpec, compiled: bool) -> "RunStore":
        """Open the store of a spec, new or begun, for this process alone until :meth:`close`.

        Raise :class:`FolderError` if the folder holds something else, or if another process plays games into it.
        """
        folder = run_folder(where)
        is_begun = folder.claim(MANIFEST, "run")
        try:
            if not is_begun:
                folder.write(MANIFEST, indented(manifest(spec, CHUNK if compiled else STEPPED_CHUNK)))
            store = cls._opened(folder)
            now = manifest(spec, store.chunk)
            if msgspec.structs.replace(now, outside=store.manifest.outside) == store.manifest != now:
                raise FolderError(f"{folder} holds a run of {', '.join(now.outside)} as it was before it was changed")
            if now != store.manifest:
                raise FolderError(
                    f"{folder} holds another run; give another folder, or go on with that: sim --resume {folder}"
                )
        except BaseException:
            folder.release()
            raise
        return store

    @classmethod
    def open(cls, where: Path | str) -> "RunStore":
        """Open the store of a folder that holds a run, finished or not."""
        return cls._opened(run_folder(where))

    @classmethod
    def _opened(cls, folder: RunFolder) -> "RunStore":
        try:
            written = msgspec.json.decode(folder.read(MANIFEST), type=RunManifest)
        except OSError as error:
            raise FolderError(f"{folder} holds no run (no run.json)") from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise FolderError(f"{folder}/run.json is damaged: {error}") from error
        return cls(folder, written)

    def close(self) -> None:
        """Let other processes continue the run."""
        self.folder.release()

    def name(self, first: int) -> str:
        """Return the name of the file with the chunk that begins with game ``first``."""
        return f"games-{first // self.chunk:06d}.parquet"

    def missing(self) -> int:
        """Return the number of games that are still to be played."""
        return self._missing_in(self.folder.names())

    def _missing_in(self, there: set[str]) -> int:
        firsts = range(0, self.spec.n, self.chunk)
        return sum(min(self.chunk, self.spec.n - first) for first in firsts if self.name(first) not in there)

    def saved(self) -> Iterator[tuple[int, Any]]:
        there = self.folder.names()
        for first in range(0, self.spec.n, self.chunk):
            if self.name(first) in there:
                yield first, self.rows(first)

    @property
    def pack(self) -> Pack:
        return functools.partial(parquet, self.spec.setting)

    def save(self, first: int, packed: bytes) -> None:
        self.folder.write(self.name(first), packed)

    def rows(self, first: int) -> Any:
        """Return the rows of a chunk, as ``kernel.play_games`` writes them; raise :class:`FolderError` on damage."""
        setting, path = self.spec.setting, f"{self.folder}/{self.name(first)}"
        codes = {name: code for code, name in setting.game.rules.REASONS.items()}
        try:
            frame = self._polars.read_parquet(io.BytesIO(self.folder.read(self.name(first))))
            reasons = np.array([codes[name] for name in frame["reason"].to_list()], dtype=np.int64)
            names = ("turns", "winners", *setting.tally_names)
            turns, winners, *tallies = (frame[name].to_numpy().astype(np.int64) for name in names)
        except (self._polars.exceptions.PolarsError, KeyError, OSError, ValueError, TypeError) as error:
            raise FolderError(f"{path} is damaged: remove it, and the same command plays its games again") from error
        if len(frame) != min(self.chunk, self.spec.n - first):
            raise FolderError(f"{path} has {len(frame)} games: remove it, and the same command plays its games again")
        cap = setting.options.turn_cap
        if min(turns.min(), winners.min()) < 0 or turns.max() > cap or winners.max() >= 1 << setting.seats:
            raise FolderError(f"{path} is damaged: remove it, and the same command plays its games again")
        return np.stack([turns, reasons, winners, *tallies], axis=1)

    def finish(self, run: Run) -> None:
        """Write ``totals.json``, and ``result.json``: the report without figures that depend on the machine."""
        figures = {key: value for key, value in report(run).items() if key not in ("seconds", "games_per_second")}
        self.folder.write(TOTALS, indented(_stored(run.totals)))
        self.folder.write(RESULT, indented(figures))

    def run(self) -> Run:
        """Return the run as far as it is saved; for one that has ended, its totals are enough."""
        there = self.folder.names()
        if TOTALS in there and not self._missing_in(there):
            return Run(self.spec, self._totals(), 0.0, 0.0, compiled=False)
        totals = Totals.zero(self.spec.setting)
        saved = 0
        for _, rows in self.saved():
            totals.add_rows(rows)
            saved += len(rows)
        return Run(self.spec._replace(n=saved), totals, 0.0, 0.0, compiled=False)

    def _totals(self) -> Totals:
        """Return the totals of a run that has ended; raise :class:`FolderError` if they can't be its own."""
        totals = Totals.zero(self.spec.setting)
        try:
            stored = msgspec.json.decode(self.folder.read(TOTALS), type=StoredTotals)
            totals.counts[:], totals.tallies[:] = stored.counts, stored.tallies
            for kept, by_code in ((totals.turns, stored.turns), (totals.reasons, stored.reasons)):
                for code, games in by_code:
                    kept[code] = games
            is_whole = totals.turns.sum() + totals.counts[-1] == totals.reasons.sum() == self.spec.n
        except (msgspec.MsgspecError, ValueError, IndexError, OSError):
            is_whole = False
        if not is_whole:
            raise FolderError(f"{self.folder}/{TOTALS} is damaged: remove it, and the games are counted again")
        return totals


def merged(stores: Sequence[RunStore]) -> list[Run]:
    """Return several runs whose totals may be added up: of the same rules and bots, each with games of its own.

    Raises :class:`FolderError` for others.
    """
    first = stores[0]
    for store in stores[1:]:
        if msgspec.structs.replace(store.manifest, n=first.spec.n, seed=first.spec.seed, chunk=first.chunk) != (
            first.manifest
        ):
            raise FolderError(f"{store.folder} has other rules, seats or bots than {first.folder}")
    by_seed: dict[int, RunStore] = {}
    for store in stores:
        if (other := by_seed.setdefault(store.spec.seed, store)) is not store:
            raise FolderError(
                f"{other.folder} and {store.folder} have the same games: both have seed {store.spec.seed}"
            )
    return [store.run() for store in stores]


def _stored(totals: Totals) -> StoredTotals:
    def present(histogram: Any) -> list[tuple[int, int]]:
        return [(int(code), int(histogram[code])) for code in np.nonzero(histogram)[0]]

    sums, squares = totals.tallies.tolist()
    return StoredTotals(totals.counts.tolist(), present(totals.turns), (sums, squares), present(totals.reasons))


def parquet(setting: Setting, first: int, rows: Any) -> bytes:
    """Return the file of a chunk that begins with game ``first``."""
    import polars

    reasons = setting.game.rules.REASONS
    columns: dict[str, Any] = {
        "game": polars.Series(np.arange(first, first + len(rows)), dtype=polars.UInt64),
        "turns": polars.Series(rows[:, 0], dtype=polars.UInt32),
        "reason": polars.Series([reasons[code] for code in rows[:, 1]], dtype=polars.Enum(list(reasons.values()))),
        "winners": polars.Series(rows[:, 2], dtype=polars.UInt16),
    }
    for place, name in enumerate(setting.tally_names):
        columns[name] = polars.Series(rows[:, FIRST_TALLY + place], dtype=polars.Int64)
    memory = io.BytesIO()
    polars.DataFrame(columns).write_parquet(memory, compression="zstd", statistics=True)
    return memory.getvalue()
