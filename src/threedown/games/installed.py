"""Games that installed packages add: entry points of the group ``threedown.games``.

In the package's ``pyproject.toml``::

    [project.entry-points."threedown.games"]
    high-low = "high_low:GAME"

The name is the game's; it leads to a :class:`threedown.games.declare.Game`. ``rulebook.toml`` lies beside its rules.
A game that cannot be played is left out: :func:`problems` says why, and the other games go on.
"""

import functools
import importlib.metadata
import importlib.resources
from collections.abc import Mapping
from typing import NamedTuple

from threedown.games.consistency import GameError, check
from threedown.games.declare import Game
from threedown.games.levels import in_a_line

GROUP = "threedown.games"


class Installed(NamedTuple):
    """The games of installed packages, and for each game that is left out, by name, the reason."""

    games: Mapping[str, Game]
    problems: Mapping[str, str]


@functools.cache
def find(own: frozenset[str]) -> Installed:
    """Load the games of installed packages; ``own`` are the names that are taken."""
    games: dict[str, Game] = {}
    problems: dict[str, str] = {}
    for point in importlib.metadata.entry_points(group=GROUP):
        try:
            if point.name in own or point.name in games:
                raise GameError("another game has this name")
            games[point.name] = _load(point)
        except GameError as error:
            problems[point.name] = f"the installed game {point.name} ({point.value}) is left out: {error}"
    return Installed(games, problems)


def _load(point: importlib.metadata.EntryPoint) -> Game:
    """Return the game of an entry point; raise GameError for what is wrong with it."""
    try:
        found = point.load()
    except (Exception, SystemExit) as error:
        raise GameError(in_a_line(error)) from error
    if not isinstance(found, Game):
        raise GameError("this is not a threedown.games.declare.Game")
    if found.name != point.name:
        raise GameError(f"its name is {found.name}")
    check(found)
    try:
        rulebook = importlib.resources.files(package_of(found)).joinpath("rulebook.toml")
    except (ImportError, TypeError, ValueError) as error:
        raise GameError("its rules are not a module of a package") from error
    if not rulebook.is_file():
        raise GameError("there is no rulebook.toml beside its rules")
    return found


def package_of(game: Game) -> str:
    """The package that a game's rules are in."""
    return str(getattr(game.rules, "__package__", ""))
