"""The analysis of a game: its result as expectation, luck, and the gains and losses of choices.

The game is played on after every step in many worlds: they differ in the cards that no seat knew, and in the chance to
come. Choices are compared in worlds that their own seat could imagine, so that unknown cards count as luck. All sums
are whole numbers, so the parts add up to the result exactly (docs/analyse.md).

A seat imagines the unknown cards evenly, although what others have chosen tells of their hands. So the gains of choices
may be off on average, and the luck with them. Measured against the true hands (``true_hands``) both are right on
average, whatever the players know: only cards that nobody knew are dealt anew, and those are even.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from functools import partial
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from threedown.lab.analysis.comparison import MenuComparison, half_interval
from threedown.lab.analysis.consequences import Consequences, consequences
from threedown.lab.analysis.course import AskedChoice, CourseStep
from threedown.lab.analysis.worlds import POLICY, Worlds
from threedown.lab.intervals import Interval, holm
from threedown.session.branch import BranchPoint, before_deal
from threedown.session.session import Session

TOLD = 100
"""The number of times that values are told while a game is analysed."""
CERTAIN = 0.05
MOST_FOLLOWED, LEAST_FOLLOWED = 6, 256
"""The number of mistakes, the most expensive ones, of which the report says what they led to; and the least number of
worlds in which they are played on: a smaller number shows that a choice was a mistake, but not why."""
Z = -NormalDist().inv_cdf(CERTAIN / 2)


class WeighedChoice(NamedTuple):
    """A choice, weighed. Sums are over the worlds, int64 of shape (seats,)."""

    turn: int
    asked: AskedChoice
    best: int
    """The place of the choice that is best in the first half of the worlds."""
    cost: Interval
    """Its advantage over the choice made, in the other half."""
    gain: Any
    """The value of the chosen answer to each seat, above the level's answer: in the worlds of the seat that chose, or
    with the true hands."""
    variance: Any
    """The variance of that sum."""
    means: dict[int, float]
    """Place of a choice that was played on -> its value to the seat."""
    around: dict[int, float]
    """Place of a choice -> half the 95 % interval of that value."""
    p: float = 1.0
    """The p-value of a cost of 0, adjusted for all choices of the game (Holm)."""
    led_to: Consequences | None = None
    """The consequences of one of the most expensive mistakes; None for other choices, and in games for points."""

    @property
    def is_mistake(self) -> bool:
        return self.p < CERTAIN and self.cost.low > 0


class Turn(NamedTuple):
    """A turn (0: the deal) with the values of the position after it, and their causes. Sums over the worlds."""

    turn: int
    steps: tuple[CourseStep, ...]
    values: Any
    variance: Any
    """The variance of the sums."""
    luck: Any
    luck_variance: Any
    choices: tuple[WeighedChoice, ...]

    @property
    def gained(self) -> Any:
        """The gains from the turn's choices."""
        return sum((each.gain for each in self.choices), np.zeros_like(self.luck))

    @property
    def gained_variance(self) -> Any:
        return sum((each.variance for each in self.choices), np.zeros(len(self.luck)))


class GameAnalysis(NamedTuple):
    """A game, analysed in ``n`` worlds at every point."""

    worlds: Worlds
    n: int
    eyes: int | None
    """The seat whose knowledge the analysis uses (None: that of all seats together)."""
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

    @property
    def luck_variance(self) -> Any:
        """The variance of the luck by seat: the values between the turns cancel out, and a result has none."""
        weighed = sum((each.variance for each in self.choices), np.zeros_like(self.start_variance))
        return self.start_variance + self.turns[-1].variance + weighed

    def own(self, seat: int) -> Any:
        """Return the gain of a seat from its own choices."""
        return sum((each.gain[seat] for each in self.choices if each.asked.seat == seat), np.int64(0))

    def others(self, seat: int) -> Any:
        """Return the gain of a seat from the others' choices."""
        return sum((each.gain[seat] for each in self.choices if each.asked.seat != seat), np.int64(0))

    def turning_points(self, most: int) -> list[tuple[Turn, int, int]]:
        """Return the turns that changed most for a seat, in order: turn, seat, and the seat's value before it (a sum).

        Only turns that certainly changed something count, among all turns (Bonferroni).
        """
        beyond = -NormalDist().inv_cdf(CERTAIN / 2 / len(self.turns))
        before, variance = self.start, self.start_variance
        turning = []
        for turn in self.turns:
            change = abs(turn.values - before)
            seat = int(change.argmax()) if self.eyes is None else self.eyes
            if change[seat] > beyond * math.sqrt(variance[seat] + turn.variance[seat]):
                turning.append((int(change[seat]), turn, seat, int(before[seat])))
            before, variance = turn.values, turn.variance
        largest = sorted(turning, key=lambda each: -each[0])[:most]
        return sorted((each[1:] for each in largest), key=lambda each: each[0].turn)

    def scaled(self, total: Any) -> float:
        """Return a sum over the worlds as a share of the game, or in the game's points."""
        return float(total) / self.n / (self.worlds.whole or 1)

    def margin(self, variance: float) -> float:
        """Return half the 95 % interval of such a sum, from its variance."""
        return Z * math.sqrt(variance) / self.n / (self.worlds.whole or 1)

    def variance(self, seat: int, own: bool) -> float:
        """Return the variance of :meth:`own` or :meth:`others`."""
        return float(sum(each.variance[seat] for each in self.choices if (each.asked.seat == seat) == own))


