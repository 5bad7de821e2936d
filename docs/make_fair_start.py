"""Write docs/fair-start.md: what each seat of BlitzWar wins by the book, and with the extra tanks of a fair start.

``make_fair_start.py 3-keen 4-keen`` plays these studies, without names all; ``--draw`` writes the page of what was
played.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any, NamedTuple

from markdown_page import table
from matplotlib.figure import Figure

from threedown.games import find_game
from threedown.games.blitzwar.opening import EXTRA_TANKS
from threedown.games.setting import settle
from threedown.lab.study.command import command_of
from threedown.lab.study.facts import study_facts
from threedown.lab.study.plan import Variation
from threedown.lab.study.study import StudyPlan, study

HERE = Path(__file__).parent
DATA = HERE / "fair-start.json"
OPTION = "fair_start"
SEED = 1
UNTIL = 0.001
SEATS = (3, 4, 5)
LETTERS = "ABCDE"


class Plan(NamedTuple):
    """A study of the page: a level at every seat, and at most so many games of each start."""

    seats: int
    level: str
    games: int


PLANS = {
    f"{seats}-{level}": Plan(seats, level, games)
    for level, games in (("keen", 16_000), ("simple", 4_000), ("fierce", 200))
    for seats in SEATS
}

BOOK, FAIR = "by the book", "fair"
STARTS = {False: BOOK, True: FAIR}

TEXT = """# A fair start for BlitzWar

The first player attacks before anybody else, the last one places tanks after everybody else, and four or five players
don't begin with equally many states. What makes up for it? With the preset `fair` (`fair_start=true`) later players
begin with extra tanks:

{tanks}

The tables show how many games of a hundred each seat wins beside its even share, with the same bot at every seat and
otherwise the rules of the book. Both starts have the same deals. Intervals are 95 % over all looks together, each by
itself; seed {seed}; two cores with much other work (load {load}). Written by `docs/make_fair_start.py`.

![What each seat wins beside its even share, by the book and with a fair start](fair-start.svg)

## Between keen players

{keen}
{said}

## Between other players

A start that is fair for one kind of players needn't be so for another. Between `simple` bots the first seat wins far
more than between `keen` ones, and so few tanks don't make up for it:

{others}

## The price

The extra tanks take up to two turns to place. Between `keen` players a game with a fair start has

{price}

## How the tanks were found

A tank more raises a seat's odds to win by about an eighth with three players and by an eleventh with five: that is two
points or so. A multinomial logistic model of the games below led to the numbers of the table (for three players it was
wrong: it expected as much unfairness of 0, 2, 1 as of 0, 1, 1). What was tried before, with a prototype of the option:

{tried}

Tanks are placed three at a time, and a seat with 22 places its last one alone, which a smooth model doesn't know. The
numbers for three players were chosen by the first 8,000 of the games above, so that these flatter them; those for five
were chosen before theirs were played. For four players 0, 1, 1, 0 came first, and 0, 2, 2, 1 was chosen by 64,000 games
of each (their 95 % intervals reach 0.4 points further at most): it is the only one with every seat within a point of
even for certain, and takes a turn more. The games above have the same seed, so that they may flatter it, too.

## How it was measured

{commands}"""

TRIED = {
    (0, 0, 1): (8_000, (0.4, -2.6, 2.3)),
    (0, 1, 2): (8_000, (-0.5, -3.2, 3.7)),
    (0, 1, 3): (8_000, (-2.7, -4.8, 7.5)),
    (0, 1, 1): (16_000, (0.8, -1.3, 0.6)),
    (-1, 0, 0): (8_000, (1.0, -1.8, 0.7)),
    (1, 2, 2): (6_000, (-0.1, -1.8, 1.9)),
    (2, 3, 3): (6_000, (-0.6, -1.6, 2.2)),
    (0, 0, 1, 1): (4_000, (1.5, -3.2, -0.2, 1.9)),
    (0, 1, 1, 1): (8_000, (-0.5, -0.1, -1.2, 1.8)),
    (0, 1, 1, 2): (4_000, (-1.0, -1.9, -0.6, 3.5)),
    (0, 1, 1, 0): (64_000, (1.1, -0.3, 0.0, -0.8)),
    (0, 1, 2, 1): (64_000, (-0.1, -1.3, 1.0, 0.4)),
    (0, 2, 1, 1): (64_000, (0.1, 0.4, -1.3, 0.8)),
    (0, 2, 2, 2): (64_000, (-1.6, -0.8, -0.1, 2.5)),
    (0, 2, 2, 1): (64_000, (-0.5, 0.3, 0.4, -0.2)),
    (0, 1, 1, 1, 1): (8_000, (0.9, -0.3, -0.9, -0.4, 0.7)),
}
"""Earlier attempts: the extra tanks by seat, then the games, and the points beside an even share by seat."""


def measured(plan: Plan) -> dict[str, Any]:
    """Play a study."""
    setting = settle(find_game("blitzwar"), seats=plan.seats)
    pilots = (plan.level,) * plan.seats
    load = os.getloadavg()[0]
    found = StudyPlan(setting, (Variation(OPTION, (False, True)),), False, pilots, SEED, plan.games, UNTIL)
    return kept(study_facts(study(found), 1.0) | {"command": command_of(found), "load": load})


def kept(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a study's facts (those of ``threedown lab --json`` too) that the page needs."""
    names = ("turns", *(f"seat {seat}" for seat in range(facts["seats"])))
    (longer,) = (each for each in facts["comparisons"] if each["measure"] == "turns")
    return {
        "command": facts["command"],
        "load": facts["load"],
        "games": facts["n"],
        "starts": {
            STARTS[each["changes"][OPTION]]: {name: each["measures"][name] for name in names}
            for each in facts["variants"]
        },
        "longer": [longer[end] for end in ("difference", "low", "high")],
    }


