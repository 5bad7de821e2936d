"""The knockout: half of each table goes on, and every table of a round plays the same deals.

At a table of four the winner of a deal gets 3 points, then 2, 1 and 0; players who share a place get the same. Equal
points are split by duplicate comparison: a player's points less the mean of those who had the same cards at the other
tables. Bots fill the free seats of the first round, and never go on.

Nothing here knows of databases or rooms: the functions change a :class:`Tournament` in memory.
"""

import hmac
from collections.abc import Mapping, Sequence
from statistics import mean
from typing import NamedTuple

from threedown.server.model.rounds import KnockoutRound, RoundTable
from threedown.server.model.tournament import OpenTable, Tournament, TournamentPlayer
from threedown.server.tournaments.arena import SeatOutcome, TableOutcome

DEALS = 3
"""Deals that every table plays in a round."""
BETWEEN_DEALS, BETWEEN_ROUNDS = 10_000, 60_000
"""Milliseconds between the end of a deal and the next one, and of a round and the next one."""
WAITS = 86_400_000
"""Milliseconds for which a knockout whose time has come waits for a second player."""


class NewTable(NamedTuple):
    """A deal that begins at a table."""

    players: list[str]
    """By seat; empty for a bot."""
    number: int
    secret: bytes
    """The secret of the deal."""
    after: str | None = None
    """The room of the table's last deal."""


# Cards


def round_secret(seed: str, number: int) -> bytes:
    """Return the secret of a round, 32 bytes: HMAC-SHA-256 of "round ``number``" under the seed (hexadecimal)."""
    return hmac.digest(bytes.fromhex(seed), f"round {number}".encode(), "sha256")


def deal_secret(secret: bytes, deal: int) -> bytes:
    """Return the secret of a deal, numbered from 1, of a round: HMAC-SHA-256 of "deal ``deal``" under its secret."""
    return hmac.digest(secret, f"deal {deal}".encode(), "sha256")


# Standings


def order(tournament: Tournament) -> list[TournamentPlayer]:
    """Return the players: who is still in it, and then those who have gone furthest."""
    return sorted(tournament.entrants, key=lambda one: (*_merit(one), one.name))


def places(tournament: Tournament) -> dict[str, int]:
    """Return each player's place, beginning with 1; players who have gone equally far share one."""
    merits = [_merit(one) for one in tournament.entrants]
    return {one.player: 1 + sum(other < _merit(one) for other in merits) for one in tournament.entrants}


def _merit(one: TournamentPlayer) -> tuple[float, ...]:
    """Return what orders players: those who are in it by all their points, the others by their last round."""
    if not one.out:
        return (float("-inf"), -one.points, -one.wins, 0)
    place, points, difference = one.finish
    return (-one.out, place, -points, -difference)


def table_order(table: RoundTable) -> list[int]:
    """Return the lines of a table, the best first, as they stand; bots are last."""
    differences = table.differences or [0.0] * len(table.players)
    last = table.last or [0] * len(table.players)
    return sorted(
        range(len(table.players)),
        key=lambda line: (
            not table.players[line], -table.points[line], -differences[line], -table.wins[line], last[line], line
        ),
    )  # fmt: skip


def number_of_tables(players: int, size: int) -> int:
    """Return the number of tables of the first round: a power of two, as each round halves it."""
    tables = 1
    while tables * size < players:
        tables *= 2
    return tables


# The course


def begin_or_end(tournament: Tournament, now: int) -> None:
    """Begin a tournament whose time has come once there are two players, or its next round; end it after the final, or
    after a day without a second player."""
    if tournament.phase == "waiting" and now >= tournament.begins:
        if len(tournament.entrants) >= 2:
            tournament.phase = "playing"
            tournament.rounds.append(_first_round(tournament, now))
        elif now >= tournament.begins + WAITS:
            tournament.phase = "over"
    elif tournament.phase == "playing" and tournament.rounds[-1].over:
        if len(tournament.rounds[-1].tables) == 1:
            tournament.phase = "over"
        else:
            tournament.rounds.append(_next_round(tournament, now + BETWEEN_ROUNDS))


def _first_round(tournament: Tournament, now: int) -> KnockoutRound:
    """Return the first round: the draw follows from the seed, and every table gets as many players as the others."""
    seed, size = bytes.fromhex(tournament.seed), len(tournament.plan.chairs)
    drawn = sorted(
        (one.player for one in tournament.entrants), key=lambda player: hmac.digest(seed, player.encode(), "sha256")
    )
    n = number_of_tables(len(drawn), size)
    return _round([drawn[table::n] for table in range(n)], size, now)


