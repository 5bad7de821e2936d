"""Writes docs/blitzkrieg.md and its picture: a million games, their scenarios, one deep battle (``make pages``)."""

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from threedown.bulk import kernel
from threedown.bulk.report import report, share_interval
from threedown.bulk.run import RowSink, simulate
from threedown.bulk.run_spec import run_spec
from threedown.cli.common import Z
from threedown.cli.count.figures import command_of
from threedown.games import find_game
from threedown.games.blitzkrieg.scenarios import NAMES, SCENARIOS
from threedown.games.setting import settle
from threedown.session.narrator import story
from threedown.session.scenario import play_scenario, scenario_of

HERE = Path(__file__).parent
GAMES = 1_000_000
SEED = 1
DEEP = 3

TEXT = """# A million games of Blitzkrieg

`{command}` (both sides `sensible`). Intervals are 95 % (Wilson for shares). Written by `make pages`.

![How long games last, and how deep their battles nest](blitzkrieg.svg)

A game lasts {turns} turns on average, half of all games {median} or fewer, one in a hundred more than {p99}; the
longest took {longest}. It has {battles} battles, nested ones included.

| how it ends | games | share |
| --- | --- | --- |
{reasons}
| deepest nesting | games | share |
| --- | --- | --- |
{depths}
## The scenarios

For each scenario: how often it occurs in a game, outermost and nested; how often its side wins it; and how many cards
the winner takes on average in an outermost battle with it. If the whole game ends in the middle of a battle, neither
side has won that battle (except with the A-Bomb). Names marked * are ours: the original titles are lost.

| scenario | outermost | nested | its side | wins | cards |
| --- | --- | --- | --- | --- | --- |
{scenarios}
## One battle, nested {deep} deep

The first turn of the game with seed {deep_seed}: `threedown scenario` with `game = "blitzkrieg"`, `seed = {deep_seed}`.

```
{transcript}
```
"""


class Columns(RowSink):
    """A keeper that counts turns and deepest nesting."""

    def __init__(self) -> None:
        self.turns: Any = np.zeros(10_001, dtype=np.int64)
        self.depths: Any = np.zeros(64, dtype=np.int64)
        self._place = kernel.FIRST_TALLY + settle(find_game("blitzkrieg")).tally_names.index("deepest")

    def save(self, first: int, rows: Any) -> None:
        self.turns += np.bincount(rows[:, 0], minlength=len(self.turns))
        self.depths += np.bincount(rows[:, self._place], minlength=len(self.depths))


def share(count: int, n: int = GAMES) -> str:
    low, high = share_interval(count, n)
    return f"{count / n:.3%} ({low:.3%} to {high:.3%})"


def mean(tally: dict[str, Any]) -> str:
    return f"{tally['mean']:.4f} ± {Z * tally['se']:.4f}"


def scenario_rows(tally: dict[str, Any]) -> str:
    titles = {s.id: (s.name + ("*" if s.ours else ""), s.part) for s in SCENARIOS}
    lines = []
    for name in NAMES:
        title, part = titles.get(name, ("a regular battle", "seat 0"))
        met, nested, wins = (tally[f"{counter} {name}"] for counter in ("met", "nested", "wins"))
        cards = f"{tally[f'cards_won {name}']['total'] / met['total']:.2f}"
        won = share(wins["total"], met["total"] + nested["total"])
        lines.append(f"| {title} | {mean(met)} | {mean(nested)} | {part} | {won} | {cards} |\n")
    return "".join(lines)


def deep_battle() -> tuple[int, list[str]]:
    """The first seed whose first turn nests DEEP battles and ends without a question."""
    seed = 0
    while True:
        result = play_scenario(scenario_of({"game": "blitzkrieg", "seed": seed}))
        if result["state"]["deepest"] >= DEEP and result["pending"] is None and not result["over"]:
            return seed, story(find_game("blitzkrieg"), result["events"])
        seed += 1


def main() -> None:
    """Plays the run and writes page and picture."""
    columns = Columns()
    run = simulate(run_spec(settle(find_game("blitzkrieg")), GAMES, SEED), sink=columns)
    figures = report(run)
    turns, tally = figures["turns"], figures["tally"]
    seed, lines = deep_battle()
    reasons = find_game("blitzkrieg").words.narration.reasons
    page = TEXT.format(
        command=command_of(run),
        turns=f"{turns['mean']:.2f} ± {Z * turns['se']:.2f}",
        median=turns["median"],
        p99=turns["p99"],
        longest=turns["max"],
        battles=mean(tally["battles"]),
        reasons="".join(
            f"| {reasons[name].format(winner='One player')} | {count:,} | {share(count)} |\n"
            for name, count in figures["reasons"].items()
        ),
        depths="".join(
            f"| {depth} | {count:,} | {share(int(count))} |\n" for depth, count in enumerate(columns.depths) if count
        ),
        scenarios=scenario_rows(tally),
        deep=DEEP,
        deep_seed=seed,
        transcript="\n".join(lines),
    )
    (HERE / "blitzkrieg.md").write_text(page, encoding="utf-8")
    draw(columns, turns["max"])


def draw(columns: Columns, longest: int) -> None:
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    lengths, depths = figure.subplots(1, 2, width_ratios=(2, 1))
    shown = min(longest, 150)
    lengths.bar(range(shown + 1), columns.turns[: shown + 1] / GAMES, 1.0, color="#2a6f97")
    lengths.set(title="how long a game lasts", xlabel="turns", ylabel="share of games", xlim=(0, shown))
    deepest = int(np.nonzero(columns.depths)[0][-1])
    depths.bar(range(deepest + 1), columns.depths[: deepest + 1] / GAMES, 0.8, color="#c1553b")
    depths.set(title="its deepest nesting", xlabel="battles within battles", xticks=range(deepest + 1))
    for axes in (lengths, depths):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(HERE / "blitzkrieg.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
