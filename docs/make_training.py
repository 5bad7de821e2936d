"""Draws docs/training.svg: how examples/train_blitz31.py learns, of what it has printed from several seeds.

python examples/train_blitz31.py 1 | tee one.txt
python docs/make_training.py one.txt two.txt three.txt
"""

import itertools
import re
import sys
from pathlib import Path
from typing import NamedTuple

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt
import matplotlib.ticker

HERE = Path(__file__).parent


class Row(NamedTuple):
    """A point of a curve: the share of the games since the last one that was won, and its 95 % interval (Wilson)."""

    decisions: float
    share: float
    low: float
    high: float


def rows(printed: str) -> list[Row]:
    """The points that one run has printed."""
    found = re.findall(r"([\d,]+) decisions: +([\d.]+)% \[([\d.]+)%, ([\d.]+)%\]", printed)
    return [Row(float(told[0].replace(",", "")), *(float(number) / 100 for number in told[1:])) for told in found]


def draw(curves: dict[str, list[Row]], path: Path) -> None:
    """The curves of all seeds, with their intervals."""
    matplotlib.rcParams["svg.hashsalt"] = "threedown"
    figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
    axes.axhline(0.5, color="0.6", linewidth=0.8)
    for (seed, points), style in zip(curves.items(), itertools.cycle(("-", "--", ":"))):
        millions = [point.decisions / 1e6 for point in points]
        (line,) = axes.plot(millions, [point.share for point in points], style, label=f"seed {seed}")
        low, high = [point.low for point in points], [point.high for point in points]
        axes.fill_between(millions, low, high, color=line.get_color(), alpha=0.25, linewidth=0)
    axes.set(xlabel="million decisions", ylabel="games won against simple", xlim=(0, None), ylim=(0, 0.7))
    axes.yaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(1))
    axes.legend(loc="lower right", frameon=False)
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    printed = [Path(name).read_text(encoding="utf-8") for name in sys.argv[1:]]
    draw({re.findall(r"seed (\d+)", each)[0]: rows(each) for each in printed}, HERE / "training.svg")