def _next_round(tournament: Tournament, begins: int) -> KnockoutRound:
    """Return the round after the last one: the first and the second of a table meet others."""
    before, size = tournament.rounds[-1], len(tournament.plan.chairs)
    n = len(before.tables) // 2
    tables: list[list[str]] = [[] for _ in range(n)]
    for number, table in enumerate(before.tables):
        for place, line in enumerate(table.order[: size // 2]):
            if player := table.players[line]:
                tables[(number + place) % n].append(player)
    return _round(tables, size, begins)


def _round(tables: Sequence[Sequence[str]], size: int, begins: int) -> KnockoutRound:
    full = [[*players, *[""] * (size - len(players))] for players in tables]
    nothing = [0] * size
    return KnockoutRound(
        begins,
        [RoundTable(players, [*nothing], [*nothing], begins, played=0 if any(players) else DEALS) for players in full],
    )


def next_tables(tournament: Tournament, now: int) -> list[NewTable]:
    """Return the deals that begin now, one for each table that is free."""
    if tournament.phase != "playing":
        return []
    number, busy = len(tournament.rounds), {table.number for table in tournament.tables}
    secret = round_secret(tournament.seed, number)
    return [
        NewTable(_seated(table), place, deal_secret(secret, table.played + 1), table.rooms[-1] if table.rooms else None)
        for place, table in enumerate(tournament.rounds[-1].tables, 1)
        if place not in busy and table.played < DEALS and now >= table.free
    ]


def _seated(table: RoundTable) -> list[str]:
    """Return the players of the next deal by seat: each line moves on by a seat."""
    size = len(table.players)
    return [table.players[(seat - table.played) % size] for seat in range(size)]


def seat_at(tournament: Tournament, room: str, new: NewTable, now: int) -> None:
    """Note a deal that begins in a room."""
    tournament.tables.append(OpenTable(room, new.number, new.players, now))
    tournament.rounds[-1].tables[new.number - 1].rooms.append(room)
    for player in new.players:
        if (one := tournament.entrant(player)) is not None:
            one.table = room


def count_results(tournament: Tournament, outcomes: Mapping[str, TableOutcome], now: int) -> None:
    """Count the deals that have ended, and the round if they were its last ones."""
    for open_table in [table for table in tournament.tables if table.room in outcomes]:
        tournament.tables.remove(open_table)
        seats = outcomes[open_table.room].seats
        table = tournament.rounds[-1].tables[open_table.number - 1]
        if seats is not None:
            _score(tournament, table, seats)
        table.played += 1
        table.free = now + BETWEEN_DEALS
        for player in open_table.players:
            if (one := tournament.entrant(player)) is not None:
                one.table = ""
    current = tournament.rounds[-1] if tournament.rounds else None
    if current is not None and not current.over and all(table.played == DEALS for table in current.tables):
        _end_round(tournament)


def _score(tournament: Tournament, table: RoundTable, seats: Sequence[SeatOutcome]) -> None:
    size, ranks = len(seats), [seat.rank for seat in seats]
    table.last = [ranks[(line + table.played) % size] for line in range(size)]
    for line, player in enumerate(table.players):
        seat = seats[(line + table.played) % size]
        is_bot = not player
        points = size - 1 - sum(rank < seat.rank for rank in ranks) if seat.present or is_bot else 0
        has_won = points == size - 1 and ranks.count(seat.rank) == 1
        table.points[line] += points
        table.wins[line] += has_won
        if (one := tournament.entrant(player)) is not None:
            one.points, one.wins, one.games = one.points + points, one.wins + has_won, one.games + 1


def _end_round(tournament: Tournament) -> None:
    """Settle who goes on."""
    number, played = len(tournament.rounds), tournament.rounds[-1]
    played.over = True
    for table in played.tables:
        others = [other for other in played.tables if other is not table]
        lines = range(len(table.players))
        table.differences = [
            table.points[line] - mean(other.points[line] for other in others) if others else 0.0 for line in lines
        ]
    is_final = len(played.tables) == 1
    for table in played.tables:
        table.order = table_order(table)
        for place, line in enumerate(table.order):
            one = tournament.entrant(table.players[line])
            if one is not None and (is_final or place >= len(table.players) // 2):
                one.out, one.finish = number, (place, table.points[line], table.differences[line])
