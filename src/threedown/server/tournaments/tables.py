"""The tables of a tournament: ordinary rooms without a host, which begin by themselves."""

from collections.abc import Sequence
from types import ModuleType

from msgspec.structs import replace

from threedown.games import find_game
from threedown.server.model.errors import Invalid
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.tournament import NewTournament, Tournament
from threedown.server.model.wire import ChoiceClock, Guest, NewRoom, State
from threedown.server.rooms.lobby import bot_chair, setting_of
from threedown.server.rooms.room_request import plan_of_request
from threedown.server.tournaments import arena, knockout
from threedown.server.tournaments.arena import SeatOutcome, TableOutcome

TO_SIT_DOWN = 20_000
"""Milliseconds for players to come to their table; then bots play for those who have not come."""
SEALED_FOR = 7 * 86_400_000
"""Milliseconds for which the cards of a knockout stay sealed if its round never ends; otherwise until its end."""
CLOCK = ChoiceClock(30_000)
"""The clock of a table if the request has none."""
PACE = 1_500
"""Milliseconds until the next turn begins by itself where no player has a choice."""
LEVEL = "keen"
"""The level of the bots on free seats, in games that have it."""
KNOCKOUT_SEATS = (4, 2, 6)
"""The seats of a knockout's tables, the usual number first."""


def rules_of(tournament: Tournament) -> ModuleType:
    """Return the rules of a tournament's kind."""
    return arena if tournament.kind == "arena" else knockout


def empty_table(guest: Guest, request: NewTournament) -> RoomPlan:
    """Return the plan of a tournament's tables, without players. Raises Invalid for rules that do not exist."""
    is_knockout = request.kind == "knockout"
    seats = _knockout_seats(request) if is_knockout else request.seats
    wish = NewRoom(
        game=request.game, preset=request.preset, options=request.options, seats=seats,
        clock=request.clock or CLOCK, pace=PACE, watch="nobody" if is_knockout else "anybody",
    )  # fmt: skip
    if request.clock is not None and request.clock.is_slow:
        raise Invalid("A tournament can't be played with days a move.")
    return replace(plan_of_request(guest, wish), host="", hints=False, locked=True, begins=True)


def _knockout_seats(request: NewTournament) -> int:
    """Return the seats of a knockout's tables: an even number, as half of each table goes on."""
    allowed = find_game(request.game).seats
    sizes = [size for size in KNOCKOUT_SEATS if allowed.fewest <= size <= allowed.most]
    if request.seats is None:
        return sizes[0]
    if request.seats not in sizes:
        raise Invalid("Half of each table goes on in a knockout.", [str(size) for size in sorted(sizes)])
    return request.seats


def table_plan(tournament: Tournament, players: Sequence[str], now: int, commitment: str) -> RoomPlan:
    """Return the plan of a room for a table; an empty player is a bot."""
    chairs = []
    for seat, player in enumerate(players):
        entrant = tournament.entrant(player)
        if entrant is None:
            chairs.append(bot_chair(setting_of(tournament.plan), seat, bot_level(tournament)))
        else:
            chairs.append(Chair(player=player, name=entrant.name))
    return replace(
        tournament.plan, chairs=chairs, tournament=tournament.id, begins_by=now + TO_SIT_DOWN, commitment=commitment,
        sealed_until=now + SEALED_FOR if tournament.kind == "knockout" else None,
    )  # fmt: skip


def bot_level(tournament: Tournament) -> str:
    """Return the level of the bots on free seats."""
    bots = find_game(tournament.plan.game)
    return LEVEL if LEVEL in bots.bots.LEVELS else bots.first_level[0]


def outcome_of(state: State, plan: RoomPlan | None) -> TableOutcome:
    """Return the end of a table from its room, which is over or has stopped; None: it has been deleted."""
    if plan is not None and not any(chair.arrived for chair in plan.chairs):
        return TableOutcome([SeatOutcome(0, False)] * len(plan.chairs))  # no player has come: none is called again
    if state != "over" or plan is None:
        return TableOutcome(None)
    ranks = {seat: rank for rank, group in enumerate(plan.ranking) for seat in group}
    chairs = enumerate(plan.chairs)
    return TableOutcome([SeatOutcome(ranks[seat], bool(chair.player) and not chair.away) for seat, chair in chairs])
