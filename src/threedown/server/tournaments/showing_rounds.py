"""The rounds of a knockout as everybody sees them."""

from threedown.server.model.rounds import KnockoutRound, RoundSeat, RoundSeen, RoundTable, RoundTableSeen
from threedown.server.model.tournament import Tournament
from threedown.server.tournaments import knockout
from threedown.server.tournaments.knockout import DEALS, round_secret
from threedown.server.tournaments.tables import bot_level
from threedown.session.fairness import commitment


def rounds_seen(tournament: Tournament, now: int) -> list[RoundSeen]:
    """Return all rounds up to the final, those to come without tables; none for an arena."""
    if tournament.kind != "knockout":
        return []
    size = len(tournament.plan.chairs)
    rounds = tournament.rounds
    tables = len(rounds[0].tables) if rounds else knockout.number_of_tables(len(tournament.entrants), size)
    found: list[RoundSeen] = []
    while tables:
        number = len(found) + 1
        played = rounds[number - 1] if number <= len(rounds) else None
        found.append(_round(tournament, number, played, tables * size, now))
        tables //= 2
    return found


def _round(tournament: Tournament, number: int, played: KnockoutRound | None, seats: int, now: int) -> RoundSeen:
    secret, is_final = round_secret(tournament.seed, number), seats == len(tournament.plan.chairs)
    is_over = played is not None and played.over
    starts = 0 if played is None else max(0, played.begins - now)
    if played is None and number == 1:
        starts = max(0, tournament.begins - now)
    return RoundSeen(
        number, "over" if is_over else "coming" if played is None or starts else "playing", starts, DEALS, seats,
        commitment(secret), secret.hex() if is_over else None,
        [_table(tournament, place, table, is_over, is_final) for place, table in enumerate(played.tables, 1)]
        if played else [],
    )  # fmt: skip


def _table(tournament: Tournament, number: int, table: RoundTable, is_over: bool, is_final: bool) -> RoundTableSeen:
    going_on = 1 if is_final else len(table.players) // 2
    compares = is_over and not is_final
    seats = []
    for place, line in enumerate(table.order or knockout.table_order(table)):
        one = tournament.entrant(table.players[line])
        seats.append(
            RoundSeat(
                place + 1, "" if one is None else one.player, f"Bot {line}" if one is None else one.name,
                bot_level(tournament) if one is None else None, one is not None and one.program, table.points[line],
                round(table.differences[line], 2) if compares else None, one is not None and place < going_on,
            )
        )  # fmt: skip
    return RoundTableSeen(number, min(table.played + 1, DEALS), list(table.rooms) if is_over else [], seats)
