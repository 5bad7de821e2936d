"""``threedown rules``: the rulebook, and its examples played."""

from collections.abc import Container
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from threedown.cli.common import (
    console,
    game_of,
    json_flag,
    language_flag,
    print_citation,
    print_json,
    rule_flags,
    rule_set_in,
    setting_of,
)
from threedown.cli.completion import complete_games
from threedown.cli.design.pairs import pair_flags, print_matrix, section_titles, show_pair, show_pairs
from threedown.cli.exits import CHECK_FAILED, Stop, usage
from threedown.games import find_game
from threedown.games.facts import Summary, summary_of
from threedown.games.game_options import OptionFacts, option_facts, show_value
from threedown.games.rulebook import AtLeast, Clause, Rulebook, Ruling, UnknownClause, read_rulebook, spoken_rulebook
from threedown.games.setting import Setting
from threedown.language import say
from threedown.session.narrator import story
from threedown.session.scenario import ScenarioError, failures, play_scenario, scenario_of


@click.command()
@click.argument("game", shell_complete=complete_games)
@click.option("--clause", "-c", metavar="ID", help="One clause or ruling, its examples played.")
@click.option("--check", is_flag=True, help="Play all examples; exit 1 if one of them fails.")
@pair_flags
@rule_flags
@json_flag
@language_flag
def rules(
    game: str,
    clause: str | None,
    check: bool,
    pair: tuple[str, str] | None,
    pairs: bool,
    preset: str | None,
    changes: tuple[str, ...],
    seats: int | None,
    as_json: bool,
) -> None:
    """The rulebook of GAME: clauses, rulings, and examples that run.

    With --preset, --set or --seats, clauses that don't hold under these rules are struck out.
    """
    if pair or pairs:
        show_pair(game_of(game), pair, as_json) if pair else show_pairs(game_of(game), as_json)
        return
    book = (read_rulebook if as_json or check else spoken_rulebook)(game_of(game).name)
    if check:
        _check(game_of(game).name, book)
        return
    try:
        entry = book.find(clause) if clause else None
    except UnknownClause as error:
        raise usage(str(error)) from error
    named = rule_set_in(game)
    asked = preset is not None or changes != () or seats is not None or named is not None
    setting = setting_of(game, preset, changes, seats)
    struck = set(book.struck(setting.options, setting.seats)) if asked else set[str]()
    if as_json:
        cited = {} if named is None else {"rule_set": msgspec.to_builtins(named)}
        print_json({**_plain(setting, book, entry, sorted(struck) if asked else None), **cited})
    elif isinstance(entry, Clause):
        _print_clause(console(), book, entry, entry.id in struck)
        _print_examples(console(), setting.game.name, book, entry)
    elif entry is not None:
        console().print(_ruling(entry))
    else:
        if named is not None:
            print_citation(console(), setting)
            console().print(f"{escape(named.text)}\n" if named.text else "")
        _print_book(console(), setting, book, struck, asked)


def _plain(setting: Setting, book: Rulebook, entry: Any, struck: list[str] | None) -> Any:
    """A rulebook or an entry as JSON; if house rules were asked for, with the clauses that do not hold under them."""
    if isinstance(entry, Clause):
        examples = [{**example, "result": play_example(setting.game.name, example)[0]} for example in entry.example]
        return {**msgspec.to_builtins(entry), "example": examples}
    if entry is not None:
        return msgspec.to_builtins(entry)
    summary = summary_of(setting)
    told = {"brief": summary.brief, "short": summary.short, "table": msgspec.to_builtins(summary.tables)}
    return {**msgspec.to_builtins(book), **told, **({} if struck is None else {"struck": struck})}


