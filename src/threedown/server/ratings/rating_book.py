"""The ratings of one game, computed from the results of its rated tables in their order.

Beside the rating itself the book keeps 200 copies of it. Each copy counts every game as often as it happens to occur
when as many games are drawn from all with replacement (Poisson's approximation). The spread of the copies is what the
rating owes to the games that happened to be played. Besides, the book keeps how much of the rating still depends on the
strength that new players are given, whose spread is known. Both together make the uncertainty.
"""

import hashlib
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.server.ratings.plackett_luce import MU, SIGMA, TAU, by_rank, by_share, scale, updated

COPIES = 200
CENTRE, UNIT = 1500, 20
"""A new player's rating, and the rating points of one unit of strength."""
Z = 1.96
PROVISIONAL_ABOVE = 100
"""Half of the 95 % interval above which a rating is provisional."""


class Entrant(NamedTuple):
    """A seat of a rated table: a person, or a level of the game's bots. Both are None for a person who was deleted."""

    player: str | None
    level: str | None

    @property
    def is_known(self) -> bool:
        return self.player is not None or self.level is not None


class RatedTable(NamedTuple):
    """The result of a rated table."""

    room: str
    ended: int
    """Milliseconds since 1970."""
    entrants: tuple[Entrant, ...]
    places: tuple[int, ...]
    shares: tuple[float, ...] | None = None
    """Each seat's share of the game without the luck that was measured; None before it is measured."""


class Rating(NamedTuple):
    """A rating after a number of games, with half of its 95 % interval."""

    value: float
    around: float
    games: int
    when: int
    """When the last of the games ended, in milliseconds since 1970."""

    @property
    def is_provisional(self) -> bool:
        return self.around > PROVISIONAL_ABOVE


class _Strength:
    """The strength of an entrant: first the one that counts, then the copies."""

    def __init__(self, is_fixed: bool) -> None:
        self.mu = np.full(COPIES + 1, MU)
        self.variance = np.full(COPIES + 1, 0.0 if is_fixed else SIGMA**2)
        self.course: list[Rating] = []
        # The part of the rating that depends on the strength of a new player.
        self._of_new = 0.0 if is_fixed else 1.0

    def note(self, mu: Any, variance: Any, left: float, ended: int) -> None:
        """Take the strength after a game, which leaves a share of its dependence on the strength before."""
        self.mu, self.variance = mu, variance
        self._of_new *= max(0.0, float(left))
        around = Z * UNIT * math.sqrt(float(mu[1:].var(ddof=1)) + (self._of_new * SIGMA) ** 2)
        self.course.append(Rating(CENTRE + UNIT * (float(mu[0]) - MU), around, len(self.course) + 1, ended))


class RatingBook:
    """The ratings of a game. The bots of the level ``anchor`` have the rating of a new player for ever."""

    def __init__(self, anchor: str, adjusted: bool = False) -> None:
        self._anchor, self._adjusted = anchor, adjusted
        self._strengths: dict[Entrant, _Strength] = {}

    def add(self, table: RatedTable) -> None:
        """Rate the entrants of a table by its result; with ``adjusted``, by the shares that were measured of it."""
        strengths = [self._strength(entrant) for entrant in table.entrants]
        mu = np.stack([strength.mu for strength in strengths], axis=1)
        variance = np.stack([strength.variance for strength in strengths], axis=1)
        variance = variance + [TAU**2 if entrant.player else 0.0 for entrant in table.entrants]
        weight = np.concatenate([[1], _drawn(table.room).poisson(1.0, COPIES)])[:, None]
        if self._adjusted:
            said = by_share(mu, variance, table.shares or shares_of(table.places))
        else:
            said = by_rank(mu, variance, table.places)
        left = 1 - said[1][0] * variance[0] / scale(variance)[0] ** 2
        mu, variance = updated(mu, variance, weight, *said)
        for entrant in dict.fromkeys(table.entrants):
            strength, seats = strengths[table.entrants.index(entrant)], _seats_of(entrant, table)
            if entrant.is_known:
                strength.note(
                    mu[:, seats].mean(axis=1), variance[:, seats].mean(axis=1), left[seats].mean(), table.ended
                )

    def rating_of(self, entrant: Entrant) -> Rating | None:
        """Return the rating of an entrant; None before their first game, unless it is the anchor."""
        course = self.course_of(entrant)
        if not course and self._is_anchor(entrant):
            return Rating(CENTRE, 0.0, 0, 0)
        return course[-1] if course else None

    def course_of(self, entrant: Entrant) -> list[Rating]:
        """Return the ratings of an entrant after each of their games."""
        found = self._strengths.get(entrant)
        return [] if found is None else found.course

    def entrants(self) -> list[Entrant]:
        """Return everybody who is rated."""
        return [entrant for entrant, strength in self._strengths.items() if strength.course]

    def _strength(self, entrant: Entrant) -> _Strength:
        if not entrant.is_known:
            return _Strength(False)
        if entrant not in self._strengths:
            self._strengths[entrant] = _Strength(self._is_anchor(entrant))
        return self._strengths[entrant]

    def _is_anchor(self, entrant: Entrant) -> bool:
        return entrant.player is None and entrant.level == self._anchor


def shares_of(places: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's share of a game: 1 for the winner, or equal parts for those who share the first place.

    >>> shares_of((2, 1, 1))
    (0.0, 0.5, 0.5)
    """
    first = places.count(1)
    return tuple(1 / first if place == 1 else 0.0 for place in places)


def _seats_of(entrant: Entrant, table: RatedTable) -> list[int]:
    """Return the seats of an entrant: bots of one level may sit on several, and their updates are averaged."""
    return [seat for seat, other in enumerate(table.entrants) if other == entrant]


def _drawn(room: str) -> np.random.Generator:
    """Return a generator that depends on a room alone: the same results give the same ratings, wherever they run."""
    return np.random.default_rng(int.from_bytes(hashlib.sha256(room.encode()).digest()[:8]))
