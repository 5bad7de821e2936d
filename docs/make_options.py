"""Write docs/options: the effect of every option, one page and one picture for each game (``make pages``).

``make_options.py war champz`` measures these games, without arguments all of them. The results are saved beside each
page.
"""

import json
import os
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec
from matplotlib.figure import Figure

from threedown.games import find_game, game_names
from threedown.games.game_options import OptionFacts, option_facts, show_value
from threedown.games.setting import Setting, settle
from threedown.lab.study.command import command_of
from threedown.lab.study.facts import study_facts
from threedown.lab.study.plan import Variation
from threedown.lab.study.sentence import figures
from threedown.lab.study.study import StudyPlan, study

HERE = Path(__file__).parent / "options"
SEED = 1
UNTIL = 0.01
MOST = 8_000
SLOW = {"blitz31": 4_000, "champz": 4_000, "blitzwar": 4_000}
"""Games of each variant, at most, of games that take longer."""
LEVELS = {"casino-war": "bold"}
"""The level for games whose first level ignores most options: it bets the minimum and never surrenders."""
PACE = 1.0
FROM_NOUGHT = {"ante": 1, "knock_least": 24}
"""Values to try for options with a long range whose own value is 0."""
BESIDE: dict[str, dict[str, dict[str, Any]]] = {
    "blitz31": {"chips": {"ante": 2}, "pot_rounds": {"ante": 2}, "buy_back_lives": {"buy_backs": 1}},
    "blitzwar": {"neutral": {"seats": 2, "neutral": True}},
    "champz": {"teams": {"seats": 4}},
    "war": {"split_jokers": {"jokers": 2}, "stop_cycles": {"return_order": "as_played"}},
}
"""Options that do nothing in a game's base, and the house rules or the number of seats with which they are measured.
The rules of an option that has one value there (a neutral side, for two players) are measured as they are."""
BLUE, RED, GREY = "#2a6f97", "#c1553b", "#5c6b73"
COLUMNS = {
    "turns": "length, %",
    "luck of the deal": "luck of the deal, points",
    "seat 0": "first seat wins, points",
    "draws": "draws, points",
    "stopped": "stopped by the cap, points",
    "lost": "lost to the house, chips",
}
CHIPS = {"lost": 0.5}
"""Measures that aren't shares of games, with the size of their unit on the page (the rules count half chips)."""
ALONE = {"draws": "not ahead in the end, points"}
"""Other names of measures for games against the house."""
FACTORS = (0.1, 0.2, 0.5, 0.75, 1, 1.33, 2, 5, 10, 20)
NEAR = (0.75, 1.33)
"""Ticks of the length axis; the near ones serve if the length changes little."""
RARE = ("draws", "stopped")

TEXT = """# What every option of {title} does

{introduction}

`{command}`

{games:,} games of each variant with seed {seed}, the same deals; two cores shared with other work (load {load:.0f}).
Differences are to the base, with 95 % intervals at all looks together; **bold** is a difference that holds among all
{comparisons} that were compared (Holm). How it is counted: [the laboratory](../lab.md). Written by `docs/make_options.py {game}`.

![What each option changes]({game}.svg)

The base: {base}. Its games last {turns} turns ({minutes} minutes at a second an event), and {first}.{luck}

{sentences}
{tables}{beside}"""  # noqa: E501
WITH = """
## With {rules}

{options} {need} other rules than the base above has. With {rules}, games last {turns} turns ({minutes} minutes), and {first}.
{games:,} games of each variant{comparisons}.

`{command}`
{tables}"""  # noqa: E501


