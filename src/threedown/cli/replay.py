"""``threedown replay`` and ``threedown verify``: records, shown and checked."""

from pathlib import Path
from typing import Any

import click

from threedown.cli.common import json_flag, print_json
from threedown.cli.exits import BAD_INPUT, CHECK_FAILED, Stop, bad_input, is_number
from threedown.cli.screen import Look, tell, verdict
from threedown.games.setting import Setting
from threedown.play.live import Event
from threedown.play.outcome import result_of
from threedown.play.record import Keeper, Record, RecordError, read_record
from threedown.play.record import replay as play_again
from threedown.play.record import verify as wrong_in
from threedown.play.session import Session
from threedown.play.views import question_for, view_of
from threedown.table.layout import Table

FILE = click.argument("file", type=click.Path(path_type=Path))


@click.command()
@FILE
@click.option("--ascii", "in_ascii", is_flag=True, help="Letters instead of suit symbols.")
@click.option("--turns", metavar="A-B", help="Show these turns only, as in 10-20.")
@json_flag
def replay(file: Path, in_ascii: bool, turns: str | None, as_json: bool) -> None:
    """Shows the game recorded in FILE again, event by event.

    Of a game that is not over only what is public is shown. A damaged record is shown as far as it is valid, with where
    and why it stopped (exit 3).
    """
    first, last = _range(turns)
    record = _read(file)
    setting = record.header.setting()
    told: list[tuple[int, Event]] = []

    def watch(t: Table, event: Event) -> None:
        if first <= int(t.s.turns) <= last:
            told.append((int(t.s.turns), event))

    try:
        session, stopped = play_again(record, secret_of(file), watch)
    except RecordError as error:
        raise bad_input(f"{file}: {error}") from error
    if as_json:
        eyes = () if session.over else range(setting.seats)
        events = [{"turn": turn, **event.shown(setting, eyes)} for turn, event in told]
        print_json({**(result_of(session) if session.over else _public(session)), "events": events, "damage": stopped})
    else:
        _tell(setting, told, record.header.names, in_ascii)
        if last >= session.turns:
            click.echo(verdict(session, session.last_turn, record.header.names, Look(in_ascii)))
        if first > session.turns:
            click.echo(f"The game has {'1 turn' if session.turns == 1 else f'{session.turns} turns'}.", err=True)
    if stopped is not None:
        raise bad_input(f"{file}: {stopped}; what comes before it is valid")


def _public(session: Session) -> dict[str, Any]:
    """The result of a game that goes on, with what everybody may see of it."""
    seen = view_of(session.setting, session.record, None)
    pending = question_for(session, None)
    return {**result_of(session), "piles": seen["piles"], "state": seen["state"], "pending": pending}


def _tell(setting: Setting, told: list[tuple[int, Event]], names: tuple[str, ...], in_ascii: bool) -> None:
    turn = -1
    for number, event in told:
        if line := tell(setting, event, names, Look(in_ascii)):
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
@json_flag
def verify(files: tuple[Path, ...], as_json: bool) -> None:
    """Checks that each record is a true game: legal inputs, the committed secret, the result and table it claims.

    Exit 1 if a record is not true, 3 if one cannot be read.
    """
    found, unreadable = [], False
    for file in files:
        try:
            wrong = wrong_in(read_record(file), secret_of(file))
            status = "false" if wrong else "true"
        except RecordError as error:
            wrong, status, unreadable = [str(error)], "unreadable", True
        found.append({"file": str(file), "status": status, "wrong": wrong})
        if not as_json:
            click.echo(f"{file}: {'a true record' if not wrong else '; '.join(wrong)}")
    if as_json:
        print_json(found[0] if len(found) == 1 else found)
    if any(entry["wrong"] for entry in found):
        raise Stop(BAD_INPUT if unreadable else CHECK_FAILED)


def _read(file: Path) -> Record:
    try:
        record = read_record(file)
        record.header.setting()
    except RecordError as error:
        raise bad_input(f"{file}: {error}") from error
    return record


def secret_of(file: Path) -> bytes | None:
    beside = Keeper.secret_path(file)
    try:
        return bytes.fromhex(beside.read_text().strip()) if beside.exists() else None
    except (OSError, ValueError) as error:
        raise bad_input(f"{beside}: not a secret in hexadecimal") from error
