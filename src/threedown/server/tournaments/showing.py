"""A tournament as everybody sees it, and as one of its players does."""

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
from threedown.server.tournaments import arena
from threedown.server.tournaments.tables import TO_SIT_DOWN, bot_level

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
        len(plan.chairs), tournament.minutes, plan.clock, tournament.phase, max(0, tournament.begins - now),
        max(0, tournament.ends - now), standings(tournament),
        [TableInPlay(table.number, table.room) for table in sorted(tournament.tables, key=lambda one: one.number)],
        [_result(tournament, table, now) for table in reversed(tournament.ended[-RESULTS:])],
    )  # fmt: skip


def listed(tournament: Tournament, now: int) -> TournamentListed:
    """Return a tournament as a list has it."""
    plan = tournament.plan
    return TournamentListed(
        tournament.id, tournament_url(tournament.id), tournament.kind, plan.game, plan.preset, len(plan.chairs),
        tournament.minutes, tournament.phase, max(0, tournament.begins - now), max(0, tournament.ends - now),
        len(tournament.entrants),
    )  # fmt: skip


def standings(tournament: Tournament) -> list[PlayerStanding]:
    """Return the standings, best first."""
    place = arena.places(tournament)
    numbers = {table.room: table.number for table in tournament.tables}
    return [
        PlayerStanding(
            place[one.player], one.player, one.name, one.program, one.points, one.games, one.wins, one.streak,
            "playing" if one.table else "paused" if one.paused else "waiting", numbers.get(one.table),
        )
        for one in arena.order(tournament)
    ]  # fmt: skip


def results(tournament: Tournament) -> list[FinalResult]:
    """Return the results as a file has them, best first."""
    return [
        FinalResult(one.place, one.name, one.program, one.points, one.games, one.wins) for one in standings(tournament)
    ]


def mine(tournament: Tournament, player: str, now: int) -> MyTournament | None:
    """Return a tournament as one of its players sees it; None for others."""
    if (one := tournament.entrant(player)) is None:
        return None
    place = arena.places(tournament)
    return MyTournament(player, place[player], one.paused, _next_table(tournament, one, place, now), one.course)


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
