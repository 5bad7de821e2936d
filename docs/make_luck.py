"""Writes docs/luck.md and docs/first-seat.md: how much of each game is luck, and how fair its first seat is.

``make_luck.py war champz`` measures these games, without names all; ``--shares`` measures only their parts of chance
and choices; ``--draw`` writes the pages of what was measured.
"""

import json
import os
import sys
from itertools import starmap
from pathlib import Path
from typing import Any

from luck_texts import BEYOND, FIRST, LUCK
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from scipy import stats

from threedown.cli.common import Z
from threedown.games import find_game, game_names
from threedown.games.setting import Setting, settle
from threedown.lab.analysis.choices import choices_of, has_no_choices
from threedown.lab.analysis.decomposition import shares_of, usual_levels
from threedown.lab.intervals import holm
from threedown.lab.seeing import has_seeing_level, with_seeing_levels
from threedown.lab.study.command import command_of
from threedown.lab.study.facts import study_facts
from threedown.lab.study.sentence import figures
from threedown.lab.study.study import StudyPlan, study
from threedown.session.session import Session
from threedown.table.chance import Generator
from threedown.table.layout import PLACES

HERE = Path(__file__).parent
DATA = HERE / "luck.json"
SEED = 1
UNTIL = 0.01
MOST = 32_000
FEW = {"blitzwar": 8_000, "blitz31": 8_000, "champz": 8_000, "casino-war": 8_000}
"""The most games, where games take longer."""
MOST_SEATS = 6
"""The most seats for which the first seat's advantage is measured."""
CHOICES = 60
FEW_CHOICES = {"casino-war": 20, "blitzwar": 0}
"""Games whose choices are weighed, where fewer. None of BlitzWar: hundreds of choices in a game would take hours."""
SHARE_GAMES = 150
OTHER_SHARE_GAMES = {"blitzwar": 300}
"""Games whose results are split into chance and choices, where others: BlitzWar has hundreds of choices in a game."""
WIDE = 0.5
"""The width of a share's interval from which on it says little."""
UNFAIR = 2.0
"""An unfairness of the first seat, in points, that every row has to tell from none."""
BLUE, RED, GREY, LIGHT = "#2a6f97", "#c1553b", "#5c6b73", "#e3b0a2"

BEYOND_MOST = {"champz": 1_000, "blitzkrieg": 64_000}
BEYOND_LEVELS = {
    "champz": ["sees_hands", "sees_all"],
    "blitzkrieg": [
        "keen",
        *(
            f"docs/blitzkrieg_otherwise.py:{name}"
            for name in ("never_defends", "always_defends", "never_raids", "exchanges")
        ),
    ],
}
"""Levels of the laboratory alone (threedown.lab.seeing), and players who decide one thing as ``sensible`` does not."""


def usual_table(name: str) -> Setting:
    """Return a game under its usual rules, with two seats or as many as they are for."""
    game = find_game(name)
    return settle(game, None, None, max(2, settle(game).seats))


def measured(name: str) -> dict[str, Any]:
    """Measure skill and choices of a game, and its first seat at other numbers of seats."""
    base = usual_table(name)
    game, most = base.game, FEW.get(name, MOST)
    found: dict[str, Any] = {"seats": base.seats, "load": os.getloadavg()[0], "commands": [], "first": {}}

    def studied(seats: int, **more: Any) -> dict[str, Any]:
        setting = settle(game, None, None, seats)
        plan = StudyPlan(setting, (), False, game.first_level * seats, SEED, most, UNTIL, **more)
        found["commands"].append(command_of(plan))
        facts = study_facts(study(plan), 1.0)
        del facts["variants"][0]["histogram"]
        return facts

    able = [level for level in game.bots.LADDER if base.imagined_level(level) is None]
    if len(able) > 1 and not has_no_choices(base):
        facts = studied(base.seats, luck=True, skill=(able[-1], able[0]))
        found["levels"] = [able[-1], able[0]]
    else:
        facts = studied(base.seats, luck=True)
    found["base"] = facts["variants"][0]["measures"]
    found["first"][str(base.seats)] = [facts["n"], found["base"]["seat 0"]]
    for seats in range(base.seats + 1, min(MOST_SEATS, game.seats.most) + 1):
        facts = studied(seats)
        found["first"][str(seats)] = [facts["n"], facts["variants"][0]["measures"]["seat 0"]]
    games = 0 if has_no_choices(base) else FEW_CHOICES.get(name, CHOICES)
    if games:
        weighed = choices_of(base, game.first_level[0], SEED, games)
        found["choices"] = {"a_game": weighed.a_game[:3], "matter": weighed.matter[:3], "weighed": weighed.weighed}
        found["commands"].append(f"threedown lab {name} --choices {games} --seats {base.seats} --seed {SEED}")
    return found