def play_example(game: str, example: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the result of a clause's example, and its differences from the expected one."""
    scenario = scenario_of({"game": game, **{key: value for key, value in example.items() if key != "note"}})
    result = play_scenario(scenario)
    return result, failures(scenario, result)


def _check(game: str, book: Rulebook) -> None:
    wrong, played = [], 0
    for clause in book.clause:
        for place, example in enumerate(clause.example, start=1):
            played += 1
            try:
                lines = play_example(game, example)[1]
            except ScenarioError as error:
                lines = [str(error)]
            wrong += [f"{clause.id}, example {place}: {line}" for line in lines]
    for line in wrong:
        click.echo(line)
    if wrong:
        raise Stop(CHECK_FAILED, f"{len(wrong)} expectations of {played} examples fail")
    click.echo(f"{len(book.clause)} clauses, {played} examples: all as expected")


def _print_book(out: Console, setting: Setting, book: Rulebook, struck: Container[str], asked: bool) -> None:
    out.print(f"[bold]{escape(book.title)}[/]\n")
    if asked:
        out.print(f"[dim]{escape(_rules_in_words(setting))}[/]\n")
    _print_summary(out, summary_of(setting))
    table = setting.game.scenarios
    if table is not None:
        print_matrix(out, table)
    titles = {} if table is None else section_titles(table)
    for group, title in book.groups.items():
        named = (
            say("preset {presets}", presets=f" {say('or')} ".join(book.presets[group]))
            if group in book.presets
            else say("every preset")
        )
        out.print(f"[bold]{group}  {escape(title)}[/] [dim]({named})[/]")
        for clause in book.clause:
            if clause.group == group:
                if clause.id in titles:
                    out.print(f"\n[bold]{escape(titles[clause.id])}[/]")
                _print_clause(out, book, clause, clause.id in struck)
        out.print()
    out.print(f"[bold]{say('Rulings where the source is silent')}[/]")
    for ruling in book.ruling:
        out.print(f"  {_ruling(ruling)}")
    command = f"threedown rules {setting.game.name} --clause {book.clause[0].id}"
    again = say("{command} plays that clause's examples.", command=command)
    out.print(f"\n[dim]{again}[/]")


def _print_summary(out: Console, summary: Summary) -> None:
    out.print(f"[bold]{say('In 30 seconds')}[/]  {escape(' '.join(summary.brief))}\n")
    if summary.short:
        out.print(f"[bold]{say('In two minutes')}[/]")
        for line in summary.short:
            out.print(Padding(escape(line), (0, 0, 0, 2), expand=False))
        out.print()
    for rows in summary.tables:
        out.print(f"[bold]{escape(rows.title)}[/]")
        table = Table(*rows.head, box=None, header_style="dim", padding=(0, 2))
        for row in rows.rows:
            table.add_row(*row)
        out.print(table)
        out.print()


def _rules_in_words(setting: Setting) -> str:
    """The house rules asked for, and what the marks below mean."""
    default = setting.game.options()
    facts = {fact.name: fact for fact in option_facts(setting.game.options)}
    changed = [
        f"{say(fact.title)}: {_value(fact, value)}"
        for fact, value in ((fact, getattr(setting.options, name)) for name, fact in facts.items())
        if value != getattr(default, fact.name)
    ]
    rules = "; ".join(changed) or say("the default house rules")
    players = say("For {n} {n:player|players}", n=setting.seats)
    return f"{players}, {rules}. {say('A clause struck out does not hold here.')}"


def _value(fact: OptionFacts, value: Any) -> str:
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return say(fact.called(value))


def _print_clause(out: Console, book: Rulebook, clause: Clause, struck: bool) -> None:
    ruling = f" [dim]\\[{clause.ruling}][/]" if clause.ruling else ""
    text = f"[strike]{escape(clause.text)}[/] [dim]({say('not here')})[/]" if struck else escape(clause.text)
    out.print(f"  [bold]{clause.id}[/]  {text}{ruling}")


def _ruling(ruling: Ruling) -> str:
    options = f" [dim]({say('options')}: {', '.join(ruling.options)})[/]" if ruling.options else ""
    return f"[bold]{ruling.id}[/]  {escape(ruling.text)}{options}"


def _needs(clause: Clause) -> str:
    """What a clause needs to hold, as ``lives=4, seats>=3``; nothing if it always holds."""
    return ", ".join(
        f"{name}>={needed.least}"
        if isinstance(needed, AtLeast)
        else f"{name}={','.join(map(show_value, needed if isinstance(needed, tuple) else (needed,)))}"
        for name, needed in clause.when.items()
    )


def _print_examples(out: Console, game: str, book: Rulebook, clause: Clause) -> None:
    out.print(f"  [dim]Source: {escape(clause.seed)}[/]")
    if needs := _needs(clause):
        out.print(f"  [dim]{say('Holds with')}: {escape(needs)}[/]")
    for ruling in book.rulings_of(clause):
        out.print(f"  [dim]{_ruling(ruling)}[/]")
    for place, example in enumerate(clause.example, start=1):
        result, wrong = play_example(game, example)
        out.print(f"\n  [bold]Example {place}.[/] {escape(str(example.get('note', '')))}")
        shown = {key: value for key, value in example.items() if key not in ("note", "expect")}
        out.print(f"  [dim]{escape(msgspec.json.encode(shown).decode())}[/]")
        for line in story(find_game(game), result["events"]):
            out.print(f"    {escape(line)}")
        for key, value in example.get("expect", {}).items():
            out.print(
                f"  [green]✓[/] {escape(f'{key} = {msgspec.json.encode(value).decode()}')}" if not wrong else f"  {key}"
            )
        for line in wrong:
            out.print(f"  [red]✗ {escape(line)}[/]")