# The page


def beside(found: dict[str, Any], start: str) -> list[tuple[float, float, float]]:
    """Return what each seat wins beside its even share, with its interval, in points."""
    measures = found["starts"][start]
    seats = len(measures) - 1
    return [
        tuple(100 * (measures[f"seat {seat}"][end] - 1 / seats) for end in ("value", "low", "high"))  # type: ignore[misc]
        for seat in range(seats)
    ]


def rows_of(plan: Plan, found: dict[str, Any]) -> list[list[str]]:
    """Return the rows of a study, one for each start."""
    rows = []
    for start, measures in found["starts"].items():
        cells = [f"{value:+.1f} ({low:+.1f} to {high:+.1f})" for value, low, high in beside(found, start)]
        cells += [""] * (SEATS[-1] - len(cells))
        turns = f"{measures['turns']['value']:.1f}"
        rows.append([f"`{plan.level}`", str(plan.seats), start, f"{found['games']:,}", *cells, turns])
    return rows


def said(data: dict[str, Any], level: str) -> str:
    """Return how far the seat that is farthest from even is, by the number of players."""
    told = []
    for name, plan in PLANS.items():
        if plan.level == level and name in data:
            far = {start: max(abs(value) for value, _, _ in beside(data[name], start)) for start in STARTS.values()}
            reach = max(max(-low, high) for _, low, high in beside(data[name], FAIR))
            told.append(
                f"- `{level}`, {plan.seats} players: the farthest seat is {far[FAIR]:.1f} points from even with a fair"
                f" start, {far[BOOK]:.1f} by the book; with a fair start no interval reaches beyond {reach:.1f}."
            )
    return "\n".join(told)


def others(data: dict[str, Any], measured_rows: str) -> str:
    """Return what is known of the other levels, and which of the plans were not played yet."""
    told = [measured_rows] if measured_rows else []
    told += filter(None, (said(data, level) for level in ("simple", "fierce")))
    left = [f"{plan.seats} `{plan.level}` bots" for name, plan in PLANS.items() if name not in data]
    if left:
        told.append(f"\nNot measured yet: {', '.join(left)}.")
    return "\n".join(told)


def price(data: dict[str, Any]) -> str:
    """Return what a fair start costs in length."""
    told = []
    for seats in SEATS:
        difference, low, high = data[f"{seats}-keen"]["longer"]
        turns = data[f"{seats}-keen"]["starts"][BOOK]["turns"]["value"]
        told.append(
            f"- with {seats} players {difference:+.1f} turns ({low:+.1f} to {high:+.1f}) beside {turns:.1f},"
            f" {difference / turns:+.1%};"
        )
    return "\n".join(told).removesuffix(";") + "."


def page(data: dict[str, Any]) -> str:
    """Return the page of what was measured."""
    loads = sorted(round(found["load"]) for found in data.values())
    rows: dict[bool, list[list[str]]] = {True: [], False: []}
    for name, plan in PLANS.items():
        if name in data:
            rows[plan.level == "keen"] += rows_of(plan, data[name])
    head = ["bots", "players", "start", "games", *LETTERS, "turns"]
    extra = [[str(seats), *map(str, EXTRA_TANKS[seats][:seats]), *[""] * (SEATS[-1] - seats)] for seats in SEATS]
    tried = [
        [", ".join(map(str, tanks)), f"{games:,}", ", ".join(f"{value:+.1f}" for value in values)]
        for tanks, (games, values) in TRIED.items()
    ]
    return TEXT.format(
        tanks=table(["players", *LETTERS], extra).rstrip(),
        seed=SEED,
        load=f"{loads[0]} to {loads[-1]}",
        keen=table(head, rows[True]).rstrip() + "\n",
        said=said(data, "keen"),
        others=others(data, table(head, rows[False]) if rows[False] else ""),
        price=price(data),
        tried=table(["extra tanks by seat", "games", "points beside an even share"], tried).rstrip(),
        commands="".join(f"- `{data[name]['command']}`\n" for name in PLANS if name in data),
    )


def draw(data: dict[str, Any]) -> None:
    """Draw the seats of each table with both starts, between keen players."""
    figure = Figure(figsize=(9, 3.2), layout="constrained")
    for axes, seats in zip(figure.subplots(1, len(SEATS), sharey=True), SEATS, strict=True):
        axes.axhspan(-1, 1, color="#d9dee0", alpha=0.6)
        axes.axhline(0, color="#5c6b73", linewidth=1)
        for start, colour, aside in ((BOOK, "#c1553b", -0.12), (FAIR, "#2a6f97", 0.12)):
            for seat, (value, low, high) in enumerate(beside(data[f"{seats}-keen"], start)):
                axes.plot([seat + aside] * 2, [low, high], color=colour, linewidth=5, alpha=0.4, solid_capstyle="butt")
                axes.plot(seat + aside, value, "o", color=colour, markersize=4, label="" if seat else start)
        axes.set_title(f"{seats} players", fontsize=10)
        axes.set_xticks(range(seats), LETTERS[:seats])
        axes.spines[["top", "right"]].set_visible(False)
    figure.axes[0].set_ylabel("points beside an even share", fontsize=9)
    figure.axes[0].legend(frameon=False, fontsize=8)
    figure.savefig(HERE / "fair-start.svg", metadata={"Date": None})


def main(names: list[str]) -> None:
    """Play studies, and write page and picture."""
    data = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
    if "--draw" not in names:
        for name in names or PLANS:
            data[name] = measured(PLANS[name])
            DATA.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    (HERE / "fair-start.md").write_text(page(data), encoding="utf-8")
    draw(data)


if __name__ == "__main__":
    main(sys.argv[1:])
