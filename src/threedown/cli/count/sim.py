"""``threedown sim``: many games, counted; runs on disk, shown and compared."""

import sys
from collections.abc import Callable
from functools import partial
from operator import methodcaller
from pathlib import Path, PurePosixPath
from typing import Any

import click

from threedown.bulk.report import report
from threedown.bulk.run import Run, added, simulate
from threedown.bulk.run_folder import MissingLibrary
from threedown.bulk.run_spec import MOST_GAMES, STEPPED_UP_TO, RunSpec, run_spec
from threedown.bulk.worker_pool import WorkerPool
from threedown.cli.common import (
    OrGame,
    any_seed,
    bot_flags,
    console,
    json_flag,
    playing_into,
    pool_flags,
    pool_of,
    print_json,
    rule_flags,
    seed_flag,
    setting_of,
)
from threedown.cli.common import talk as talk_console
from threedown.cli.completion import complete_games
from threedown.cli.count.estimating import estimate_flags, print_estimate
from threedown.cli.count.figures import print_comparison, print_merged, print_run
from threedown.cli.exits import MISSING_EXTRA, Stop, bad_input, usage
from threedown.cli.play.seating import pilots_of
from threedown.cli.plots import Plot, plot_flags, write_plot
from threedown.cli.progress import games_bar, warn_without_compiler
from threedown.durable import FolderError
from threedown.games.levels import is_in_file

GAMES = click.IntRange(1, MOST_GAMES)


class FolderOrUrl(click.ParamType[Path | str]):
    """A folder, or the URL of one."""

    name = "place"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path | str:
        return value if isinstance(value, Path) or "://" in value else Path(value)


@click.group(
    cls=OrGame,
    default="game",
    no_args_is_help=False,
    options_metavar="",
    subcommand_metavar="GAME [OPTIONS] | --resume DIR | show DIR | compare DIR DIR... | merge DIR DIR...",
)
def sim() -> None:
    """Simulates N games of GAME on all cores.

    The numbers depend on the seed and N alone, never on the number of workers. With --out DIR every game is kept, a row
    each; interrupted in whatever way, the same command goes on. ``sim show DIR`` prints a kept run, ``sim compare DIR
    DIR...`` several beside each other, ``sim merge DIR DIR...`` those of other seeds as one. DIR may be a URL of an
    object store (s3://bucket/run). With --estimate, a sample tells what the run would take.
    """


@sim.command(hidden=True)
@click.argument("game", required=False, shell_complete=complete_games)
@click.option("-n", "number", type=GAMES, default=100_000, show_default=True, metavar="N", help="Games.")
@rule_flags
@bot_flags
@seed_flag("Seed of the run: the same seed gives the same numbers (default: a fresh one, which is printed).")
@pool_flags
@click.option("--out", type=FolderOrUrl(), metavar="DIR", help="Keep every game in DIR or at a URL, as Parquet.")
@click.option("--resume", type=FolderOrUrl(), metavar="DIR", help="Go on with the run kept in DIR.")
@estimate_flags
@plot_flags
@json_flag
def game(
    game: str | None,
    number: int,
    preset: str | None,
    changes: tuple[str, ...],
    seats: int | None,
    bots: tuple[str, ...],
    all_bots: str | None,
    seed: int | None,
    workers: int | None,
    on: str | None,
    out: Path | str | None,
    resume: Path | str | None,
    is_estimated: bool,
    cores: int | None,
    price: float | None,
    plot: Plot | None,
    as_json: bool,
) -> None:
    """Simulates N games of GAME on all cores."""
    if not is_estimated and (cores is not None or price is not None):
        raise usage("--cores and --price are for --estimate")
    if is_estimated and (resume is not None or out is not None or on is not None or plot is not None):
        raise usage("--estimate plays a sample here and keeps nothing: leave out --out, --resume, --on and --plot")
    if resume is not None:
        if game is not None or out is not None:
            raise usage("--resume DIR goes on with that run as it is: give no game and no --out with it")
        what = _opened(resume, methodcaller("open", resume)).spec
        if any(is_in_file(level) for level in what.from_outside):
            raise usage(
                f"{resume} is a run of {', '.join(what.from_outside)}: go on with it by the command that began it, so"
                " that you say whose code is run"
            )
    else:
        if game is None:
            raise usage("which game? threedown sim war, for example; threedown games lists them")
        if out is not None and seed is None:
            raise usage("--out keeps a run that can be gone on with: give it a --seed")
        setting = setting_of(game, preset, changes, seats)
        what = run_spec(setting, number, any_seed(seed), pilots_of(setting, bots, all_bots))
    if is_estimated:
        _stores()
        print_estimate(what, workers, cores, price, as_json)
        return
    pool = pool_of(workers, on)
    folder = resume or out
    store = None if folder is None else _opened(folder, lambda stores: stores.begin(folder, what, what.worth_compiling))
    try:
        run = _run(what, pool, store)
        if store is not None:
            store.finish(run)
    finally:
        if store is not None:
            store.close()
    _show(run, as_json)
    if plot is not None:
        draw_runs(plot, [("", run)])


