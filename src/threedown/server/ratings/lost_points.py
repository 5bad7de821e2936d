"""The points that a person's choices lost, a game: over time, and by kind of question. A point is 1 % of a game."""

import math
from collections.abc import Sequence

from threedown.games import find_game
from threedown.language import say
from threedown.server.model.measure import Z
from threedown.server.model.ratings import Estimate, LostByChoices, LostByKind
from threedown.server.store.measures import MeasuredResult

GROUP = 9
"""Games of one value of the course."""
POINTS = 100


def lost_by_choices(game: str, measured: Sequence[MeasuredResult]) -> LostByChoices | None:
    """Return the points lost by one person in the measured games of a game, in their order.

    None if no game was measured, or none had a choice.
    """
    games = [each.kinds for each in measured if each.share is not None]
    names = [name for name in _questions(game) if any(name in kinds for kinds in games)]
    if not names:
        return None
    totals = [
        (sum(lost.value for lost in kinds.values()), sum(lost.variance for lost in kinds.values())) for kinds in games
    ]
    texts = _questions(game)
    by_kind = []
    for name in names:
        of_kind = [(kinds[name].value, kinds[name].variance) if name in kinds else (0.0, 0.0) for kinds in games]
        asked = sum(kinds[name].asked for kinds in games if name in kinds) / len(games)
        by_kind.append(LostByKind(name, texts[name], asked, points(of_kind)))
    by_kind.sort(key=lambda kind: -kind.points.value)
    groups = [totals[first : first + GROUP] for first in range(0, len(totals) - GROUP + 1, GROUP)]
    return LostByChoices(len(games), points(totals), [points(group) for group in groups], GROUP, by_kind)


def points(games: Sequence[tuple[float, float]]) -> Estimate:
    """Return the mean of points a game, with its 95 % interval, from a value and its variance for each game.

    The interval is that of the mean of these games as a sample of all; with one game, that of its measure alone.

    >>> points([(0.01, 0.0), (0.03, 0.0)]).value
    2.0
    """
    n = len(games)
    mean = sum(value for value, _ in games) / n
    between = sum((value - mean) ** 2 for value, _ in games) / (n - 1) if n > 1 else 0.0
    within = sum(variance for _, variance in games) / n
    around = Z * math.sqrt(max(between, within) / n)
    return Estimate(*(round(POINTS * value, 3) for value in (mean, mean - around, mean + around)))


def _questions(name: str) -> dict[str, str]:
    """Return the text of each question of a game by its name, in the language that is spoken."""
    game = find_game(name)
    return {question: say(game.words.choices.questions[number]) for number, question in game.rules.QUESTIONS.items()}
