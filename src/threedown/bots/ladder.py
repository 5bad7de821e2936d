"""The ladder: bot levels measured against each other, with intervals.

In a pairing one bot of a level sits alone among bots of another. Each deal is played as often as there are seats, and
the bot moves on by a seat each time, so that good cards help both levels alike. If both were equally strong, its share
of the games would be one in so many seats. A game with several winners counts in equal parts for them, a game without a
winner in equal parts for all.

Intervals are those of games won or lost. The points of deals vary less than such games would (or more, if good cards
win at any seat), so the games count for as many independent ones as vary like them (Kish, Survey Sampling (1965): the
design effect).

A pairing is looked at several times, after batches of games that grow, and ends when the 99.9 % interval of the share
(Wilson) clears the even share. At most ten looks, each wrong with one in a thousand: a pairing's verdict is wrong with
less than one in a hundred. The share of the games that were played would flatter the winner, because they ended when it
was ahead; the share and the 95 % interval that are told account for that (:mod:`threedown.bots.stopped`). A pairing
whose next batch would not end within its part of the time is left unclear.
"""

import functools
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.bots.stopped import Estimated, estimated, look
from threedown.bulk.report import share_interval
from threedown.bulk.run import Pack, RowSink, rows_alone, simulate
from threedown.bulk.run_spec import RunSpec
from threedown.bulk.worker_pool import ChunkJob, RunProgress, ThreadPool, WorkerPool
from threedown.games.declare import Game
from threedown.games.levels import LevelError, policy_of
from threedown.games.setting import Setting

FIRST_LOOK = 200
"""Games, or a few more, before the first look at a pairing."""
LOOKS = 10
STOPPING = 0.999
MINUTES = 25
"""About how long a ladder takes if games are slow and levels are close."""
PRIOR_DEALS = 10
"""So many more deals count as if their games were independent: few deals say little of how much they vary."""
CHOICES_SECONDS = 0.5
"""The time for which the choices of each level are measured."""


class LadderError(ValueError):
    """A ladder that can't be measured: one level, one seat, no choices, or a level that the game does not have."""


class Pairing(NamedTuple):
    """The games so far of one bot of ``level`` among bots of ``against``. ``points`` are in parts of a game."""

    level: str
    against: str
    next_to: bool
    """True if the two levels are neighbours on the ladder."""
    seats: int
    games: int
    wins: int
    """Games that the one bot has won, alone or with others."""
    points: int
    looked: tuple[int, ...]
    """The numbers of games at the looks so far."""
    seconds: float
    squares: int = 0
    """The sum of the squares of the points of each deal; 0: its games count as independent ones."""

    @property
    def looks(self) -> int:
        return len(self.looked)

    @property
    def won_share(self) -> float:
        """The share of the games that were played, which flatters a level that was ahead when they ended."""
        return self.points / (self.games * parts(self.seats))

    @property
    def variance_ratio(self) -> float:
        """The variance of the points of deals over that of as many independent games, won or lost."""
        share, deals = self.won_share, self.games // self.seats
        if not self.squares or not 0 < share < 1:
            return 1.0
        apart = (self.squares / deals - (self.points / deals) ** 2) / (self.seats * parts(self.seats) ** 2)
        return (deals * apart / (share * (1 - share)) + PRIOR_DEALS) / (deals + PRIOR_DEALS)

    @property
    def effective_games(self) -> int:
        """The number of independent games, won or lost, that would say as much."""
        return round(self.games / self.variance_ratio)

    @property
    def effective_wins(self) -> float:
        """The number of those games that the one bot would have won; whole, if it is known how much deals vary."""
        won = self.points / parts(self.seats) * self.effective_games / self.games
        return round(won) if self.squares else won

    def estimate(self, confidence: float = 0.95) -> Estimated:
        """Return the share that the one bot would win, with its interval: how the games were ended is accounted for."""
        ratio = self.variance_ratio
        looks = [look(round(games / ratio), 1 / self.seats, STOPPING) for games in self.looked]
        return estimated(looks, self.effective_wins, confidence)

    @property
    def verdict(self) -> str:
        """``beats``, ``loses to``, or ``unclear`` if the games so far do not decide it.

        By Wilson's interval of the independent games that would say as much; parts of a game are rounded away from it.
        """
        low, _ = share_interval(math.floor(self.effective_wins), self.effective_games, STOPPING)
        _, high = share_interval(math.ceil(self.effective_wins), self.effective_games, STOPPING)
        return "beats" if low > 1 / self.seats else "loses to" if high < 1 / self.seats else "unclear"


class Pace(NamedTuple):
    """The time that a level takes for its choices, the rules' own time included; the level plays at every seat."""

    level: str
    choices: int
    seconds: float

    @property
    def microseconds(self) -> float | None:
        return 1e6 * self.seconds / self.choices if self.choices else None


class Ladder(NamedTuple):
    """All pairings of levels (weakest first)."""

    setting: Setting
    levels: tuple[str, ...]
    seed: int
    most: int
    pairings: tuple[Pairing, ...]
    paces: tuple[Pace, ...]

    @property
    def holds(self) -> bool:
        """True if every level beats the one below it."""
        return all(pairing.verdict == "beats" for pairing in self.pairings if pairing.next_to)


