"""``threedown play``: a game in this terminal."""

import datetime
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import click
import platformdirs

from threedown.cli.common import bot_flags, rule_flags, seed_flag, setting_of
from threedown.cli.exits import bad_input, usage
from threedown.cli.plain import PlainTable
from threedown.cli.seating import YOU, seating
from threedown.cli.table import ScreenTable
from threedown.games.levels import LevelError
from threedown.games.setting import Setting
from threedown.play.fairness import PartError, part_of_words, random_part
from threedown.play.keeper import Keeper
from threedown.play.record import RecordError
from threedown.play.session import Session
from threedown.room.room import Room, UndoRule
from threedown.room.seating import Seating

Opened = tuple[Keeper, Session]


@click.command()
@click.argument("game", required=False)
@rule_flags
@seed_flag("Deal the cards of game 0 of this run instead of sealed ones.")
@bot_flags
@click.option("--names", metavar="A,B,...", help="Names, seat by seat.")
@click.option("--words", is_flag=True, help="Add words of your own to what the cards are dealt from.")
@click.option("--record", "path", type=click.Path(path_type=Path), metavar="FILE", help="Keep the record in FILE.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a game that was left.")
@click.option(
    "--undo",
    type=click.Choice(get_args(UndoRule)),
    default="fair",
    help="What may be taken back: fair (nothing that has shown a card or drawn one, past nobody's choice, where there"
    " are others or hidden hands), free, never.",
)
@click.option("--plain", is_flag=True, help="One line an event, for screen readers, logs and pipes.")
@click.option("--ascii", "in_ascii", is_flag=True, help="Letters instead of suit symbols and lines.")
def play(
    game: str | None,
    preset: str | None,
    changes: tuple[str, ...],
    seats: int | None,
    seed: int | None,
    bots: tuple[str, ...],
    all_bots: str | None,
    names: str | None,
    words: bool,
    path: Path | None,
    resume: Path | None,
    undo: UndoRule,
    plain: bool,
    in_ascii: bool,
) -> None:
    """Plays GAME. You sit at seat 0 and bots at the others, unless --bots says otherwise.

    Every step is on disk before you see what it brings; leave whenever you like and go on with --resume.
    """
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if resume is not None:
        if game or preset or changes or seats is not None or seed is not None or path or names or words:
            raise usage(
                "--resume FILE goes on with that game as it is: give no game, rules, seed, names, words or --record"
            )
        keeper, session = _opened(resume, lambda: Keeper.resume(resume))
        people = seating(session.setting, bots, all_bots, None, keeper.header.names)
        if keeper.commitment is not None:
            _show_commitment(keeper.commitment)
    elif game is None:
        raise usage("which game? threedown play war, for example; threedown games lists them")
    elif words and seed is not None:
        raise usage("--words is for cards that are dealt from a secret: give no --seed with it")
    else:
        setting = setting_of(game, preset, changes, seats)
        people = seating(setting, bots, all_bots, names)
        keeper, session = _start(path, setting, people, seed, words)
    can_draw = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    on_screen = not plain and can_draw
    try:
        room = Room(session, keeper, people, undo)
        (ScreenTable if on_screen else PlainTable)(room, in_ascii).play()
        if room.session.over:
            room.finish()
    except BrokenPipeError:
        raise
    except LevelError as error:
        raise bad_input(f"{error}. Kept; go on with: threedown play --resume {keeper.path}") from error
    except RecordError as error:
        raise bad_input(f"{keeper.path}: {error}") from error
    except OSError as error:
        raise bad_input(f"{keeper.path}: cannot be written any more: {error.strerror}") from error
    finally:
        keeper.close()
    _say_where(keeper, room.session, people)


def _start(path: Path | None, setting: Setting, people: Seating, seed: int | None, words: bool) -> Opened:
    def parts(commitment: str) -> list[bytes]:
        _show_commitment(commitment)
        return [_part(name, words and level is None) for name, level in zip(people.names, people.levels, strict=True)]

    def start() -> Opened:
        if path is None:
            where.parent.mkdir(parents=True, exist_ok=True)
        return Keeper.start(where, setting, people.names, seed, parts)

    where = path or _new_path(setting)
    if where.exists():
        raise bad_input(f"{where}: is there already; give another name, or go on with it by --resume {where}")
    if path is not None and not path.parent.is_dir():
        raise bad_input(f"{path}: cannot be written: there is no folder {path.parent}; make it first")
    return _opened(where, start)


def _opened(path: Path, open_it: Callable[[], Opened]) -> Opened:
    """What a keeper gives; ends the command if the record is somebody else's, no record, or cannot be written."""
    try:
        return open_it()
    except RecordError as error:
        raise bad_input(f"{path}: {error}") from error
    except BlockingIOError as error:
        raise bad_input(f"{path}: {error.strerror}") from error
    except OSError as error:
        raise bad_input(f"{path}: cannot be written: {error.strerror}") from error


def _show_commitment(commitment: str) -> None:
    click.echo(f"The cards are committed to: SHA-256 of their secret {commitment}", err=True)


def _part(name: str, ask: bool) -> bytes:
    """A seat's part in the cards: words that a person types, or random bytes of this side."""
    while ask:
        click.echo(f"{name}, your words for the cards (Enter: random ones): ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line.strip():
            break
        try:
            return part_of_words(line)
        except PartError as error:
            click.echo(str(error), err=True)
    return random_part()


def _new_path(setting: Setting) -> Path:
    folder = Path(os.environ.get("THREEDOWN_GAMES") or Path(platformdirs.user_data_dir("threedown")) / "games")
    stamp = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")[:-3]
    return folder / f"{setting.game.name}-{stamp}.3d"


def _say_where(keeper: Keeper, session: Session, people: Seating) -> None:
    if session.over:
        click.echo(f"The record: {keeper.path} (threedown replay shows it, threedown verify checks it)", err=True)
    else:
        seated = seating(session.setting, (), None, None).levels
        levels = ",".join(level or YOU for level in people.levels)
        bots = "" if people.levels == seated else f" --bots {levels}"
        click.echo(f"Kept. Go on with: threedown play --resume {keeper.path}{bots}", err=True)
