"""The analysis of a game: its result as expectation, luck, and the gains and losses of choices.

The game is played on after every step in many worlds: they differ in the cards that no seat knew, and in the chance to
come. Choices are compared in worlds that their own seat could imagine, so that unknown cards count as luck. All sums
are whole numbers, so the parts add up to the result exactly (docs/analyse.md).
"""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from threedown.lab.analysis.course import AskedChoice, CourseStep
from threedown.lab.analysis.worlds import POLICY, Worlds
from threedown.lab.intervals import Interval, difference, holm
from threedown.session.branch import BranchPoint, before_deal
from threedown.session.session import Session

MOST_TRIED = 64
"""Of a longer menu so many choices are tried, evenly spread, and the one that was made."""
MOST_COMPARED = 8
"""So many are compared in all worlds: those that look best in the first eighth; and the one that looks worst."""
CERTAIN = 0.05
Z = -NormalDist().inv_cdf(CERTAIN / 2)


class WeighedChoice(NamedTuple):
    """A choice, weighed. Sums are over the worlds, int64 of shape (seats,)."""

    turn: int
    asked: AskedChoice
    best: int
    """The place of the choice that is best in the first half of the worlds."""
    cost: Interval
    """By how much it is better than the one made, in the other half."""
    gain: Any
    """The value of the chosen answer to each seat, above the level's answer."""
    variance: Any
    """The variance of that sum."""
    means: dict[int, float]
    """Place of a choice -> what it is worth to the seat."""
    stake: Interval
    """By how much the best is better than the worst, in the other half."""
    p: float = 1.0
    """The probability that it cost nothing, raised for all the choices of the game (Holm)."""

    @property
    def is_mistake(self) -> bool:
        return self.p < CERTAIN and self.cost.low > 0


class Turn(NamedTuple):
    """A turn (0: the deal): what it was worth to stand where it led to, and how that came. Sums over the worlds."""

    turn: int
    steps: tuple[CourseStep, ...]
    values: Any
    variance: Any
    """The variance of the sums."""
    luck: Any
    choices: tuple[WeighedChoice, ...]


class GameAnalysis(NamedTuple):
    """A game, analysed in ``n`` worlds at every point."""

    worlds: Worlds
    n: int
    eyes: int | None
    """The seat through whose eyes it is seen (None: of all together)."""
    over: bool
    start: Any
    """The value of the game to each seat before the deal: sums over the worlds."""
    start_variance: Any
    turns: tuple[Turn, ...]

    @property
    def choices(self) -> list[WeighedChoice]:
        return [choice for turn in self.turns for choice in turn.choices]

    @property
    def luck(self) -> Any:
        return sum(turn.luck for turn in self.turns)

    @property
    def result(self) -> Any:
        return self.turns[-1].values

    def own(self, seat: int) -> Any:
        """Return the gain of a seat from its own choices."""
        return sum((each.gain[seat] for each in self.choices if each.asked.seat == seat), np.int64(0))

    def others(self, seat: int) -> Any:
        """Return the gain of a seat from the others' choices."""
        return sum((each.gain[seat] for each in self.choices if each.asked.seat != seat), np.int64(0))

    def turning_points(self, most: int) -> list[tuple[Turn, int, int]]:
        """The turns that changed most for a seat, in order: turn, seat, and what the seat had before it (a sum).

        Only those that are certain to have changed something, among all turns (Bonferroni).
        """
        beyond = -NormalDist().inv_cdf(CERTAIN / 2 / len(self.turns))
        before, variance = self.start, self.start_variance
        found = []
        for turn in self.turns:
            change = abs(turn.values - before)
            seat = int(change.argmax()) if self.eyes is None else self.eyes
            if change[seat] > beyond * math.sqrt(variance[seat] + turn.variance[seat]):
                found.append((int(change[seat]), turn, seat, int(before[seat])))
            before, variance = turn.values, turn.variance
        largest = sorted(found, key=lambda each: -each[0])[:most]
        return sorted((each[1:] for each in largest), key=lambda each: each[0].turn)

    def scaled(self, total: Any) -> float:
        """A sum over the worlds, as a share of the game or in what one plays for."""
        return float(total) / self.n / (self.worlds.whole or 1)

    def around(self, variance: float) -> float:
        """Half the 95 % interval of such a sum, by its variance."""
        return Z * math.sqrt(variance) / self.n / (self.worlds.whole or 1)

    def variance(self, seat: int, own: bool) -> float:
        """The variance of :meth:`own` or :meth:`others`."""
        return float(sum(each.variance[seat] for each in self.choices if (each.asked.seat == seat) == own))


Tell = Callable[[int, int], None]
"""Hears how many points are done, of how many."""


