"""``threedown maps``: maps of BlitzWar, checked and drawn."""

from pathlib import Path
from typing import Any

import click

from threedown.cli.common import Commands
from threedown.cli.exits import bad_input, usage
from threedown.cli.play.replay import secret_of
from threedown.durable import write_whole
from threedown.games.blitzwar.drawing import Position, draw_map
from threedown.games.blitzwar.maps import NAMES, Map, MapError, map_named, read_map
from threedown.session.live import Event
from threedown.session.record import RecordError, read_record, replay
from threedown.session.result import state_of
from threedown.table.layout import Table


@click.group(cls=Commands)
def maps() -> None:
    """Maps of BlitzWar: data that can be checked and drawn."""


@maps.command()
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Checks the map in FILE, and says what there is in it."""
    board = _read(file)
    borders = len(board.borders)
    click.echo(
        f"{file}: {board.title}: {len(board.states)} states in {len(board.continents)} continents, {borders} borders,"
        f" {2 * borders} points"
    )


@maps.command()
@click.argument("name", metavar="MAP")
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE.svg", help="Where it is written.")
@click.option("--record", type=click.Path(path_type=Path), metavar="R", help="Show the table of this recorded game.")
@click.option("--turn", type=click.IntRange(0), metavar="N", help="As it was after turn N of it (default: at the end).")
def draw(name: str, out: Path, record: Path | None, turn: int | None) -> None:
    """Draws MAP (one of ours, or a file) as SVG, with owners and tanks if a record is given."""
    if turn is not None and record is None:
        raise usage("--turn N is a turn of a record: give --record too")
    if name not in NAMES and not Path(name).exists():
        raise usage(f"there is no map {name!r}: choose one of {', '.join(NAMES)}, or a file")
    if out.suffix != ".svg":
        raise usage(f"--out {out}: the drawing is an SVG: give a name that ends with .svg")
    board = map_named(name) if name in NAMES else _read(Path(name))
    position = None if record is None else _position(board, record, turn)
    try:
        write_whole(out, draw_map(board, position).encode())
    except OSError as error:
        raise bad_input(f"{out}: cannot be written: {error.strerror}") from error


def _read(file: Path) -> Map:
    try:
        return read_map(file)
    except MapError as error:
        raise bad_input(f"{file}: {error}") from error


def _position(board: Map, path: Path, turn: int | None) -> Position:
    """Return the owners of all states in a recorded game after a turn."""
    last: dict[str, Any] = {}

    def watch(t: Table, event: Event) -> None:
        if turn is None or int(t.s.turns) <= turn:
            last["table"] = t.s.copy()

    try:
        record = read_record(path)
        session, stopped = replay(record, secret_of(path), watch)
    except RecordError as error:
        raise bad_input(f"{path}: {error}") from error
    except OSError as error:
        raise bad_input(f"{path}: cannot be read: {error.strerror}") from error
    if stopped is not None:
        click.echo(f"{path}: {stopped}; what comes before it is drawn", err=True)
    if session.setting.keys.get("owner") != board.state_names:
        raise bad_input(f"{path}: is not a game on the map {board.name}")
    table = last["table"]
    state = state_of(session.setting, table)
    return Position(
        owners={place: state[f"owner {place}"] for place in board.state_names},
        tanks={place: state[f"tanks {place}"] for place in board.state_names},
        names=record.header.names,
        scores=tuple(state[f"score {seat}"] for seat in range(session.setting.seats)),
        title=f"turn {int(table.turns)}",
    )
