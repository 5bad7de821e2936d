"""Writes docs/war-length.md and its picture: why War lasts as long as it does (``make pages``).

The rules are played as they are, and at the end of every turn it is noted by how much the lead has changed.
"""

import itertools
import math
import os
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure

from threedown.bulk.kernel import FIRST_TALLY
from threedown.bulk.report import share_interval
from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.cli.common import Z
from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.lab.study.sentence import figures
from threedown.table.layout import Table
from threedown.table.verbs import held

HERE = Path(__file__).parent
GAMES = 20_000
SEED = 1
ALL = 52**2
VARIANTS = [{"face_down": number} for number in range(5)] + [
    {"return_order": "pile"},
    {"return_order": "winner_first"},
    {"return_order": "loser_first"},
]
BINS = range(200, 2001, 200)
BLUE, RED, GREEN, GREY = "#2a6f97", "#c1553b", "#5b8c5a", "#5c6b73"

TEXT = """# Why War lasts as long as it does

{games:,} games of War of each kind (two players, the preset `bicycle` with the named change), seed {seed}, on two cores
with other work (load {load:.0f}). Intervals are 95 %. Written by `docs/make_war_length.py`.

![From one card a turn to the real game, and how many games are still going on](war-length.svg)

## A walk between two ends

Let D be one player's number of cards minus the other's. A game begins at D = 0 and is over when all cards are on one
side, D = ±52. Each turn moves D by some step s, and since D² after a turn is D² + s² + 2·D·s, over a whole game

```
D² at the end  =  Σ s²  +  2 Σ D·s
```

for any cards. So the mean length is (mean D² at the end − 2 · mean Σ D·s) / (mean of s² a turn), exactly, and
three things decide it:

1. **The steps.** A turn without a war moves one card: D changes by 2, and s² = 4. With such turns only, each a fair
   coin toss, a game would take 52² / 4 = 676 turns. Wars are rare but move many cards at once, so they make s² larger.
2. **The distance.** D² at the end is 52² = 2,704, or less if a player loses for lack of cards in a war.
3. **The pull.** If the player with more cards wins more than half of the stakes, Σ D·s is above 0, and the game ends
   sooner than a fair walk. If they win less, it is below 0, and the game lasts longer.

A fair walk with these steps and this distance lasts D² / s² turns. The game lasts that long without the share of D²
that comes from the pull:

| War with | s² a turn | D² at the end | a fair walk | the pull, of D² | turns, measured |
| --- | --- | --- | --- | --- | --- |
{rows}
{said}

## A long game is no closer to its end

Of the games still running after so many turns, the share that is over {step} turns later:

| still going on after | {heads} |
| --- |{lines}
{hazards}
{memory}
"""


class Rows:
    """A keeper that holds the rows."""

    chunk = 1_000

    def __init__(self) -> None:
        self.rows: list[Any] = []

    def saved(self) -> Iterator[tuple[int, Any]]:
        return iter(())

    def save(self, first: int, rows: Any) -> None:
        self.rows.append(rows)


def walked(setting: Setting) -> Setting:
    """War of which each game notes Σ s², Σ D·s and D² at its end."""
    game = setting.game
    rules: Any = types.ModuleType("war, walked")
    vars(rules).update({name: getattr(game.rules, name) for name in dir(game.rules) if not name.startswith("__")})
    rules.turn = _turn(game.rules.turn, setting.own_piles)
    noted = ("squared_steps", "pulled", "squared_end")
    shared = (*game.counters.shared, "lead_before", *game.counters.tallies)
    counters = game.counters._replace(shared=shared, tallies=noted, hidden=("lead_before", *noted))
    return Setting(game._replace(rules=rules, counters=counters), setting.options, 2)


def _turn(turn: Callable[[Table], None], own_piles: tuple[int, ...]) -> Callable[[Table], None]:
    def played(t: Table) -> None:
        before = int(t.s.lead_before)
        turn(t)
        lead = 0
        for first in own_piles:
            lead += held(t, first) - held(t, first + 1)
        t.s.squared_steps += (lead - before) * (lead - before)
        t.s.pulled += before * (lead - before)
        t.s.squared_end = lead * lead
        t.s.lead_before = lead

    return played


