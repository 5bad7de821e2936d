"""``threedown play``: a game in this terminal."""

import contextlib
import datetime
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import click
import msgspec
import platformdirs

from threedown.cli.common import (
    bot_flags,
    console,
    is_on_screen,
    language_flag,
    print_citation,
    rule_flags,
    screen_flags,
    seed_flag,
)
from threedown.cli.completion import complete_games
from threedown.cli.exits import bad_input, shell_word, usage
from threedown.cli.play.games_menu import GO_ON, choose_game
from threedown.cli.play.links import is_link, link_of
from threedown.cli.play.seating import YOU, Wish, seating
from threedown.cli.table.game_clock import GameClock
from threedown.cli.table.plain import PlainTable
from threedown.durable import write_whole
from threedown.games.levels import LevelError
from threedown.games.setting import Setting
from threedown.language import say
from threedown.session.fairness import PartError, part_of_words, random_part
from threedown.session.keeper import Keeper
from threedown.session.record import RecordError
from threedown.session.session import Session
from threedown.shared.seating import Seating
from threedown.shared.shared_game import SharedGame, UndoRule

Opened = tuple[Keeper, Session]
LAST = Path("-")
"""Stands for the game that was left last."""
LAST_GAME = "last.json"
RECORDED = "The record: {path} (threedown replay shows it, threedown verify checks it)"
KEPT = "Kept. Go on with: {command}"


class Left(msgspec.Struct, frozen=True):
    """The game that was played last: its record, and its players in the form of --bots."""

    path: str
    bots: str | None


@click.command()
@click.argument("game", required=False, metavar="[GAME|LINK]", shell_complete=complete_games)
@rule_flags
@seed_flag("Deal the cards of game 0 of this run instead of sealed ones.")
@bot_flags
@click.option("--names", metavar="A,B,...", help="Names, seat by seat.")
@click.option("--words", is_flag=True, help="Add words of your own to what the cards are dealt from.")
@click.option("--record", "path", type=click.Path(path_type=Path), metavar="FILE", help="Keep the record in FILE.")
@click.option(
    "--resume", type=click.Path(path_type=Path), is_flag=False, flag_value=LAST, metavar="[FILE]",
    help="Go on with a game that was left; without FILE the last one.",
)  # fmt: skip
@click.option(
    "--at",
    metavar="URL",
    help="Play on a server: opens a room of GAME there, or joins the room of that name, code or link.",
)
@click.option("--watch", is_flag=True, help="With a room of a server: look on, do not join.")
@click.option(
    "--minutes",
    type=click.IntRange(1, 600),
    metavar="N",
    help="Play by the clock: the game ends after N minutes (War), or a round later (BlitzWar).",
)
@click.option(
    "--undo",
    type=click.Choice(get_args(UndoRule)),
    default="fair",
    help="What you may take back: fair (nothing that has revealed or drawn a card, and no other player's choice, when"
    " there are others or hidden hands), free (anything), never (nothing).",
)
@language_flag
@screen_flags
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
    at: str | None,
    watch: bool,
    minutes: int | None,
    undo: UndoRule,
    plain: bool,
    in_ascii: bool,
) -> None:
    """Plays GAME, or the rule set of a file; without either you choose from a menu. You sit at seat 0 and bots at the
    others, unless --bots says otherwise.

    Every step is saved before you see its outcome; leave whenever you like and go on with --resume.

    With --at URL the game is in a room of a server: GAME opens one, the name or the code of a room joins it (or
    watches, if all seats are taken), and so does an invite LINK. There a seat may also be --bot SEAT=open: it waits
    for a player.

    \b
    threedown play blitz31 --seats 3 --bots you,keen,simple
    threedown play champz --set draw_ends_turn=true --language it
    threedown play war --at http://127.0.0.1:8765 --bot 1=open
    threedown play KZ7-M3Q --at http://127.0.0.1:8765
    threedown play our-31.toml
    """
    for address in filter(None, (at, game)):
        if is_link(address):
            at, room = link_of(address)
            game = room or (None if game == address else game)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    on_screen = not plain and is_on_screen()
    wish = Wish(preset, changes, seats, bots, all_bots, names, minutes)
    if at is not None:
        if path or resume is not None or seed is not None or words:
            raise usage(
                "--at URL: the server keeps the game and deals the cards; give no --record, --resume, --seed, --words"
            )
        from threedown.cli.play.remote import play_at

        play_at(at, game, wish, watch, on_screen, in_ascii)
        return
    if watch:
        raise usage("--watch looks on in a room of a server: give its link, or --at URL and its name")
    if game is None and resume is None and is_on_screen():
        game = choose_game(_path_left())
        if game is None:
            return
        if game == GO_ON:
            game, resume = None, LAST
    if resume is not None:
        if game and resume == LAST and _left_last_of(game):
            game = None
        if game or preset or changes or seats is not None or seed is not None or path or names or words:
            raise usage(
                "--resume FILE goes on with that game as it is: give no game, rules, seed, names, words or --record"
            )
        left = _left_last() if resume == LAST else Left(str(resume), None)
        where = Path(left.path)
        keeper, session = _opened(where, lambda: Keeper.resume(where))
        levels = left.bots if not bots and all_bots is None else all_bots
        people = seating(session.setting, bots, levels, None, keeper.header.names)
        if keeper.commitment is not None:
            _show_commitment(keeper.commitment)
        if session.over:  # the process ended between the last turn and the footer
            keeper.finish(session)
            undo = "never"
    elif game is None:
        raise usage("which game? threedown play war, for example; threedown games lists them")
    elif words and seed is not None:
        raise usage("--words is for cards that are dealt from a secret: give no --seed with it")
    else:
        setting = wish.setting(game)
        print_citation(console(), setting)
        people = seating(setting, bots, all_bots, names)
        keeper, session = _start(path, setting, people, seed, words)
    if minutes is not None and not session.setting.is_timed:
        raise usage("--minutes: this game is not played by the clock")
    while _play(keeper, session, people, undo, on_screen, in_ascii, minutes):
        keeper, session = _start(None, session.setting, people, None, words)