def values_of(fact: OptionFacts, base: Setting) -> list[Any]:
    """Return the values to try for an option: all, or half and twice its value in a long range (or one named here).

    None of them conflicts with the base or does nothing beside it.
    """
    own = getattr(base.options, fact.name)
    values = list(fact.values)
    if not values:
        values = list(range(fact.low, fact.high + 1))
        if len(values) > 6:
            values = sorted({max(fact.low, own // 2), own, min(fact.high, 2 * own or FROM_NOUGHT[fact.name])})
    tried = {value: msgspec.structs.replace(base.options, **{fact.name: value}) for value in values}
    fits = [value for value, options in tried.items() if not options.conflict(base.seats) and not options.idle()]
    return fits if own in fits else [own, *fits]


def variations_of(base: Setting, options: Collection[str]) -> tuple[Variation, ...]:
    """Return the variations of these options that have a second value that fits the base."""
    facts = [fact for fact in option_facts(base.game.options) if fact.name in options and fact.name != "turn_cap"]
    varied = (Variation(fact.name, tuple(values_of(fact, base))) for fact in facts)
    return tuple(each for each in varied if len(each.values) > 1)


def measured(name: str, level: str) -> dict[str, Any]:
    """Return the studies of a game's options: that of the base, and beside it those of options that need other rules.

    They are reduced to the parts on the page; ``level`` plays every seat.
    """
    game = find_game(name)
    facts = studied(settle(game), [fact.name for fact in option_facts(game.options)], level)
    groups: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for option, rules in BESIDE.get(name, {}).items():
        groups.setdefault(str(rules), (rules, []))[1].append(option)
    facts["beside"] = []
    for rules, options in groups.values():
        changes = {option: value for option, value in rules.items() if option != "seats"}
        facts["beside"].append(studied(settle(game, None, changes, rules.get("seats")), options, level))
    return facts | {"load": os.getloadavg()[0]}


def studied(base: Setting, options: Sequence[str], level: str) -> dict[str, Any]:
    """Return a study of some options beside a base."""
    pilots, most = (level,) * base.seats, SLOW.get(base.game.name, MOST)
    varied = variations_of(base, options)
    plan = StudyPlan(base, varied, False, pilots, SEED, most, UNTIL, luck=base.seats > 1)
    facts = study_facts(study(plan), PACE)
    for variant in facts["variants"]:
        del variant["histogram"]
    facts["comparisons"] = [each for each in facts["comparisons"] if each["base"] == 0 and each["measure"] in COLUMNS]
    left = [option for option in options if option not in {each.option for each in varied}]
    return facts | {"command": command_of(plan), "left": left}


# The page


def around(told: dict[str, float], share: bool = False) -> str:
    half = (told["high"] - told["low"]) / 2
    return f"{told['value']:.1%} ± {half:.1%}" if share else f"{figures(told['value'], 4)} ± {figures(half, 2)}"


def ends_of(measures: dict[str, Any]) -> str:
    """Return a sentence on how games of the base end."""
    if "seat 0" in measures:
        return f"the first seat\nwins {around(measures['seat 0'], True)}"
    lost = {end: CHIPS["lost"] * value for end, value in measures["lost"].items()}
    nobody = {"value": 1 - measures["draws"]["value"], "low": 1 - measures["draws"]["high"],
              "high": 1 - measures["draws"]["low"]}  # fmt: skip
    ahead = f"the player is ahead in the end in {around(nobody, True)} of them"
    return f"{ahead}; one loses {around(lost)} chips on average"


def changed(each: dict[str, Any], base: dict[str, Any]) -> tuple[float, float, float]:
    """A difference and its interval: of the length in % of the base's, of chips as they are, of shares in points."""
    scale = 100 / base["measures"]["turns"]["value"] if each["measure"] == "turns" else CHIPS.get(each["measure"], 100)
    return scale * each["difference"], scale * each["low"], scale * each["high"]


def told_change(each: dict[str, Any], base: dict[str, Any]) -> str:
    value, low, high = changed(each, base)
    text = f"{value:+.1f} ± {(high - low) / 2:.1f}"
    return f"**{text}**" if each["holds"] else text


def shown_columns(facts: dict[str, Any]) -> dict[str, str]:
    """The measures that are there: of draws only where an option changes them, of stopped games where there are any."""
    there = facts["variants"][0]["measures"]
    changing = {each["measure"] for each in facts["comparisons"] if each["holds"]}
    changing |= {"stopped"} if any(each["measures"]["stopped"]["value"] for each in facts["variants"]) else set()
    titles = COLUMNS | (ALONE if facts["seats"] == 1 else {})
    return {name: title for name, title in titles.items() if name in there and (name not in RARE or name in changing)}


def rows_of(facts: dict[str, Any]) -> dict[str, list[tuple[str, int]]]:
    """Return the values of each option other than the base's, with the indices of their variants."""
    found: dict[str, list[tuple[str, int]]] = {}
    for place, variant in enumerate(facts["variants"][1:], 1):
        ((option, value),) = variant["changes"].items()
        found.setdefault(option, []).append((show_value(value), place))
    return found


def comparison(facts: dict[str, Any], measure: str, place: int) -> dict[str, Any]:
    return next(each for each in facts["comparisons"] if (each["measure"], each["variant"]) == (measure, place))


def rules_of(facts: dict[str, Any], base: dict[str, Any]) -> list[str]:
    """Return the house rules and the seats in which a study's base differs from another's."""
    changed = {name: value for name, value in facts["options"].items() if value != base["options"][name]}
    seats = [f"{facts['seats']} seats"] * (facts["seats"] != base["seats"])
    return [*(f"{name}={show_value(value)}" for name, value in changed.items()), *seats]


def without_row(facts: dict[str, Any]) -> list[str]:
    """Return the options of which nothing is measured."""
    beside = {option for each in facts["beside"] for option in (*rows_of(each), *each["left"])}
    return [option for option in facts["left"] if option not in beside]


def tables_of(facts: dict[str, Any]) -> list[str]:
    """Return a table for each option that a study varied."""
    game, base, shown = find_game(facts["game"]), facts["variants"][0], shown_columns(facts)
    described = {fact.name: fact for fact in option_facts(game.options)}
    tables = []
    for option, rows in rows_of(facts).items():
        own = show_value(facts["options"][option])
        lines = [f"### {option}\n", f"{described[option].help}; the base: `{own}`.\n",
                 f"| {option} | {' | '.join(shown.values())} |", "| --- |" + " --- |" * len(shown)]  # fmt: skip
        for value, place in rows:
            cells = [told_change(comparison(facts, measure, place), base) for measure in shown]
            lines.append(f"| {value} | {' | '.join(cells)} |")
        tables.append("\n".join(lines) + "\n")
    return tables


def beside(facts: dict[str, Any], base: dict[str, Any]) -> str:
    """Return the part of the page on a study beside other house rules than those of the ``base``."""
    rules = " and ".join(f"`{each}`" if "=" in each else each for each in rules_of(facts, base))
    options = [*rows_of(facts), *facts["left"]]
    measures = facts["variants"][0]["measures"]
    return WITH.format(
        rules=rules,
        options=" and ".join(f"`{each}`" for each in options),
        need="needs" if len(options) == 1 else "need",
        games=facts["n"],
        comparisons=f"; **bold** holds among all {compared} compared here"
        if (compared := len(facts["comparisons"]))
        else "",
        turns=around(measures["turns"]),
        minutes=around(facts["variants"][0]["minutes"]),
        first=ends_of(measures),
        command=facts["command"],
        tables="".join(f"\n{each}" for each in tables_of(facts)),
    )


def page(name: str, facts: dict[str, Any]) -> str:
    game, base = find_game(name), facts["variants"][0]
    measures = base["measures"]
    luck = measures.get("luck of the deal")
    settled = f" The deal settles {around(luck, True)} of who wins." if luck else ""
    settled += f" Not varied: {', '.join(f'`{each}`' for each in without_row(facts))}."
    sentences = "".join(f"- {each}\n" for each in facts["sentences"] if not each.startswith("No effect"))
    return TEXT.format(
        title=game.title,
        introduction=f"{game.summary.rstrip('.')}.",
        command=facts["command"],
        games=facts["n"],
        seed=facts["seed"],
        load=facts["load"],
        comparisons=len(facts["comparisons"]),
        game=name,
        base=f"the preset `{game.default_preset}`, {facts['seats']} seat{'s' * (facts['seats'] > 1)},"
        f" `{facts['bots'][0]}` at each",
        turns=around(measures["turns"]),
        minutes=around(base["minutes"]),
        first=ends_of(measures),
        luck=settled,
        sentences=f"What the intervals carry:\n\n{sentences}" if sentences else "No effect is certain.\n",
        tables="\n".join(tables_of(facts)),
        beside="".join(beside(each, facts) for each in facts["beside"]),
    )


# The picture


def draw(name: str, facts: dict[str, Any]) -> None:
    shown = shown_columns(facts)
    rows = [(each, option, values) for each in (facts, *facts["beside"]) for option, values in rows_of(each).items()]
    count = sum(len(values) for _, _, values in rows) + len(rows)
    figure = Figure(figsize=(2.4 + 2.3 * len(shown), 1.1 + 0.24 * count), layout="constrained")
    panels = figure.subplots(1, len(shown), sharey=True, squeeze=False)[0]
    labels: dict[float, str] = {}
    marks: list[tuple[dict[str, Any], int, float]] = []
    at = 0.0
    for studied_rows, option, values in rows:
        others = rules_of(studied_rows, facts)
        with_others = f" (with {', '.join(others)})" if others else ""
        labels[at] = f"{option} = {show_value(studied_rows['options'][option])}{with_others}"
        for value, place in values:
            at += 1
            labels[at] = value
            marks.append((studied_rows, place, at))
        at += 1.4
    for axes, (measure, title) in zip(panels, shown.items(), strict=True):
        even = 1 if measure == "turns" else 0
        axes.axvline(even, color=GREY, linewidth=1)
        for of, place, height in marks:
            each = comparison(of, measure, place)
            value, low, high = changed(each, of["variants"][0])
            colour = (RED if value > 0 else BLUE) if each["holds"] else "#b8c0c4"
            if measure == "turns":
                value, low, high = (max(0.02, 1 + percent / 100) for percent in (value, low, high))
            axes.plot([low, high], [height, height], color=colour, linewidth=5, alpha=0.35, solid_capstyle="butt")
            axes.plot([even, value], [height, height], color=colour, linewidth=1.6)
            axes.plot(value, height, "o", color=colour, markersize=4.5)
        axes.set_title("length beside the base" if measure == "turns" else title, fontsize=9)
        if measure == "turns":
            axes.set_xscale("log")
            least, most = axes.get_xlim()
            least, most = min(least, 0.75), max(most, 1.34)
            axes.set_xlim(least, most)
            wide = most / least > 4
            ticks = [factor for factor in FACTORS if least <= factor <= most and not (wide and factor in NEAR)]
            axes.set_xticks(ticks, [f"× {factor:g}" for factor in ticks])
            axes.minorticks_off()
        else:
            axes.locator_params(axis="x", nbins=5)
            widest = max(map(abs, axes.get_xlim()))
            if widest < 2:
                axes.set_xlim(-2, 2)
        axes.grid(axis="x", linewidth=0.4, alpha=0.5)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0, labelsize=8)
        axes.tick_params(axis="x", labelsize=8)
    panels[0].set_yticks(list(labels), list(labels.values()))
    for label, text in zip(panels[0].get_yticklabels(), labels.values(), strict=True):
        if "=" in text:
            label.set_fontweight("bold")
    panels[0].set_ylim(at - 0.4, -0.8)
    figure.suptitle(f"{find_game(name).title}: what changes beside the base (grey: not certain)", fontsize=10)
    figure.savefig(HERE / f"{name}.svg", metadata={"Date": None})


def main(names: list[str]) -> None:
    """Measure the games and write their pages; with ``--draw``, write pages and pictures from saved results."""
    HERE.mkdir(exist_ok=True)
    again = "--draw" in names
    for name in [name for name in names if name != "--draw"] or game_names():
        data = HERE / f"{name}.json"
        if not again:
            level = LEVELS.get(name, find_game(name).first_level[0])
            data.write_text(json.dumps(measured(name, level), indent=1) + "\n", encoding="utf-8")
        facts = json.loads(data.read_text(encoding="utf-8"))
        (HERE / f"{name}.md").write_text(page(name, facts), encoding="utf-8")
        draw(name, facts)


if __name__ == "__main__":
    main(sys.argv[1:])
