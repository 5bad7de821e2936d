"""``threedown play``: a game in this terminal."""

import datetime
import os
import sys
from pathlib import Path

import click
import platformdirs

from threedown.cli.common import bot_flags, rule_flags, seed_flag, setting_of, talk
from threedown.cli.exits import bad_input, usage
from threedown.cli.plain import PlainTable
from threedown.cli.seating import YOU, Seating, seating
from threedown.cli.table import ScreenTable
from threedown.games.levels import LevelError
from threedown.games.setting import Setting
from threedown.play.record import Keeper, RecordError
from threedown.play.session import Session


@click.command()
@click.argument("game", required=False)
@rule_flags
@seed_flag("Deal the cards of game 0 of this run instead of sealed ones.")
@bot_flags
@click.option("--names", metavar="A,B,...", help="Names, seat by seat.")
@click.option("--record", "path", type=click.Path(path_type=Path), metavar="FILE", help="Keep the record in FILE.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with a game that was left.")
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
    path: Path | None,
    resume: Path | None,
    plain: bool,
    in_ascii: bool,
) -> None:
    """Plays GAME. You sit at seat 0 and bots at the others, unless --bots says otherwise.

    Every step is on disk before you see what it brings; leave whenever you like and go on with --resume.
    """
    if resume is not None:
        if game or preset or changes or seats is not None or seed is not None or path or names:
            raise usage("--resume FILE goes on with that game as it is: give no game, rules, seed, names or --record")
        keeper, session = _resume(resume)
        people = seating(session.setting, bots, all_bots, None, keeper.header.names)
    elif game is None:
        raise usage("which game? threedown play war, for example; threedown games lists them")
    else:
        setting = setting_of(game, preset, changes, seats)
        people = seating(setting, bots, all_bots, names)
        keeper, session = _start(path or _new_path(setting), setting, people, seed)
    if keeper.commitment is not None and not plain:
        talk().print(f"The cards are committed to: SHA-256 of their secret {keeper.commitment}")
    can_draw = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    on_screen = not plain and can_draw
    try:
        (ScreenTable if on_screen else PlainTable)(session, keeper, people, in_ascii).play()
    except BrokenPipeError:
        raise
    except LevelError as error:
        raise bad_input(f"{error}. Kept; go on with: threedown play --resume {keeper.path}") from error
    except OSError as error:
        raise bad_input(f"{keeper.path}: cannot be written any more: {error.strerror}") from error
    _say_where(keeper, session, people)


def _resume(path: Path) -> tuple[Keeper, Session]:
    try:
        return Keeper.resume(path)
    except RecordError as error:
        raise bad_input(f"{path}: {error}") from error
    except OSError as error:
        raise bad_input(f"{path}: cannot be written: {error.strerror}") from error


def _start(path: Path, setting: Setting, people: Seating, seed: int | None) -> tuple[Keeper, Session]:
    if path.exists():
        raise bad_input(f"{path}: is there already; give another name, or go on with it by --resume {path}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return Keeper.start(path, setting, people.names, seed)
    except OSError as error:
        raise bad_input(f"{path}: cannot be written: {error.strerror}") from error


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
