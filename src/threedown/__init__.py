"""Threedown: the home of the War and Blitz families of games.

>>> import threedown
>>> session = threedown.new("war", preset="pagat", seed=7)
>>> len(session.go(3)) > 0
True
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from threedown.games.setting import Setting
    from threedown.play.session import Session

__all__ = ["game_names", "new", "replay", "setting", "simulate", "verify"]


def game_names() -> list[str]:
    """The names of all games."""
    from threedown.games import game_names as names

    return names()


def setting(game: str, preset: str | None = None, seats: int | None = None, **options: Any) -> "Setting":
    """A game with its house rules settled; raises ValueError (UnknownGame, OptionError) for what does not exist."""
    from threedown.games import find_game
    from threedown.games.setting import settle

    return settle(find_game(game), preset, options, seats)


def new(game: str, preset: str | None = None, seats: int | None = None, seed: int = 0, **options: Any) -> "Session":
    """A game dealt from ``seed`` (0 to 2**63 - 1), to be played step by step with ``go`` and ``choose``."""
    from threedown.play.session import Session
    from threedown.table.chance import Generator

    return Session(setting(game, preset, seats, **options), Generator(seed))


def simulate(
    game: str, n: int, preset: str | None = None, seats: int | None = None, seed: int = 0, **options: Any
) -> dict[str, Any]:
    """``n`` games on all cores; the result is what ``threedown sim --json`` prints.

    >>> simulate("war", 10, seed=1)["finished"]
    10
    """
    from threedown.bulk.report import report
    from threedown.bulk.run import order
    from threedown.bulk.run import simulate as run

    return report(run(order(setting(game, preset, seats, **options), n, seed)))


def replay(path: str) -> "Session":
    """The game of a record file, played to its last valid input; raises RecordError if it cannot be read."""
    from pathlib import Path

    from threedown.play.record import read_record
    from threedown.play.record import replay as again

    return again(read_record(Path(path)))[0]


def verify(path: str) -> list[str]:
    """What is wrong with a record file, a line each; empty if it is true."""
    from pathlib import Path

    from threedown.play.record import read_record
    from threedown.play.record import verify as check

    return check(read_record(Path(path)))