def measured_shares(name: str) -> dict[str, Any]:
    """Split the result of a game into the parts of chance and of choices."""
    base = usual_table(name)
    games = OTHER_SHARE_GAMES.get(name, SHARE_GAMES)
    found = shares_of(base, usual_levels(base), SEED, games)
    return {
        "levels": list(found.levels),
        "measured": found.measured,
        **{part: list(getattr(found, part)[:3]) for part in ("chance", "deal", "choices")},
        "command": f"threedown lab {name} --chance {games} --seats {base.seats} --seed {SEED}",
    }


def measured_beyond(name: str) -> dict[str, Any]:
    """Measure the win share of levels from outside the game against the best level that doesn't search."""
    setting = settle(find_game(name), None, None, 2)
    beside = [level for level in setting.game.bots.LADDER if setting.imagined_level(level) is None][-1]
    found: dict[str, Any] = {}
    for level in BEYOND_LEVELS[name]:
        plan = StudyPlan(
            with_seeing_levels(setting) if has_seeing_level(setting, level) else setting,
            (), False, setting.game.first_level * 2, SEED,
            BEYOND_MOST[name], UNTIL if name == "champz" else UNTIL / 2, skill=(level, beside),
        )  # fmt: skip
        facts = study_facts(study(plan), 1.0)
        won = facts["variants"][0]["measures"]["skill"]
        found[level] = {"skill": won, "n": facts["n"], "command": command_of(plan)}
    return found


# The pages


def beyond_rows(found: dict[str, Any]) -> str:
    rows = "".join(
        f"| `{level.rpartition(':')[2]}` | {each['n']:,} | {share(each['skill'])} |\n" for level, each in found.items()
    )
    return "| | games | wins |\n| --- | --- | --- |\n" + rows


def share(told: Any) -> str:
    value, low, high = told.values() if isinstance(told, dict) else told
    return f"{value:.1%} ({low:.1%} to {high:.1%})"


def title(name: str) -> str:
    return find_game(name).title


def share_row(name: str, found: dict[str, Any]) -> str:
    seats, shares = str(found["seats"]), found.get("shares")
    parts = [share(shares[part]) for part in ("chance", "deal", "choices")] if shares else ["not measured yet", "", ""]
    levels = " or ".join(f"`{level}`" for level in shares["levels"]) if shares else ""
    if asks_nothing(name):
        parts, levels = ["100%", "0%" if is_dealt_unseen(name) else parts[1], "0%"], "nothing to choose"
    return f"| {' | '.join((f'[{title(name)}](options/{name}.md)', seats, *parts, levels))} |\n"


def asks_nothing(name: str) -> bool:
    return has_no_choices(settle(find_game(name)))


def is_dealt_unseen(name: str) -> bool:
    """True if no seat knows a card after the deal: then it settles nothing."""
    dealt = Session(settle(find_game(name)), Generator(SEED)).table_state
    return not (dealt.cards & PLACES).any()


def choice_share(name: str, found: dict[str, Any]) -> list[float]:
    """Return the share of choices with its interval; nothing if it is not known."""
    return [0.0, 0.0, 0.0] if asks_nothing(name) else found.get("shares", {}).get("choices", [])


def by_choices(data: dict[str, Any]) -> list[str]:
    """Return the games, most chance first; those that were not measured last."""
    return sorted(data, key=lambda name: choice_share(name, data[name]) or [2.0])