def _play(
    keeper: Keeper,
    session: Session,
    people: Seating,
    undo: UndoRule,
    on_screen: bool,
    in_ascii: bool,
    minutes: int | None,
) -> bool:
    """Play a game until it ends or the player leaves; return True if they want another."""
    clock = session.setting.game.by_clock if session.setting.is_timed else None
    game_clock = None if clock is None else GameClock(60 * (minutes or clock.minutes))
    time_is_up = None if game_clock is None else game_clock.is_up
    shared_game = SharedGame(session, keeper, people, undo, goes_on=on_screen, time_is_up=time_is_up)
    _note_left(keeper.path, people)
    again = False
    try:
        if on_screen:
            from threedown.cli.table.run import run_here

            again = run_here(shared_game, keeper, in_ascii, game_clock)
        else:
            PlainTable(shared_game, in_ascii, game_clock).play()
        if shared_game.session.over:
            shared_game.finish()
    except BrokenPipeError:
        raise
    except KeyboardInterrupt:
        _say_where(keeper, shared_game.session, people)
        raise
    except LevelError as error:
        raise bad_input(f"{error}. Kept; go on with: threedown play --resume {shell_word(keeper.path)}") from error
    except RecordError as error:
        raise bad_input(f"{keeper.path}: {error}") from error
    except OSError as error:
        raise bad_input(f"{keeper.path}: cannot be written any more: {error.strerror}") from error
    finally:
        keeper.close()
    if not again:
        _say_where(keeper, shared_game.session, people)
    return again


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
        raise bad_input(f"{where} already exists; give another name, or go on with it: --resume {shell_word(where)}")
    if path is not None and not path.parent.is_dir():
        raise bad_input(f"{path}: cannot be written: there is no folder {path.parent}; make it first")
    return _opened(where, start)


def _opened(path: Path, open_it: Callable[[], Opened]) -> Opened:
    """Return the keeper's result; ends the command if the record is in use, is no record, or cannot be written."""
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


def _folder() -> Path:
    """Return the default folder of games."""
    return Path(os.environ.get("THREEDOWN_GAMES") or Path(platformdirs.user_data_dir("threedown")) / "games")


def _note_left(path: Path, people: Seating) -> None:
    """Notes the game that was played last, and its players; if that fails, the game goes on all the same."""
    left = Left(str(path.resolve()), ",".join(level or YOU for level in people.levels))
    with contextlib.suppress(OSError, UnicodeEncodeError):  # a name need not be text
        _folder().mkdir(parents=True, exist_ok=True)
        write_whole(_folder() / LAST_GAME, msgspec.json.encode(left))


def _path_left() -> Path | None:
    """The record of the game that was played last, if there is one."""
    with contextlib.suppress(OSError, msgspec.DecodeError):
        return Path(msgspec.json.decode((_folder() / LAST_GAME).read_bytes(), type=Left).path)
    return None


def _left_last_of(game: str) -> bool:
    """True if the game that was played last is one of this name."""
    left = _path_left()
    return left is not None and left.name.startswith(f"{game.lower()}-")


def _left_last() -> Left:
    """The game that was played last; ends the command if there is none that goes on."""
    try:
        return msgspec.json.decode((_folder() / LAST_GAME).read_bytes(), type=Left)
    except (OSError, msgspec.DecodeError) as error:
        raise bad_input("you left no game here; begin one, for example: threedown play war") from error


def _new_path(setting: Setting) -> Path:
    folder = _folder()
    stamp = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")[:-3]
    return folder / f"{setting.game.name}-{stamp}.3d"


def _say_where(keeper: Keeper, session: Session, people: Seating) -> None:
    if session.over:
        told = say(RECORDED, path=shell_word(keeper.path))
    else:
        seated = seating(session.setting, (), None, None).levels
        levels = ",".join(level or YOU for level in people.levels)
        bots = "" if people.levels == seated else f" --bots {levels}"
        told = say(KEPT, command=f"threedown play --resume {shell_word(keeper.path)}{bots}")
    click.echo(told, err=True)