def games_of(changes: dict[str, Any]) -> Any:
    """int64, a row a game: turns, Σ s², Σ D·s, D² at the end."""
    setting = walked(settle(find_game("war"), None, changes))
    kept = Rows()
    simulate(run_spec(setting, GAMES, SEED), sink=kept, folded=False)
    rows = np.concatenate(kept.rows)
    games = rows[:, [0, FIRST_TALLY, FIRST_TALLY + 1, FIRST_TALLY + 2]]
    assert (games[:, 1] + 2 * games[:, 2] == games[:, 3]).all()
    return games


def ratio(above: Any, below: Any) -> tuple[float, float]:
    """A quotient of means, and half its interval (the delta method)."""
    value = above.mean() / below.mean()
    return value, Z * math.sqrt(((above - value * below) ** 2).mean() / len(above)) / below.mean()


def told(value: float, half: float, percent: bool = False) -> str:
    return f"{value:.1%} ± {half:.1%}" if percent else f"{figures(value, 4)} ± {figures(half, 2)}"


def name_of(changes: dict[str, Any]) -> str:
    return ", ".join(f"{option}={value}" for option, value in changes.items())


def row(changes: dict[str, Any], games: Any) -> str:
    turns, squares, pulled, ends = games.T.astype(float)
    one = np.ones_like(turns)
    fair = ratio(ends * turns.mean(), squares)
    cells = (told(*ratio(squares, turns)), told(*ratio(ends, one)), told(*fair),
             told(*ratio(2 * pulled, ends), percent=True), told(*ratio(turns, one)))  # fmt: skip
    return f"| `{name_of(changes)}` | {' | '.join(cells)} |\n"


def hazard(turns: Any, first: int) -> tuple[float, float, float] | None:
    """Return the share of games still going after ``first`` turns that end within the next 200, with its interval."""
    there, over = int((turns > first).sum()), int(((turns > first) & (turns <= first + BINS.step)).sum())
    return (over / there, *share_interval(over, there)) if there >= 200 else None


def said(found: list[Any]) -> str:
    """Return the sentences on wars and the pull that the intervals support."""
    steps = [ratio(games[:, 1].astype(float), games[:, 0].astype(float)) for games in found]
    pulls = [ratio(2 * games[:, 2].astype(float), games[:, 3].astype(float)) for games in found]
    lines = []
    if steps[1][0] - steps[1][1] > 4:
        lines.append(
            "**Wars shorten the game.** With one card face down, s² of a turn is"
            f" {steps[1][0]:.3g} instead of 4, which removes {1 - 4 / steps[1][0]:.0%} of the 676 turns."
        )
    if all(more[0] - more[1] > less[0] + less[1] for less, more in itertools.pairwise(steps[:5])):
        lines.append("Every further card face down makes the steps larger and the games shorter.")
    if all(value + around < 0 for value, around in pulls[:5]):
        lines.append(
            "**A lead doesn't help.** If won cards are shuffled before they go under the packet, the player with"
            " more cards wins slightly less than half of the stakes. That makes games a few percent longer than a"
            " fair walk."
        )
    ordered = {name_of(changes): pull for changes, pull in zip(VARIANTS[6:], pulls[6:], strict=True)}
    if all(value - around > 0 for value, around in ordered.values()):
        most = max(value for value, _ in ordered.values())
        names = " and ".join(f"`{name}`" for name in ordered)
        lines.append(
            f"**A fixed return order makes it help.** With {names} there is no chance after the deal, and the leader"
            f" wins more than half: that removes up to {most:.0%} of a fair walk."
        )
    return "".join(f"- {line}\n" for line in lines)


