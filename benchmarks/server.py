"""``threedown bench-server``: choices per second that the server puts on disk, and the time to acknowledge one.

One process on SQLite, or several on PostgreSQL. Processor time is that of all processes of the server, with that of the
database beside it.
"""

import contextlib
import itertools
import os
import platform
import signal
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
from benchmarks.postgres import postgres
from threedown.cli import main
from threedown.cli.common import columns, console, json_flag, print_json, talk
from threedown.cli.exits import CHECK_FAILED, Stop, usage

OPTIONS = {"blitz31": {"lives": 5}}
"""Long games, so that choices are measured and not the start of games."""
SERVER = """
from pathlib import Path
from threedown.server.run import run
run(Path({folder!r}), "127.0.0.1", 0, pause=0, workers=0, browse=False, metrics=True, verbose=False, durable={durable},
    database={database!r})
"""
PAGE = 4096
DATABASES = ("sqlite", "postgresql")


class Way(NamedTuple):
    """A server to be measured, and its company."""

    database: str
    web: int
    """The number of processes that serve."""
    durable: bool = True
    hostile: bool = False
    """True if hostile clients are connected too."""
    together: bool = False
    """True if the players ask for entries that are written together in one message."""

    def __str__(self) -> str:
        company = "beside hostile clients" if self.hostile else "durable" if self.durable else "not durable"
        return f"{self.database}, {self.web} web, {company}{', together' if self.together else ''}"