def analyse(
    steps: Sequence[CourseStep],
    session: Session,
    worlds: Worlds,
    n: int,
    eyes: int | None = None,
    workers: int | None = None,
    tell: Tell | None = None,
) -> GameAnalysis:
    """Analyses a game of these steps that ``session`` has come to, in ``n`` worlds at every point.

    With ``eyes``, the seat's own choices are weighed, and nothing counts but what it could know. The same seed of the
    worlds gives the same result on any number of workers.
    """
    asked = [(step.turn, each) for step in steps for each in step.asked if eyes in (None, each.seat)]
    with ThreadPoolExecutor(workers) as pool:
        begun = pool.submit(worlds.play, *_beginning(worlds, steps), eyes, n)
        valued = [pool.submit(_value, worlds, step, number, eyes, n) for number, step in enumerate(steps, 1)]
        first = 1 + len(steps)
        weighed = [pool.submit(weigh, worlds, *each, first + place, n) for place, each in enumerate(asked)]
        _wait([begun, *valued, *weighed], tell)
    start = begun.result()
    values = [job.result() for job in valued]
    if session.over:
        result = n * np.array(worlds.worth_of(session.record), dtype=np.int64)
        values[-1] = result, np.zeros(len(result))
    choices = _certain([job.result() for job in weighed])
    turns = _turns(steps, values, choices, start.sum(axis=0))
    return GameAnalysis(worlds, n, eyes, session.over, start.sum(axis=0), n * start.var(axis=0), turns)


def _beginning(worlds: Worlds, steps: Sequence[CourseStep]) -> tuple[BranchPoint, int]:
    """The point from which a result is expected: before the deal; of a table laid by hand, as it lies."""
    laid = steps[0].point if worlds.setting.laid is not None else None
    return (before_deal(worlds.setting), 0) if laid is None else (laid, 1)


def _wait(jobs: Sequence[Future[Any]], tell: Tell | None) -> None:
    """Wait for all futures; cancel those that have not begun if one fails or the caller is interrupted."""
    try:
        for done, job in enumerate(as_completed(jobs), 1):
            job.result()
            if tell is not None:
                tell(done, len(jobs))
    finally:
        for job in jobs:
            job.cancel()


def _value(worlds: Worlds, step: CourseStep, number: int, eyes: int | None, n: int) -> Any:
    """Return the value to each seat of the position after a step, and the variance of that sum; None for a game that is
    over."""
    if step.point is None:
        return None
    rows = worlds.play(step.point, number, eyes, n)
    return rows.sum(axis=0), n * rows.var(axis=0)


def weigh(worlds: Worlds, turn: int, asked: AskedChoice, number: int, n: int) -> WeighedChoice:
    """Weighs what was chosen at a question, every choice in the same worlds."""
    seat, made = asked.seat, asked.made

    def rows(code: int, worlds_tried: int) -> Any:
        then = (*(POLICY,) * asked.before, code)
        return worlds.play(asked.point, number, seat, worlds_tried, then)

    places = tried(len(asked.codes), made)
    if len(places) > MOST_COMPARED:
        few = {place: rows(asked.codes[place], max(1, n // 8))[:, seat].sum() for place in places}
        best_first = sorted(places, key=lambda place: (-few[place], place))
        places = sorted({*best_first[:MOST_COMPARED], best_first[-1], made})
    played = {place: rows(asked.codes[place], n) for place in places}
    half = n // 2
    first = {place: played[place][:half, seat].sum() for place in places}
    best = max(places, key=lambda place: (first[place], place == made, -place))
    worst = min(places, key=lambda place: (first[place], place))
    cost, stake = (_apart(worlds, (played[best] - played[each])[half:, seat]) for each in (made, worst))
    gained = played[made] - rows(POLICY, n)
    means = {place: float(each[:, seat].mean()) / (worlds.whole or 1) for place, each in played.items()}
    return WeighedChoice(turn, asked, best, cost, gained.sum(axis=0), n * gained.var(axis=0), means, stake)


def _apart(worlds: Worlds, column: Any) -> Interval:
    """By how much one choice is better than another, world by world."""
    apart = column.tolist()
    if not any(apart):
        return Interval(0.0, 0.0, 0.0)
    return difference(len(apart), sum(apart), sum(each * each for each in apart), worlds.whole, 1)


def tried(count: int, made: int) -> list[int]:
    """Return the places of the choices to try among so many.

    >>> tried(3, 1), tried(1000, 7)[:4], len(tried(1000, 7))
    ([0, 1, 2], [0, 7, 15, 31], 65)
    """
    if count <= MOST_TRIED:
        return list(range(count))
    return sorted({made, *(place * (count - 1) // (MOST_TRIED - 1) for place in range(MOST_TRIED))})


def _certain(choices: Sequence[WeighedChoice]) -> list[WeighedChoice]:
    raised = holm([each.cost.p for each in choices])
    return [each._replace(p=p) for each, p in zip(choices, raised, strict=True)]


def _turns(
    steps: Sequence[CourseStep], values: Sequence[Any], choices: Sequence[WeighedChoice], start: Any
) -> tuple[Turn, ...]:
    """The steps turn by turn. Luck is what a turn changed and nobody's choice did."""
    turns: list[Turn] = []
    before = start
    for number in sorted({step.turn for step in steps}):
        places = [place for place, step in enumerate(steps) if step.turn == number]
        made = tuple(each for each in choices if each.turn == number)
        after, variance = values[places[-1]]
        luck = after - before - sum((each.gain for each in made), np.zeros_like(start))
        turns.append(Turn(number, tuple(steps[place] for place in places), after, variance, luck, made))
        before = after
    return tuple(turns)
