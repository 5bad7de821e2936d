"""Threedown: the home of the War and Blitz families of games.

>>> import threedown
>>> game = threedown.new("war", preset="pagat", seed=7)
>>> events = game.go()
>>> game.tell()
['Seat 0 turns up QH.', 'Seat 1 turns up TC.', 'Seat 0 takes the pot.']
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os

    from threedown.games.setting import Setting
    from threedown.session.match import Match

__all__ = ["game_names", "new", "play", "replay", "setting", "simulate", "verify"]


def game_names() -> list[str]:
    """The names of all games.

    >>> "blitz31" in game_names()
    True
    """
    from threedown.games import game_names as names

    return names()


def setting(game: str, preset: str | None = None, seats: int | None = None, **options: Any) -> "Setting":
    """A game with its house rules settled; raises ValueError (UnknownGame, OptionError) for what does not exist.

    >>> setting("war", face_down=3).options.face_down
    3
    >>> setting("war", face_down=9)
    Traceback (most recent call last):
    threedown.games.houserules.OptionError: face_down=9: allowed is one of 0, 1, 2, 3, 4, rank, rank_less_one
    """
    from threedown.games import find_game
    from threedown.games.setting import settle

    return settle(find_game(game), preset, options, seats)


def new(game: str, preset: str | None = None, seats: int | None = None, seed: int = 0, **options: Any) -> "Match":
    """A game dealt from ``seed`` (0 to 2**63 - 1), to be played step by step with ``go`` and ``choose``.

    >>> game = new("casino-war", seed=1)
    >>> events = game.go()
    >>> game.question(0).text
    'How much do you bet?'
    """
    from threedown.session.match import Match
    from threedown.table.chance import Generator

    return Match(setting(game, preset, seats, **options), Generator(seed))


def play(
    game: str,
    bots: "Sequence[str | Callable[[Match, int], str]]" = (),
    preset: str | None = None,
    seed: int = 0,
    **options: Any,
) -> "Match":
    """A whole game between bots, one for each seat (none: the game's first level, at as few seats as it has).

    A bot is a level's name, or a function of (sitting, seat) that gives a choice in notation. It is handed the game as
    its seat may know it.

    >>> over = play("blitz31", ["simple", lambda game, seat: game.question(seat).choices[0]], seed=2)
    >>> over.result.winners
    [0]
    """
    from threedown.session.match import played

    match = new(game, preset, len(bots) or None, seed, **options)
    return played(match, bots or match.setting.game.first_level * match.setting.seats)


def simulate(
    game: str,
    n: int,
    preset: str | None = None,
    seats: int | None = None,
    seed: int = 0,
    bots: Sequence[str] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """``n`` games on all cores; the result is what ``threedown sim --json`` prints. ``bots`` are levels by seat.

    >>> simulate("war", 10, seed=1)["finished"]
    10
    >>> simulate("blitz31", 10, seed=1, bots=["simple", "random"])["wins"]
    [10, 0]
    """
    from threedown.bulk.report import report
    from threedown.bulk.run import simulate as run
    from threedown.bulk.run_spec import run_spec

    seats = len(bots) if bots is not None and seats is None else seats
    return report(run(run_spec(setting(game, preset, seats, **options), n, seed, bots or ())))


def replay(path: "str | os.PathLike[str]") -> "Match":
    """The game of a record file, played to its last valid input; raises RecordError if it cannot be read.

    >>> import pathlib, tempfile
    >>> from threedown.session.keeper import Keeper
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "evening.3d"
    ...     keeper, game = Keeper.start(path, setting("war", preset="pagat"), ["Ann", "Ben"], seed=7)
    ...     events = game.go(3)
    ...     keeper.keep(game)
    ...     keeper.close()
    ...     again = replay(path)
    >>> again.turns, again.tell()[-1]
    (3, 'Seat 1 takes the pot.')
    """
    from pathlib import Path

    from threedown.session.match import Match
    from threedown.session.record import chance_of, read_record, replay_into

    record = read_record(Path(path))
    match = Match(record.header.setting(), chance_of(record.header))
    replay_into(match, record)
    return match


def verify(path: "str | os.PathLike[str]") -> list[str]:
    """What is wrong with a record file, a line each; empty if it is true, even if the game goes on.

    >>> import pathlib, tempfile
    >>> from threedown.session.keeper import Keeper
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "evening.3d"
    ...     keeper, game = Keeper.start(path, setting("war"), ["Ann", "Ben"], seed=7)
    ...     events = game.go()
    ...     keeper.keep(game)
    ...     keeper.close()
    ...     as_it_was = verify(path)
    ...     length = path.write_text(path.read_text().replace("Ann", "Eve"))
    ...     changed = verify(path)
    >>> as_it_was, bool(changed)
    ([], True)
    """
    from pathlib import Path

    from threedown.session.record import read_record
    from threedown.session.record import verify as check

    return check(read_record(Path(path)))
