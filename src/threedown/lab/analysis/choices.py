"""The number of choices in a game, and how many of them matter.

A level plays some games step by step; a few choices of each are drawn at random and compared as in an analysis
(threedown.lab.analysis): the game is played on from every choice of the menu, in the same worlds that the seat could
imagine. Only questions with several answers count as choices. A choice *matters* if the best of its menu is better than
the worst, at 95 %; the level *missed* it if the best is better than the level's choice, at 95 %. The best and the worst
are found in half of the worlds and compared in the other half, so that chance alone makes one choice in forty matter;
differences too small for so many worlds are not counted.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import numpy as np

from threedown.bulk.report import share_interval
from threedown.games.setting import Setting
from threedown.lab.analysis.comparison import CONFIDENCE, Halving, MenuComparison
from threedown.lab.analysis.course import AskedChoice, asked_choice
from threedown.lab.analysis.worlds import Worlds
from threedown.lab.intervals import ERROR, ONE_LOOK, Interval, chance_of, difference, error_of, level, quotient, student
from threedown.session.bot_answers import bots_answer
from threedown.session.session import Session
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY

A_GAME = 4
"""The number of choices of each game to weigh."""
WORLDS = 500
"""The number of worlds in which a choice is weighed."""
HALVING = Halving(64, ((8, 8),))
T = TypeVar("T")


class SampledGame(NamedTuple):
    """The numbers of choices in a game: all, those weighed, and among these those that mattered or were missed."""

    choices: int
    weighed: int
    matter: int
    missed: int


class Choices(NamedTuple):
    """The figures of the games, with 95 % intervals."""

    games: tuple[SampledGame, ...]
    worlds: int
    level: str
    a_game: Interval
    """Choices a game, of all seats together."""
    matter: Interval
    """The share of them that matter."""
    missed: Interval
    """The share of them that the level misses."""

    @property
    def weighed(self) -> int:
        return sum(game.weighed for game in self.games)


def choices_of(
    setting: Setting, level: str, seed: int, games: int, workers: int | None = None,
    on_progress: Callable[[int, int], None] | None = None, worlds: int = WORLDS,
) -> Choices:  # fmt: skip
    """Play ``games`` games of a level that does not imagine (else ValueError) and weigh some of their choices.

    The same seed gives the same result on any number of workers. ``on_progress`` gets the number of weighed games.
    """
    if has_no_choices(setting):
        return _figures([SampledGame(0, 0, 0, 0)] * games, worlds, level)
    tables = Worlds(setting, level, seed)
    with ThreadPoolExecutor(workers) as pool:
        jobs: list[tuple[int, list[Future[tuple[bool, bool]]]]] = []
        try:
            for game in range(games):
                count, asked = _sampled(setting, level, seed, game)
                first = 1 + game * A_GAME
                jobs.append(
                    (
                        count,
                        [
                            pool.submit(_weighed, tables, each, first + place, worlds)
                            for place, each in enumerate(asked)
                        ],
                    )
                )
                if on_progress is not None:
                    on_progress(sum(all(job.done() for job in weighed) for _, weighed in jobs), games)
            return _figures([_game(count, [job.result() for job in weighed]) for count, weighed in jobs], worlds, level)
        finally:
            for _, weighed in jobs:
                for job in weighed:
                    job.cancel()


def has_no_choices(setting: Setting) -> bool:
    """True if these house rules never ask a seat."""
    return not setting.asks_seats


def _sampled(setting: Setting, level: str, seed: int, game: int) -> tuple[int, list[AskedChoice]]:
    """Play a game of a run; return the number of its choices and A_GAME of them, all equally likely."""

    def asked(session: Session, seat: int, code: int) -> AskedChoice:
        assert session.pending is not None
        return asked_choice(session, seat, session.menu(seat)[session.pending.menus[seat].index(code)])

    return sampled_choices(Session(setting, Generator(seed, game)), level, (seed, game), A_GAME, asked)


def sampled_choices(
    session: Session, level: str, seed: tuple[int, int], most: int, noted: Callable[[Session, int, int], T]
) -> tuple[int, list[T]]:
    """Play a session to its end; return the number of its choices and ``most`` of them, all equally likely.

    Each is what ``noted`` makes of the session at its question, the seat and the code of the answer.
    """
    pick = np.random.default_rng(seed)
    sampled: list[T] = []
    count = 0
    while not session.over:
        if session.pending is None:
            session.go()
            continue
        seat = session.pending.seat
        code, codes = bots_answer(session, seat, level), session.pending.menus[seat]
        if seat != NOBODY and len(codes) > 1:
            place = int(pick.integers(count + 1)) if count >= most else count
            if place < most:
                sampled[place : place + 1] = [noted(session, seat, code)]
            count += 1
        session.choose(session.menu(seat)[codes.index(code)], None if seat == NOBODY else seat)
    return count, sampled


def _weighed(tables: Worlds, asked: AskedChoice, number: int, worlds: int) -> tuple[bool, bool]:
    """Return True if a choice matters, and True if it was missed."""
    compared = MenuComparison(tables, asked, number, worlds, halving=HALVING, keep_worst=True)
    best = compared.best
    return compared.advantage(best, compared.worst).low > 0, compared.advantage(best, asked.made).low > 0


def _game(count: int, weighed: Sequence[tuple[bool, bool]]) -> SampledGame:
    return SampledGame(
        count, len(weighed), sum(matters for matters, _ in weighed), sum(missed for _, missed in weighed)
    )


def _figures(games: Sequence[SampledGame], worlds: int, played: str) -> Choices:
    counts = [game.choices for game in games]
    a_game = level(len(games), sum(counts), sum(each * each for each in counts), 0, ERROR)
    matter, missed = (share_of(games, [getattr(game, what) for game in games]) for what in ("matter", "missed"))
    return Choices(tuple(games), worlds, played, a_game, matter, missed)


def share_of(games: Sequence[SampledGame], counts: Sequence[int]) -> Interval:
    """Return the share of all choices, from the number in each game's sample.

    A game counts as its choices; the interval is Student's, of a ratio of means (the delta method), game by game. If
    all sampled choices are equal it is Wilson's, over them.

    >>> games = [SampledGame(10, 4, 2, 0), SampledGame(30, 4, 2, 0), SampledGame(20, 4, 0, 0)]
    >>> round(share_of(games, [2, 2, 0]).value, 4)
    0.3333
    """
    weighed, n = sum(game.weighed for game in games), len(games)
    if not weighed:
        return Interval(0.0, 0.0, 0.0)
    if sum(counts) in (0, weighed) or n < 2:
        return Interval(sum(counts) / weighed, *share_interval(sum(counts), weighed))
    share, influence = _influence(games, counts)
    low, high = student(CONFIDENCE, n, share, error_of(influence))
    return Interval(share, max(0.0, low), min(1.0, high))


def compare_choices(base: Choices, other: Choices) -> dict[str, Interval]:
    """Compare the choices of a variant with the base's, game by game of the same deals, with 95 % intervals: by measure
    (a_game and, if both have choices, matter and missed).

    For shares two imagined games are added, one that differs each way, so that no interval shrinks to zero. The
    p-values are not yet adjusted for multiple comparisons.
    """
    pairs = list(zip(base.games, other.games, strict=True))
    differences = [after.choices - before.choices for before, after in pairs]
    comparisons = {
        "a_game": difference(len(differences), sum(differences), sum(each * each for each in differences), 0, ONE_LOOK)
    }
    if base.weighed and other.weighed:
        for what in ("matter", "missed"):
            value = getattr(other, what).value - getattr(base, what).value
            comparisons[what] = _share_difference(
                value, *_with_imagined_games(base, what), *_with_imagined_games(other, what, first=1)
            )
    return comparisons


def _with_imagined_games(choices: Choices, what: str, first: int = 0) -> tuple[list[SampledGame], list[int]]:
    """Return the games and two imagined ones, in one of which the weighed choice counts."""
    choices_a_game = round(choices.a_game.value) or 1
    counts = [getattr(game, what) for game in choices.games]
    return [*choices.games, *(SampledGame(choices_a_game, 1, 0, 0),) * 2], [*counts, first, 1 - first]


def _share_difference(
    value: float,
    games: Sequence[SampledGame],
    counts: Sequence[int],
    others: Sequence[SampledGame],
    other_counts: Sequence[int],
) -> Interval:
    one, influence = _influence(games, counts)
    other, other_influence = _influence(others, other_counts)
    n, error = len(games), error_of(other_influence - influence)
    low, high = student(CONFIDENCE, n, other - one, error)
    return Interval(value, low, high, chance_of(n, other - one, error, ONE_LOOK) if error else 1.0)


def _influence(games: Sequence[SampledGame], counts: Sequence[int]) -> tuple[float, Any]:
    """Return the share of all choices, and the influence of each game on it (float64)."""
    choices = np.array([game.choices for game in games], dtype=np.float64)
    return quotient(choices * np.array(counts) / np.array([max(1, game.weighed) for game in games]), choices)
