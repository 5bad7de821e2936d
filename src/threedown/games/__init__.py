"""The rulebooks: one folder a game."""

import functools
import importlib
import pkgutil

from threedown.games.consistency import GameError, check
from threedown.games.declare import Game
from threedown.games.nearest import perhaps


class UnknownGame(ValueError):
    """A name that no game has."""


_ADDED: dict[str, Game] = {}


def add(game: Game) -> None:
    """A game of one's own, found by its name from now on in this process; raises GameError for what is wrong with it.

    (A folder like those here is found where ``threedown.games.__path__`` is made to lead to it.)
    """
    check(game)
    if game.name in game_names() and game.name not in _ADDED:
        raise GameError(f"there is a game {game.name} already: give yours another name")
    _ADDED[game.name] = game


def game_names() -> list[str]:
    """The names of all games, in the order of the alphabet: a folder here is a game."""
    return sorted({*_ADDED, *(info.name.replace("_", "-") for info in pkgutil.iter_modules(__path__) if info.ispkg)})


def find_game(name: str) -> Game:
    """The game of that name; raises :class:`UnknownGame`, and GameError for one that is not whole."""
    return _ADDED.get(name) or _in_folder(name)


@functools.cache
def _in_folder(name: str) -> Game:
    known = game_names()
    if name not in known:
        raise UnknownGame(f"there is no game {name!r}: choose one of {', '.join(known)}{perhaps(name, known)}")
    game: Game = importlib.import_module(f"threedown.games.{name.replace('-', '_')}").GAME
    check(game)
    return game
