"""The scenario of two cards, in games that have scenarios: ``rules GAME --pair``, ``--pairs`` and the matrix."""

from types import ModuleType
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from threedown.bulk.report import share_interval
from threedown.cards import RANKS, CardError, parse_card, spelled
from threedown.cli.common import Z, columns, console, print_json
from threedown.cli.exits import usage
from threedown.games.declare import Game


def scenarios_of(game: Game, flag: str) -> ModuleType:
    """The table of scenarios of a game; a usage error if it has none."""
    if game.scenarios is None:
        raise usage(f"{flag}: {game.name} has no scenarios; blitzkrieg has")
    return game.scenarios


def show_pair(game: Game, names: tuple[str, str], as_json: bool) -> None:
    """``--pair``: the scenarios of two cards, the first of them seat 0's."""
    table = scenarios_of(game, "--pair")
    try:
        first, second = (parse_card(spelled(name)) for name in names)
        if first == second:
            raise CardError(f"{names[0]} is there twice: a pack has one")
    except CardError as error:
        raise usage(f"--pair: {error}") from error
    met = table.meeting(first, second)
    if as_json:
        print_json({"scenarios": list(met.scenarios), "acts": met.acts})
        return
    out = console()
    by_id = {scenario.id: scenario for scenario in table.SCENARIOS}
    titles = (
        ", then perhaps ".join(by_id[name].name for name in met.scenarios) or "a regular battle: the higher card wins"
    )
    out.print(f"[bold]{names[0]} (seat 0) meets {names[1]} (seat 1): {titles}[/]")
    for step in table.steps(first, second):
        scenario = table.SCENARIOS[step.scenario - 1]
        out.print(f"  [bold]{scenario.name}[/] ({clauses(scenario)}): {escape(scenario.trigger)}.")
        out.print(f"  {escape(scenario.story.format(seat=f'Seat {step.seat}'))}")


def show_pairs(game: Game, as_json: bool) -> None:
    """``--pairs``: how many ordered first pairs of the pack call for what."""
    pairs = scenarios_of(game, "--pairs").first_pairs()
    if as_json:
        print_json({"pairs": dict(pairs.most_common())})
        return
    total = sum(pairs.values())
    table = columns("first pair", "pairs", "share")
    for name, count in pairs.most_common():
        table.add_row(name, str(count), f"{count / total:.2%}")
    console().print(table)
    console().print(f"\n{total} ordered pairs: 54 cards against the 53 others.")


def section_titles(table: ModuleType) -> dict[str, str]:
    """The clause with which each scenario begins -> its name."""
    named = {f"BK-{scenario.clauses[0]:03}": _title(scenario) for scenario in table.SCENARIOS}
    last = max(scenario.clauses[1] for scenario in table.SCENARIOS)
    return {"BK-001": "The game", **named, f"BK-{last + 1:03}": "All battles"}


def _title(scenario: Any) -> str:
    return f"{scenario.name} (our name)" if scenario.ours else str(scenario.name)


def clauses(scenario: Any) -> str:
    first, last = scenario.clauses
    return f"BK-{first:03} to BK-{last:03}"


def print_matrix(out: Console, table: ModuleType) -> None:
    """Card against card: above the diagonal of different suits, on it one rank, below it of one suit."""
    out.print("[bold]Card against card[/] [dim](right of the diagonal: different suits; left of it: one suit)[/]")
    grid = Table("", *RANKS, box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for row, rank in enumerate(RANKS):
        cells = ("/".join(table.cells(row, column, column < row)) for column in range(len(RANKS)))
        grid.add_row(f"[bold]{rank}[/]", *cells)
    out.print(grid)
    for scenario in table.SCENARIOS:
        ours = " [dim](our name)[/]" if scenario.ours else ""
        out.print(
            f"  [bold]{scenario.code}[/]  {scenario.name}{ours}: {escape(scenario.trigger)} [dim]{clauses(scenario)}[/]"
        )
    out.print("  [bold]·[/]   a regular battle; [bold]X/Y[/] it depends on the suits;")
    out.print(" [bold]X+Y[/] X, then Y, if the player who acts in Y is behind so far\n")


def print_scenarios(out: Console, table: ModuleType, figures: dict[str, Any]) -> None:
    """Print each scenario's frequency in a run, its winners, and the number of cards at stake."""
    tally = figures["tally"]
    grid = columns("a game has", "outermost", "±", "nested", "±", "won by its side", "95 % interval", "cards")
    names = {scenario.id: scenario.name for scenario in table.SCENARIOS}
    for name in table.NAMES:
        met, nested, wins = tally[f"met {name}"], tally[f"nested {name}"], tally[f"wins {name}"]
        fought = met["total"] + nested["total"]
        low, high = share_interval(wins["total"], fought) if fought else (0.0, 1.0)
        grid.add_row(
            names.get(name, "a regular battle"),
            f"{met['mean']:.4f}",
            f"{Z * (met['se'] or 0):.4f}",
            f"{nested['mean']:.4f}",
            f"{Z * (nested['se'] or 0):.4f}",
            f"{wins['total'] / fought:.2%}" if fought else "",
            f"{low:.2%}-{high:.2%}",
            f"{tally[f'cards_won {name}']['total'] / met['total']:.1f}" if met["total"] else "",
        )
    out.print(grid)
    sides = "; ".join(f"{scenario.name} {scenario.part}" for scenario in table.SCENARIOS)
    out.print(
        "\n[dim]cards: won on average in an outermost battle in which the scenario applied. Its side is seat 0 in a"
        f" regular battle; {sides}. What ends the whole game, but for the A-Bomb, is won by neither.[/]"
    )


def pair_flags(command: Any) -> Any:
    """``--pair`` and ``--pairs``."""
    pair = click.option("--pair", nargs=2, metavar="CARD CARD", help="What two cards call for, the first seat 0's.")
    return pair(click.option("--pairs", is_flag=True, help="How many first pairs call for what.")(command))
