"""A tournament as everybody sees it, and as one of its players does."""

from typing import Literal

from threedown.server.model.tournament import (
    EndedTable,
    FinalResult,
    MyTournament,
    NextSeat,
    NextTable,
    PlayerStanding,
    TableInPlay,
    TableResult,
    TableScore,
    Tournament,
    TournamentListed,
    TournamentPlayer,
    TournamentSeen,
)
from threedown.server.tournaments.showing_rounds import rounds_seen
from threedown.server.tournaments.tables import TO_SIT_DOWN, bot_level, rules_of

RESULTS = 8
"""The number of ended tables that are shown."""


def tournament_url(id: str) -> str:
    """Return the path of the page of a tournament."""
    return f"/t/{id}"


def seen(tournament: Tournament, now: int) -> TournamentSeen:
    """Return a tournament as everybody sees it."""
    plan = tournament.plan
    return TournamentSeen(
        tournament.id, tournament_url(tournament.id), tournament.kind, plan.game, plan.preset, plan.options,
        len(plan.chairs), _minutes(tournament), plan.clock, tournament.phase, max(0, tournament.begins - now),
        _left(tournament, now), standings(tournament),
        [TableInPlay(table.number, table.room) for table in sorted(tournament.tables, key=lambda one: one.number)],
        [_result(tournament, table, now) for table in reversed(tournament.ended[-RESULTS:])],
        rounds_seen(tournament, now),
    )  # fmt: skip


def _minutes(tournament: Tournament) -> int:
    """Return the minutes of an arena; a knockout has 0."""
    return tournament.minutes if tournament.kind == "arena" else 0


def _left(tournament: Tournament, now: int) -> int:
    return max(0, tournament.ends - now) if tournament.kind == "arena" else 0


def listed(tournament: Tournament, now: int) -> TournamentListed:
    """Return a tournament as a list has it."""
    plan = tournament.plan
    return TournamentListed(
        tournament.id, tournament_url(tournament.id), tournament.kind, plan.game, plan.preset, len(plan.chairs),
        _minutes(tournament), tournament.phase, max(0, tournament.begins - now), _left(tournament, now),
        len(tournament.entrants),
    )  # fmt: skip


def standings(tournament: Tournament) -> list[PlayerStanding]:
    """Return the standings, best first."""
    rules = rules_of(tournament)
    place = rules.places(tournament)
    numbers = {table.room: table.number for table in tournament.tables}
    return [
        PlayerStanding(
            place[one.player], one.player, one.name, one.program, one.points, one.games, one.wins, one.streak,
            _status(one), numbers.get(one.table),
        )
        for one in rules.order(tournament)
    ]  # fmt: skip


def _status(one: TournamentPlayer) -> Literal["waiting", "playing", "paused", "out"]:
    if one.table:
        return "playing"
    return "out" if one.out else "paused" if one.paused else "waiting"


def results(tournament: Tournament) -> list[FinalResult]:
    """Return the results as a file has them, best first."""
    last = len(tournament.rounds) or None
    rounds = {one.player: one.out or last for one in tournament.entrants}
    return [
        FinalResult(one.place, one.name, one.program, one.points, one.games, one.wins, rounds[one.player])
        for one in standings(tournament)
    ]


def mine(tournament: Tournament, player: str, now: int) -> MyTournament | None:
    """Return a tournament as one of its players sees it; None for others."""
    if (one := tournament.entrant(player)) is None:
        return None
    place = rules_of(tournament).places(tournament)
    table = _next_table(tournament, one, place, now)
    return MyTournament(player, place[player], one.paused, table, one.course, one.out or None)


def _next_table(tournament: Tournament, one: TournamentPlayer, place: dict[str, int], now: int) -> NextTable | None:
    table = next((table for table in tournament.tables if table.room == one.table), None)
    if table is None:
        return None
    seats = []
    for seat, player in enumerate(table.players):
        other = tournament.entrant(player)
        if other is None:
            seats.append(NextSeat(f"Bot {seat}", bot_level(tournament), None, 0, False))
        else:
            seats.append(NextSeat(other.name, None, place[player], other.streak, other is one))
    return NextTable(table.room, table.number, max(0, table.opened + TO_SIT_DOWN - now), seats)


def _result(tournament: Tournament, table: EndedTable, now: int) -> TableResult:
    scores = [
        TableScore(player, points, after, before if after == 0 else 0)
        for player, points, after, before in zip(table.players, table.points, table.streaks, table.before, strict=True)
        if tournament.entrant(player) is not None
    ]
    return TableResult(table.number, table.room, max(0, now - table.at), scores)