def memory(turns: Any) -> str:
    known = [each for each in (hazard(turns, first) for first in BINS) if each]
    low, high = max(each[1] for each in known), min(each[2] for each in known)
    if low <= high:
        return (
            "With one card face down, these shares don't differ measurably from 200 turns on: a long game is no"
            " closer to its end. The lead changes, and the remaining game is as long as ever. So the same share of"
            " games ends in every stretch, and a few games are very long."
        )
    return "The shares are not all the same: what has been played does say something of what is left."


def main() -> None:
    """Plays the games and writes page and picture."""
    load = os.getloadavg()[0]
    found = [games_of(changes) for changes in VARIANTS]
    firsts = list(BINS)[:6]
    hazards = "".join(
        f"| `{name_of(changes)}` | "
        + " | ".join(f"{each[0]:.0%} ({each[1]:.1%} to {each[2]:.1%})" if each else "" for each in
                     (hazard(games[:, 0], first) for first in firsts))
        + " |\n"
        for changes, games in zip(VARIANTS, found, strict=True)
    )  # fmt: skip
    page = TEXT.format(
        games=GAMES,
        seed=SEED,
        load=load,
        rows="".join(row(changes, games) for changes, games in zip(VARIANTS, found, strict=True)),
        said=said(found),
        step=BINS.step,
        heads=" | ".join(f"{first} turns" for first in firsts),
        lines=" --- |" * len(firsts),
        hazards=hazards,
        memory=memory(found[1][:, 0]),
    )
    (HERE / "war-length.md").write_text(page, encoding="utf-8")
    draw(found)


def draw(found: list[Any]) -> None:
    figure = Figure(figsize=(10, 4), layout="constrained")
    walk, survivors = figure.subplots(1, 2, width_ratios=(3, 2))
    for place, games in enumerate(found):
        turns, squares, _, ends = games.T.astype(float)
        wars, mean = ALL * turns.mean() / squares.mean(), turns.mean()
        fair = ends.mean() * turns.mean() / squares.mean()
        for ends_of, colour in (((676, wars), BLUE), ((wars, fair), GREEN), ((fair, mean), RED)):
            walk.plot(ends_of, [place, place], color=colour, linewidth=7, alpha=0.5, solid_capstyle="butt")
        walk.plot(mean, place, "o", color=RED, markersize=8)
        left = (min(mean, fair), place)
        walk.annotate(
            f"{mean:,.0f}", left, xytext=(-8, 0), textcoords="offset points", ha="right", va="center", color=RED
        )
    walk.axvline(676, color=GREY, linewidth=1)
    walk.annotate(
        "one card a turn,\na fair coin: 676", (676, len(found) + 0.4), xytext=(-5, 0), textcoords="offset points",
        fontsize=8, color=GREY, va="top", ha="right",
    )  # fmt: skip
    handles = [walk.plot([], [], color=colour, linewidth=7, alpha=0.5)[0] for colour in (BLUE, GREEN, RED)]
    names = ["wars make the steps larger", "who lacks cards for a war loses", "who leads wins more (or less)"]
    walk.legend(handles, names, fontsize=8, frameon=False, loc="lower left")
    walk.set_yticks(range(len(found)), [name_of(changes).replace("return_order=", "return ") for changes in VARIANTS])
    walk.set(title="From a fair walk to War: mean turns", xlabel="turns", xlim=(0, 720), ylim=(len(found) + 1.9, -0.9))
    for place, colour in ((0, BLUE), (1, RED), (3, GREEN), (6, GREY)):
        turns = np.sort(found[place][:, 0])
        alive = 1 - np.arange(1, len(turns) + 1) / len(turns)
        survivors.step(turns[:-1], alive[:-1], where="post", color=colour, label=name_of(VARIANTS[place]))
    survivors.set(title="Games still going on", xlabel="turns", yscale="log", ylim=(1e-3, 1.05), xlim=(0, 2500))
    survivors.set_yticks([1, 0.1, 0.01, 0.001], ["all", "10 %", "1 %", "0.1 %"])
    survivors.legend(fontsize=8, frameon=False, loc="upper right")
    for axes in (walk, survivors):
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(axis="x", linewidth=0.4, alpha=0.5)
    figure.savefig(HERE / "war-length.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
