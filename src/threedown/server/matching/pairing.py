"""The tables of the players who wait for one kind of game.

Two players may meet if their ratings differ by no more than the wider of their windows, and a window widens with the
time waited until it is open to everybody. The player who came first gets a table first, with those nearest in rating;
of two who are equally near, the one who came first. So nobody waits for ever: the player who has waited longest meets
everybody after 40 seconds, and nobody is served before them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from threedown.server.store.places import Place

WINDOWS: tuple[tuple[int, int | None], ...] = ((0, 100), (10_000, 200), (20_000, 300), (40_000, None))
"""Milliseconds waited, and by how many points others may then differ; None: everybody."""
BOTS_AFTER = 20_000
"""Milliseconds after which a table with bots is offered."""

Sizes = Callable[[Place], Sequence[int]]
"""The table sizes that a player accepts."""


class FormingTable(NamedTuple):
    """A table that players would sit at: the one who came first, then the others as they are chosen."""

    seats: int
    players: tuple[Place, ...]

    @property
    def is_full(self) -> bool:
        """True if the game can begin."""
        return len(self.players) == self.seats

    @property
    def votes_needed(self) -> int:
        """Return how many players must agree to bots: more than half of those at the table."""
        return len(self.players) // 2 + 1

    def takes_bots(self, now: int) -> bool:
        """True if bots take the free seats: they have been offered to the first, and more than half agree."""
        offered = now - min(place.came for place in self.players) >= BOTS_AFTER
        return offered and sum(place.bots for place in self.players) >= self.votes_needed


def window(waited: int) -> int | None:
    """Return by how many points others may differ from a player who has waited some milliseconds; None: by any.

    >>> [window(seconds * 1000) for seconds in (0, 9, 10, 20, 39, 40)]
    [100, 100, 200, 300, 300, None]
    """
    return next(points for after, points in reversed(WINDOWS) if waited >= after or after == 0)


def may_meet(one: Place, other: Place, now: int) -> bool:
    """True if two players may sit at one table."""
    widest = window(now - min(one.came, other.came))
    return widest is None or abs(one.rating - other.rating) <= widest


def full_tables(places: Sequence[Place], sizes: Sizes, now: int) -> tuple[list[FormingTable], list[Place]]:
    """Return the tables that can begin, and the players who still wait, in the order in which they came."""
    rest, seated = _in_order(places), set[str]()
    found = []
    for first in list(rest):
        if first.player in seated:
            continue
        for seats in sorted(sizes(first), reverse=True):
            table = _table(first, rest, seats, sizes, now)
            if table.is_full:
                found.append(table)
                seated |= {place.player for place in table.players}
                rest = [place for place in rest if place.player not in seated]
                break
    return found, rest


def forming_tables(places: Sequence[Place], sizes: Sizes, now: int) -> Iterator[FormingTable]:
    """Iterate over the tables at which players wait, each player at one: the table of the first with fewest free
    seats, and so on with those who are left."""
    rest = _in_order(places)
    while rest:
        tables = [_table(rest[0], rest, seats, sizes, now) for seats in sizes(rest[0])]
        table = min(tables, key=lambda found: (found.seats - len(found.players), -len(found.players)))
        yield table
        seated = {place.player for place in table.players}
        rest = [place for place in rest if place.player not in seated]


def joining(sitters: Sequence[Place], waiting: Sequence[Place], seats: int, sizes: Sizes, now: int) -> list[Place]:
    """Return the players who take the free seats of a table for the next game: of those who may meet everybody there,
    the ones who came first."""
    found: list[Place] = []
    for place in _in_order(waiting):
        there = [*sitters, *found]
        if len(there) < seats and seats in sizes(place) and all(may_meet(place, other, now) for other in there):
            found.append(place)
    return found


def _in_order(places: Sequence[Place]) -> list[Place]:
    return sorted(places, key=lambda place: (place.came, place.player))


def _table(first: Place, others: Sequence[Place], seats: int, sizes: Sizes, now: int) -> FormingTable:
    """Return the table of a player for a number of seats, with as many of the others as may meet each other."""
    players = [first]
    able = [place for place in others if place is not first and seats in sizes(place) and may_meet(first, place, now)]
    for place in sorted(able, key=lambda place: (abs(place.rating - first.rating), place.came, place.player)):
        if len(players) == seats:
            break
        if all(may_meet(place, other, now) for other in players):
            players.append(place)
    return FormingTable(seats, tuple(players))
