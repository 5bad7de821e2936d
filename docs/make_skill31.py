"""Writes docs/skill-31.md and its picture: what the levels of Blitz (31) give away to the best play known, by the pack.

``make_skill31.py 16 12`` measures these packs; without names it only draws. The shares of 8 and 20 cards
are those of docs/ladder.json (``make_ladder.py small-31``), and those of 52 of docs/expert-31.json.
"""

import json
import math
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import matplotlib
import matplotlib.ticker
from matplotlib.figure import Figure
from scipy.optimize import brentq

HERE = Path(__file__).parent
DATA = HERE / "skill-31.json"
LEARNED = (16, 12)
"""The packs that can be measured here."""
LIVES = 4
BEST = "expert"
"""The best player known for the whole pack."""
LEVELS = {"random": "#5c6b73", "simple": "#c1553b", "steady": "#b8860b", "keen": "#2a6f97"}
"""The levels, and their colours."""
GREEN, LIGHT = "#5b8c5a", "#d9dee0"

TEXT = """# How much of 31 is skill

Two players who both play perfectly win half of the games each: luck alone decides between them. Skill shows in what a
worse player gives away. Here every level of bots plays Blitz (31) for two against the best play known, with packs from
eight cards to the whole one; the distance to 50 % is what it gives away. Written by `docs/make_skill31.py`.

![Each level's share of games against the best play known, by the cards of the pack](skill-31.svg)

| pack | best play known | {heads} |
{line}
{rows}
With intervals of 95 %; the shares of 8 cards are exact, and a draw counts half. In the small games, every game is one
round, for one life, and ends as a draw after 3 turns (8 cards) or 6. The whole pack is played by the book, for four
lives. The last row is computed from the one before: it is the share of rounds that gives a level this share of games,
if every round costs one life. So it can be compared with the small games.

## What it says

- **The whole pack leaves the most bad choices.** A player who chooses at random gives away {random_small:.0f} points of
  100 with eight cards, {random_middle} with {middle}, and about {random_whole:.0f} a round with the whole pack. From
  twelve to twenty cards it costs less, not more. (With eight, games end as a draw after three turns already.)
- **Between players with a plan, a round is mostly luck.** `simple` only compares points: it gives away
  {simple_eight:.0f} point with eight cards, {simple_middle} with {middle}, and about {simple_whole:.0f} a round with
  the whole pack.
- **Lives add it up.** In games for four lives `simple` wins {simple_game:.0%} against `{best}`, with about
  {simple_round:.0%} of the rounds: many rounds show skill that one round hides.
- **A search comes close to the best.** `keen` gives away {keen_eight:.1f} points with eight cards,
  {keen_twenty:.1f} with twenty, and {keen_whole:.1f} a round with the whole pack. `steady`, which is made for the whole
  pack, gives away {steady_eight:.0f}, {steady_twenty:.0f} and {steady_whole:.0f}.

With the whole pack no solution is known. `{best}` comes from regret minimisation too, and
[no best response that was trained against it](expert-31.md#what-others-can-win-against-it) wins more than half. Like a
solution it avoids mistakes of its own and doesn't look for those of others: `keen`, which does, wins {keen_steady:.0%}
of games against `steady`, and `{best}` {best_steady:.0%}.

## How it was measured

- **8 cards** (kings and aces): [solved exactly](ladder.md#how-far-from-a-solution); each level's share is computed at
  every table that it may see: `threedown exact blitz31 --small --cards 8`.
- **{learned} cards**: solved by regret minimisation from 100,000 deals. A best response trained on as many wins
  {beaten} against the solution. Each level plays 4,000 games, half of them from each seat (seed 1): {commands}.
- **52 cards**: the games of [the expert](expert-31.md) against each level, 2,000 or 20,000 as was fixed beforehand, in
  which each deal is played from both seats: `python docs/make_expert.py measure`. What `keen` wins against `steady` is
  from the [ladder](ladder.md#blitz-31).
{missing}"""


class Row(NamedTuple):
    """A pack: its name, the best play known, and each level's share with its interval."""

    name: str
    best: str
    levels: dict[str, tuple[float, float, float]]


def measure(cards: int) -> Any:
    """Return the shares of a pack from the command that solves it."""
    command = (sys.executable, "-m", "threedown", "exact", "blitz31", "--small", "--json", "--cards", str(cards))
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def ladders() -> dict[str, Any]:
    """Return the results of all ladders."""
    found: dict[str, Any] = json.loads((HERE / "ladder.json").read_text(encoding="utf-8"))
    return found


def experts_games() -> list[dict[str, Any]]:
    """Return what the best player of the whole pack won against each level."""
    found: list[dict[str, Any]] = json.loads((HERE / "expert-31.json").read_text(encoding="utf-8"))["levels"]
    return found


def rows(data: dict[str, Any]) -> list[Row]:
    """Return the packs that were measured, the smallest first."""
    twenty, eight = ladders()["small 31"]
    found = [
        Row("8 cards", "a solution", {each["level"]: (each["solution"]["share"],) * 3 for each in eight["levels"]})
    ]
    learned = {int(cards): told for cards, told in data.items()} | {20: twenty}
    for cards, told in sorted(learned.items()):
        levels = {each["level"]: (each["share"], each["low"], each["high"]) for each in told["levels"]}
        found.append(Row(f"{cards} cards", "a learned solution", levels))
    games = {each["against"]: (1 - each["share"], 1 - each["high"], 1 - each["low"]) for each in experts_games()}
    rounds = {level: (of_rounds(told[0]), of_rounds(told[1]), of_rounds(told[2])) for level, told in games.items()}
    whole = (Row(f"52 cards, {LIVES} lives", f"`{BEST}`", games), Row("52 cards, a round", f"`{BEST}`", rounds))
    return [*found, *whole]


