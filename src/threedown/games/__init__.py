"""The games: one folder for each.

The package can be called: ``threedown.games()`` lists the games. ``add`` adds a game of your own to this process.

>>> import threedown
>>> [facts.title for facts in threedown.games()][:2]
['Beggar-My-Neighbour', 'Blitz (31)']
"""

import functools
import importlib
import pkgutil
import sys
import types
from typing import TYPE_CHECKING

from threedown.games import installed
from threedown.games.consistency import GameError, check
from threedown.games.declare import Game
from threedown.games.suggestions import did_you_mean

if TYPE_CHECKING:
    from threedown.games.facts import GameFacts


class UnknownGame(ValueError):
    """Raised for a name that no game has."""


_ADDED: dict[str, Game] = {}


def add(game: Game) -> None:
    """Add a game for this process, so that it is found by its name.

    Games in a folder like this one are found if the folder is added to ``threedown.games.__path__``. Raises GameError
    for a faulty declaration, and for the name of another game:

    >>> import threedown
    >>> war = threedown.setting("war").game
    >>> threedown.games.add(war._replace(title="My War"))
    Traceback (most recent call last):
    threedown.games.consistency.GameError: there is already a game war: give yours another name
    """
    check(game)
    if game.name in game_names() and game.name not in _ADDED:
        raise GameError(f"there is already a game {game.name}: give yours another name")
    _ADDED[game.name] = game


def game_names() -> list[str]:
    """The names of all games in alphabetical order: a folder here is a game, and packages may add others."""
    own = _own_names()
    return sorted({*_ADDED, *own, *installed.find(own).games})


def find_game(name: str) -> Game:
    """The game of that name; raises :class:`UnknownGame`, and GameError for an incomplete game."""
    return _ADDED.get(name) or _found(name)


def problems() -> list[str]:
    """One sentence for each game of an installed package that cannot be played."""
    return list(installed.find(_own_names()).problems.values())


def _own_names() -> frozenset[str]:
    return frozenset(info.name.replace("_", "-") for info in pkgutil.iter_modules(__path__) if info.ispkg)


@functools.cache
def _found(name: str) -> Game:
    own = _own_names()
    there = installed.find(own)
    if name in there.games:
        return there.games[name]
    if name in there.problems and name not in own:
        raise GameError(there.problems[name])
    if name not in own:
        known = game_names()
        raise UnknownGame(f"there is no game {name!r}: choose one of {', '.join(known)}{did_you_mean(name, known)}")
    game: Game = importlib.import_module(f"threedown.games.{name.replace('-', '_')}").GAME
    check(game)
    return game


class GamesPackage(types.ModuleType):
    """The class of this package: a module's class may be set, so that ``threedown.games()`` can list the games.

    A function ``games`` beside the package would hide it from ``import threedown.games`` and from mocks.
    """

    if TYPE_CHECKING:
        add = staticmethod(add)
        find_game = staticmethod(find_game)
        game_names = staticmethod(game_names)

    def __call__(self) -> "list[GameFacts]":
        """Return the facts of all games: titles, seats, presets, house rules, bots."""
        from threedown.games.facts import facts_of

        return [facts_of(find_game(name)) for name in game_names()]


sys.modules[__name__].__class__ = GamesPackage
