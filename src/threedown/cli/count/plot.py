"""Plots of runs: the length of games, the winners and the tallies, with several runs side by side."""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from threedown.bulk.report import report, share_interval
from threedown.bulk.run import Run
from threedown.cli.common import Z
from threedown.cli.count.figures import command_of
from threedown.cli.plots import Plot
from threedown.games.setting import changes_of

COLOURS = ("#2a6f97", "#c1553b", "#5b8c5a", "#8a5fa8", "#b08900", "#5c6b73")
BINS = 80


def draw(plot: Plot, runs: list[tuple[str, Run]]) -> None:
    """Draws runs: lengths as densities and survivors, win shares and tallies with intervals.

    The file depends on the runs alone, not on the time it was drawn.
    """
    with plot.styled(9):
        figure = Figure(figsize=plot.size or (10, 6.6), layout="constrained")
        lengths, survivors, shares, tallies = figure.subplots(2, 2).flat
        names = [_name(name, run, len(runs)) for name, run in runs]
        _draw_lengths(lengths, survivors, runs, names)
        _draw_shares(shares, runs)
        _draw_tallies(tallies, runs)
        first = runs[0][1]
        played = f"{first.n:,} games" if len(runs) == 1 else f"{len(runs)} runs"
        figure.suptitle(f"{first.setting.game.title}: {played}", fontsize="x-large")
        commands = "\n".join(command_of(run) for _, run in runs)
        figure.supxlabel(commands, fontsize="x-small", color="#666666", wrap=True)
        plot.save(figure)


def _name(name: str, run: Run, runs: int) -> str:
    if runs == 1:
        return ""
    return f"{Path(name).name}: {' '.join(changes_of(run.setting)) or 'defaults'}"


def _draw_lengths(lengths: Any, survivors: Any, runs: list[tuple[str, Run]], names: list[str]) -> None:
    last = max(int(np.nonzero(run.totals.turns)[0].max(initial=1)) for _, run in runs)
    longest = max(_quantile(run.totals.turns, 0.995) for _, run in runs)
    width = max(1, -(-longest // BINS))
    for (_, run), name, colour in zip(runs, names, COLOURS * len(runs), strict=False):
        turns = run.totals.turns[: last + 1]
        finished = int(turns.sum())
        if finished == 0:
            continue
        edges = np.arange(0, longest + 2 * width, width)
        heights = [int(turns[edge : edge + width].sum()) / finished / width for edge in edges[:-1]]
        lengths.stairs(heights, edges, color=colour, fill=len(runs) == 1, alpha=0.85, label=name)
        median = _quantile(turns, 0.5)
        lengths.axvline(median, color=colour, linewidth=0.8, linestyle="--")
        lengths.annotate(
            f"median {median}", (median, 1), xycoords=("data", "axes fraction"), xytext=(3, -8),
            textcoords="offset points", fontsize="small", color=colour,
        )  # fmt: skip
        alive = 1 - np.cumsum(turns) / run.n
        survivors.step(
            np.arange(len(alive)), np.where(alive > 0, alive, np.nan), color=colour, where="post", label=name
        )
    lengths.set(
        title="How long a finished game lasts", xlabel="turns", ylabel="share of games a turn", xlim=(0, longest)
    )
    survivors.set(
        title="Games still going on", xlabel="turns", ylabel="share of all games", yscale="log", xlim=(0, None)
    )
    if len(runs) > 1 and lengths.get_legend_handles_labels()[0]:
        lengths.legend(fontsize="small", frameon=False)


def _quantile(turns: Any, share: float) -> int:
    running = np.cumsum(turns)
    return int(np.searchsorted(running, share * running[-1])) if running[-1] else 1


def _draw_shares(axes: Any, runs: list[tuple[str, Run]]) -> None:
    seats = max(run.setting.seats for _, run in runs)
    labels = [f"seat {seat}" for seat in range(seats)]
    labels += ["house" if runs[0][1].setting.game.scoring.bankroll else "draw", "cap"]
    for place, (_, run) in enumerate(runs):
        counts = [*run.totals.counts[: run.setting.seats], *[0] * (seats - run.setting.seats), *run.totals.counts[-2:]]
        shares = np.array([count / run.n for count in counts])
        bounds = np.array([share_interval(int(count), run.n) for count in counts])
        errors = np.abs(np.stack([shares - bounds[:, 0], bounds[:, 1] - shares]))
        spots = np.arange(len(labels)) + (place - (len(runs) - 1) / 2) * 0.8 / len(runs)
        axes.bar(
            spots, shares, 0.75 / len(runs), color=COLOURS[place % len(COLOURS)], alpha=0.85, yerr=errors, capsize=2
        )
    axes.set(title="Who wins (95 % intervals)", ylabel="share of games", xticks=range(len(labels)), xticklabels=labels)


def _draw_tallies(axes: Any, runs: list[tuple[str, Run]]) -> None:
    names = list(runs[0][1].setting.tally_names)
    for place, (_, run) in enumerate(runs):
        figures = report(run)["tally"]
        shown = [name for name in names if name in figures]
        means = [figures[name]["mean"] for name in shown]
        errors = [Z * (figures[name]["se"] or 0) for name in shown]
        spots = np.arange(len(shown)) + (place - (len(runs) - 1) / 2) * 0.8 / len(runs)
        axes.barh(
            spots, means, 0.75 / len(runs), color=COLOURS[place % len(COLOURS)], alpha=0.85, xerr=errors, capsize=2
        )
    axes.set(title="A game has (means, 95 % intervals)", yticks=range(len(names)),
             yticklabels=[name.replace("_", " ") for name in names])  # fmt: skip
    axes.invert_yaxis()
