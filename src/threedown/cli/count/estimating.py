"""``threedown sim --estimate``: what a run would take, from a sample."""

import os
from collections.abc import Callable
from typing import Any

import click

from threedown.bulk.estimate import RunEstimate, estimate
from threedown.bulk.run_spec import RunSpec
from threedown.bulk.run_store import CHUNK
from threedown.cli.common import columns, console, playing_into, print_json, talk
from threedown.cli.progress import warn_without_compiler

UNITS = ((1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"))
TIMES = ((86400 * 365, "years"), (86400, "days"), (3600, "hours"), (60, "minutes"))


def estimate_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of an estimate to a command."""
    for option in (
        click.option(
            "--price", type=click.FloatRange(0), metavar="P", help="With --estimate: the price of a core for an hour."
        ),
        click.option(
            "--cores", type=click.IntRange(1, 10**7), metavar="N",
            help="With --estimate: the cores of the cluster (default: those used here).",
        ),
        click.option(
            "--estimate", "is_estimated", is_flag=True, help="Play a sample, and print what the run would take."
        ),
    ):  # fmt: skip
        command = option(command)
    return command


def print_estimate(spec: RunSpec, workers: int | None, cores: int | None, price: float | None, as_json: bool) -> None:
    """Play a sample on ``workers`` threads (None: one a core), and print what the run takes on so many cores."""
    warn_without_compiler()
    threads = workers or os.cpu_count() or 1
    with talk().status("compiling the rules, then playing a sample"), playing_into(None):
        found = estimate(spec, threads)
    cores = cores or threads
    if as_json:
        print_json(_facts(found, threads, cores, price))
    else:
        _print(spec, found, threads, cores, price)


def _facts(found: RunEstimate, threads: int, cores: int, price: float | None) -> dict[str, Any]:
    seconds, least, most = found.seconds(cores)
    return {
        "games": found.games,
        "sampled": found.sampled,
        "threads": threads,
        "seconds_a_game": found.seconds_a_game,
        "cores": cores,
        "seconds": seconds,
        "seconds_least": least,
        "seconds_most": most,
        "preparing": found.preparing,
        "core_hours": found.core_hours,
        "cost": None if price is None else price * found.core_hours,
        "files": found.files,
        "file_bytes": found.file_bytes,
        "sent_bytes": found.sent_bytes,
    }


def _print(spec: RunSpec, found: RunEstimate, threads: int, cores: int, price: float | None) -> None:
    out, (seconds, least, most) = console(), found.seconds(cores)
    own = "one core" if threads == 1 else f"{threads} cores"
    out.print(
        f"[bold]{spec.setting.game.title}[/]: {found.games:,} games; a sample of {found.sampled:,} on {own} here\n"
    )
    table = columns("", "estimate", "")
    table.columns[-1].justify = "left"
    unit, each = ("ms", 1e3) if found.seconds_a_game > 1e-3 else ("µs", 1e6)
    average, fastest, slowest = (f"{each * part:.3g}" for part in (found.seconds_a_game, found.fastest, found.slowest))
    table.add_row("a game", f"{average} {unit} of a core", f"{fastest} to {slowest} in the parts of the sample")
    table.add_row("time", lasting(seconds), f"on {cores:,} such cores ({lasting(least)} to {lasting(most)})")
    table.add_row("core hours", f"{found.core_hours:,.3g}", "")
    if price is not None:
        table.add_row("cost", f"{price * found.core_hours:,.2f}", f"at {price:g} for a core for an hour")
    table.add_row("with --out", size(found.file_bytes), f"in {found.files:,} {'file' if found.files == 1 else 'files'}")
    table.add_row("with --on", size(found.sent_bytes), f"sent by workers: the totals of {CHUNK:,} games at a time")
    out.print(table)
    out.print(
        f"\n[dim]Compiling the rules took {found.preparing:.1f} s here; each machine does so once. Times hold for cores"
        " like these, if nothing is lost.[/]"
    )


def lasting(seconds: float) -> str:
    """Return a time in words.

    >>> lasting(0.42), lasting(95), lasting(2820), lasting(2_851_200), lasting(63_072_000)
    ('0.4 seconds', '95 seconds', '47 minutes', '33 days', '2 years')
    """
    for unit, name in TIMES:
        if seconds >= 2 * unit:
            return f"{seconds / unit:.0f} {name}"
    return f"{seconds:.0f} seconds" if seconds >= 10 else f"{seconds:.1f} seconds"


def size(count: int) -> str:
    """Return a number of bytes in words.

    >>> size(512), size(81_000), size(4_900_000_000)
    ('512 bytes', '81 kB', '4.9 GB')
    """
    for unit, name in UNITS:
        if count >= unit:
            return f"{count / unit:.3g} {name}"
    return f"{count} bytes"