class Row(NamedTuple):
    """One measurement; memory is the server's, in bytes."""

    games: int
    database: str
    web: int
    durable: bool
    hostile: bool
    """True if hostile clients were connected too."""
    together: bool
    """True if the players asked for entries that are written together in one message."""
    rate: float
    choices_per_second: float
    p50: float
    p95: float
    p99: float
    largest: float
    game_bytes: int | None
    socket_bytes: int | None
    server_cpu: float | None
    database_cpu: float | None
    core_ms: float | None
    """Milliseconds of a core for each choice, of the server and its database."""
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
@click.option(
    "--database", "databases", default="sqlite", show_default=True, metavar="D,D",
    help="sqlite, postgresql, or both in turn; PostgreSQL is Debian's, started with the settings of deploy/.",
)  # fmt: skip
@click.option(
    "--web", "webs", default="1", show_default=True, metavar="N,N",
    help="Numbers of processes that serve, in turn; more than one need PostgreSQL.",
)  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 100), default=1, show_default=True, help="Repeat all measurements.")
@click.option("--no-rival", is_flag=True, help="Leave out the same server without durability.")
@click.option("--together", is_flag=True, help="Once more with players who ask for entries in one message.")
@click.option("--hostile", is_flag=True, help="Once more beside clients that flood, stall and send nonsense.")
@json_flag
def bench_server(
    games: str,
    game: str,
    seconds: float,
    rate: float,
    databases: str,
    webs: str,
    rounds: int,
    no_rival: bool,
    together: bool,
    hostile: bool,
    as_json: bool,
) -> None:
    """Measure the server: bots play over real sockets, two in each game, from a separate process.

    Every choice is timed from send to acknowledgement, which comes when it is on disk; beside it the same server
    without durability (SQLite's synchronous OFF), so that the price is seen.
    """
    numbers = _numbers("--games", games, "numbers of games, as in 100,500,2000")
    wanted = [name.strip() for name in databases.split(",")]
    if unknown := [name for name in wanted if name not in DATABASES]:
        raise usage(f"--database {unknown[0]!r}: give {' or '.join(DATABASES)}, or both with a comma")
    workers = _numbers("--web", webs, "numbers of processes, as in 1,2")
    ways = [Way(name, web) for name in wanted for web in workers if name == "postgresql" or web == 1]
    if not ways:
        raise usage("--web: SQLite is for one process; add --database postgresql")
    beside = [way._replace(hostile=True) for way in ways if hostile]
    rivals = [way._replace(durable=False) for way in ways if way.database == "sqlite" and not no_rival]
    joint = [way._replace(together=True) for way in ways if together]
    ways += joint + beside + rivals
    rows: list[Row] = []
    bar = Progress(TextColumn("{task.description}"), BarColumn(), console=talk(), transient=True)
    with bar:
        for number, way in itertools.product(numbers * rounds, ways):
            task = bar.add_task(f"{number} games, {way}", total=1.0)
            load = Load("", game, OPTIONS.get(game, {}), number, seconds, rate)
            rows.append(_measured(load, way, lambda share, task=task: bar.update(task, completed=share)))
            bar.remove_task(task)
    machine = {
        "python": platform.python_version(), "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }  # fmt: skip
    if as_json:
        print_json({"machine": machine, "game": game, "seconds": seconds, "rows": [row._asdict() for row in rows]})
        return
    heads = (
        "games", "", "choices/s", "p50 ms", "p95", "p99", "max", "KiB a game", "a socket", "server", "database",
        "ms a choice", "load",
    )  # fmt: skip
    table = columns(*heads)
    for row in rows:
        table.add_row(
            f"{row.games:,}", str(Way(row.database, row.web, row.durable, row.hostile, row.together)),
            f"{row.choices_per_second:,.0f}",
            *(f"{value:.1f}" for value in (row.p50, row.p95, row.p99, row.largest)),
            *("" if value is None else f"{value / 1024:,.0f}" for value in (row.game_bytes, row.socket_bytes)),
            *("" if value is None else f"{value:.0%}" for value in (row.server_cpu, row.database_cpu)),
            "" if row.core_ms is None else f"{row.core_ms:.2f}", f"{row.load_cpu:.0%}",
        )  # fmt: skip
    console().print(table)
    console().print(
        f"\n[dim]{game}, {rate:g} choices/s wanted (0: all there can be), {seconds:g} s each; shares of a core;"
        f" Python {machine['python']}, {machine['cores']} cores, load {machine['load']}[/]"
    )


def _numbers(flag: str, given: str, wanted: str) -> list[int]:
    """Return the numbers of a list with commas."""
    texts = [text.strip() for text in given.split(",")]
    if not all(text.isdecimal() and int(text) > 0 for text in texts):
        raise usage(f"{flag} {given!r}: give {wanted}")
    return [int(text) for text in texts]


def _measured(load: Load, way: Way, progress: Any) -> Row:
    with (
        tempfile.TemporaryDirectory() as folder,
        postgres() if way.database == "postgresql" else contextlib.nullcontext() as database,
        _server(Path(folder), way, None if database is None else database.url) as (server, url),
        _attackers(url) if way.hostile else contextlib.nullcontext(),
    ):
        load = msgspec.structs.replace(load, url=url, together=way.together)
        command = [sys.executable, "-m", "benchmarks.load", msgspec.json.encode(load).decode()]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as players:
            assert players.stdout is not None
            memory: dict[str, int | None] = {}
            server_times: list[float | None] = []
            database_times: list[float | None] = []
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
                    server_times.append(_cpu(server.pid))
                    database_times.append(None if database is None else _cpu(database.pid))
        if measured is None:
            raise Stop(CHECK_FAILED, "the players have ended before they measured anything")
    rate = measured.choices / measured.seconds
    server_cpu, database_cpu = (_share(times, measured.seconds) for times in (server_times, database_times))
    return Row(
        load.games, way.database, way.web, way.durable, way.hostile, way.together, load.rate, rate,
        measured.p50, measured.p95, measured.p99, measured.largest,
        _each(memory, "guests", "opened", load.games) if way.web == 1 else None,
        _each(memory, "opened", "connected", 2 * load.games) if way.web == 1 else None,
        server_cpu, database_cpu,
        None if server_cpu is None else 1000 * (server_cpu + (database_cpu or 0)) / rate,
        measured.cpu, measured.refused,
    )  # fmt: skip


def _share(times: list[float | None], seconds: float) -> float | None:
    """Return how many cores were used, from processor times that were read at equal intervals over ``seconds``."""
    first, last = (times[0], times[-1]) if len(times) > 1 else (None, None)
    return None if first is None or last is None else (last - first) / (seconds * (len(times) - 1) / len(times))


@contextlib.contextmanager
def _server(folder: Path, way: Way, database: str | None) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server in separate processes; yield the first of them and the address."""
    rooms = str(folder / "rooms")
    if way.web > 1:
        flags = ["--no-open", "--port", "0", "--data", rooms, "--pause", "0", "--workers", "0", "--metrics"]
        arguments = ["-m", "threedown", "serve", *flags, "--web", str(way.web), "--database", str(database)]
    else:
        arguments = ["-c", SERVER.format(folder=rooms, durable=way.durable, database=database)]
    server = subprocess.Popen([sys.executable, *arguments], stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        line = server.stderr.readline()
        if "Rooms are open at" not in line:
            raise Stop(CHECK_FAILED, f"the server does not start: {line.strip()}")
        yield server, line.split(" at ")[1].split(" (")[0]
    finally:
        for process in tree(server.pid):
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
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
    """Return the processor seconds that a process and all that it has started have used."""
    times = [used for each in tree(process) if (used := _own_cpu(each)) is not None]
    return sum(times) if times else None


def _own_cpu(process: int) -> float | None:
    """Return the processor seconds that a process and its ended children have used."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return None


def tree(process: int) -> list[int]:
    """Return a process and all running ones that it has started, directly or not (without Linux: it alone)."""
    found = [process]
    for each in found:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{each}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
    return found


if __name__ == "__main__":
    main(command=bench_server)
