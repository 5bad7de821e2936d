"""``threedown sim``: many games, counted; runs on disk, shown and compared."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from threedown.bulk.report import report
from threedown.bulk.run import Run, simulate
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
from threedown.cli.count.figures import print_comparison, print_run
from threedown.cli.exits import MISSING_EXTRA, Stop, bad_input, usage
from threedown.cli.play.seating import pilots_of
from threedown.cli.plots import plot_flag, write_plot
from threedown.cli.progress import games_bar, warn_without_compiler
from threedown.durable import FolderError
from threedown.games.levels import is_in_file

GAMES = click.IntRange(1, MOST_GAMES)


@click.group(
    cls=OrGame,
    default="game",
    no_args_is_help=False,
    options_metavar="",
    subcommand_metavar="GAME [OPTIONS] | --resume DIR | show DIR | compare DIR DIR...",
)
def sim() -> None:
    """Simulates N games of GAME on all cores.

    The numbers depend on the seed and N alone, never on the number of workers. With --out DIR every game is kept, a row
    each; interrupted in whatever way, the same command goes on. ``sim show DIR`` prints a kept run, ``sim compare DIR
    DIR...`` several beside each other.
    """


@sim.command(hidden=True)
@click.argument("game", required=False, shell_complete=complete_games)
@click.option("-n", "number", type=GAMES, default=100_000, show_default=True, metavar="N", help="Games.")
@rule_flags
@bot_flags
@seed_flag("Seed of the run: the same seed gives the same numbers (default: a fresh one, which is printed).")
@pool_flags
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep every game in DIR, as Parquet.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="DIR", help="Go on with the run kept in DIR.")
@plot_flag
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
    out: Path | None,
    resume: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Simulates N games of GAME on all cores."""
    if resume is not None:
        if game is not None or out is not None:
            raise usage("--resume DIR goes on with that run as it is: give no game and no --out with it")
        what = _opened(resume, lambda stores: stores.open(resume)).spec
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
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@plot_flag
@json_flag
def show(folder: Path, plot: Path | None, as_json: bool) -> None:
    """Prints the run saved in DIR, even if it is incomplete."""
    run = _kept(folder)
    _show(run, as_json)
    if plot is not None:
        draw_runs(plot, [(folder.name, run)])


@sim.command()
@click.argument("folders", nargs=-1, type=click.Path(path_type=Path), metavar="DIR DIR...")
@plot_flag
@json_flag
def compare(folders: tuple[Path, ...], plot: Path | None, as_json: bool) -> None:
    """Compares runs: each with the first, differences with 95 % intervals."""
    if len(folders) < 2:
        raise usage("compare needs two runs or more: threedown sim compare DIR DIR...")
    runs = [(str(folder), _kept(folder)) for folder in folders]
    print_comparison(runs, as_json)
    if plot is not None:
        draw_runs(plot, runs)


def draw_runs(plot: Path, runs: list[tuple[str, Run]]) -> None:
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


def _opened(folder: Path, open_it: Callable[[Any], Any]) -> Any:
    """Return the result of ``open_it``; ends the command if the folder holds no run, or cannot be written."""
    stores = _stores()
    try:
        return open_it(stores.RunStore)
    except FolderError as error:
        raise bad_input(str(error)) from error
    except OSError as error:
        raise bad_input(f"{folder}: cannot be written: {error.strerror}") from error


def _kept(folder: Path) -> Run:
    store = _opened(folder, lambda stores: stores.open(folder))
    try:
        run: Run = store.run()
    except ValueError as error:
        raise bad_input(str(error)) from error
    if run.n == 0:
        raise bad_input(f"{folder} holds no finished chunk of games yet")
    if store.missing():
        talk_console().print(f"{folder}: {store.missing():,} games are still to be played (sim --resume {folder})")
    return run


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
