"""``threedown bench-server``: choices per second that the server puts on disk, and the time to acknowledge one."""

import contextlib
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgspec
from rich.progress import BarColumn, Progress, TextColumn

from benchmarks.load import Load, LoadResult
from threedown.cli import main
from threedown.cli.common import columns, console, json_flag, print_json, talk
from threedown.cli.exits import CHECK_FAILED, Stop, usage

OPTIONS = {"blitz31": {"lives": 5}}
"""Long games, so that choices are measured and not the start of games."""
SERVER = """
from pathlib import Path
from threedown.server.run import run
run(Path({folder!r}), "127.0.0.1", 0, pause=0, workers=0, browse=False, metrics=True, verbose=False, durable={durable})
"""
PAGE = 4096


class Row(NamedTuple):
    """One measurement; memory is the server's, in bytes."""

    games: int
    durable: bool
    hostile: bool
    """True if hostile clients were connected too."""
    rate: float
    choices_per_second: float
    p50: float
    p95: float
    p99: float
    largest: float
    game_bytes: int | None
    socket_bytes: int | None
    server_cpu: float | None
    load_cpu: float
    refused: int


@click.command("bench-server")
@click.option("--games", default="100,500,2000", show_default=True, metavar="N,N,…", help="Games at once, in turn.")
@click.option("--game", default="blitz31", show_default=True, metavar="GAME", help="The game that is played.")
@click.option("--seconds", type=click.FloatRange(1, 600), default=10, show_default=True, help="Of each measurement.")
@click.option(
    "--rate", type=click.FloatRange(0), default=2000, show_default=True, metavar="R",
    help="Choices a second that the players want to make in all (0: as many as they can).",
)  # fmt: skip
@click.option("--no-rival", is_flag=True, help="Leave out the same server without durability.")
@click.option("--hostile", is_flag=True, help="Once more beside clients that flood, stall and send nonsense.")
@json_flag
def bench_server(
    games: str, game: str, seconds: float, rate: float, no_rival: bool, hostile: bool, as_json: bool
) -> None:
    """Measure the server: bots play over real sockets, two in each game, from a separate process.

    Every choice is timed from send to acknowledgement, which comes when it is on disk; beside it the same server
    without durability (SQLite's synchronous OFF), so that the price is seen.
    """
    numbers = games.split(",")
    if not all(number.strip().isdecimal() and int(number) > 0 for number in numbers):
        raise usage(f"--games {games!r}: give numbers of games, as in 100,500,2000")
    rows: list[Row] = []
    bar = Progress(TextColumn("{task.description}"), BarColumn(), console=talk(), transient=True)
    with bar:
        for number in map(int, numbers):
            ways = [(True, False), *([(True, True)] if hostile else []), *([] if no_rival else [(False, False)])]
            for durable, beside in ways:
                task = bar.add_task(f"{number} games, {_way(durable, beside)}", total=1.0)
                load = Load("", game, OPTIONS.get(game, {}), number, seconds, rate)
                rows.append(
                    _measured(load, durable, beside, lambda share, task=task: bar.update(task, completed=share))
                )
                bar.remove_task(task)
    machine = {
        "python": platform.python_version(), "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }  # fmt: skip
    if as_json:
        print_json({"machine": machine, "game": game, "seconds": seconds, "rows": [row._asdict() for row in rows]})
        return
    heads = ("games", "", "choices/s", "p50 ms", "p95", "p99", "max", "KiB a game", "a socket", "server", "load")
    table = columns(*heads)
    for row in rows:
        table.add_row(
            f"{row.games:,}", _way(row.durable, row.hostile), f"{row.choices_per_second:,.0f}",
            *(f"{value:.1f}" for value in (row.p50, row.p95, row.p99, row.largest)),
            *("" if value is None else f"{value / 1024:,.0f}" for value in (row.game_bytes, row.socket_bytes)),
            *("" if value is None else f"{value:.0%}" for value in (row.server_cpu, row.load_cpu)),
        )  # fmt: skip
    console().print(table)
    console().print(
        f"\n[dim]{game}, {rate:g} choices/s wanted (0: all there can be), {seconds:g} s each; shares of a core;"
        f" Python {machine['python']}, {machine['cores']} cores, load {machine['load']}[/]"
    )


def _way(durable: bool, hostile: bool) -> str:
    return "beside hostile clients" if hostile else "durable" if durable else "not durable"


def _measured(load: Load, durable: bool, hostile: bool, progress: Any) -> Row:
    with (
        tempfile.TemporaryDirectory() as folder,
        _server(Path(folder), durable) as (server, url),
        _attackers(url) if hostile else contextlib.nullcontext(),
    ):
        load = msgspec.structs.replace(load, url=url)
        command = [sys.executable, "-m", "benchmarks.load", msgspec.json.encode(load).decode()]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as players:
            assert players.stdout is not None
            memory: dict[str, int | None] = {}
            cpu: list[float | None] = []
            measured = None
            for line in players.stdout:
                told = msgspec.json.decode(line)
                if told["phase"] in ("guests", "opened", "connected"):
                    memory[told["phase"]] = _memory(server.pid)
                elif told["phase"] == "measured":
                    measured = msgspec.convert(told["measured"], LoadResult)
                else:
                    progress(told["share"])
                if told["phase"] == "playing":
                    cpu.append(_cpu(server.pid))
        if measured is None:
            raise Stop(CHECK_FAILED, "the players have ended before they measured anything")
    spent = [] if None in cpu else [value for value in cpu if value is not None]
    return Row(
        load.games, durable, hostile, load.rate, measured.choices / measured.seconds,
        measured.p50, measured.p95, measured.p99, measured.largest,
        _each(memory, "guests", "opened", load.games), _each(memory, "opened", "connected", 2 * load.games),
        (spent[-1] - spent[0]) / (measured.seconds * (len(spent) - 1) / len(spent)) if len(spent) > 1 else None,
        measured.cpu, measured.refused,
    )  # fmt: skip


@contextlib.contextmanager
def _server(folder: Path, durable: bool) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server in a separate process; yield it and its address."""
    program = SERVER.format(folder=str(folder / "rooms"), durable=durable)
    server = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        line = server.stderr.readline()
        if "Rooms are open at" not in line:
            raise Stop(CHECK_FAILED, f"the server does not start: {line.strip()}")
        yield server, line.split(" at ")[1].split(" (")[0]
    finally:
        server.kill()
        server.communicate()


@contextlib.contextmanager
def _attackers(url: str) -> Iterator[None]:
    """Run hostile clients during a measurement."""
    attackers = subprocess.Popen([sys.executable, "-m", "benchmarks.hostile", url])
    try:
        yield
    finally:
        attackers.kill()
        attackers.wait()


def _each(memory: dict[str, int | None], before: str, after: str, number: int) -> int | None:
    first, last = memory.get(before), memory.get(after)
    return None if first is None or last is None else (last - first) // number


def _memory(process: int) -> int | None:
    """Return the resident memory of a process in bytes; None on systems other than Linux."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE
    return None


def _cpu(process: int) -> float | None:
    """Return the processor seconds that all threads of a process have used."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return None


if __name__ == "__main__":
    main(command=bench_server)