def ranked(data: dict[str, Any]) -> str:
    """Return the sentences that the intervals of the shares support."""
    known = {name: told for name, found in data.items() if (told := choice_share(name, found))}
    none = [title(name) for name in known if asks_nothing(name)]
    told = [f"Nothing but chance decides {' and '.join([', '.join(none[:-1]), none[-1]])}."] if len(none) > 1 else []
    more, less = (
        [title(name) for name, each in known.items() if side(each)] for side in (most_by_choices, most_by_chance)
    )
    if more:
        told.append(f"Choices surely decide more than chance in {', '.join(more)}.")
    if less:
        told.append(f"Chance surely decides more in {', '.join(less)}.")
    wide = [title(name) for name, (_, low, high) in known.items() if high - low > WIDE]
    if wide:
        told.append(f"Too few games of {', '.join(wide)} were measured to say much.")
    return " ".join(told)


def most_by_choices(told: list[float]) -> bool:
    return told[1] > 0.5


def most_by_chance(told: list[float]) -> bool:
    return 0 < told[2] < 0.5


def luck_row(name: str, found: dict[str, Any]) -> str:
    choices = found.get("choices")
    a_game, matter = "none" if has_no_choices(settle(find_game(name))) else "not weighed", ""
    if choices:
        a_game, matter = figures(choices["a_game"][0]), share(choices["matter"])
    skill = "nothing to choose" if has_no_choices(settle(find_game(name))) else "not measured yet"
    if "levels" in found:
        skill = f"{share(found['base']['skill'])} (`{found['levels'][0]}`)"
    luck, even = share(found["base"]["luck of the deal"]), f"{1 / found['seats']:.0%}"
    cells = (f"[{title(name)}](options/{name}.md)", str(found["seats"]), luck, skill, even, a_game, matter)
    return f"| {' | '.join(cells)} |\n"


def luck_said(data: dict[str, Any]) -> str:
    """Return the sentences that the intervals support."""
    luck = {name: found["base"]["luck of the deal"] for name, found in data.items()}
    most = max(luck, key=lambda name: luck[name]["low"])
    told = []
    if all(luck[most]["low"] > each["high"] for name, each in luck.items() if name != most):
        told.append(f"The deal decides most in {title(most)}: {share(luck[most])} of who wins.")
    none = [title(name) for name, each in luck.items() if each["high"] < 0.05]
    if none:
        told.append(f"It decides less than a twentieth in {', '.join(none)}.")
    beaten = {name: found["base"]["skill"]["low"] for name, found in data.items() if "levels" in found}
    sure = [title(name) for name, low in beaten.items() if low > 0.9]
    if sure:
        told.append(f"A bot with a plan wins at least nine games of ten against random play in {', '.join(sure)}.")
    return " ".join(told)


def first_rows(data: dict[str, Any]) -> list[tuple[str, int, int, dict[str, float]]]:
    return [(name, int(seats), n, told) for name, found in data.items() for seats, (n, told) in found["first"].items()]


def sure(rows: list[tuple[str, int, int, dict[str, float]]]) -> list[bool]:
    """Return, row by row, True if the first seat certainly wins more or less than its share.

    Holm's method over all rows; half an interval is at least 1.96 standard errors.
    """
    errors = [(told["high"] - told["low"]) / 2 / Z for *_, told in rows]
    apart = [abs(told["value"] - 1 / seats) for _, seats, _, told in rows]
    chances = [2 * float(stats.norm.sf(far / error)) for far, error in zip(apart, errors, strict=True)]
    return [p < 0.05 for p in holm(chances)]


def first_row(row: tuple[str, int, int, dict[str, float]], is_sure: bool) -> str:
    name, seats, n, told = row
    apart = [100 * (told[each] - 1 / seats) for each in ("value", "low", "high")]
    bold = "**" if is_sure else ""
    beside = f"{bold}{apart[0]:+.1f}{bold} ({apart[1]:+.1f} to {apart[2]:+.1f})"
    cells = (title(name), str(seats), f"{n:,}", f"{told['value']:.1%}", f"{1 / seats:.1%}", beside)
    return f"| {' | '.join(cells)} |\n"


