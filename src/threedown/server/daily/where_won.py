"""The turn that won a try at the deal of the day, from the analysis of its game: figures alone, no card, no choice."""

import math

from threedown.server.daily.daily_games import YOU
from threedown.server.model.daily import DailyDecided, TurnWon
from threedown.server.model.findings import Analysis, ChoiceDecided, Decided
from threedown.server.model.ratings import Estimate

POINTS = 100
"""A point is a hundredth of the game."""
DIGITS = 4


def where_won(analysis: Analysis) -> DailyDecided:
    """Return what may be told of the analysis while its cards are sealed."""
    found = analysis.found
    if found is None:
        return DailyDecided(analysis.state, analysis.done, analysis.of)
    course = [found.start[YOU], *(turn.values[YOU] for turn in found.turns)]
    return DailyDecided(
        analysis.state, analysis.done, analysis.of, found.adviser, found.share,
        [round(value, DIGITS) for value in course], _won(found, course), _cost(found),
    )  # fmt: skip


def _won(found: Decided, course: list[float]) -> TurnWon | None:
    """Return the turn of the person's choice that gained most over the adviser's; without one, the turn that changed
    most for them. None before the adviser has been asked, and if nothing certainly changed anything."""
    if found.choices and found.adviser is None:
        return None
    gains = [(_gain(each), each.turn) for each in found.choices if each.seat == YOU]
    gain, turn = max(gains, default=(0.0, 0))
    if gain <= 0:
        turning = [(abs(point.after - point.before), point.turn) for point in found.points if point.seat == YOU]
        if not turning:
            return None
        turn = max(turning)[1]
    at = next(place for place, each in enumerate(found.turns, 1) if each.turn == turn)
    return TurnWon(turn, at, course[at - 1], course[at], round(gain, DIGITS) if gain > 0 else None)


def _gain(choice: ChoiceDecided) -> float:
    """Return the gain of a choice over the adviser's; 0 if it is not more than half its interval."""
    if choice.made not in choice.compared_around or choice.advice not in choice.compared_around:
        return 0.0
    gain = choice.compared[choice.made] - choice.compared[choice.advice]
    half = math.hypot(choice.compared_around[choice.made], choice.compared_around[choice.advice])
    return gain if gain > half else 0.0


def _cost(found: Decided) -> Estimate | None:
    """Return the points that the person's choices lost: the sum of what each lost against the best one, with the root
    of the sum of the squared half intervals. None without choices, or where nothing is a share of a game."""
    own = [each for each in found.choices if each.seat == YOU]
    if not own or not found.share:
        return None
    cost = sum(each.cost for each in own)
    around = math.sqrt(sum(((each.high - each.low) / 2) ** 2 for each in own))
    return Estimate(*(round(POINTS * value, 2) for value in (cost, cost - around, cost + around)))
