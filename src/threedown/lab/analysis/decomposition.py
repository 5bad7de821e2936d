"""All chance against all choices: the parts of a game's result that its chance and its choices decide.

At every question, one of several levels answers, each equally likely (the *mixed* level). Then the value of a position
to a seat, V, is a martingale: each event, of chance or of choice, moves it up as much as down on average. So the
variance of the result is the sum of the mean squares of all these moves, without a rest (Doob), and each move belongs
to chance or to a choice: Cloud and Laber, *Variance decompositions for extensive-form games* (IEEE CoG 2021). Here V is
the value to those who know what all seats together know. They see each hand, but not the order of a stock, so its
cards are chance when they are drawn, whenever they were shuffled.

In each of many games, some choices are drawn at random. A choice's move is measured in ``n`` pairs of worlds with the
same chance, one after the answer given and one after any answer of the mixed level. With D their differences,
((Σ D)² - Σ D²) / (n (n - 1)) is the square of the move, without bias. The deal's move is measured in the same way
against fresh games, which also give the variance of the result. Chance has the rest. Squares and variances are added up
over the seats. Each share is a quotient of means over the games, with Student's interval (the delta method).
"""

import functools
import types
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import msgspec
import numpy as np

from threedown.games.levels import LevelError, policy_of
from threedown.games.setting import Setting
from threedown.lab.analysis.choices import sampled_choices
from threedown.lab.analysis.comparison import CONFIDENCE
from threedown.lab.analysis.worlds import Worlds
from threedown.lab.intervals import Interval, error_of, quotient, student
from threedown.session.branch import BranchPoint, before_deal, point_of
from threedown.session.session import Session
from threedown.table.chance import Generator, mixed
from threedown.table.layout import Table

MIXED = "mixed"
"""The name of the level that is one of several at each question."""
WORLDS = 64
"""The number of pairs of worlds in which a move is measured: few, because choices differ more than worlds do."""
A_GAME = 40
"""The most choices of a game to measure."""
COIN = 0x2545F491
"""Keeps the draw of a level apart from the draws of the level itself."""


class ResultShares(NamedTuple):
    """The shares of the variance of the result, with 95 % intervals. ``chance`` and ``choices`` add up to 1."""

    games: int
    measured: int
    """Choices, in all games."""
    worlds: int
    levels: tuple[str, ...]
    chance: Interval
    deal: Interval
    """The part of chance that the first deal has."""
    choices: Interval


class MadeChoice(NamedTuple):
    """A choice of a game: where it was made, and the answers there, its own last."""

    point: BranchPoint
    answers: tuple[int, ...]
    """Those of seats that were asked at the same time, and come first, and the choice."""


class GameSquares(NamedTuple):
    """The squares of the moves of one game, and the variance of its result, added up over the seats."""

    measured: int
    deal: float
    choices: float
    variance: float


# The mixed level


def policy(t: Table, seat: int, question: int) -> int:
    """A placeholder, like ``others`` and ``NUMBER``, for a level's policy."""
    return 0


others = policy
NUMBER = 1


def _one_in_so_many(t: Table, seat: int, question: int) -> int:
    if mixed(int(t.s.pilot[0]) ^ mixed(int(t.s.pilot[1]) + COIN + NUMBER)) % NUMBER == 0:
        return policy(t, seat, question)
    return others(t, seat, question)


def with_mixed_level(setting: Setting, levels: Sequence[str]) -> Setting:
    """Return the same setting with a level that answers each question as one of ``levels``, all equally likely.

    Raises LevelError for a level that imagines.
    """
    own: Any = setting.game.bots
    answers: Any = None
    for number, level in enumerate(levels, 1):
        if setting.imagined_level(level) is not None:
            raise LevelError(f"{level} imagines itself, or comes from outside: choose one of the game's other levels")
        names = {"policy": policy_of(setting.game, level), "others": answers or policy_of(setting.game, level)}
        names |= {"mixed": mixed, "COIN": COIN, "NUMBER": number}
        answers = types.FunctionType(_one_in_so_many.__code__, names, MIXED)
    bots = types.SimpleNamespace(
        LEVELS=own.LEVELS | {MIXED: answers}, WORLD=own.WORLD, IMAGINES=own.IMAGINES, PLANS=own.PLANS, LADDER=own.LADDER
    )
    return msgspec.structs.replace(
        setting,
        game=setting.game._replace(bots=bots),
        made_of=(functools.partial(with_mixed_level, levels=tuple(levels)), setting),
    )


