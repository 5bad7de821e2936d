"""Help in lines: the rules of a game in short."""

from collections.abc import Sequence

from threedown.games.declare import Game
from threedown.games.rulebook import read_rulebook
from threedown.language import ENGLISH, say, spoken


def rules_told(game: Game) -> Sequence[str]:
    """Return the rules of a game in short; in other languages than English the lines that are translated."""
    book = read_rulebook(game.name)
    if spoken() == ENGLISH:
        return book.short or (game.summary,)
    return (say(game.summary), *map(say, book.brief))
