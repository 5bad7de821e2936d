"""``threedown warm``: compiles ahead what bots that imagine think with."""

import multiprocessing
import signal
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from threedown.bots.seated import compile_ahead
from threedown.bulk.player import cache_folder, usable_cache
from threedown.bulk.run_spec import has_compiler
from threedown.cli.common import game_of, json_flag, print_json, talk, workers_flag
from threedown.cli.completion import complete_games
from threedown.cli.exits import MISSING_EXTRA, Stop, bad_input
from threedown.games import game_names
from threedown.games.game_options import OptionError
from threedown.games.setting import settle


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@workers_flag
@json_flag
def warm(game: str | None, workers: int | None, as_json: bool) -> None:
    """Compiles what the bots of GAME that imagine think with, for every number of seats (without GAME: of all games).

    Without it the first game with such a bot waits for that, some seconds. What is compiled already takes no time.
    """
    if not has_compiler():
        raise Stop(MISSING_EXTRA, "compiling needs the extra fast: pip install 'threedown[fast]'")
    if usable_cache() is None:
        raise bad_input(f"couldn't write to the cache folder {cache_folder()}")
    began = time.perf_counter()
    names = [game_of(game).name] if game else game_names()
    wanted = [
        (name, preset, seats, level)
        for name in names
        for preset, seats in layouts(name)
        for level in game_of(name).bots.IMAGINES
    ]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    done: list[dict[str, Any]] = []
    # A process of its own each: what LLVM has compiled it never gives back. Ctrl-C ends it at once: LLVM hears of none.
    ends = (signal.SIGINT, signal.SIG_DFL)
    with (
        Progress(*columns, console=talk(), transient=True) as progress,
        ProcessPoolExecutor(
            workers, multiprocessing.get_context("spawn"), signal.signal, ends, max_tasks_per_child=1
        ) as pool,
    ):
        bar = progress.add_task("compiling", total=len(wanted))
        jobs = {pool.submit(compile_ahead, *each): each for each in wanted}
        for job in as_completed(jobs):
            name, _, seats, level = jobs[job]
            done.append({"game": name, "seats": seats, "level": level, "seconds": round(job.result(), 2)})
            progress.update(bar, advance=1, description=f"{name}, {seats} seats: {level}")
    if as_json:
        print_json({"folder": str(cache_folder()), "compiled": done})
        return
    what = f"{len(done)} tables with bots that imagine are ready" if done else "No bot of it imagines: nothing to do"
    talk().print(f"{what} ({time.perf_counter() - began:.1f} s).")


def layouts(name: str) -> list[tuple[str, int]]:
    """A preset for each number of seats and form of the table: house rules are values of one compiled policy."""
    game = game_of(name)
    distinct: dict[Any, tuple[str, int]] = {}
    for preset in game.presets:
        for seats in game.seats.numbers:
            try:
                table_state = settle(game, preset, {}, seats).new_table_state()
            except OptionError:
                continue  # a preset for another number of seats
            distinct.setdefault((seats, str(table_state.dtype)), (preset, seats))
    return list(distinct.values())
