"""``threedown scenario``: plays scenario files and checks what they expect."""

from pathlib import Path
from typing import Any

import click

from threedown.cli.common import json_flag, print_json
from threedown.cli.exits import CHECK_FAILED, Stop, bad_input
from threedown.games import find_game
from threedown.session.narrator import story
from threedown.session.scenario import ScenarioError, failures, play_scenario, read_scenario


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@json_flag
def scenario(files: tuple[Path, ...], as_json: bool) -> None:
    """Plays scenario FILEs (TOML, or JSON by their name) and checks what they expect.

    Exit 1 if an expectation fails, 3 if a file is wrong. With --json the result is printed: an object for one file, a
    list for several.
    """
    results, wrong = [], []
    for file in files:
        game, expects, result, failed = _play(file)
        results.append(result)
        wrong += [f"{file}: {line}" for line in failed]
        if not as_json:
            for line in story(find_game(game), result["events"]):
                click.echo(f"  {line}")
            verdict = "NOT as expected; " if failed else "as expected; " if expects else ""
            click.echo(f"{file}: {verdict}{_summary(result)}")
    if as_json:
        print_json(results[0] if len(files) == 1 else results)
    if wrong:
        raise Stop(CHECK_FAILED, "; ".join(wrong))


def _play(file: Path) -> tuple[str, bool, dict[str, Any], list[str]]:
    try:
        read = read_scenario(file)
        result = play_scenario(read)
        return read.game, bool(read.expect), result, failures(read, result)
    except ScenarioError as error:
        raise bad_input(f"{file}: {error}") from error


def _summary(result: dict[str, Any]) -> str:
    if result["pending"]:
        seat = result["pending"]["seat"]
        who = "the table" if seat is None else f"seat {seat}"
        return f"{who} must choose: {', '.join(result['pending']['choices'])}"
    if result["over"]:
        winners = " and ".join(f"seat {seat}" for seat in result["winners"])
        turns = "1 turn" if result["turns"] == 1 else f"{result['turns']} turns"
        return f"over after {turns} ({result['reason']}): {winners or 'a draw'}"
    winner = result["turn_winner"]
    return f"turn {result['turns']}" + ("" if winner is None else f" goes to seat {winner}")
