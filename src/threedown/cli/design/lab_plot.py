"""The plot of a study: by variant how long a game lasts, and what else was compared with the base."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from threedown.cli.count.plot import BINS, COLOURS
from threedown.cli.plots import Plot
from threedown.lab.study.measures import Measure
from threedown.lab.study.plan import row_of
from threedown.lab.study.sentence import sentences
from threedown.lab.study.study import StudyResult

BASE, OTHER, GREY = COLOURS[1], COLOURS[0], "#8a949a"
SOME = ("lead_changes", "half_way_lost")
"""The measures to draw among those that are only counted."""


def draw(plot: Plot, result: StudyResult, command: str) -> None:
    """Draws a study, a line a variant: densities of the length with their medians, and beside
    them the winners, the deciding factors and, for a study with --lead, the leaders, with intervals; grey marks
    values that do not differ from the base. The file depends only on the study.
    """
    with plot.styled(10):
        plot.save(_figure(plot, result, command))


def _figure(plot: Plot, result: StudyResult, command: str) -> Figure:
    drawn = [each for each in result.measures if each.precise or each.name in SOME]
    measured = [each for each in drawn if each.name != "turns" and _occurs(result, each)]
    rows = len(result.variants)
    figure = Figure(figsize=plot.size or (5.5 + 2.1 * len(measured), 2 + 0.75 * rows), layout="constrained")
    lengths, *others = np.atleast_1d(figure.subplots(1, 1 + len(measured), width_ratios=[2.6] + [1] * len(measured)))
    places = _in_order(result)
    _draw_lengths(lengths, result, places)
    for axes, measure in zip(others, measured, strict=True):
        _draw_measure(axes, result, measure, places)
    for axes in (lengths, *others):
        axes.set(yticks=range(rows), yticklabels=[], ylim=(rows - 0.6, -1))
        axes.spines["left"].set_visible(False)
        axes.tick_params(axis="y", length=0)
    game, plan = result.plan.base.game, result.plan
    names = [(result.variants[place].name or game.default_preset) for place in places]
    lengths.set_yticklabels(names)
    lengths.get_yticklabels()[places.index(0)].set(color=BASE, fontweight="bold")
    title = "\n".join(sentences(result)) if plan.variations else ""
    seats = "1 seat" if plan.base.seats == 1 else f"{plan.base.seats} seats"
    figure.suptitle(f"{game.title}, {seats}\n{title}".rstrip(), fontsize="large", wrap=True)
    foot = f"{command}\n{result.n:,} games of each; bars: 95 % intervals; grey: cannot be told from the base"
    figure.supxlabel(foot, fontsize="x-small", color="#666666", wrap=True)
    return figure


def _in_order(result: StudyResult) -> list[int]:
    """The positions of the variants in the drawing: by value, if a single option with numbers varies."""
    variations = result.plan.variations
    if len(variations) == 1 and variations[0].is_ordered:
        return row_of(result.variants, variations[0], variations[0].numbers)
    return list(range(len(result.variants)))


def _occurs(result: StudyResult, measure: Measure) -> bool:
    return any(levels[measure.name].value for levels in result.levels)


def _draw_lengths(axes: Any, result: StudyResult, places: Sequence[int]) -> None:
    longest = max(each["p95"].value for each in result.quantiles)
    edges = np.linspace(0, longest, min(BINS, max(2, int(longest) + 1)))
    heights = []
    for place in places:
        turns = result.sums.turns[place]
        counts, _ = np.histogram(list(turns), bins=edges, weights=list(turns.values()))
        heights.append(counts / result.n)
    tallest = max(float(each.max()) for each in heights) or 1.0
    middles = (edges[:-1] + edges[1:]) / 2
    for row, (place, height) in enumerate(zip(places, heights, strict=True)):
        colour = OTHER if place else BASE
        line = row - 0.9 * height / tallest
        axes.fill_between(middles, row, line, color=colour, alpha=0.35, linewidth=0)
        axes.plot(middles, line, color=colour, linewidth=1.2)
        median = result.quantiles[place]["median"].value
        axes.plot([median, median], [row, row - 0.45], color=colour, linewidth=1.6)
        axes.annotate(
            f"{median:,.0f}", (median, row - 0.5), ha="center", va="bottom", fontsize="small", color="#333333",
            bbox={"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.7},
        )  # fmt: skip
    axes.set(xlabel="turns; above the line the median", xlim=(0, longest))
    axes.set_title("How long a game lasts", fontsize="medium")


def _draw_measure(axes: Any, result: StudyResult, measure: Measure, places: Sequence[int]) -> None:
    values = [result.levels[place][measure.name] for place in places]
    scale = 100 if measure.whole else 1
    axes.axvline(scale * result.levels[0][measure.name].value, color=BASE, linewidth=0.8, linestyle=":")
    for row, (place, value) in enumerate(zip(places, values, strict=True)):
        known = place and result.comparison(measure.name, 0, place).holds
        colour = OTHER if known else GREY if place else BASE
        axes.plot([scale * value.low, scale * value.high], [row, row], color=colour, alpha=0.4, linewidth=6)
        axes.plot(scale * value.value, row, "o", color=colour, markersize=6)
    axes.locator_params(axis="x", nbins=4)
    axes.set(xlabel=f"% {measure.of_what}" if measure.whole else "a game")
    axes.set_title(measure.title, fontsize="medium")
    axes.grid(axis="x", linewidth=0.4, alpha=0.6)
