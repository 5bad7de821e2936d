"""Write the layout of every game's observations in docs/rl.md from the declarations of the games (``make docs``)."""

from pathlib import Path
from typing import Any

from markdown_page import table, with_chapters

from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.rl import NothingToLearn, describe

HERE = Path(__file__).parent
BEGIN = "<!-- from here on written by docs/make_rl.py -->\n"
FEW = 6
"""The most labels of an axis that are listed."""


def axis(labels: list[str]) -> str:
    """Return the entries along an axis; of many, the first two and the last."""
    return ", ".join(labels) if len(labels) <= FEW else f"{labels[0]}, {labels[1]} … {labels[-1]} ({len(labels)})"


def part(facts: dict[str, Any]) -> tuple[str, ...]:
    """Return a row: the place of the part, its name, its axes and its meaning."""
    axes = " × ".join(axis(labels) for labels in facts.get("labels", []))
    where = f"{facts['start']} to {facts['stop'] - 1}" if facts["stop"] - facts["start"] > 1 else str(facts["start"])
    return where, f"`{facts['name']}`", axes, facts["text"]


def chapter(name: str) -> str:
    """The actions and observations of one game, under the first of its presets that leaves a choice."""
    setting = settle(find_game(name), next(iter(find_game(name).asking_presets), None))
    try:
        facts = describe(setting)
    except NothingToLearn as nothing:
        return f"### {setting.game.title}\n\n{str(nothing).partition(';')[0]}.\n\n"
    rows = [
        (f"{each['first']} to {each['first'] + each['count'] - 1}", f"`{question}`", each["choices"])
        for question, each in facts["actions"]["questions"].items()
    ]
    actions = f"{facts['actions']['count']:,} actions" + (", listed" if setting.game.hooks.menu else ", masked")
    seats = f"{setting.seats} seat" + ("s" if setting.seats > 1 else "")
    default = settle(find_game(name)).options == setting.options
    preset = "" if default else f", preset `{setting.game.asking_presets[0]}`"
    head = f"### {setting.game.title}\n\n{seats}, {actions}{preset}.\n\n" + table(
        ("actions", "question", "choices"), rows
    )
    for kind in ("planes", "counters"):
        head += f"{facts[kind]['size']:,} {kind}:\n\n"
        head += table(("place", "part", "entries", ""), [part(each) for each in facts[kind]["parts"]])
    return head


def page() -> str:
    """Return the whole file: the text before the marker stays, the rest is made from the declarations."""
    return with_chapters(HERE / "rl.md", BEGIN, map(chapter, game_names()))


if __name__ == "__main__":
    (HERE / "rl.md").write_text(page(), encoding="utf-8")