def of_games(rounds: float) -> float:
    """Return a player's share of games from their share of rounds, if each round costs one life.

    >>> of_games(0.5)
    0.5
    """
    return sum(math.comb(LIVES - 1 + lost, lost) * rounds**LIVES * (1 - rounds) ** lost for lost in range(LIVES))


def of_rounds(games: float) -> float:
    """Return a player's share of rounds from their share of games: the inverse of :func:`of_games`."""
    return float(brentq(lambda rounds: of_games(rounds) - games, 0.0, 1.0))


def cell(told: tuple[float, float, float] | None) -> str:
    """Return a share with its interval."""
    if told is None:
        return ""
    share, low, high = told
    return f"{share:.1%}" if low == high else f"{share:.1%} ({low:.1%} to {high:.1%})"


def listed(numbers: Iterable[float]) -> str:
    """Return whole numbers as text.

    >>> listed([12, 16, 20.4])
    '12, 16 and 20'
    """
    *first, last = (f"{number:.0f}" for number in numbers)
    return f"{', '.join(first)} and {last}" if first else last


def page(data: dict[str, Any]) -> str:
    """Return the whole page."""
    packs = {row.name: row for row in rows(data)}
    twenty = ladders()["small 31"][0]
    learned = [20, *sorted((int(cards) for cards in data), reverse=True)]
    beaten = sorted(f"{each['beaten']:.1%}" for each in (twenty, *data.values()))
    to_come = [cards for cards in LEARNED if str(cards) not in data]

    def given(pack: str, level: str) -> float:
        return 100 * (0.5 - packs[pack].levels[level][0])

    game, a_round = f"52 cards, {LIVES} lives", "52 cards, a round"
    return TEXT.format(
        heads=" | ".join(f"`{level}`" for level in LEVELS),
        line="| --- " * (len(LEVELS) + 2) + "|",
        rows="".join(
            f"| {row.name} | {row.best} | {' | '.join(cell(row.levels.get(level)) for level in LEVELS)} |\n"
            for row in packs.values()
        ),
        random_small=given("8 cards", "random"),
        middle=listed(sorted(learned)),
        random_middle=listed(given(f"{cards} cards", "random") for cards in sorted(learned)),
        simple_middle=listed(given(f"{cards} cards", "simple") for cards in sorted(learned)),
        random_whole=given(a_round, "random"),
        simple_eight=given("8 cards", "simple"),
        simple_whole=given(a_round, "simple"),
        simple_game=packs[game].levels["simple"][0],
        simple_round=packs[a_round].levels["simple"][0],
        keen_eight=given("8 cards", "keen"),
        keen_twenty=given("20 cards", "keen"),
        keen_whole=given(a_round, "keen"),
        keen_steady=next(
            each["share"]
            for each in ladders()["blitz31 2"]["pairings"]
            if (each["level"], each["against"]) == ("keen", "steady")
        ),
        best_steady=next(each["share"] for each in experts_games() if each["against"] == "steady"),
        steady_eight=given("8 cards", "steady"),
        steady_twenty=given("20 cards", "steady"),
        steady_whole=given(a_round, "steady"),
        best=BEST,
        learned=listed(learned),
        beaten=" to ".join(dict.fromkeys((beaten[0], beaten[-1]))),
        commands=", ".join(f"`threedown exact blitz31 --small --cards {cards}`" for cards in learned),
        missing="".join(
            f"- Not measured yet: {cards} cards, `python docs/make_skill31.py {cards}`.\n" for cards in to_come
        ),
    )


def draw(packs: list[Row]) -> None:
    """Draw each pack as a line, with the levels on one axis."""
    matplotlib.rcParams["svg.hashsalt"] = "threedown"
    figure = Figure(figsize=(9, 1.4 + 0.5 * len(packs)), layout="constrained")
    axes = figure.subplots()
    axes.axvline(0.5, color=GREEN, linewidth=2)
    axes.annotate("best play known", (0.495, -0.7), ha="right", fontsize=8, color=GREEN)
    for place, pack in enumerate(packs):
        axes.plot([0, 0.5], [place, place], color=LIGHT, linewidth=1, zorder=0)
        for level, (share, low, high) in pack.levels.items():
            axes.plot([low, high], [place, place], color=LEVELS[level], linewidth=5, alpha=0.35)
            axes.plot(share, place, "o", color=LEVELS[level], markersize=7, label=level if place == 0 else None)
    axes.set_yticks(range(len(packs)), [pack.name for pack in packs])
    axes.set(
        ylim=(len(packs) - 0.4, -1), xlim=(-0.01, 0.53), xlabel="games (or rounds) won against the best play known"
    )
    axes.xaxis.set_major_formatter(matplotlib.ticker.PercentFormatter(1))
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", linewidth=0.4, alpha=0.6)
    axes.legend(loc="upper left", frameon=False, ncols=4, fontsize=8)
    figure.savefig(HERE / "skill-31.svg", metadata={"Date": None})


def main(names: list[str]) -> None:
    """Measure the named packs, and write the page."""
    found = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    for name in names:
        found[name] = measure(int(name))
        DATA.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    draw(rows(found))
    (HERE / "skill-31.md").write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
