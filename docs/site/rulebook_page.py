"""The page of a rulebook: its clauses with their examples played, and its rulings."""

import json
from collections.abc import Iterator
from typing import Any

from threedown.games.declare import Game
from threedown.games.rulebook import Clause, read_rulebook
from threedown.session.narrator import story
from threedown.session.scenario import failures, play_scenario, scenario_of


def rulebook_page(game: Game) -> str:
    """Return the rulebook of a game as Markdown. Raises ValueError for an example that is not as expected."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    book = read_rulebook(game.name)
    yield from (f"# {book.title}", "", game.summary, "")
    for group, title in book.groups.items():
        yield from (f"## {group}: {title}", "")
        for clause in book.clause:
            if clause.group == group:
                yield from _clause(game, clause)
    if book.ruling:
        yield from ("## Rulings where the source is silent", "")
    for ruling in book.ruling:
        options = f" (Options: {', '.join(f'`{name}`' for name in ruling.options)}.)" if ruling.options else ""
        yield from (f"### {ruling.id}", "", _plain(ruling.text) + options, "")


def _clause(game: Game, clause: Clause) -> Iterator[str]:
    rulings = ", ".join(f"[{name}](#{name.lower()})" for name in clause.ruling.split())
    yield from (f"### {clause.id}", "", _plain(clause.text) + (f" (Rulings: {rulings}.)" if rulings else ""), "")
    yield from (f"> {_plain(clause.seed)}", "")
    for example in clause.example:
        yield from _example(game, example)


def _example(game: Game, example: dict[str, Any]) -> Iterator[str]:
    given = {key: value for key, value in example.items() if key != "note"}
    scenario = scenario_of({"game": game.name, **given})
    result = play_scenario(scenario)
    if wrong := failures(scenario, result):
        raise ValueError(f"{game.title}, {example.get('note')}: {'; '.join(wrong)}")
    yield from (f"**Example.** {_plain(str(example.get('note', '')))}", "", "```text")
    for key, value in given.items():
        if key != "expect":
            yield f"{key}: {_written(value)}"
    yield from (f"  {line}" for line in story(game, result["events"]))
    yield from (f"✓ {key} = {_written(value)}" for key, value in example.get("expect", {}).items())
    yield from ("```", "")


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _plain(text: str) -> str:
    """Return text of a rulebook with the signs of Markdown escaped."""
    return "".join(f"\\{sign}" if sign in "\\*_`[]<>#" else sign for sign in " ".join(text.split()))