def usual_levels(setting: Setting) -> tuple[str, ...]:
    """Return the best level of the ladder that does not search, and the weakest one."""
    able = [level for level in setting.game.bots.LADDER if setting.imagined_level(level) is None]
    return tuple(dict.fromkeys((able[-1], able[0])))


# The measurement


def shares_of(
    setting: Setting, levels: Sequence[str], seed: int, games: int, workers: int | None = None,
    on_progress: Callable[[int, int], None] | None = None, worlds: int = WORLDS,
) -> ResultShares:  # fmt: skip
    """Measure the shares of chance and of choices in ``games`` games of the mixed level of ``levels``.

    The same seed gives the same result on any number of workers. ``on_progress`` gets the number of games measured.
    Raises LevelError for a level that imagines.
    """
    mixed_setting = with_mixed_level(setting, levels)
    tables = Worlds(mixed_setting, MIXED, seed)
    with ThreadPoolExecutor(workers) as pool:
        jobs: list[Future[GameSquares]] = []
        try:
            jobs += (pool.submit(_squares, tables, seed, game, worlds) for game in range(games))
            found = []
            for job in jobs:
                found.append(job.result())
                if on_progress is not None:
                    on_progress(len(found), games)
        finally:
            for job in jobs:
                job.cancel()
    return _shares(found, worlds, tuple(levels))


def _squares(worlds: Worlds, seed: int, game: int, n: int) -> GameSquares:
    """Play a game and measure its deal and some of its choices."""
    session, first = Session(worlds.setting, Generator(seed, game)), game * (A_GAME + 2)
    fresh = worlds.play(before_deal(worlds.setting), first, None, n)
    if session.over:
        dealt = np.array(worlds.worth_of(session.table_state))
    else:
        dealt = worlds.play(point_of(session), first + 1, None, n)
    count, made = sampled_choices(session, MIXED, (seed, game), A_GAME, _noted)
    squares = 0.0
    for number, each in enumerate(made, first + 2):
        *before, code = each.answers
        given, any_answer, _ = worlds.play_beside_level(each.point, number, None, n, before, code)
        squares += square_of_mean(given - any_answer)
    squares *= count / max(1, len(made))
    return GameSquares(len(made), square_of_mean(dealt - fresh), squares, float(fresh.var(axis=0, ddof=1).sum()))


def square_of_mean(rows: Any) -> float:
    """Return an unbiased estimate of the square of the mean of independent rows, added up over the columns.

    >>> square_of_mean(np.array([[3.0], [5.0]])), square_of_mean(np.array([[1.0], [-1.0]]))
    (15.0, -1.0)
    """
    n = len(rows)
    total = rows.sum(axis=0).astype(np.float64)
    return float(((total**2 - (rows.astype(np.float64) ** 2).sum(axis=0)) / (n * (n - 1))).sum())


def _noted(session: Session, seat: int, code: int) -> MadeChoice:
    before = [session.unseen[other] for other in sorted(session.unseen) if other < seat]
    return MadeChoice(point_of(session), (*before, code))


def _shares(found: Sequence[GameSquares], worlds: int, levels: tuple[str, ...]) -> ResultShares:
    variance = np.array([each.variance for each in found])

    def share(squares: Sequence[float]) -> Interval:
        if not variance.any():  # all games came out equal
            return Interval(0.0, 0.0, 1.0 if any(squares) else 0.0)
        value, influence = quotient(np.array(squares), variance)
        low, high = student(CONFIDENCE, len(found), value, error_of(influence))
        return Interval(*(min(1.0, max(0.0, each)) for each in (value, low, high)))

    choices = share([each.choices for each in found])
    chance = Interval(1 - choices.value, 1 - choices.high, 1 - choices.low)
    measured = sum(each.measured for each in found)
    return ResultShares(len(found), measured, worlds, levels, chance, share([each.deal for each in found]), choices)
