"""Threedown: the home of the War and Blitz families of games.

>>> import threedown
>>> game = threedown.new("war", preset="pagat", seed=7)
>>> events = game.go()
>>> events[0].card, events[0].source, events[0].target
(Card('QH'), 'deck 0', 'pot')
>>> game.tell()
['Seat 0 turns up QH.', 'Seat 1 turns up TC.', 'Seat 0 takes the pot.']

``Match`` is a game in progress, ``Card`` a card's name; ``Keeper`` keeps a record on disk while a game is played.
``threedown.games`` adds games of your own (``threedown.games.add``), ``threedown.rl`` trains on all of them.
``threedown.lab`` compares house rules, ``analyse`` explains a game, ``ladder`` ranks the levels of its bots.
"""

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os

    from threedown import rl
    from threedown.bulk.simulation_result import SimulationResult
    from threedown.cards import Card
    from threedown.games import GamesPackage
    from threedown.games.rulebook import Rulebook
    from threedown.games.setting import Setting
    from threedown.lab import LabPackage
    from threedown.lab.results import AnalysisResult, LadderResult
    from threedown.session.keeper import Keeper
    from threedown.session.match import Bot, Match
    from threedown.session.session import Refused

    __version__: str
    games: GamesPackage
    lab: LabPackage

__all__ = [
    "Card", "Keeper", "Match", "Refused", "__version__", "analyse", "game_names", "games", "lab", "ladder", "new",
    "play", "replay", "rl", "rules", "setting", "simulate", "verify",
]  # fmt: skip

_FOUND_IN = {"Card": "cards", "Keeper": "session.keeper", "Match": "session.match", "Refused": "session.session"}
"""The modules of names that are imported when they are first used."""


