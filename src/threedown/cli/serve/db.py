"""``threedown db``: copies of what a server keeps, and an end to what nobody needs any more."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
import msgspec

from threedown.cli.common import Commands, json_flag, print_json
from threedown.cli.exits import CHECK_FAILED, Stop, bad_input, usage
from threedown.cli.serve.serve import database_option, rooms_folder

if TYPE_CHECKING:
    from threedown.server.model.wire import State
    from threedown.server.store.database import Place
    from threedown.server.store.maintenance import Deleted
    from threedown.server.store.salvage import Condition

REPLICA = "set up a replica, or archive its log (threedown db backup FILE makes one copy)"
SALVAGE = "threedown db salvage FILE copies the others"
PRUNED = ("over", "stopped", "waiting")
"""The default of ``prune``: rooms in which nothing is played."""

data_option = click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Where rooms are kept (default: your data folder).",
)  # fmt: skip


yes_option = click.option("--yes", is_flag=True, help="Do it without asking.")


def place_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command its ``place``: the database at the URL of ``--database``, or else that of a folder."""

    @wraps(command)
    def placed(*given: Any, data: Path | None, database: str | None, **other: Any) -> Any:
        return command(*given, place=rooms_folder(data) if database is None else database, **other)

    return data_option(database_option(placed))


@click.group(cls=Commands)
def db() -> None:
    """Looks after what a server keeps: guests, rooms, the logs of games.

    A copy can be made while the server runs; for the rest it must be stopped.
    """


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--without-secrets", is_flag=True, help="Only games that are over: the copy gives nothing away.")
@place_option
@json_flag
def backup(file: Path, without_secrets: bool, place: "Place", as_json: bool) -> None:
    """Copies all of it into FILE, also while a server runs.

    To go back to a copy, stop the server and put the file in the place of threedown.db in its folder (with no
    threedown.db-wal or -shm beside it). The copy of a PostgreSQL database is such a file too, which threedown db move
    brings into a new database.
    """
    from threedown.server.store.maintenance import back_up

    with _told_in_a_line(place, file):
        copied = back_up(place, file, not without_secrets)
    if as_json:
        print_json({"file": str(file), **msgspec.structs.asdict(copied)})
    else:
        click.echo(f"{file}: {_counted(copied.rooms, 'room')}, {_counted(copied.guests, 'guest')}")
    if copied.secrets:
        click.echo(
            f"It has the secrets of {_counted(copied.secrets, 'game')} not over: its readers know the cards. Keep"
            " it to yourself (--without-secrets leaves these games out).",
            err=True,
        )
    elif without_secrets:
        click.echo("Rooms that wait and games that are not over are not in it: they need their secrets.", err=True)


@db.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--every", type=click.FloatRange(0.1, 86_400), default=10, show_default=True, metavar="SECONDS",
              help="The time between two copies.")  # fmt: skip
@place_option
def follow(folder: Path, every: float, place: "Place") -> None:
    """Keeps a copy in FOLDER up to date until it is interrupted, so that a lost disk costs SECONDS of play at most.

    Give a folder on another disk or machine. The copy, threedown.db, is complete at every moment; it has the secrets of
    games that are not over. If the database is damaged, deleted or replaced, the last copy stays and this ends.
    """
    from threedown.server.store.maintenance import follow
    from threedown.server.store.postgres import shown
    from threedown.server.store.sqlite import FILE, OWNER_FOLDER

    if isinstance(place, str):
        raise bad_input(f"{shown(place)}: PostgreSQL keeps copies itself: {REPLICA}")
    try:
        folder.mkdir(OWNER_FOLDER, parents=True, exist_ok=True)
        for copied in follow(place, folder / FILE, lambda: time.sleep(every)):
            counted = f"{_counted(copied.rooms, 'room')}, {_counted(copied.guests, 'guest')}"
            click.echo(f"{datetime.now():%Y-%m-%d %H:%M:%S}  {folder / FILE}: {counted}")
    except OSError as error:
        raise bad_input(f"{place}: {error.strerror or error}") from error


@db.command()
@place_option
@json_flag
def check(place: "Place", as_json: bool) -> None:
    """Says whether all rooms are as they were written, also while a server runs; exit code 1 if one is not.

    It reads every page, follows the hash chain of every log, and compares the checksums of what no chain covers.
    """
    if isinstance(place, Path):
        _show(_condition(place, None), "", as_json)
        return
    from threedown.server.store.salvage import check_postgres

    with _told_in_a_line(place):
        condition = check_postgres(place)
    _show(condition, "", as_json, "a room that is not whole stops alone: restore it from a backup")


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@place_option
@json_flag
def salvage(file: Path, place: "Place", as_json: bool) -> None:
    """Copies all guests and all whole rooms into a new database FILE, and lists the rooms that are left out.

    To go on with it, stop the server and put FILE in the place of threedown.db (with no threedown.db-wal or -shm beside
    it). Keep the damaged one. FILE has the secrets of games that are not over.
    """
    if isinstance(place, str):
        from threedown.server.store.postgres import shown

        raise bad_input(f"{shown(place)}: this mends files of SQLite; restore PostgreSQL from its own backup")
    _show(_condition(place, file), f"{file}: ", as_json)


def _condition(folder: Path, file: Path | None) -> "Condition":
    from threedown.server.store.salvage import salvage

    try:
        return salvage(folder, file)
    except OSError as error:
        raise bad_input(f"{file if file and file.exists() else folder}: {error.strerror or error}") from error


