"""The plot of a study: by variant how long a game lasts, and what else was compared with the base."""

from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from threedown.cli.plot import BINS, COLOURS
from threedown.lab.measures import Measure
from threedown.lab.sentence import sentences
from threedown.lab.study import Found

BASE, OTHER = COLOURS[1], COLOURS[0]


def draw(path: Path, found: Found, command: str) -> None:
    """Draws a study into a PNG or SVG file, a line a variant: densities of the length with their medians, and the other
    measures with their intervals. The file depends on the study alone."""
    mpl.rcParams.update(
        {"svg.hashsalt": "threedown", "font.size": 9, "axes.spines.top": False, "axes.spines.right": False}
    )
    measured = [each for each in found.measures if each.compared and each.name != "turns" and _ever(found, each)]
    rows = len(found.variants)
    figure = Figure(figsize=(6 + 2 * len(measured), 1.6 + 0.8 * rows), layout="constrained")
    widths = [3] + [1] * len(measured)
    lengths, *others = np.atleast_1d(figure.subplots(1, len(widths), width_ratios=widths, sharey=True))
    _draw_lengths(lengths, found)
    for axes, measure in zip(others, measured, strict=True):
        _draw_measure(axes, found, measure)
    lengths.set(yticks=range(rows), yticklabels=[variant.name for variant in found.variants], ylim=(rows - 0.6, -1))
    title = " ".join(sentences(found)) or "No difference was seen."
    figure.suptitle(f"{found.plan.base.game.title}, {found.n:,} games of each\n{title}", fontsize=11, wrap=True)
    figure.supxlabel(f"{command}    bars: 95 % intervals", fontsize=6, color="#666666")
    metadata: dict[str, Any] = {"Date": None} if path.suffix == ".svg" else {"Software": None}
    figure.savefig(path, dpi=150, metadata=metadata)


def _ever(found: Found, measure: Measure) -> bool:
    return any(levels[measure.name].value for levels in found.levels)


def _draw_lengths(axes: Any, found: Found) -> None:
    far = max(each["p95"].value for each in found.quantiles)
    edges = np.linspace(0, far, min(BINS, max(2, int(far) + 1)))
    heights = []
    for turns in found.sums.turns:
        counts, _ = np.histogram(list(turns), bins=edges, weights=list(turns.values()))
        heights.append(counts / found.n)
    tallest = max(float(each.max()) for each in heights) or 1.0
    middles = (edges[:-1] + edges[1:]) / 2
    for place, height in enumerate(heights):
        colour = OTHER if place else BASE
        line = place - 0.9 * height / tallest
        axes.fill_between(middles, place, line, color=colour, alpha=0.35, linewidth=0)
        axes.plot(middles, line, color=colour, linewidth=1)
        median = found.quantiles[place]["median"].value
        axes.plot([median, median], [place, place - 0.9], color="#333333", linewidth=1)
        axes.annotate(f"{median:,.0f}", (median, place - 0.75), xytext=(3, 0), textcoords="offset points", fontsize=8)
    axes.set(title="How long a game lasts", xlabel="turns; the line is the median", xlim=(0, far))


def _draw_measure(axes: Any, found: Found, measure: Measure) -> None:
    values = [levels[measure.name] for levels in found.levels]
    scale = 100 if measure.whole else 1
    for place, value in enumerate(values):
        colour = OTHER if place else BASE
        axes.plot([scale * value.low, scale * value.high], [place, place], color=colour, alpha=0.5, linewidth=4)
        axes.plot(scale * value.value, place, "o", color=colour, markersize=5)
    axes.set(title=measure.title, xlabel="% of games" if measure.whole else "a game")
    axes.grid(axis="x", linewidth=0.4, alpha=0.6)
