"""How many choices a game has, and how many of them matter.

Some games are played step by step by a level, and of each a few choices are drawn at random and weighed as in an
analysis (threedown.lab.analysis): every choice of the menu is played on with in the same worlds that its seat could
imagine. A choice is one where there was more than one. It *matters* if the best of its menu is better than the worst,
for certain (95 %); the level *missed* it if the best is better than what the level chose, for certain. The best and the
worst are found in half of the worlds and held against each other in the rest, so that chance alone makes no choice
matter but one in forty; what matters less than so many worlds can tell is not counted.
"""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from threedown.bulk.report import share_interval
from threedown.games.setting import Setting
from threedown.lab.analysis import Weighed, weigh
from threedown.lab.course import Asked, asked_of
from threedown.lab.intervals import Interval, level, student
from threedown.lab.worlds import Worlds
from threedown.play.asking import bots_answer
from threedown.play.session import Session
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY

A_GAME = 4
"""So many choices of each game are weighed."""
WORLDS = 500
"""In so many worlds."""


class Game(NamedTuple):
    """Of a game: how many choices it had, how many were weighed, and of these how many mattered and were missed."""

    choices: int
    weighed: int
    matter: int
    missed: int


class Choices(NamedTuple):
    """What the games say, with 95 % intervals."""

    games: tuple[Game, ...]
    worlds: int
    level: str
    a_game: Interval
    """Choices a game, of all seats together."""
    matter: Interval
    """The share of them that matter."""
    missed: Interval
    """The share of them in which the level misses the best."""

    @property
    def weighed(self) -> int:
        return sum(game.weighed for game in self.games)


def choices_of(
    setting: Setting, level: str, seed: int, games: int, workers: int | None = None,
    tell: Callable[[int, int], None] | None = None, worlds: int = WORLDS,
) -> Choices:  # fmt: skip
    """Plays ``games`` games of a level that does not imagine (else ValueError), and weighs some of their choices.

    The same seed gives the same result on any number of workers. ``tell`` hears how many games are weighed.
    """
    if has_none(setting):
        return _found([Game(0, 0, 0, 0)] * games, worlds, level)
    played_on = Worlds(setting, level, seed)
    with ThreadPoolExecutor(workers) as pool:
        jobs: list[tuple[int, list[Future[Weighed]]]] = []
        try:
            for game in range(games):
                count, asked = _sampled(setting, level, seed, game)
                first = 1 + game * A_GAME
                jobs.append(
                    (
                        count,
                        [
                            pool.submit(weigh, played_on, 0, each, first + place, worlds)
                            for place, each in enumerate(asked)
                        ],
                    )
                )
                if tell is not None:
                    tell(sum(all(job.done() for job in weighed) for _, weighed in jobs), games)
            return _found([_game(count, [job.result() for job in weighed]) for count, weighed in jobs], worlds, level)
        finally:
            for _, weighed in jobs:
                for job in weighed:
                    job.cancel()


def has_none(setting: Setting) -> bool:
    """Whether nobody at the table is ever asked."""
    return set(setting.game.rules.QUESTIONS.values()) <= set(setting.game.asked_of_world)


def _sampled(setting: Setting, level: str, seed: int, game: int) -> tuple[int, list[Asked]]:
    """Plays a game of a run; returns how many choices it had, and A_GAME of them, any as likely as the others."""
    session, pick = Session(setting, Generator(seed, game)), np.random.default_rng((seed, game))
    names = tuple(map(str, range(setting.seats)))
    drawn: list[Asked] = []
    count = 0
    while not session.over:
        if session.pending is None:
            session.go()
            continue
        seat = session.pending.seat
        code, codes = bots_answer(session, seat, level), session.pending.menus[seat]
        if seat != NOBODY and len(codes) > 1:
            place = int(pick.integers(count + 1)) if count >= A_GAME else count
            if place < A_GAME:
                drawn[place : place + 1] = [asked_of(session, seat, names)._replace(made=codes.index(code))]
            count += 1
        session.choose(session.menu(seat)[codes.index(code)], None if seat == NOBODY else seat)
    return count, drawn


def _game(count: int, weighed: Sequence[Weighed]) -> Game:
    matter = sum(each.stake.low > 0 for each in weighed)
    return Game(count, len(weighed), matter, sum(each.cost.low > 0 for each in weighed))


def _found(games: Sequence[Game], worlds: int, played: str) -> Choices:
    counts = [game.choices for game in games]
    a_game = level(len(games), sum(counts), sum(each * each for each in counts), 0, 1)
    matter, missed = (share_of(games, [getattr(game, what) for game in games]) for what in ("matter", "missed"))
    return Choices(tuple(games), worlds, played, a_game, matter, missed)


def share_of(games: Sequence[Game], found: Sequence[int]) -> Interval:
    """The share of all choices of which so many were found among those weighed.

    A game counts as its choices; the interval is Student's, of a ratio of means (the delta method), game by game. Where
    all choices that were weighed are alike it is Wilson's, of these.

    >>> round(share_of([Game(10, 4, 2, 0), Game(30, 4, 2, 0), Game(20, 4, 0, 0)], [2, 2, 0]).value, 4)
    0.3333
    """
    weighed, n = sum(game.weighed for game in games), len(games)
    if not weighed:
        return Interval(0.0, 0.0, 0.0)
    if sum(found) in (0, weighed) or n < 2:
        return Interval(sum(found) / weighed, *share_interval(sum(found), weighed))
    parts = [game.choices * each / max(1, game.weighed) for game, each in zip(games, found, strict=True)]
    whole = sum(game.choices for game in games)
    share = sum(parts) / whole
    squares = sum((part - share * game.choices) ** 2 for part, game in zip(parts, games, strict=True))
    low, high = student(0.95, n, share, math.sqrt(n / (n - 1) * squares) / whole)
    return Interval(share, max(0.0, low), min(1.0, high))