def first_said(rows: list[tuple[str, int, int, dict[str, float]]]) -> str:
    known = [row for row, is_sure in zip(rows, sure(rows), strict=True) if is_sure]
    better = [(name, seats) for name, seats, _, told in known if told["value"] > 1 / seats]
    worse = [(name, seats) for name, seats, _, told in known if told["value"] < 1 / seats]
    told = []
    if better:
        told.append(f"The first seat wins more than its share in {by_game(better)}.")
    if worse:
        told.append(f"It wins less in {by_game(worse)}.")
    told.append(
        f"In {len(rows) - len(known)} of {len(rows)} no unfairness can be told from chance,"
        " all looked at together (Holm)."
    )
    open_still = [(name, seats) for name, seats, _, each in rows if holds_both(each, seats)]
    widest = max(50 * (each["high"] - each["low"]) for *_, each in rows)
    told.append(
        f"More games are needed in {by_game(open_still)} to tell {UNFAIR:.0f} points from none."
        if open_still
        else f"No interval holds both an even share and {UNFAIR:.0f} points beside it, so that each row tells an"
        f" unfairness of {UNFAIR:.0f} points from none; the widest is ± {widest:.1f}."
    )
    return " ".join(told)


def holds_both(told: dict[str, float], seats: int) -> bool:
    """Return True if an interval holds both an even share and one that is ``UNFAIR`` points away."""
    low, high = (100 * (told[end] - 1 / seats) for end in ("low", "high"))
    return low <= 0 <= high and max(-low, high) >= UNFAIR


def by_game(found: list[tuple[str, int]]) -> str:
    """Games and their numbers of seats."""
    games = {name: [str(seats) for other, seats in found if other == name] for name, _ in found}
    return ", ".join(f"{title(name)} ({', '.join(seats)} seats)" for name, seats in games.items())


def listed(data: dict[str, Any], beyond: bool = False) -> str:
    told = []
    for found in data.values():
        told += found["commands"]
        told += [found["shares"]["command"]] if beyond and "shares" in found else []
        told += [each["command"] for each in found.get("beyond", {}).values()] if beyond else []
    return "".join(f"- `{command}`\n" for command in told)


def draw_luck(data: dict[str, Any]) -> None:
    names = by_choices(data)[::-1]
    figure = Figure(figsize=(9, 1.3 + 0.36 * len(names)), layout="constrained")
    axes = figure.subplots()
    for place, name in enumerate(names):
        shares, choices = data[name].get("shares"), choice_share(name, data[name])
        if not choices:
            axes.annotate("not measured yet", (0.01, place), va="center", fontsize=8, color=GREY)
            continue
        chance, deal = 1 - choices[0], min(shares["deal"][0], 1 - choices[0]) if shares else 0.0
        for left, width, colour in ((0, deal, RED), (deal, chance - deal, LIGHT), (chance, choices[0], BLUE)):
            axes.barh(place, width, 0.66, left=left, color=colour)
        if choices[2] > 0:
            axes.plot([1 - choices[2], 1 - choices[1]], [place, place], color="#222222", linewidth=1.6)
    parts = (("chance: the deal", RED), ("chance: later draws, rolls, shuffles", LIGHT), ("choices", BLUE))
    handles = [Patch(color=colour, label=part) for part, colour in parts]
    figure.legend(handles=handles, loc="outside upper center", ncols=3, frameon=False, fontsize=9)
    axes.set(xlim=(0, 1), ylim=(-0.6, len(names) - 0.4), xticks=[0, 0.25, 0.5, 0.75, 1])
    axes.set_xticklabels(["0", "25", "50", "75", "100 %"], fontsize=8)
    axes.set_yticks(range(len(names)), [title(name) for name in names], fontsize=9)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("share of what decides the result (line: 95 % interval)", fontsize=9)
    figure.savefig(HERE / "luck.svg", metadata={"Date": None})


