"""``threedown replay`` and ``threedown verify``: records, shown and checked."""

from pathlib import Path
from re import fullmatch
from typing import Any

import click
import msgspec

from threedown.cli.common import is_on_screen, json_flag, print_json
from threedown.cli.exits import BAD_INPUT, CHECK_FAILED, Stop, bad_input, is_number, usage
from threedown.cli.table.drawing import narrator
from threedown.cli.table.faces import Look
from threedown.games.setting import Setting
from threedown.session.keeper import secret_beside
from threedown.session.live import Event
from threedown.session.narrator import Narrator
from threedown.session.record import Record, RecordError, examine, read_record
from threedown.session.record import replay as play_again
from threedown.session.result import result_of
from threedown.session.views import public_result
from threedown.table.layout import Table

DRAWS_A_LINE = 12

FILE = click.argument("file", type=click.Path(path_type=Path))


@click.command()
@FILE
@click.option("--ascii", "in_ascii", is_flag=True, help="Letters instead of suit symbols.")
@click.option("--turns", metavar="A-B", help="Print these turns only, as in 10-20.")
@click.option("--plain", is_flag=True, help="Print one line an event, on a terminal too.")
@json_flag
def replay(file: Path, in_ascii: bool, turns: str | None, plain: bool, as_json: bool) -> None:
    """Shows the game recorded in FILE again: on a terminal at the table, turn by turn; elsewhere event by event.

    Of an unfinished game it shows only public information. Of a damaged record it shows the valid part, with the place
    and the reason of the damage (exit 3).
    """
    first, last = _range(turns)
    record = _read(file)
    setting = record.header.setting()
    by_turn: list[tuple[int, Event]] = []

    def watch(t: Table, event: Event) -> None:
        if first <= int(t.s.turns) <= last:
            by_turn.append((int(t.s.turns), event))

    try:
        session, stopped = play_again(record, secret_of(file), watch)
    except RecordError as error:
        raise bad_input(f"{file}: {error}") from error
    if session.over and stopped is None and is_on_screen() and not (plain or turns or as_json):
        from threedown.cli.table.run import show_record

        show_record(file.read_bytes(), in_ascii)
    elif as_json:
        over = session.over
        events = [
            {"turn": turn, **(event.open(setting) if over else event.shown(setting, None))} for turn, event in by_turn
        ]
        print_json({**(result_of(session) if over else public_result(session)), "events": events, "damage": stopped})
    else:
        shows = narrator(setting.game, record.header.names, Look(in_ascii))
        _tell(setting, by_turn, shows)
        if last >= session.turns:
            click.echo(shows.verdict(session, session.last_turn))
        if first > session.turns:
            click.echo(f"The game has {'1 turn' if session.turns == 1 else f'{session.turns} turns'}.", err=True)
    if stopped is not None:
        raise bad_input(f"{file}: {stopped}; the entries before it are valid")


def _tell(setting: Setting, by_turn: list[tuple[int, Event]], shows: Narrator) -> None:
    turn = -1
    for number, event in by_turn:
        if line := shows.tell(event.shown(setting, None)):
            if number != turn:
                click.echo(f"Turn {number}" if number else "The deal")
                turn = number
            click.echo(f"  {line}")


def _range(turns: str | None) -> tuple[int, int]:
    if turns is None:
        return 0, 1 << 62
    first, dash, last = turns.partition("-")
    if not (is_number(first) and (is_number(last) or not dash)) or int(first) > int(last or first):
        raise click.BadParameter(f"{turns!r}: write --turns 10-20, or one number")
    return int(first), int(last or first)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--commitment", metavar="HEX", help="What you were shown before the deal: FILE must keep that promise.")
@click.option("--draws", is_flag=True, help="Print what was drawn: one of N (from 0), and which.")
@json_flag
def verify(files: tuple[Path, ...], commitment: str | None, draws: bool, as_json: bool) -> None:
    """Checks that each record is a true game: legal inputs, the committed secret, the result and table it claims.

    A game that is not over may be true so far. Exit 1 if a record is not true, 3 if one cannot be read.
    """
    if commitment is not None:
        if len(files) > 1:
            raise usage("--commitment HEX is that of one game: give one FILE")
        commitment = commitment.strip().lower()
        if not fullmatch("[0-9a-f]{64}", commitment):
            raise usage("--commitment: give the 64 hexadecimal digits that were shown before the deal")
    verdicts = [_verdict(file, commitment) for file in files]
    if as_json:
        print_json(verdicts[0] if len(verdicts) == 1 else verdicts)
    else:
        for entry in verdicts:
            _print_verdict(entry, draws)
    if any(entry["wrong"] for entry in verdicts):
        raise Stop(BAD_INPUT if any(entry["status"] == "unreadable" for entry in verdicts) else CHECK_FAILED)


def _verdict(file: Path, commitment: str | None) -> dict[str, Any]:
    """Return the facts of one record as plain data."""
    facts: dict[str, Any] = {"file": click.format_filename(file), "status": "unreadable"}
    try:
        record = read_record(file)
        verdict = examine(record, secret_beside(file), commitment)
    except RecordError as error:
        return {**facts, "wrong": [str(error)]}
    chance = msgspec.to_builtins(record.header.chance)
    status = "false" if verdict.wrong else "true" if verdict.finished else "true so far"
    return {**facts, "status": status, "wrong": verdict.wrong, "chance": chance, "draws": verdict.draws}


def _print_verdict(facts: dict[str, Any], draws: bool) -> None:
    wrong, chance = facts["wrong"], facts.get("chance")
    said = {"true": "a true record", "true so far": "true so far, not finished"}
    click.echo(f"{facts['file']}: {said.get(facts['status'], '; '.join(wrong))}")
    if chance is None or wrong:
        return
    if chance["source"] == "seed":
        click.echo(f"  cards: game {chance['game']} of seed {chance['seed']}")
    elif chance["source"] == "known":
        click.echo("  cards: not sealed: it plays on from a point of another game, whose secret was out")
    else:
        click.echo(f"  cards: committed to {chance['commitment']}")
        for seat, part in enumerate(chance["contributions"]):
            click.echo(f"  part of seat {seat}: {_shown(part)}")
        if facts["draws"] is not None:
            click.echo(f"  secret: {chance['secret']}")
    if draws and facts["draws"] is None:
        click.echo("  draws: they are shown when the game is over")
    for first in range(0, len(facts["draws"]) if draws and facts["draws"] else 0, DRAWS_A_LINE):
        row = facts["draws"][first : first + DRAWS_A_LINE]
        click.echo(f"  draws from {first + 1}: {' '.join(f'{result}/{n}' for n, result in row)}")


def _shown(part: str) -> str:
    """A part in hexadecimal, and as words if it is text."""
    if not part:
        return "none"
    words = bytes.fromhex(part).decode(errors="replace")
    return f"{part} ({words})" if words.isprintable() and "\ufffd" not in words else part


def _read(file: Path) -> Record:
    try:
        record = read_record(file)
        record.header.setting()
    except RecordError as error:
        raise bad_input(f"{file}: {error}") from error
    return record


def secret_of(file: Path) -> bytes | None:
    """The secret beside a record; ends the command if there is one that cannot be read."""
    try:
        return secret_beside(file)
    except RecordError as error:
        raise bad_input(f"{file}: {error}") from error
