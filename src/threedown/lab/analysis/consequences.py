"""The consequences of a mistake: what each seat has, and how often it has won, some turns later, beside the same after
the best choice.

The numbers say why a choice was a mistake, where the chance to win only says how much it cost.
"""

from typing import Any, NamedTuple

import numpy as np

from threedown.lab.analysis.course import AskedChoice
from threedown.lab.analysis.worlds import POLICY, Worlds
from threedown.lab.intervals import student

CERTAIN = 0.95
"""The probability with which all differences of one kind that are told are real."""
LEAST_SHARE, LEAST_WON, LEAST_HELD = 0.1, 0.03, 0.15
"""Smaller changes of what a seat has, of the games that it has won, and of those in which it holds a place are not
told."""
PART_WON = 1 / 4
"""The games won by then are told only if they differ by this part of what the games won in the end differ by."""
MOST_TOLD = 2
ROUNDS = 3
"""The rounds that are looked at, one after the other, until something can be told."""


class Changed(NamedTuple):
    """What differs after a mistake: means over the worlds, arrays with one element for each seat."""

    made: Any
    """float64, after the choice made."""
    best: Any
    """float64, after the best choice."""
    certain: Any
    """True for the seats for which it certainly depends on the choice."""


class Consequences(NamedTuple):
    """Means over the worlds of both choices."""

    seat: int
    """The seat that chose."""
    turns: int
    """The number of turns later: those that lie before the seat's next one if seats take turns, or a round or two
    more."""
    shares: Changed
    """Each seat's share of the stakes (cards, lives, points) by then."""
    won: Changed
    """The share of the games that each seat has won by then."""
    held: Changed
    """The share of the games in which the seat that chose holds each place of a map by then; arrays with one element
    for each place."""
    gained: Any
    """The games that each seat won in the end more after the choice made, as a mean share; less, if negative."""
    helped: int | None
    """The seat that won at least half of what the choice gave away; None if it is not certain, or if nobody else could
    have it."""

    @property
    def told(self) -> list[int]:
        """The seats whose share certainly changed by what one can read, the largest change first; at most two."""
        return self._explaining(self.shares, LEAST_SHARE)[:MOST_TOLD]

    @property
    def told_won(self) -> list[int]:
        """The seat whose games won by then certainly changed, and most; none if nobody's did."""
        return self._explaining(self.won, np.maximum(LEAST_WON, PART_WON * np.abs(self.gained)))[:1]

    @property
    def told_held(self) -> list[int]:
        """The places that the seat certainly holds more often after the best choice, the largest change first; at most
        two."""
        more = self.held.best - self.held.made
        places = np.flatnonzero(self.held.certain & (more >= LEAST_HELD)).tolist()
        return sorted(places, key=lambda place: -more[place])[:MOST_TOLD]

    @property
    def is_told(self) -> bool:
        """True if anything explains the mistake."""
        return bool(self.told or self.told_won or self.told_held)

    def _explaining(self, changed: Changed, least: Any) -> list[int]:
        """Return the seats whose change explains the mistake: it goes with their chance to win, as another change would
        explain nothing. Nor would it explain the mistake that somebody else lost by it too."""
        more = changed.made - changed.best
        changes = np.abs(more)
        explains = (self.gained > 0) | (np.arange(len(more)) == self.seat)
        seats = np.flatnonzero(changed.certain & explains & (changes >= least) & (more * self.gained > 0)).tolist()
        return sorted(seats, key=lambda seat: -changes[seat])


def consequences(worlds: Worlds, asked: AskedChoice, best: int, number: int, n: int) -> Consequences:
    """Play ``n`` worlds on after the choice made and after the ``best`` one (a place), the same worlds for both.

    Looks at the table before the seat's next turn, and if nothing can be told of it, a round later, and another.
    """
    seats = worlds.setting.seats
    found = [_after(worlds, asked, best, number, n, max(1, seats - 1))]
    while not found[-1].is_told and len(found) < ROUNDS:
        found.append(_after(worlds, asked, best, number, n, found[-1].turns + seats))
    return found[-1] if found[-1].is_told else found[0]


def _after(worlds: Worlds, asked: AskedChoice, best: int, number: int, n: int, turns: int) -> Consequences:
    before = (POLICY,) * asked.before
    (values, later), (best_values, best_later) = (
        worlds.play_until(asked.point, number, asked.seat, n, (*before, asked.codes[place]), turns)
        for place in (asked.made, best)
    )
    won, best_won = values / worlds.whole, best_values / worlds.whole
    by_then, best_by_then = (
        one * (each.lengths <= turns)[:, None] for one, each in ((won, later), (best_won, best_later))
    )
    gained = won - best_won
    helped = int(gained.sum(axis=0).argmax())
    is_half = 2 * gained[:, helped].sum() >= -gained[:, asked.seat].sum()
    is_certain = bool(certain(gained)[helped])
    return Consequences(
        asked.seat,
        turns,
        _changed(later.shares, best_later.shares),
        _changed(by_then, best_by_then),
        _changed(*((each.owners == asked.seat).astype(np.float64) for each in (later, best_later))),
        gained.mean(axis=0),
        helped if worlds.setting.seats > 2 and is_half and is_certain else None,
    )


def _changed(made: Any, best: Any) -> Changed:
    return Changed(made.mean(axis=0), best.mean(axis=0), certain(made - best))


def certain(differences: Any) -> Any:
    """Return for each column of some differences (worlds, seats) whether its mean certainly is not 0 (Bonferroni)."""
    n, columns = differences.shape
    errors = differences.std(axis=0, ddof=1) / np.sqrt(n)
    around = np.array([student(1 - (1 - CERTAIN) / columns, n, 0.0, float(error))[1] for error in errors])
    return np.abs(differences.mean(axis=0)) > around
