"""The arena: players who wait are seated by score, table after table, until the time is up.

A win counts 2, a second place 1, a shared first place 1; from the second win in a row on, a win counts double. Nothing
here knows of databases or rooms: the functions change a :class:`Tournament` in memory.
"""

import random
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from threedown.server.model.tournament import EndedTable, OpenTable, Tournament, TournamentPlayer

WIN, SECOND = 2, 1
"""Points for a win, and for a second place or a shared first one."""
LAST_TABLES = 180_000
"""Milliseconds before the end in which no table begins."""
GATHER = 3_000
"""Milliseconds for which players wait at least, so that there is a choice of opponents."""
BOTS_AFTER = 30_000
"""Milliseconds after which two players or more who wait get bots on the free seats."""
MET_BEFORE = 3
"""Places by which players who have just met count as further apart."""


class SeatOutcome(NamedTuple):
    """The end of a game for one seat."""

    rank: int
    """0 for the best; seats with the same rank share it."""
    present: bool
    """True if a person plays there who came, and for whom no bot played at the end."""


class TableOutcome(NamedTuple):
    """The end of a table; ``seats`` is None if it was stopped before its end."""

    seats: Sequence[SeatOutcome] | None


def order(tournament: Tournament) -> list[TournamentPlayer]:
    """Return the players, the best first."""
    return sorted(tournament.entrants, key=lambda one: (*_merit(one), one.name))


def places(tournament: Tournament) -> dict[str, int]:
    """Return each player's place, beginning with 1; players with the same points, games and wins share one."""
    found: dict[str, int] = {}
    ranked = order(tournament)
    for index, one in enumerate(ranked):
        shared = index > 0 and _merit(ranked[index - 1]) == _merit(one)
        found[one.player] = found[ranked[index - 1].player] if shared else index + 1
    return found


def _merit(one: TournamentPlayer) -> tuple[int, int, int]:
    """Return what orders players: more points, then more wins, then fewer games."""
    return -one.points, -one.wins, one.games


def begin_or_end(tournament: Tournament, now: int) -> None:
    """Begin a tournament whose time has come, and end one whose time is up: its open tables don't count."""
    if tournament.phase == "waiting" and now >= tournament.begins:
        tournament.phase = "playing"
        for one in tournament.entrants:
            one.since = now
    if tournament.phase == "playing" and now >= tournament.ends:
        tournament.phase = "over"
        for one in tournament.entrants:
            one.table = ""
        tournament.tables = []


def count_results(tournament: Tournament, outcomes: Mapping[str, TableOutcome], now: int) -> None:
    """Count the tables that have ended; their players wait for the next one."""
    for table in [table for table in tournament.tables if table.room in outcomes]:
        tournament.tables.remove(table)
        outcome = outcomes[table.room]
        seated = [tournament.entrant(player) for player in table.players]
        if outcome.seats is not None:
            _score(tournament, table, seated, outcome.seats, now)
        for one in seated:
            if one is not None:
                one.table, one.since = "", now


def _score(
    tournament: Tournament,
    table: OpenTable,
    seated: Sequence[TournamentPlayer | None],
    seats: Sequence[SeatOutcome],
    now: int,
) -> None:
    before = [0 if one is None else one.streak for one in seated]
    gained = [0] * len(seated)
    for seat, one in enumerate(seated):
        if one is None:
            continue
        points, has_won = _points(seats, seat) if seats[seat].present else (0, False)
        if has_won and one.streak:
            points *= 2
        one.streak = one.streak + 1 if has_won else 0
        one.wins += has_won
        one.games += 1
        one.points += points
        one.paused = one.paused or not seats[seat].present
        gained[seat] = points
    after = [0 if one is None else one.streak for one in seated]
    tournament.ended.append(EndedTable(table.room, table.number, now, table.players, gained, after, before))
    found = places(tournament)
    for one in seated:
        if one is not None:
            one.course.append((now - tournament.begins, found[one.player]))


def _points(seats: Sequence[SeatOutcome], seat: int) -> tuple[int, bool]:
    """Return the points of a seat before doubling, and True for a win."""
    ranks = [one.rank for one in seats]
    best, mine = min(ranks), seats[seat].rank
    if mine == best:
        return (WIN, True) if ranks.count(best) == 1 else (SECOND, False)
    is_second = len(seats) > 2 and ranks.count(best) == 1 and mine == min(set(ranks) - {best})
    return (SECOND, False) if is_second else (0, False)


def next_tables(tournament: Tournament, now: int, busy: Collection[str], shuffle: random.Random) -> list[list[str]]:
    """Return the tables that begin now: the players of each by seat, empty for a bot.

    Players near each other in the standings meet; those who have just met are seated apart if others wait. Players who
    are ``busy`` at a table of another tournament wait.
    """
    if tournament.phase != "playing" or now >= tournament.ends - LAST_TABLES:
        return []
    size = len(tournament.plan.chairs)
    free = [one for one in tournament.entrants if not (one.table or one.paused or one.player in busy)]
    waiting = sorted(free, key=lambda one: one.since)
    if not waiting:
        return []
    waited = now - waiting[0].since
    tables: list[list[str]] = []
    if len(waiting) >= 2 * size or (len(waiting) >= size and waited >= GATHER):
        fit = len(waiting) // size * size
        seated, waiting = waiting[:fit], waiting[fit:]
        tables += _by_score(seated, places(tournament), size)
    if 2 <= len(waiting) < size and now - waiting[0].since >= BOTS_AFTER:
        tables.append([one.player for one in waiting] + [""] * (size - len(waiting)))
    for table in tables:
        shuffle.shuffle(table)
    return tables


def _by_score(players: Sequence[TournamentPlayer], place: Mapping[str, int], size: int) -> list[list[str]]:
    left = sorted(players, key=lambda one: (place[one.player], one.since))
    tables = []
    while left:
        first = left.pop(0)
        table = [first]
        while len(table) < size:
            near = min(range(len(left)), key=lambda index: index + MET_BEFORE * _met(left[index], table))
            table.append(left.pop(near))
        tables.append([one.player for one in table])
    return tables


def _met(one: TournamentPlayer, table: Sequence[TournamentPlayer]) -> int:
    """Return how many at a table a player has just met."""
    return sum(other.player in one.met for other in table)


def seat_at(tournament: Tournament, room: str, players: Sequence[str], now: int) -> OpenTable:
    """Add a table that begins; its number is the smallest that is free."""
    taken = {table.number for table in tournament.tables}
    number = next(number for number in range(1, len(taken) + 2) if number not in taken)
    table = OpenTable(room, number, list(players), now)
    tournament.tables.append(table)
    for player in players:
        if (one := tournament.entrant(player)) is not None:
            one.table, one.met = room, [other for other in players if other and other != player]
    return table