def ladder_levels(game: Game, names: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the levels to pair, weakest first: ``names``, or the game's own; raises :class:`LadderError`."""
    known = game.bots.LEVELS
    levels = tuple(names if names is not None else game.bots.LADDER)
    for level in levels:
        try:
            policy_of(game, level)
        except LevelError as error:
            raise LadderError(str(error)) from error
    if len(set(levels)) < 2 or len(set(levels)) < len(levels):
        raise LadderError(f"a ladder of {game.name} needs two different levels or more: it has {', '.join(known)}")
    return levels


def climb(
    setting: Setting,
    levels: Sequence[str],
    seed: int,
    most: int,
    pool: WorkerPool | None = None,
    tell: Callable[[str, RunProgress], None] | None = None,
    compiled: bool | None = None,
    minutes: float = MINUTES,
) -> Ladder:
    """Play every pairing, at most about ``most`` games each; ``tell`` is called after each batch.

    The same seed gives the same games with any ``pool`` (None: all cores here). Each pairing gets an equal part of the
    ``minutes`` that are left when it begins, and always gets its first look.
    """
    began = time.monotonic()
    if setting.seats < 2:
        raise LadderError(f"a ladder needs two seats or more, not {setting.seats}")
    if not setting.asks_seats:
        raise LadderError(
            f"{setting.game.name} asks for no choice under these house rules, so all levels play the same;"
            f" these presets ask: {', '.join(setting.game.asking_presets) or 'none'}"
        )
    levels = tuple(levels)
    anywhere = tuple(sorted(levels))  # One variant, whatever the order of the ladder.
    order = RunSpec(setting, most, seed, levels[:1] * setting.seats, anywhere, duplicated=True)
    compiled = order.worth_compiling if compiled is None else compiled
    pool = pool or ThreadPool()
    pairings: list[Pairing] = []
    all_pairings = math.comb(len(levels), 2)
    for place, against in enumerate(levels):
        for level in levels[place + 1 :]:
            paired = order._replace(pilots=(level, *(against,) * (setting.seats - 1)))
            score = _Score(setting.seats, pool.size(most))
            next_to = level == levels[place + 1]
            pairing = Pairing(level, against, next_to, setting.seats, 0, 0, 0, (), 0.0)
            now = time.monotonic()
            ends = now + (began + 60 * minutes - now) / (all_pairings - len(pairings))
            for games in look_after(setting.seats, most):
                if pairing.games:
                    to_come = (games - pairing.games) * pairing.seconds / pairing.games
                    if time.monotonic() + to_come > ends:
                        break
                batch = paired._replace(n=games - pairing.games, first=pairing.games)
                heard = tell and _named(tell, f"{level} among {against}")
                run = simulate(batch, pool, compiled, folded=False, progress=heard, sink=score)
                pairing = pairing._replace(
                    games=games,
                    wins=score.wins,
                    points=score.points,
                    squares=score.squares,
                    looked=(*pairing.looked, games),
                    seconds=pairing.seconds + run.seconds,
                )
                if pairing.verdict != "unclear":
                    break
            pairings.append(pairing)
    everywhere = [order._replace(pilots=(level,) * setting.seats, duplicated=False) for level in levels]
    jobs = [ChunkJob((each,), rows_alone, compiled) for each in everywhere]
    paces = [Pace(level, *pool.time_choices(job, CHOICES_SECONDS)) for level, job in zip(levels, jobs, strict=True)]
    return Ladder(setting, levels, seed, most, tuple(pairings), tuple(paces))


def look_after(seats: int, most: int) -> list[int]:
    """Return the numbers of games after which to look at a pairing: at most ten, each seat played equally often."""
    first = min(FIRST_LOOK, most)
    growth = max(2.0, (most / first) ** (1 / (LOOKS - 1)))
    looks: list[int] = []
    while not looks or looks[-1] < most:
        games = min(most, math.ceil(first * growth ** len(looks))) if len(looks) < LOOKS - 1 else most
        looks.append(-(-games // seats) * seats)
    return looks


def parts(seats: int) -> int:
    """Return the number of parts in a game, so that any number of winners can share it equally."""
    return math.lcm(*range(1, seats + 1))


def points(winners: Any, seat: int, seats: int) -> Any:
    """Return the value of each game to a seat, in ``parts(seats)`` of a game; ``winners`` have a bit for each winning
    seat."""
    bits = (winners[:, None] >> np.arange(seats)) & 1
    sharing = np.where(winners == 0, seats, bits.sum(axis=1))
    return np.where((winners == 0) | (bits[:, seat] == 1), parts(seats) // sharing, 0)


class Scored(NamedTuple):
    """The wins of the one bot in some games, its points, and the sum of the squares of its points in each deal."""

    wins: int
    points: int
    squares: int


def scored(seats: int, first: int, rows: Any) -> Scored:
    """Return the score of the one bot in whole deals, from their rows."""
    deals = points(rows[:, 2], 0, seats).reshape(-1, seats).sum(axis=1)
    return Scored(int((rows[:, 2] & 1).sum()), int(deals.sum()), int((deals * deals).sum()))


class _Score(RowSink):
    """Adds up the deals of a pairing as they are played."""

    def __init__(self, seats: int, chunk: int = 1) -> None:
        """``chunk``: about so many games come at once."""
        self.wins, self.points, self.squares = 0, 0, 0
        self.chunk = -(-chunk // seats) * seats
        self._seats = seats
        self._lock = threading.Lock()

    @property
    def pack(self) -> Pack:
        return functools.partial(scored, self._seats)

    def save(self, first: int, packed: Scored) -> None:
        with self._lock:
            self.wins += packed.wins
            self.points += packed.points
            self.squares += packed.squares


def _named(tell: Callable[[str, RunProgress], None], name: str) -> Callable[[RunProgress], None]:
    return lambda progress: tell(name, progress)
