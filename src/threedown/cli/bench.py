"""``threedown bench`` and ``threedown bench-server``: run the benchmarks of a source checkout."""

import subprocess
import sys
from pathlib import Path

import click

import threedown
from threedown.cli.exits import MISSING_EXTRA, Stop

PASS_ON = {"ignore_unknown_options": True}


@click.command(context_settings=PASS_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench(arguments: tuple[str, ...]) -> None:
    """Measure the speed against hand-written C and plain Python; with rl, environments; with ready, bots."""
    _run("speed", arguments)


@click.command(context_settings=PASS_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def bench_server(arguments: tuple[str, ...]) -> None:
    """Measure how many choices a second the server puts on disk."""
    _run("server", arguments)


def _run(module: str, arguments: tuple[str, ...]) -> None:
    """Run a module of ``benchmarks``, which is part of the repository and not of the installed package."""
    root = Path(threedown.__file__).parents[2]
    if not (root / "benchmarks").is_dir():
        raise Stop(MISSING_EXTRA, "The benchmarks are not in the package: clone the repository and run `make bench`.")
    code = subprocess.run([sys.executable, "-m", f"benchmarks.{module}", *arguments], cwd=root, check=False).returncode
    if code:
        raise Stop(code)
