"""``threedown bench``: speed compared with hand-written War, on one core."""

import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import msgspec
from rich.table import Table

from benchmarks import plain_war
from benchmarks.figure import Figure
from threedown.bulk.run import simulate
from threedown.bulk.run_spec import has_compiler, run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.cli import main
from threedown.cli.common import console, json_flag, print_json, talk
from threedown.cli.exits import MISSING_EXTRA, Stop
from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.session.session import Session
from threedown.table.chance import Generator

SEED = 1


@click.command()
@click.argument("what", type=click.Choice(["war", "rl", "ready"]), default="war")
@click.option("-n", "games", type=click.IntRange(1000), default=100_000, show_default=True, help="Games a round.")
@click.option("--rounds", type=click.IntRange(1, 50), default=5, show_default=True, help="Rounds; medians are printed.")
@json_flag
def bench(what: str, games: int, rounds: int, as_json: bool) -> None:
    """Measure War, compiled and stepped, against hand-written C (gcc) and plain Python.

    Or, with rl, environments; or, with ready, how soon every bot that imagines makes its first choice (some minutes).

    The rivals play in turn on one core (round by round: C, compiled, plain, stepped), and each ratio is the median of
    the rounds' ratios.
    """
    if not has_compiler():
        raise Stop(MISSING_EXTRA, "bench needs Numba: pip install 'threedown[fast]'")
    if what == "rl":
        _environments(as_json)
        return
    if what == "ready":
        _first_choices(as_json)
        return
    setting = settle(find_game("war"), "bicycle")
    figures = _speeds(setting, games, rounds) + _workers(setting, games, rounds) + _process()
    if as_json:
        print_json({"machine": _machine(), "games": games, "rounds": rounds, "figures": [f._asdict() for f in figures]})
        return
    console().print(_drawn(figures))
    machine = _machine()
    console().print(f"\n[dim]{machine['python']}, {machine['cores']} cores, load {machine['load']}, {rounds} rounds[/]")


def _drawn(figures: list[Figure]) -> Table:
    table = Table("", "measured", "", "bound", "", box=None, pad_edge=False, header_style="bold")
    table.columns[1].justify = "right"
    for figure in figures:
        verdict = {True: "[green]kept[/]", False: "[red]missed[/]", None: ""}[figure.kept]
        table.add_row(figure.name, f"{figure.value:,.3g}" if figure.value < 1000 else f"{figure.value:,.0f}",
                      figure.unit, figure.bound, verdict)  # fmt: skip
    return table


def _environments(as_json: bool) -> None:
    """Measure decisions per second of every game's environments and of OpenSpiel's, on one core."""
    from benchmarks.environments import MANY, aims, rivals, speeds, starts

    with _one_core():
        others, found = rivals(), speeds()
        figures = aims(found, others, starts())
    if as_json:
        games = [{**each._asdict(), "ratio": each.ratio} for each in found]
        print_json({"machine": _machine(), "tables": MANY, "games": games, "figures": [f._asdict() for f in figures]})
        return
    table = Table("decisions/s", f"{MANY:,} tables", "one table", "a session", "one / session", box=None,
                  pad_edge=False, header_style="bold")  # fmt: skip
    for column in table.columns[1:]:
        column.justify = "right"
    for each in found:
        numbers = [f"{number:,.0f}" for number in (each.many, each.one, each.session)]
        table.add_row(f"{each.game} ({each.preset})", *numbers, f"{each.ratio:,.0f} x")
    console().print(table)
    console().print()
    console().print(_drawn(figures))
    machine = _machine()
    console().print(f"\n[dim]{machine['python']}, one core, load {machine['load']}[/]")


def _first_choices(as_json: bool) -> None:
    """Measure the time until bots that imagine are ready, on all cores, as when a table waits for them."""
    from benchmarks.ready import aims, starts

    found = starts()
    figures = aims(found)
    if as_json:
        rows = [{**each._asdict(), "cold": each.cold._asdict(), "warm": each.warm._asdict()} for each in found]
        print_json({"machine": _machine(), "levels": rows, "figures": [f._asdict() for f in figures]})
        return
    table = Table("first choice", "seats", "nothing compiled", "processor", "memory", "all compiled", "processor",
                  box=None, pad_edge=False, header_style="bold")  # fmt: skip
    for column in table.columns[1:]:
        column.justify = "right"
    for each in found:
        cold = (f"{each.cold.seconds:.1f} s", f"{each.cold.processor:.1f} s", f"{each.cold.memory:.0f} MiB")
        warm = (f"{each.warm.seconds:.2f} s", f"{each.warm.processor:.2f} s")
        table.add_row(f"{each.game}: {each.level}", str(each.seats), *cold, *warm)
    console().print(table)
    console().print()
    console().print(_drawn(figures))
    machine = _machine()
    console().print(f"\n[dim]{machine['python']}, {machine['cores']} cores, load {machine['load']}[/]")


