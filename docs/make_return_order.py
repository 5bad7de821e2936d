"""Write docs/return-order.md and its picture: every number comes from a run whose command is given (``make pages``)."""

from pathlib import Path
from typing import Any, NamedTuple, get_args

import numpy as np
from markdown_page import table
from matplotlib.figure import Figure

from threedown.bulk.report import share_interval, turn_figures
from threedown.bulk.run import RowSink, Run, simulate
from threedown.bulk.run_spec import run_spec
from threedown.cli.common import Z
from threedown.cli.count.figures import command_of
from threedown.games import find_game
from threedown.games.return_order import ReturnOrder
from threedown.games.setting import settle
from threedown.games.war.options import PRESETS
from threedown.table.layout import CYCLE, TURN_CAP

HERE = Path(__file__).parent
GAMES = 100_000
SEED = 1
RETURN_ORDERS = get_args(ReturnOrder)
COLOURS = {1: "#2a6f97", 2: "#c1553b", 3: "#5b8c5a"}

TEXT = """# What the choice of return order does

Hardly any text on War says where won cards go, and yet this rule decides whether a game ends at all. Each row is
{games:,} games with seed {seed}. A game without further chance is stopped as a *cycle* as soon as its table repeats
(`stop_cycles=true`). Turns are those of the games that ended by themselves. Intervals are 95 % (Wilson for shares).
Written by `make pages`.

![Shares of games that cycle, and how long the others last](return-order.svg)

## By return order and cards face down

{grid}
What the table shows:

- **Random, pile: no cycles.** If chance decides the order of returned cards, a game can't repeat itself for ever.
- **Winner first, loser first:** both players return their winnings in the same way, and games are a third shorter
  than with chance. Cycles: {winner_first}; {loser_first}.
- **As played, turned pile:** seat 0's card always comes first, so one player returns winner first and the other loser
  first. Cycles: {as_played}; {turned_pile}. The games that do end last several times as long.
- More cards face down make games shorter, because a war moves more cards. They also make cycles rarer.

## The presets

A preset can cycle only if its return order leaves no chance in the game. With the presets' own rules:

{presets}
`race-to-ace` turns its captures over without a shuffle. The table can't predict the order in which the cards of a race
arrive, so `stop_cycles` doesn't apply. Yet a table without races can repeat: such games end at the turn cap.
"""


class Lengths(RowSink):
    """A keeper that notes how long the games lasted that came to an end by themselves."""

    def __init__(self) -> None:
        self._turns: dict[int, Any] = {}

    def save(self, first: int, rows: Any) -> None:
        self._turns[first] = rows[(rows[:, 1] != CYCLE) & (rows[:, 1] != TURN_CAP), 0]

    def histogram(self) -> Any:
        return np.bincount(np.concatenate(list(self._turns.values())))


class Row(NamedTuple):
    """One run of the page."""

    run: Run
    turns: dict[str, Any]

    @property
    def cycles(self) -> int:
        return int(self.run.totals.reasons[CYCLE])

    def cells(self) -> list[str]:
        """Cycles, stopped by the cap, mean, median, 95 %, longest, command."""
        mean = f"{self.turns['mean']:.1f} ± {Z * self.turns['se']:.1f}"
        rest = [str(self.turns[name]) for name in ("median", "p95", "max")]
        stopped = percent(int(self.run.totals.reasons[TURN_CAP]))
        return [percent(self.cycles), stopped, mean, *rest, f"`{command_of(self.run)}`"]


def played(preset: str | None, changes: dict[str, Any]) -> Row:
    lengths = Lengths()
    what = run_spec(settle(find_game("war"), preset, changes), GAMES, SEED)
    run = simulate(what, folded=False, sink=lengths)
    return Row(run, turn_figures(lengths.histogram()))


def percent(count: int) -> str:
    low, high = share_interval(count, GAMES)
    return f"{count / GAMES:.2%} ({low:.2%} to {high:.2%})" if count else f"none (below {high:.3%})"


HEAD = ["games that cycle", "stopped by the cap", "mean turns", "median", "95 %", "longest", "command"]


def main() -> None:
    """Plays the runs and writes page and picture."""
    grid: dict[tuple[str, int], Row] = {}
    for return_order in RETURN_ORDERS:
        for down in (1, 2, 3):
            changes = {"return_order": return_order, "face_down": down, "stop_cycles": True}
            grid[return_order, down] = played(None, changes)
    rows = [[f"`{name}`", str(down), *row.cells()] for (name, down), row in grid.items()]
    presets = [[f"`{name}`", *played(name, {"stop_cycles": True}).cells()] for name in PRESETS]
    page = TEXT.format(
        games=GAMES,
        seed=SEED,
        grid=table(["return order", "face down", *HEAD], rows).removesuffix("\n"),
        presets=table(["preset", *HEAD], presets).removesuffix("\n"),
        **{name: told(grid, name) for name in ("winner_first", "loser_first", "as_played", "turned_pile")},
    )
    (HERE / "return-order.md").write_text(page, encoding="utf-8")
    draw(grid)


def told(grid: dict[tuple[str, int], Row], name: str) -> str:
    shares = [percent(grid[name, down].cycles).partition(" (")[0] for down in (1, 2, 3)]
    return "`{}` {} with one card face down, {} with two, {} with three".format(name, *shares)


def draw(grid: dict[tuple[str, int], Row]) -> None:
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    cycles, lengths = figure.subplots(1, 2)
    for place, down in enumerate((1, 2, 3)):
        spots = [spot + (place - 1) * 0.26 for spot in range(len(RETURN_ORDERS))]
        rows = [grid[name, down] for name in RETURN_ORDERS]
        shares = [row.cycles / GAMES for row in rows]
        cycles.bar(spots, shares, 0.24, color=COLOURS[down], label=f"{down} face down")
        lengths.bar(spots, [row.turns["median"] for row in rows], 0.24, color=COLOURS[down])
    names = [name.replace("_", "\n") for name in RETURN_ORDERS]
    for axes, title in ((cycles, "share of games that cycle"), (lengths, "median turns of the games that end")):
        axes.set_xticks(range(len(names)), names, fontsize=8)
        axes.set_title(title, fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
    cycles.legend(frameon=False, fontsize=8)
    figure.savefig(HERE / "return-order.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