def _show(condition: "Condition", before: str, as_json: bool, advice: str = SALVAGE) -> None:
    if as_json:
        print_json({**msgspec.structs.asdict(condition), "sound": condition.sound})
    else:
        click.echo(f"{before}{_counted(condition.rooms, 'room')}, {_counted(condition.guests, 'guest')}")
        for line in condition.problems:
            click.echo(f"the database: {line}")
        for room, problem in condition.damaged.items():
            click.echo(f"room {room}: {problem}")
    if not condition.sound:
        damaged = _counted(len(condition.damaged), "damaged room")
        raise Stop(CHECK_FAILED, f"{damaged}: {advice}" if not before else damaged)


@db.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True), metavar="SQLITE")
@click.argument("url", metavar="URL")
@json_flag
def move(source: Path, url: str, as_json: bool) -> None:
    """Carries the guests and rooms of SQLITE over to the empty PostgreSQL database at URL.

    SQLITE is a data folder, or a file such as a backup; it stays as it is. Stop the server first. Each room is read
    back and compared, and the hash chain of its log is followed; if one is not whole, nothing is carried over.
    """
    from threedown.server.store.transfer import move

    with _told_in_a_line(url, None):
        carried = move(source, url)
    if as_json:
        print_json(msgspec.structs.asdict(carried))
    else:
        click.echo(
            f"Carried over and checked: {_counted(carried.rooms, 'room')}, {_counted(carried.guests, 'guest')}, "
            f"{carried.entries:,} entries."
        )


@db.command()
@place_option
@json_flag
def reports(place: "Place", as_json: bool) -> None:
    """Lists the reports about players, the newest first, also while a server runs.

    Any player or spectator of a room can report a player; nothing follows from it by itself. Old reports go with prune,
    and all of a guest's with delete --guest.
    """
    from threedown.server.store.reports import reports_kept

    with _told_in_a_line(place):
        found = reports_kept(place)
    if as_json:
        print_json([report._asdict() for report in found])
        return
    for report in found:
        sent = datetime.fromtimestamp(report.sent / 1000)
        click.echo(
            f"{sent:%Y-%m-%d %H:%M}  {report.name} ({report.player}), {report.reason}, {report.game} in {report.room},"
            f" by {report.reporter}{f': {report.word}' if report.word else ''}"
        )
    click.echo(f"{_counted(len(found), 'report')}.", err=True)


@db.command()
@click.option("--days", type=click.IntRange(0, 36_500), default=90, show_default=True, metavar="N",
              help="Delete what has not changed for this many days.")  # fmt: skip
@click.option("--state", "states", type=click.Choice(["over", "stopped", "waiting", "playing"]), multiple=True,
              default=PRUNED, show_default=True, help="Rooms in this state; may be given several times.")  # fmt: skip
@place_option
@yes_option
@json_flag
def prune(days: int, states: tuple[str, ...], place: "Place", yes: bool, as_json: bool) -> None:
    """Deletes old rooms, with their games, old guests without a seat, and old reports."""
    from threedown.server.model.clock import now
    from threedown.server.store import maintenance

    before, chosen = now() - days * maintenance.A_DAY, cast("tuple[State, ...]", states)
    _done(place, lambda where, really: maintenance.prune(where, before, chosen, really), yes, as_json)


@db.command()
@click.option("--room", metavar="ROOM", help="This room, with its game.")
@click.option("--guest", metavar="PLAYER", help="This guest (p…), and the rooms in which nobody else sits.")
@click.option("--games", is_flag=True, help="With a guest: the games with other people too.")
@place_option
@yes_option
@json_flag
def delete(room: str | None, guest: str | None, games: bool, place: "Place", yes: bool, as_json: bool) -> None:
    """Delete one room, or the data of one guest.

    In games with others the guest's seat becomes nobody's; their name stays in the record of the game, because its
    chain is made of it (--games deletes these games too).
    """
    from threedown.server.store.maintenance import delete_guest, delete_room

    if (room is None) == (guest is None):
        raise usage("say which: --room ROOM or --guest PLAYER")
    if room is not None:
        _done(place, lambda where, really: delete_room(where, room, really), yes, as_json)
    elif guest is not None:
        _done(place, lambda where, really: delete_guest(where, guest, games, really), yes, as_json)


def _done(place: "Place", act: "Callable[[Place, bool], Deleted]", yes: bool, as_json: bool) -> None:
    """Ask for confirmation, delete, and print the deleted items."""
    with _told_in_a_line(place):
        if not yes:
            wanted = _told(act(place, False))
            if not sys.stdin.isatty():
                raise usage(f"this would delete {wanted}: add --yes to do it")
            click.confirm(f"Delete {wanted}?", abort=True, err=True)
        deleted = act(place, True)
    if as_json:
        print_json(msgspec.structs.asdict(deleted))
    else:
        click.echo(f"Deleted: {_told(deleted)}.")


@contextlib.contextmanager
def _told_in_a_line(place: "Place", file: Path | None = None) -> Iterator[None]:
    """Turn an OSError into one line that names the file, if it exists, or the database."""
    from threedown.server.store.postgres import shown

    try:
        yield
    except OSError as error:
        where = file if file is not None and file.exists() else shown(place) if isinstance(place, str) else place
        raise bad_input(f"{where}: {error.strerror or error}") from error


def _told(deleted: "Deleted") -> str:
    parts = [_counted(deleted.rooms, "room"), _counted(deleted.guests, "guest")]
    if deleted.reports:
        parts.append(_counted(deleted.reports, "report"))
    if deleted.places:
        parts.append(f"{_counted(deleted.places, 'seat')} in rooms of others")
    return ", ".join(parts)


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
