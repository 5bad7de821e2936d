"""The consequences of a mistake: each seat's share of the stakes some turns later, beside that after the best choice.

The numbers say why a choice was a mistake, where the chance to win only says how much it cost.
"""

from typing import Any, NamedTuple

import numpy as np

from threedown.lab.analysis.course import AskedChoice
from threedown.lab.analysis.worlds import POLICY, Worlds
from threedown.lab.intervals import student

CERTAIN = 0.95
"""The probability with which all differences that are told are real."""
LEAST = 0.1
"""Smaller changes are not told."""
MOST_TOLD = 2


class Consequences(NamedTuple):
    """Means over the worlds of both choices; arrays of float64, one number for each seat."""

    seat: int
    """The seat that chose."""
    turns: int
    """The number of turns later: as many as lie before the seat's next one if seats take turns."""
    made: Any
    """Each seat's share of the stakes (cards, lives, points) after the choice made."""
    best: Any
    """The same after the best choice."""
    certain: Any
    """True for the seats whose share certainly depends on it."""
    gained: Any
    """The games that each seat won more after the choice made, as a mean share; less, if negative."""
    helped: int | None
    """The seat that won at least half of what the choice gave away; None if it is not certain, or if nobody else could
    have it."""

    @property
    def told(self) -> list[int]:
        """The seats whose share certainly changed by what one can read, the largest change first; at most two, and only
        if the share changed as the chance to win did: another change would explain nothing. Nor would it explain the
        mistake that somebody else lost by it too."""
        more = self.made - self.best
        changes = np.abs(more)
        explains = (self.gained > 0) | (np.arange(len(more)) == self.seat)
        seats = np.flatnonzero(self.certain & explains & (changes >= LEAST) & (more * self.gained > 0)).tolist()
        return sorted(seats, key=lambda seat: -changes[seat])[:MOST_TOLD]


def consequences(worlds: Worlds, asked: AskedChoice, best: int, number: int, n: int) -> Consequences:
    """Play ``n`` worlds on after the choice made and after the ``best`` one (a place), the same worlds for both."""
    seats = worlds.setting.seats
    turns = max(1, seats - 1)
    before = (POLICY,) * asked.before
    (won, made), (best_won, best_shares) = (
        worlds.play_until(asked.point, number, asked.seat, n, (*before, asked.codes[place]), turns)
        for place in (asked.made, best)
    )
    gained = won - best_won
    helped = int(gained.sum(axis=0).argmax())
    is_half = 2 * gained[:, helped].sum() >= -gained[:, asked.seat].sum()
    is_certain = bool(certain(gained)[helped])
    return Consequences(
        asked.seat,
        turns,
        made.mean(axis=0),
        best_shares.mean(axis=0),
        certain(made - best_shares),
        gained.mean(axis=0) / worlds.whole,
        helped if seats > 2 and is_half and is_certain else None,
    )


def certain(differences: Any) -> Any:
    """Return for each column of some differences (worlds, seats) whether its mean certainly is not 0 (Bonferroni)."""
    n, seats = differences.shape
    errors = differences.std(axis=0, ddof=1) / np.sqrt(n)
    around = np.array([student(1 - (1 - CERTAIN) / seats, n, 0.0, float(error))[1] for error in errors])
    return np.abs(differences.mean(axis=0)) > around
