"""The rulebooks: one folder a game."""

import importlib
import pkgutil

from threedown.games.declare import Game


class UnknownGame(ValueError):
    """A name that no game has."""


def game_names() -> list[str]:
    """The names of all games, in the order of the alphabet: a folder here is a game."""
    return sorted(info.name.replace("_", "-") for info in pkgutil.iter_modules(__path__) if info.ispkg)


def find_game(name: str) -> Game:
    """The game of that name; raises :class:`UnknownGame`."""
    if name not in game_names():
        raise UnknownGame(f"there is no game {name!r}: choose one of {', '.join(game_names())}")
    game: Game = importlib.import_module(f"threedown.games.{name.replace('-', '_')}").GAME
    return game
