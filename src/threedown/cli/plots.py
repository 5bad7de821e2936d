"""The flag ``--plot`` of several commands."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from threedown.cli.common import talk
from threedown.cli.exits import MISSING_EXTRA, Stop, bad_input, usage
from threedown.durable import write_whole

METADATA = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None, "Creator": None}}
"""The file endings of plots, and the metadata to leave out: a file depends only on its contents."""

plot_flag = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    metavar="FILE.png|svg|pdf",
    callback=lambda ctx, param, value: _checked(value),
    help="Draw the results.",
)


def _checked(plot: Path | None) -> Path | None:
    """End with a usage error before anything is played, if a plot could not be drawn afterwards."""
    if plot is None:
        return None
    if plot.suffix not in METADATA:
        raise usage(f"--plot {plot}: the name must end in .png, .svg or .pdf")
    if not plot.parent.is_dir():
        raise usage(f"--plot {plot}: there is no folder {plot.parent}")
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise Stop(MISSING_EXTRA, "--plot needs matplotlib: pip install 'threedown[lab]'") from error
    return plot


def save_figure(figure: Any, path: Path) -> None:
    """Write a figure of matplotlib in one step: the file is whole, or the old one stays. It says no time of drawing."""
    drawn = io.BytesIO()
    figure.savefig(drawn, format=path.suffix[1:], dpi=150, metadata=METADATA[path.suffix])
    write_whole(path, drawn.getvalue())


def write_plot(plot: Path, draw: Callable[[], None]) -> None:
    """Draw into the file ``plot``, and say so; end the command in a line if it cannot be written."""
    try:
        draw()
    except OSError as error:
        raise bad_input(f"{plot}: cannot be written: {error.strerror}") from error
    talk().print(f"[dim]drawn: {plot}[/]")