def draw_first(rows: list[tuple[str, int, int, dict[str, float]]]) -> None:
    figure = Figure(figsize=(9, 1.2 + 0.26 * len(rows)), layout="constrained")
    axes = figure.subplots()
    axes.axvline(0, color=GREY, linewidth=1)
    for place, ((_, seats, _, told), is_sure) in enumerate(zip(rows, sure(rows), strict=True)):
        value, low, high = (100 * (told[each] - 1 / seats) for each in ("value", "low", "high"))
        colour = (RED if value > 0 else BLUE) if is_sure else "#b8c0c4"
        axes.plot([low, high], [place, place], color=colour, linewidth=6, alpha=0.4, solid_capstyle="butt")
        axes.plot([0, value], [place, place], color=colour, linewidth=1.6)
        axes.plot(value, place, "o", color=colour, markersize=5)
    names = [f"{title(name)}, {seats}" for name, seats, _, _ in rows]
    axes.set_yticks(range(len(rows)), names, fontsize=8)
    axes.set(ylim=(len(rows) - 0.4, -0.6), xlabel="points beside an even share")
    axes.set_title("What the first seat wins (grey: cannot be told from an even share)", fontsize=10)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", linewidth=0.4, alpha=0.6)
    figure.savefig(HERE / "first-seat.svg", metadata={"Date": None})


def in_order(data: dict[str, Any]) -> dict[str, Any]:
    """The games; of what was not measured here, what docs/options say of the base."""
    found = {}
    for name in game_names():
        base = HERE / "options" / f"{name}.json"
        if name in data:
            found[name] = data[name]
        elif base.exists():
            facts = json.loads(base.read_text(encoding="utf-8"))
            if facts["seats"] > 1:
                measures = facts["variants"][0]["measures"]
                first = {str(facts["seats"]): [facts["n"], measures["seat 0"]]}
                told = {"commands": [facts["command"]], "load": facts["load"]}
                found[name] = {"seats": facts["seats"], "base": measures, "first": first, **told}
    return found


def pages(data: dict[str, Any]) -> dict[str, str]:
    """Both pages: file -> text."""
    loads = sorted(round(found["load"]) for found in data.values())
    firsts = first_rows(data)
    load = f"{loads[0]} to {loads[-1]}"
    known = all("beyond" in data[name] for name in BEYOND_LEVELS)
    beyond = BEYOND.format(**{name: beyond_rows(data[name]["beyond"]) for name in BEYOND_LEVELS}) if known else ""
    games, seats = "".join(starmap(luck_row, data.items())), "".join(map(first_row, firsts, sure(firsts)))
    return {
        "luck.md": LUCK.format(
            shares="".join(share_row(name, data[name]) for name in by_choices(data)),
            ranked=ranked(data),
            rows=games,
            said=luck_said(data),
            beyond=beyond,
            games=SHARE_GAMES,
            others=" and ".join(f"{games} of {title(name)}" for name, games in OTHER_SHARE_GAMES.items()),
            load=load,
            commands=listed(data, beyond=True),
        ),
        "first-seat.md": FIRST.format(rows=seats, said=first_said(firsts), load=load, commands=listed(data)),
    }


def write(data: dict[str, Any]) -> None:
    for name, page in pages(data).items():
        (HERE / name).write_text(page, encoding="utf-8")
    draw_luck(data)
    draw_first(first_rows(data))


def main(names: list[str]) -> None:
    """Measures games and writes both pages."""
    only_shares, games = "--shares" in names, [name for name in names if not name.startswith("--")]
    for name in () if "--draw" in names else games or game_names():
        data = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
        found = data[name] if only_shares else measured(name)
        if name in BEYOND_LEVELS and not only_shares:
            found["beyond"] = measured_beyond(name)
        found["shares"] = measured_shares(name)
        DATA.write_text(json.dumps(data | {name: found}, indent=1) + "\n", encoding="utf-8")
    write(in_order(json.loads(DATA.read_text(encoding="utf-8"))))


if __name__ == "__main__":
    main(sys.argv[1:])
