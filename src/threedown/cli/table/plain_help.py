"""Help in lines: the effect of each choice, and the rules of a game in short."""

from collections.abc import Sequence

from threedown.cli.table.spelling import Spelling
from threedown.games.declare import Game
from threedown.games.rulebook import read_rulebook
from threedown.games.words import menu_line
from threedown.language import ENGLISH, say, spoken
from threedown.session.views import Question
from threedown.table.layout import NOBODY, Table


def rules_told(game: Game) -> Sequence[str]:
    """Return the rules of a game in short; in other languages than English the lines that are translated."""
    book = read_rulebook(game.name)
    if spoken() == ENGLISH:
        return book.short or (game.summary,)
    return (say(game.summary), *map(say, book.brief))


def choices_told(
    game: Game, question: Question | None, table: Table | None, names: Sequence[str], spelling: Spelling
) -> list[str]:
    """Return a line for each choice of a question: its notation, and what it does."""
    if question is None or table is None:
        return []
    seat = NOBODY if question.seat is None else question.seat
    return [
        f"{spelling.written(act.text)}: {spelling.written(menu_line(game, table, seat, act, names))}"
        for act in question.parts or ()
    ]
