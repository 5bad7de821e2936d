"""The flags ``--plot``, ``--plot-size``, ``--plot-font`` and ``--plot-points`` of several commands."""

import contextlib
import functools
import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from threedown.cli.common import talk
from threedown.cli.exits import MISSING_EXTRA, Stop, bad_input, usage
from threedown.durable import write_whole

METADATA = {".png": {"Software": None}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None, "Creator": None}}
"""The file endings of plots, and the metadata to leave out: a file depends only on its contents."""
LEAST_INCHES, MOST_INCHES = 2.0, 40.0
LEAST_POINTS, MOST_POINTS = 4.0, 40.0
STYLE: dict[Any, Any] = {"svg.hashsalt": "threedown", "axes.spines.top": False, "axes.spines.right": False}


class Plot(NamedTuple):
    """A plot to be drawn: its file, and what was asked for of its look."""

    path: Path
    size: tuple[float, float] | None = None
    """Width and height in inches; None: as large as its contents need."""
    font: str | None = None
    """The name of a font of this machine; None: that of matplotlib."""
    points: float | None = None
    """The size of its text; headings and notes are larger and smaller in proportion."""

    @contextlib.contextmanager
    def styled(self, points: float) -> Iterator[None]:
        """Draw in this plot's style; ``points`` is the usual size of its text."""
        import matplotlib as mpl

        font = {} if self.font is None else {"font.family": self.font}
        with mpl.rc_context(STYLE | {"font.size": self.points or points} | font):
            yield

    def save(self, figure: Any) -> None:
        """Write a figure of matplotlib in one step: the file is whole, or the old one stays. It has no date.

        Call it within :meth:`styled`, because matplotlib chooses fonts as it writes.
        """
        drawn = io.BytesIO()
        figure.savefig(drawn, format=self.path.suffix[1:], dpi=150, metadata=METADATA[self.path.suffix])
        write_whole(self.path, drawn.getvalue())


def plot_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags of a plot to a command, which gets it as ``plot``: a :class:`Plot`, or None."""

    @functools.wraps(command)
    def run(
        *given: Any,
        plot: Path | None,
        plot_size: tuple[float, float] | None,
        plot_font: str | None,
        plot_points: float | None,
        **named: Any,
    ) -> Any:
        if plot is None and (plot_size, plot_font, plot_points) != (None, None, None):
            raise usage("--plot-size, --plot-font and --plot-points are for --plot")
        whole = None if plot is None else _checked(Plot(plot, plot_size, plot_font, plot_points))
        return command(*given, plot=whole, **named)

    for flag in (
        click.option(
            "--plot-points", type=click.FloatRange(LEAST_POINTS, MOST_POINTS), metavar="N",
            help="Size of the plot's text.",
        ),
        click.option("--plot-font", metavar="NAME", help="Font of the plot's text."),
        click.option("--plot-size", callback=lambda ctx, param, value: _inches(value), metavar="WxH",
                     help="Size of the plot in inches, as in 6x4."),
        click.option(
            "--plot", type=click.Path(path_type=Path), metavar="FILE.png|svg|pdf", help="Draw the results."
        ),
    ):  # fmt: skip
        run = flag(run)
    return run


def _inches(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    with contextlib.suppress(ValueError):
        width, height = map(float, text.lower().replace("×", "x").split("x"))
        if min(width, height) >= LEAST_INCHES and max(width, height) <= MOST_INCHES:
            return width, height
    raise usage(f"--plot-size {text}: give width and height of {LEAST_INCHES:g} to {MOST_INCHES:g} inches, as in 6x4")


def _checked(plot: Plot) -> Plot:
    """End with a usage error before anything is played, if a plot could not be drawn afterwards."""
    if plot.path.suffix not in METADATA:
        raise usage(f"--plot {plot.path}: the name must end in .png, .svg or .pdf")
    if not plot.path.parent.is_dir():
        raise usage(f"--plot {plot.path}: there is no folder {plot.path.parent}")
    try:
        from matplotlib import font_manager
    except ImportError as error:
        raise Stop(MISSING_EXTRA, "--plot needs matplotlib: pip install 'threedown[lab]'") from error
    if plot.font is not None:
        known = sorted({font.name for font in font_manager.fontManager.ttflist})
        if plot.font not in known:
            raise usage(f"--plot-font {plot.font!r}: fonts here are {', '.join(known)}")
    return plot


def write_plot(plot: Plot, draw: Callable[[], None]) -> None:
    """Draw a plot, and say so; end the command in a line if its file cannot be written."""
    try:
        draw()
    except OSError as error:
        raise bad_input(f"{plot.path}: cannot be written: {error.strerror}") from error
    talk().print(f"[dim]drawn: {plot.path}[/]")