OnProgress = Callable[[int, int], None]
"""Called with the number of points done, and of all points."""
OnValues = Callable[[Any, dict[int, Any]], None]
"""Called with the value of the game before the deal, and with that after each turn that is known so far: by seat, as
shares of the game, or in the game's points."""


def analyse(
    steps: Sequence[CourseStep],
    session: Session,
    worlds: Worlds,
    n: int,
    eyes: int | None = None,
    workers: int | None = None,
    on_progress: OnProgress | None = None,
    true_hands: bool = False,
    on_values: OnValues | None = None,
) -> GameAnalysis:
    """Analyse the game of these steps, which ``session`` has reached, in ``n`` worlds at every point.

    With ``eyes`` only that seat's choices are weighed, and only its own knowledge is used. With ``true_hands`` gains
    of choices, and so the luck, are measured with everybody's true hands; costs and means stay those of the seat that
    chose. ``on_values`` is called now and then with the values of the turns so far. The same seed of the
    worlds gives the same result on any number of workers.
    """
    asked = [
        (step.turn, each, _given(step, each) if true_hands else None)
        for step in steps for each in step.asked if eyes in (None, each.seat)
    ]  # fmt: skip
    with ThreadPoolExecutor(workers) as pool:
        expected = pool.submit(worlds.play, *_beginning(worlds, steps), eyes, n)
        values_to_come = {
            step.turn: pool.submit(_value, worlds, step, number, eyes, n) for number, step in _last_steps(steps)
        }
        first = 1 + len(steps)
        weighed = [
            pool.submit(weigh, worlds, turn, each, first + place, n, given)
            for place, (turn, each, given) in enumerate(asked)
        ]
        tell = on_values and partial(_tell_values, worlds, n, expected, values_to_come, on_values)
        _wait([expected, *values_to_come.values(), *weighed], on_progress, tell)
        choices = _adjusted([job.result() for job in weighed])
        followed = _most_expensive(choices)[:MOST_FOLLOWED] if worlds.whole else []
        led_to = pool.map(lambda place: _led_to(worlds, choices[place], first + place, n), followed)
        for place, led in zip(followed, led_to, strict=True):
            choices[place] = choices[place]._replace(led_to=led)
    start = expected.result()
    values = {turn: job.result() for turn, job in values_to_come.items()}
    if session.over:
        result = n * np.array(worlds.worth_of(session.table_state), dtype=np.int64)
        values[steps[-1].turn] = result, np.zeros(len(result))
    at_first = start.sum(axis=0), n * start.var(axis=0)
    return GameAnalysis(worlds, n, eyes, session.over, *at_first, _turns(steps, values, choices, *at_first))


def _last_steps(steps: Sequence[CourseStep]) -> Iterator[tuple[int, CourseStep]]:
    """Iterate over the last step of each turn, with its number among all steps, from 1."""
    for number, (step, following) in enumerate(zip(steps, (*steps[1:], None), strict=True), 1):
        if following is None or following.turn != step.turn:
            yield number, step


def _beginning(worlds: Worlds, steps: Sequence[CourseStep]) -> tuple[BranchPoint, int]:
    """Return the point at which the expected result is computed: before the deal, or a table laid by hand."""
    laid = steps[0].point if worlds.setting.laid is not None else None
    return (before_deal(worlds.setting), 0) if laid is None else (laid, 1)


