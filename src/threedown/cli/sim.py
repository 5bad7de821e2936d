"""``threedown sim``: many games, counted."""

import shlex
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from threedown.bulk.report import report, share_interval
from threedown.bulk.run import Progress as Far
from threedown.bulk.run import Run, has_compiler, simulate
from threedown.cli.common import (
    any_seed,
    bot_flags,
    console,
    json_flag,
    print_json,
    rule_flags,
    seed_flag,
    setting_of,
    talk,
)
from threedown.cli.seating import pilots_of
from threedown.games.declare import Setting, option_facts, show_value


@click.command()
@click.argument("game")
@click.option("-n", "number", type=click.IntRange(1), default=100_000, show_default=True, metavar="N", help="Games.")
@rule_flags
@seed_flag("Seed of the run: the same seed gives the same numbers (default: a fresh one, which is printed).")
@bot_flags
@click.option("--workers", type=click.IntRange(1, 1024), metavar="N", help="Threads (default: one a core).")
@json_flag
def sim(
    game: str,
    number: int,
    preset: str | None,
    changes: tuple[str, ...],
    seats: int | None,
    seed: int | None,
    bots: tuple[str, ...],
    all_bots: str | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Simulates N games of GAME on all cores.

    The numbers depend on the seed and N alone, never on the number of workers.
    """
    setting = setting_of(game, preset, changes, seats)
    run = _run(setting, pilots_of(setting, bots, all_bots), number, any_seed(seed), workers)
    if as_json:
        print_json(report(run))
    else:
        _print(console(), run)


def _run(setting: Setting, pilots: tuple[str, ...], number: int, seed: int, workers: int | None) -> Run:
    out = talk()
    if not has_compiler() and number > 20:
        out.print("Numba is not installed: games are played step by step. Much faster: pip install 'threedown\\[fast]'")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(f"compiling the rules of {setting.game.name}", total=None, speed="")

        def tell(far: Far) -> None:
            speed = f"{far.games / far.seconds:,.0f} games/s" if far.seconds else ""
            text = f"{number:,} games of {setting.game.name}"
            bar.update(task, description=text, total=number, completed=far.games, speed=speed)

        return simulate(setting, number, seed, pilots, workers, tell=tell)


def command_of(run: Run) -> str:
    """The command that repeats a run."""
    setting = run.setting
    changes = [
        f"--set {fact.name}={show_value(value)}"
        for fact in option_facts(setting.game.options)
        if (value := getattr(setting.options, fact.name)) != fact.default
    ]
    parts = ["threedown sim", shlex.quote(setting.game.name), f"-n {run.n}", *changes]
    return " ".join([*parts, f"--seats {setting.seats} --seed {run.seed}"])


def _print(out: Console, run: Run) -> None:
    figures: dict[str, Any] = report(run)
    n, seats = run.n, run.setting.seats
    out.print(f"[bold]{run.setting.game.title}[/]: {n:,} games between {seats} players\n")
    table = Table("", "games", "share", "95 % interval", box=None, pad_edge=False, header_style="bold")
    rows = [(f"seat {seat} wins", figures["wins"][seat]) for seat in range(seats)]
    rows += [("draws", figures["draws"]), ("stopped by the turn cap", figures["unfinished"])]
    for column in table.columns[1:]:
        column.justify = "right"
    for name, count in rows:
        low, high = share_interval(count, n)
        table.add_row(name, f"{count:,}", f"{count / n:.3%}", f"{low:.3%} to {high:.3%}")
    out.print(table)
    turns = figures["turns"]
    if turns["mean"] is not None:
        around = f" ± {1.96 * turns['se']:.2f}" if turns["se"] is not None else ""
        out.print(
            f"\nTurns of a finished game: mean [bold]{turns['mean']:.2f}[/]{around}, median [bold]{turns['median']}[/],"
            f" 95 % within {turns['p95']}, 99 % within {turns['p99']}, {turns['min']} to {turns['max']}"
        )
    out.print()
    table = Table("a game has", "mean", "± 95 %", "in all", box=None, pad_edge=False, header_style="bold")
    for column in table.columns[1:]:
        column.justify = "right"
    for name, tally in figures["tally"].items():
        around = f"{1.96 * tally['se']:.4f}" if tally["se"] is not None else ""
        table.add_row(name.replace("_", " "), f"{tally['mean']:.4f}", around, f"{tally['total']:,}")
    out.print(table)
    how = "compiled" if run.compiled else "stepped"
    out.print(
        f"\n[dim]{figures['games_per_second']:,.0f} games/s {how}, {run.seconds:.2f} s; again: {command_of(run)}[/]"
    )