def _speeds(setting: Setting, games: int, rounds: int) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder, _one_core():
        rival = _build_c(Path(folder))
        compiled = simulate(run_spec(setting, games, SEED), ThreadPool(1), compiled=True, folded=True)
        turns = int((compiled.totals.turns * range(len(compiled.totals.turns))).sum())
        seconds: dict[str, list[float]] = {"c": [], "compiled": [], "plain": [], "stepped": []}
        for place in range(rounds):
            if rival is not None:
                seconds["c"].append(_play_c(rival, games, compiled.totals, turns) / turns)
            run = simulate(run_spec(setting, games, SEED), ThreadPool(1), compiled=True, folded=True)
            seconds["compiled"].append(run.seconds / turns)
            seconds["plain"].append(_per_turn(lambda number: plain_war.play(random.Random(number))[1], place))
            seconds["stepped"].append(_per_turn(lambda number: _step_through(setting, number), place))
            talk().print(f"[dim]round {place + 1} of {rounds}[/]")
    typical = {name: statistics.median(values) for name, values in seconds.items() if values}

    def ratio(fast: str, slow: str) -> float:
        return statistics.median(s / f for f, s in zip(seconds[fast], seconds[slow], strict=True))

    figures = [
        Figure(f"{name}, a turn", typical[name] * 1e9, "ns", "", None) for name in ("c", "compiled") if name in typical
    ]
    stepped = typical["stepped"] * 1e6
    figures += [
        Figure("stepped, a turn", stepped, "µs", "at most 120", stepped <= 120),
        Figure("plain Python, a turn", typical["plain"] * 1e6, "µs", "", None),
        Figure("compiled games a second", 1 / (typical["compiled"] * turns / games), "", "", None),
        Figure("compiled / plain Python", ratio("compiled", "plain"), "x", "", None),
    ]
    if seconds["c"]:
        share = ratio("compiled", "c")
        figures.append(Figure("compiled / C", share, "x", "at least 0.5, to reach 0.8", share >= 0.5))
    return figures


def _workers(setting: Setting, games: int, rounds: int) -> list[Figure]:
    if (os.cpu_count() or 1) < 2:
        return []
    ratios = []
    for _ in range(rounds):
        one, two = (
            simulate(run_spec(setting, 4 * games, SEED), ThreadPool(workers), compiled=True, folded=True)
            for workers in (1, 2)
        )
        ratios.append(one.seconds / two.seconds)
    gain = statistics.median(ratios)
    return [Figure("two workers / one", gain, "x", "at least 1.9", gain >= 1.9)]


def _process() -> list[Figure]:
    """Measure the warm start and the memory of whole processes, started as users start them."""
    starts = [_command(1000)[0] for _ in range(6)][1:]
    small, large = _command(200_000)[1], _command(2_000_000)[1]
    start = statistics.median(starts)
    return [
        Figure("warm start: a sim of 1,000 games printed", start, "s", "under 0.5", start < 0.5),
        Figure("memory, 2,000,000 games / 200,000", large / small, "x", "1: constant", large / small < 1.05),
    ]


COMMAND = """import atexit, sys
from threedown.cli import main
from benchmarks.memory import most_memory
atexit.register(lambda: print(most_memory(), file=sys.stderr))
main(sys.argv[1:])"""
"""Run ``threedown``, then print its peak memory."""


def _command(games: int) -> tuple[float, float]:
    """Run ``threedown sim war`` as a process; return the seconds until it has printed, and its peak memory in MiB."""
    started = time.perf_counter()
    arguments = ["sim", "war", "-n", str(games), "--seed", "1", "--workers", "1", "--json"]
    command = [sys.executable, "-c", COMMAND, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        seconds = time.perf_counter() - started
        process.stdout.read()
        return seconds, float(process.stderr.read().split()[-1])


def _build_c(folder: Path) -> Path | None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        talk().print("No C compiler here: the C rival is left out.")
        return None
    source = Path(__file__).parent / "war.c"
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(folder / "war"), str(source)], check=True)
    return folder / "war"


def _play_c(rival: Path, games: int, totals: Any, turns: int) -> float:
    """Return the seconds that the C program took by its own clock; it must have played the same games."""
    printed = subprocess.run([str(rival), str(games), str(SEED)], check=True, capture_output=True).stdout
    found = msgspec.json.decode(printed)
    assert found["wins"] == [int(wins) for wins in totals.counts[:2]], "the C rival has played other games"
    assert found["turns"] == turns, "the C rival has played other games"
    return float(found["seconds"])


def _per_turn(play: Callable[[int], int], place: int, games: int = 20) -> float:
    started = time.perf_counter()
    turns = sum(play(games * place + game) for game in range(games))
    return (time.perf_counter() - started) / turns


def _step_through(setting: Setting, number: int) -> int:
    session = Session(setting, Generator(SEED, number))
    session.go(1 << 40)
    return session.turns


class _one_core:
    """Keep this process and its children on one core while the block runs, if the system allows it."""

    def __enter__(self) -> None:
        self._cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
        if self._cores:
            os.sched_setaffinity(0, {max(self._cores)})

    def __exit__(self, *_: object) -> None:
        if self._cores:
            os.sched_setaffinity(0, self._cores)


def _machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
    }


if __name__ == "__main__":
    main(command=bench)
