"""The choices of a question, compared in the same worlds: those that the seat that must choose could imagine.

The first half of the worlds finds the best choice, and the other half measures it; otherwise the choice that was lucky
would look better than it is. Of a long menu fewer and fewer choices are played on (successive halving: Karnin, Koren
and Somekh, ICML 2013), so that most worlds are spent on those that may be the best.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.report import standard_error
from threedown.lab.analysis.course import AskedChoice
from threedown.lab.analysis.worlds import POLICY, Worlds
from threedown.lab.intervals import ONE_LOOK, Interval, difference, student

CONFIDENCE = 0.95


class Halving(NamedTuple):
    """The way to find the best choices of a long menu."""

    tried: int
    """The number of choices to try, evenly spread, besides those that are always tried."""
    kept: tuple[tuple[int, int], ...]
    """Parts of the worlds (8: an eighth of them), each with the number of choices that are played on after it."""


HALVING = Halving(24, ((16, 8), (8, 4)))
"""The halving of an analysis. The choice that was made is always played on."""


class MenuComparison:
    """The choices of a question, played on in ``n`` worlds as far as needed."""

    def __init__(
        self, worlds: Worlds, asked: AskedChoice, number: int, n: int, known: Mapping[int, Any] | None = None,
        halving: Halving = HALVING, keep_worst: bool = False,
    ) -> None:  # fmt: skip
        """``known`` has the values of codes that have been played in all worlds already; they are always tried. With
        ``keep_worst`` the worst choice of each look is played on as well."""
        self._worlds, self._asked, self._number, self._n, self._known = worlds, asked, number, n, known or {}
        self._half, made = n // 2, asked.made
        left = tried(len(asked.codes), halving.tried, {made, *(asked.codes.index(code) for code in self._known)})
        sums, looked = dict.fromkeys(left, 0), 0
        for part, most in halving.kept:
            if len(left) > most:
                upto = max(1, n // part)
                for place in left:
                    sums[place] += int(self._rows(place, looked, upto).sum())
                ranked, looked = sorted(left, key=lambda place: (-sums[place], place)), upto
                left = sorted({*ranked[:most], made, *(ranked[-1:] if keep_worst else ())})
        self._first = {place: self._rows(place, looked, self._half) for place in left}
        sums = {place: sums[place] + int(self._first[place].sum()) for place in left}
        self.best = max(left, key=lambda place: (sums[place], place == made, -place))
        """The place of the choice that is best in the first half of the worlds."""
        self.worst = min(left, key=lambda place: (sums[place], place))
        """The place of the worst of those that were played on."""
        self._second: dict[int, Any] = {}

    def advantage(self, one: int, other: int) -> Interval:
        """Return the mean advantage of one choice over another in the second half of the worlds, world by world."""
        differences = (self._measured(one) - self._measured(other)).tolist()
        if not any(differences):
            return Interval(0.0, 0.0, 0.0)
        squares = sum(each * each for each in differences)
        return difference(len(differences), sum(differences), squares, self._worlds.whole, ONE_LOOK)

    def values(self) -> dict[int, Any]:
        """Return the values of each choice that was played on, in worlds that had no part in that: in the second half
        those of the best and of the choice made, else those after the last look."""
        best, made = self.best, self._asked.made
        values = self._first | {best: self._measured(best)}
        return values | {made: np.concatenate([self._first[made], self._measured(made)])}

    def _measured(self, place: int) -> Any:
        """Return the values of a choice in the second half of the worlds."""
        if place not in self._second:
            self._second[place] = self._rows(place, self._half, self._n)
        return self._second[place]

    def _rows(self, place: int, first: int, last: int) -> Any:
        """Return the values of a choice to its seat, in the worlds from ``first`` to before ``last``."""
        asked, code = self._asked, self._asked.codes[place]
        if code in self._known:
            return self._known[code][first:last, asked.seat]
        then = (*(POLICY,) * asked.before, code)
        rows, _ = self._worlds.play_some(asked.point, self._number, asked.seat, np.arange(first, last), then)
        return rows[:, asked.seat]


def half_interval(values: Any, whole: int) -> float:
    """Return half the 95 % interval of the mean of some values, as a share of the game if ``whole`` is its value.

    It is Student's. For shares two imagined games are added, one won and one lost, so that it does not shrink to zero
    where all games came out equal.
    """
    games = [*values.tolist(), *((0, whole) if whole else ())]
    error = standard_error(len(games), sum(games), sum(each * each for each in games)) or 0.0
    return student(CONFIDENCE, len(games), 0.0, error)[1] / (whole or 1)


def tried(count: int, most: int, always: Collection[int]) -> list[int]:
    """Return the places of the choices to try among ``count``: ``most`` of a longer menu, and some ``always``.

    >>> tried(3, 64, {1}), tried(1000, 64, {7})[:4], len(tried(1000, 64, {7}))
    ([0, 1, 2], [0, 7, 15, 31], 65)
    """
    if count <= most:
        return list(range(count))
    return sorted({*always, *(place * (count - 1) // (most - 1) for place in range(most))})


def plays_of(count: int) -> float:
    """Return the games that are played to compare ``count`` choices, as a multiple of the number of worlds.

    >>> plays_of(2), plays_of(4), plays_of(1000)
    (1.5, 2.5, 4.4375)
    """
    left, looked, plays = min(count, HALVING.tried), 0.0, 0.5
    for part, most in HALVING.kept:
        if left > most:
            plays, left, looked = plays + left * (1 / part - looked), most + 1, 1 / part
    return plays + left * (0.5 - looked)
