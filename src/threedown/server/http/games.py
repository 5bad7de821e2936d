"""The facts of all games, made once in each language."""

from functools import cache

from threedown.games import find_game, game_names
from threedown.games.facts import GameFacts, facts_of
from threedown.language import speaking


@cache
def games_in(language: str) -> list[GameFacts]:
    """Return the facts of all games in a language."""
    with speaking(language):
        return [facts_of(find_game(name)) for name in game_names()]