def __getattr__(name: str) -> Any:
    """Import a part of the package when it is first used: ``import threedown`` alone stays cheap."""
    if name == "__version__":
        from importlib.metadata import version

        return version("threedown")
    if name in ("games", "lab", "rl"):
        return importlib.import_module(f"threedown.{name}")
    if name in _FOUND_IN:
        return getattr(importlib.import_module(f"threedown.{_FOUND_IN[name]}"), name)
    raise AttributeError(f"module 'threedown' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def game_names() -> list[str]:
    """Return the names of all games; ``threedown.games()`` has more about each.

    >>> "blitz31" in game_names()
    True
    """
    from threedown.games import game_names as names

    return names()


def rules(game: str) -> "Rulebook":
    """Return a game's rulebook: clauses with runnable examples, and rulings.

    >>> book = rules("war")
    >>> book
    <Rulebook of War: 98 clauses, 20 rulings>
    >>> book.find("WP-01").text
    'Two players get 26 cards each and keep them face down, without looking at them.'
    """
    from threedown.games.rulebook import read_rulebook

    return read_rulebook(game)


def setting(game: str, preset: str | None = None, seats: int | None = None, **options: Any) -> "Setting":
    """Return a game with its house rules and seats; raises ValueError (UnknownGame, OptionError) for unknown ones.

    >>> setting("war", face_down=3).options.face_down
    3
    >>> setting("war", face_down=9)
    Traceback (most recent call last):
    threedown.games.game_options.OptionError: face_down=9: allowed is one of 0, 1, 2, 3, 4, rank, rank_less_one
    """
    from threedown.games import find_game
    from threedown.games.setting import settle

    return settle(find_game(game), preset, options, seats)


def new(game: str, preset: str | None = None, seats: int | None = None, seed: int = 0, **options: Any) -> "Match":
    """Deal a game from ``seed`` (0 to 2**63 - 1) and return it, to be played with ``go`` and ``choose``.

    >>> game = new("casino-war", seed=1)
    >>> events = game.go()
    >>> game.question.text, game.legal_choices[:2]
    ('How much do you bet?', ('bet 1', 'bet 1 tie 1'))
    """
    from threedown.session.match import Match
    from threedown.session.session import Session
    from threedown.table.chance import Generator

    return Match(Session(setting(game, preset, seats, **options), Generator(seed)))


def play(game: str, bots: "Sequence[Bot]" = (), preset: str | None = None, seed: int = 0, **options: Any) -> "Match":
    """Play a whole game between bots, one for each seat (by default the game's first level in the fewest seats).

    A bot is a level's name, or a function of (match, seat) that returns a choice. The function is given the match as
    its seat may know it.

    >>> over = play("blitz31", ["simple", lambda game, seat: game.legal_choices[0]], seed=2)
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
) -> "SimulationResult":
    """Play ``n`` games on all cores and return their figures. ``bots`` are levels by seat.

    The result has attributes, and ``to_dict()`` with what ``threedown sim --json`` prints.

    >>> simulate("war", 10, seed=1).finished
    10
    >>> result = simulate("blitz31", 10, seed=1, bots=["simple", "random"])
    >>> result.wins, result.to_dict()["wins"]
    ([10, 0], [10, 0])
    """
    from threedown.bulk.run import simulate as run
    from threedown.bulk.run_spec import run_spec
    from threedown.bulk.simulation_result import result_of

    seats = len(bots) if bots is not None and seats is None else seats
    return result_of(run(run_spec(setting(game, preset, seats, **options), n, seed, bots or ())))


def analyse(
    game: "Match | str | os.PathLike[str]",
    seat: int | None = None,
    *,
    worlds: int = 1000,
    level: str | None = None,
    seed: int = 0,
    workers: int | None = None,
) -> "AnalysisResult":
    """Return how much of a game's result was luck and how much choices, and which choices were mistakes.

    ``game`` is a match or a record file. It is played on from each point in ``worlds`` worlds (16 or more), with
    ``level`` at every seat (by default the game's first). With ``seat`` only that seat's knowledge is used; a game that
    is not over needs it. The same seed gives the same analysis with any number of ``workers`` (None: all cores).

    Raises RecordError for a damaged record or a redacted match, and ValueError for arguments that are not allowed.

    >>> account = analyse(play("blitz31", seed=2, lives=1), worlds=16, seed=1).accounts[0]
    >>> parts = account.expected + account.luck + account.choices + account.others
    >>> round(parts, 9) == account.result
    True
    """
    from pathlib import Path

    from threedown.lab.calls import analysis_of
    from threedown.session.match import Match

    return analysis_of(game if isinstance(game, Match) else Path(game), seat, worlds, level, seed, workers)


def ladder(
    game: str,
    levels: Sequence[str] | None = None,
    preset: str | None = None,
    seats: int | None = None,
    seed: int = 0,
    *,
    most: int = 20_000,
    minutes: float = 25,
    workers: int | None = None,
    **options: Any,
) -> "LadderResult":
    """Pair each level of a game's bots with each weaker one, and return the shares of the games that they win.

    ``levels`` are the levels, weakest first (by default all of the game's). ``most`` is the largest number of games of
    a pairing; what is not clear after ``minutes`` stays unclear. ``workers`` are threads (None: all cores). Raises
    ValueError (UnknownGame, OptionError, LadderError) for arguments that are not allowed.

    >>> ladder("blitz31", ["random", "simple"], seats=2, seed=1, most=40).pairings[0].verdict
    'beats'
    """
    from threedown.lab.calls import ladder_of

    return ladder_of(setting(game, preset, seats, **options), levels, seed, most, minutes, workers)


def replay(path: "str | os.PathLike[str]") -> "Match":
    """Return the game of a record file, played to its last valid input; raises RecordError if it can't be read.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "evening.3d"
    ...     game = new("war", preset="pagat", seed=7)
    ...     events = game.go(3)
    ...     game.save(path)
    ...     again = replay(path)
    >>> again.turns, again.tell()[-1], again == game
    (3, 'Seat 1 takes the pot.', True)
    """
    from pathlib import Path

    from threedown.session.match import Match
    from threedown.session.record import chance_of, read_record, replay_into
    from threedown.session.session import Session

    record = read_record(Path(path))
    session = Session(record.header.setting(), chance_of(record.header))
    replay_into(session, record)
    return Match(session, header=record.header)


def verify(path: "str | os.PathLike[str]") -> list[str]:
    """Return one line for each thing that is wrong with a record file; an unfinished game may be right too.

    A ``Keeper`` writes the record while the game is played, and loses nothing in a crash:

    >>> import pathlib, tempfile
    >>> from threedown import Keeper
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "evening.3d"
    ...     keeper, game = Keeper.start(path, setting("war"), ["Ann", "Ben"], seed=7)
    ...     events = game.go()
    ...     keeper.keep(game)
    ...     keeper.close()
    ...     before = verify(path)
    ...     length = path.write_text(path.read_text().replace("Ann", "Eve"))
    ...     after = verify(path)
    >>> before, bool(after)
    ([], True)
    """
    from pathlib import Path

    from threedown.session.record import read_record
    from threedown.session.record import verify as check

    return check(read_record(Path(path)))
