"""Figures of runs as tables, with 95 % intervals."""

import math
import shlex
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from threedown.bulk.report import report, share_interval
from threedown.bulk.run import Run
from threedown.cli.common import Z, columns, console, print_citation, print_json
from threedown.cli.design.pairs import print_scenarios
from threedown.games.declare import Game
from threedown.games.setting import rule_words

MOST_COMMANDS = 10
"""The most commands that are printed below a merged run."""


def command_of(run: Run) -> str:
    """The command that repeats a run."""
    setting, what = run.setting, run.spec
    rules, *changes = rule_words(setting)
    parts = ["threedown sim", rules, f"-n {what.n}", *changes]
    if what.pilots != setting.game.first_level * setting.seats:
        parts.append(f"--bots {shlex.quote(','.join(what.pilots))}")
    return " ".join([*parts, f"--seats {setting.seats} --seed {what.seed}"])


def print_run(out: Console, run: Run, commands: Sequence[str] = ()) -> None:
    """A run for people: win shares, reasons, turns, tallies; ``commands`` repeat it, if it isn't a single one."""
    figures: dict[str, Any] = report(run)
    n, seats, game = run.n, run.setting.seats, run.setting.game
    out.print(f"[bold]{run.setting.game.title}[/]: {n:,} games, {seats} {'player' if seats == 1 else 'players'}")
    print_citation(out, run.setting)
    out.print()
    table = columns("", "games", "share", "95 % interval")
    rows = [(f"seat {seat} wins", figures["wins"][seat]) for seat in range(seats)]
    rows += [(unwon(game), figures["draws"]), ("stopped by the turn cap", figures["unfinished"])]
    rows += [(f"[dim]reason: {name}[/]", count) for name, count in figures["reasons"].items()]
    for name, count in rows:
        low, high = share_interval(count, n)
        table.add_row(name, f"{count:,}", f"{count / n:.3%}", f"{low:.3%} to {high:.3%}")
    out.print(table)
    turns = figures["turns"]
    if turns["mean"] is not None:
        around = f" ± {Z * turns['se']:.2f}" if turns["se"] is not None else ""
        out.print(
            f"\nTurns of a finished game: mean [bold]{turns['mean']:.2f}[/]{around},"
            f" median [bold]{turns['median']}[/],\n"
            f"95 % within {turns['p95']}, 99 % within {turns['p99']}, {turns['min']} to {turns['max']}."
        )
    out.print()
    table = columns("a game has", "mean", "± 95 %", "in all")
    for name in [name for name in game.counters.tallies if name in figures["tally"]]:
        tally = figures["tally"][name]
        around = f"{Z * tally['se']:.4f}" if tally["se"] is not None else ""
        table.add_row(name.replace("_", " "), f"{tally['mean']:.4f}", around, f"{tally['total']:,}")
    out.print(table)
    if game.scenarios is not None:
        out.print()
        print_scenarios(out, game.scenarios, figures)
    if run.seconds:
        how = "compiled" if run.compiled else "stepped"
        out.print(f"\n[dim]{figures['games_per_second']:,.0f} games/s {how}, {run.seconds:.2f} s[/]")
    for command in commands or [command_of(run)]:
        out.print(f"[dim]again: {escape(command)}[/]", soft_wrap=True)


def print_merged(runs: Sequence[Run], whole: Run, as_json: bool) -> None:
    """Show runs as the one that they add up to; in JSON, ``seed`` is null and ``runs`` has the seed of each."""
    if as_json:
        parts = [{"seed": run.spec.seed, "n": run.n} for run in runs]
        print_json({**report(whole), "seed": None, "runs": parts})
        return
    commands = [command_of(run) for run in runs[:MOST_COMMANDS]]
    if len(runs) > MOST_COMMANDS:
        commands[-1] = f"{len(runs) - MOST_COMMANDS + 1} more runs, with the seeds that sim merge --json lists"
    print_run(console(), whole, commands)


def unwon(game: Game) -> str:
    """Return the name of games without a winner: drawn, or, against the house, nobody ahead."""
    return "nobody ahead: the house wins" if game.scoring.bankroll else "draws"


def comparison(runs: list[tuple[str, Run]]) -> dict[str, Any]:
    """Compare each run with the first: differences of means and shares, with 95 % intervals (independent runs)."""
    reports = [report(run) for _, run in runs]
    rows: list[dict[str, Any]] = []
    for figure in _figures(reports):
        base: tuple[float, float] | None = None
        entries: list[dict[str, Any]] = []
        for (name, _), figures in zip(runs, reports, strict=True):
            value, se = _value(figures, figure)
            entry: dict[str, Any] = {"run": name, "value": value, "se": se}
            if entries and value is not None and se is not None and base is not None:
                apart, error = value - base[0], math.hypot(se, base[1])
                entry |= {"difference": apart, "low": apart - Z * error, "high": apart + Z * error}
            elif not entries and value is not None and se is not None:
                base = (value, se)
            entries.append(entry)
        rows.append({"figure": figure, "runs": entries})
    return {"runs": [{"name": name, "command": command_of(run), "n": run.n} for name, run in runs], "figures": rows}


def _figures(reports: list[dict[str, Any]]) -> list[str]:
    tallies = [name for name in reports[0]["tally"] if all(name in figures["tally"] for figures in reports)]
    seats = min(len(figures["wins"]) for figures in reports)
    shares = [f"seat {seat} wins" for seat in range(seats)] + ["draws", "unfinished"]
    return ["turns", *shares, *(f"tally {name}" for name in tallies)]


def _value(figures: dict[str, Any], figure: str) -> tuple[float | None, float | None]:
    if figure == "turns":
        return figures["turns"]["mean"], figures["turns"]["se"]
    if figure.startswith("tally "):
        tally = figures["tally"][figure.removeprefix("tally ")]
        return tally["mean"], tally["se"]
    count = figures[figure] if figure in figures else figures["wins"][int(figure.split()[1])]
    share = count / figures["n"]
    return share, math.sqrt(share * (1 - share) / figures["n"])


def print_comparison(runs: list[tuple[str, Run]], as_json: bool) -> None:
    """Show runs side by side, as a table or as JSON."""
    compared = comparison(runs)
    if as_json:
        print_json(compared)
        return
    out = console()
    table = columns("", *(name for name, _ in runs))
    for row in compared["figures"]:
        cells = []
        for entry in row["runs"]:
            cell = "" if entry["value"] is None else f"{entry['value']:.5g}"
            if "difference" in entry:
                clear = entry["low"] > 0 or entry["high"] < 0
                style = "bold" if clear else "dim"
                cell += f"\n[{style}]{entry['difference']:+.3g} ({entry['low']:+.3g} to {entry['high']:+.3g})[/]"
            cells.append(cell)
        figure = unwon(runs[0][1].setting.game) if row["figure"] == "draws" else row["figure"]
        table.add_row(figure.replace("_", " "), *cells)
    out.print(table)
    out.print(
        "\n[dim]Below a value: its difference to the first run, with the 95 % interval (bold where 0 lies outside).[/]"
    )
    for entry in compared["runs"]:
        out.print(f"[dim]{entry['name']}: {entry['command']}[/]", soft_wrap=True)