@sim.command()
@click.argument("folder", type=FolderOrUrl(), metavar="DIR")
@plot_flags
@json_flag
def show(folder: Path | str, plot: Plot | None, as_json: bool) -> None:
    """Prints the run saved in DIR, even if it is incomplete."""
    run = _kept(folder)
    _show(run, as_json)
    if plot is not None:
        draw_runs(plot, [(PurePosixPath(folder).name, run)])


@sim.command()
@click.argument("folders", nargs=-1, type=FolderOrUrl(), metavar="DIR DIR...")
@plot_flags
@json_flag
def compare(folders: tuple[Path | str, ...], plot: Plot | None, as_json: bool) -> None:
    """Compares runs: each with the first, differences with 95 % intervals."""
    if len(folders) < 2:
        raise usage("compare needs two runs or more: threedown sim compare DIR DIR...")
    runs = [(str(folder), _kept(folder)) for folder in folders]
    print_comparison(runs, as_json)
    if plot is not None:
        draw_runs(plot, runs)


@sim.command()
@click.argument("folders", nargs=-1, type=FolderOrUrl(), metavar="DIR DIR...")
@plot_flags
@json_flag
def merge(folders: tuple[Path | str, ...], plot: Plot | None, as_json: bool) -> None:
    """Adds up runs of the same rules and bots with different seeds, as if they were one."""
    if len(folders) < 2:
        raise usage("merge needs two runs or more: threedown sim merge DIR DIR...")
    stores = [_opened(folder, methodcaller("open", folder)) for folder in folders]
    try:
        runs = _stores().merged(stores)
    except (ValueError, OSError) as error:
        raise bad_input(str(error)) from error
    for store, run in zip(stores, runs, strict=True):
        if run.n == 0:
            raise bad_input(f"{store.folder} holds no finished chunk of games yet")
        _tell_missing(store)
    whole = added(runs)
    print_merged(runs, whole, as_json)
    if plot is not None:
        draw_runs(plot, [("", whole)])


def draw_runs(plot: Plot, runs: list[tuple[str, Run]]) -> None:
    """Draws runs side by side into a file."""
    from threedown.cli.count.plot import draw

    write_plot(plot, lambda: draw(plot, runs))


def _stores() -> Any:
    try:
        import polars  # noqa: F401
    except ImportError as error:
        raise Stop(MISSING_EXTRA, "runs on disk need Polars: pip install 'threedown[lab]'") from error
    from threedown.bulk import run_store

    return run_store


def _opened(folder: Path | str, open_it: Callable[[Any], Any]) -> Any:
    """Return the result of ``open_it``; ends the command if the folder holds no run, or cannot be written."""
    stores = _stores()
    try:
        return open_it(stores.RunStore)
    except MissingLibrary as error:
        raise Stop(MISSING_EXTRA, str(error)) from error
    except FolderError as error:
        raise bad_input(str(error)) from error
    except OSError as error:
        raise bad_input(f"{folder}: cannot be written: {error.strerror or error}") from error


def _kept(folder: Path | str) -> Run:
    store = _opened(folder, methodcaller("open", folder))
    try:
        run: Run = store.run()
    except ValueError as error:
        raise bad_input(str(error)) from error
    if run.n == 0:
        raise bad_input(f"{folder} holds no finished chunk of games yet")
    _tell_missing(store)
    return run


def _tell_missing(store: Any) -> None:
    if missing := store.missing():
        talk_console().print(f"{store.folder}: {missing:,} games are still to be played (sim --resume {store.folder})")


def _run(what: RunSpec, pool: WorkerPool, store: Any) -> Run:
    game = what.setting.game
    if what.n > STEPPED_UP_TO:
        warn_without_compiler()
    with games_bar(game) as show:
        try:
            with playing_into(store.folder if store is not None else None):
                return simulate(what, pool, progress=partial(show, f"{what.n:,} games of {game.name}"), sink=store)
        except KeyboardInterrupt:
            if store is not None:
                sys.stderr.write(
                    f"\nkept so far; the same command goes on, or: threedown sim --resume {store.folder}\n"
                )
            raise


def _show(run: Run, as_json: bool) -> None:
    if as_json:
        print_json(report(run))
    else:
        print_run(console(), run)