def _tell_values(
    worlds: Worlds, n: int, start: Future[Any], values: Mapping[int, Future[Any]], on_values: OnValues
) -> None:
    """Call ``on_values`` with the turns before the first one whose value is not known yet."""
    scale = n * (worlds.whole or 1)
    known: dict[int, Any] = {}
    for turn, job in values.items():
        if not job.done() or job.result() is None:
            break
        known[turn] = job.result()[0] / scale
    if start.done() and known:
        on_values(start.result().mean(axis=0) / (worlds.whole or 1), known)


def _wait(jobs: Sequence[Future[Any]], on_progress: OnProgress | None, tell: Callable[[], None] | None = None) -> None:
    """Wait for all futures; cancel those that have not begun if one fails or the caller is interrupted.

    ``tell`` is called after every hundredth of them, or more often if they are few.
    """
    often = max(1, len(jobs) // TOLD)
    try:
        for done, job in enumerate(as_completed(jobs), 1):
            job.result()
            if on_progress is not None:
                on_progress(done, len(jobs))
            if tell is not None and done % often == 0:
                tell()
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


def _given(step: CourseStep, asked: AskedChoice) -> tuple[int, ...]:
    """Return the answers that come before one in a step: those that were given, POLICY where there was no choice."""
    made = {each.before: each.codes[each.made] for each in step.asked}
    return tuple(made.get(place, POLICY) for place in range(asked.before))


def weigh(
    worlds: Worlds, turn: int, asked: AskedChoice, number: int, n: int, given: Sequence[int] | None = None
) -> WeighedChoice:
    """Weigh the choice made at a question, every choice in the same worlds.

    With ``given``, the answers that come before it, its gain is measured with the true hands.
    """
    code, known = asked.codes[asked.made], dict[int, Any]()
    if given is None:
        before = (POLICY,) * asked.before
        of_made, of_level, answers = worlds.play_beside_level(asked.point, number, asked.seat, n, before, code)
        known[code] = of_made
        if answers.min() == answers.max() and answers[0] in asked.codes:
            known[int(answers[0])] = of_level
    else:
        of_made, of_level, _ = worlds.play_beside_level(asked.point, number, None, n, given, code)
    gained, scale = of_made - of_level, worlds.whole or 1
    compared = MenuComparison(worlds, asked, number, n, known)
    cost, values = compared.advantage(compared.best, asked.made), compared.values()
    means = {place: float(each.mean()) / scale for place, each in values.items()}
    around = {place: half_interval(each, worlds.whole) for place, each in values.items()}
    return WeighedChoice(turn, asked, compared.best, cost, gained.sum(axis=0), n * gained.var(axis=0), means, around)


def _adjusted(choices: Sequence[WeighedChoice]) -> list[WeighedChoice]:
    adjusted = holm([each.cost.p for each in choices])
    return [each._replace(p=p) for each, p in zip(choices, adjusted, strict=True)]


def _most_expensive(choices: Sequence[WeighedChoice]) -> list[int]:
    """Return the places of the mistakes, the most expensive first."""
    found = (place for place, each in enumerate(choices) if each.is_mistake)
    return sorted(found, key=lambda place: -choices[place].cost.value)


def _led_to(worlds: Worlds, choice: WeighedChoice, number: int, n: int) -> Consequences:
    return consequences(worlds, choice.asked, choice.best, number, max(n, LEAST_FOLLOWED))


def _turns(
    steps: Sequence[CourseStep], values: Mapping[int, Any], choices: Sequence[WeighedChoice], start: Any, variance: Any
) -> tuple[Turn, ...]:
    """Group the steps by turn. Luck is the change of a turn that no choice explains."""
    turns: list[Turn] = []
    before, variance_before = start, variance
    for number, (after, variance) in values.items():
        made = tuple(each for each in choices if each.turn == number)
        luck = after - before - sum((each.gain for each in made), np.zeros_like(start))
        of_luck = variance_before + variance + sum((each.variance for each in made), np.zeros_like(variance))
        own = tuple(step for step in steps if step.turn == number)
        turns.append(Turn(number, own, after, variance, luck, of_luck, made))
        before, variance_before = after, variance
    return tuple(turns)
