"""One step of a tournament: results are counted, and tables begin, in one transaction."""

import random
from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from threedown.server.model.plan import ENDED
from threedown.server.model.tournament import Tournament
from threedown.server.rooms.opening import new_room_name
from threedown.server.store import leases, queries
from threedown.server.store.tournaments import plan_of, states_of, store_tournament, tournament_of
from threedown.server.tournaments import arena, knockout
from threedown.server.tournaments.knockout import NewTable
from threedown.server.tournaments.tables import TO_SIT_DOWN, outcome_of, rules_of, table_plan
from threedown.session.fairness import commitment, new_secret

LATE = 3_000
"""Milliseconds after the time to sit down in which a table should have begun."""
_random = random.SystemRandom()


class StepDone(NamedTuple):
    """The changes that a step has made."""

    opened: dict[str, str | None]
    """The rooms that were opened, each with the room of the same table's last deal: its players go on from there."""
    late: list[str]
    """Rooms that should have begun by now, and are in no worker's memory."""
    seated: set[str]
    """The players at a table now."""


def step(connection: Any, id: str, now: int, busy: Collection[str], worker: str | None, is_full: bool) -> StepDone:
    """Take a step of a tournament at the time ``now``, and return what it has done.

    ``busy`` are players at tables of other tournaments; ``worker`` holds the new rooms (None: there is one worker
    alone). If the server ``is_full``, no table begins.
    """
    found = tournament_of(connection, id, to_change=True)
    if found is None:
        return StepDone({}, [], set())
    tournament = found[1]
    before = msgspec.json.encode(tournament)
    states = states_of(connection, [table.room for table in tournament.tables])
    outcomes = {room: outcome_of(state, plan_of(connection, room)) for room, state in states.items() if state in ENDED}
    rules = rules_of(tournament)
    rules.count_results(tournament, outcomes, now)
    rules.begin_or_end(tournament, now)
    _reveal_rounds(connection, tournament, now)
    opened: dict[str, str | None] = {}
    for new in [] if is_full else _new_tables(tournament, now, busy):
        room = new_room_name()
        plan = table_plan(tournament, new.players, now, commitment(new.secret))
        after = new.after if new.after and queries.room_of(connection, new.after) else None  # it may have been deleted
        queries.open_room(connection, room, plan, new.secret, rematch_of=after)
        if worker is not None:
            leases.claim(connection, room, worker, is_new=True)
        if tournament.kind == "arena":
            arena.seat_at(tournament, room, new.players, now)
        else:
            knockout.seat_at(tournament, room, new, now)
        opened[room] = after
    if msgspec.json.encode(tournament) != before:
        store_tournament(connection, tournament)
    late = [
        table.room
        for table in tournament.tables
        if states.get(table.room) == "waiting" and now > table.opened + TO_SIT_DOWN + LATE
    ]
    return StepDone(opened, late, {player for table in tournament.tables for player in table.players if player})


def _new_tables(tournament: Tournament, now: int, busy: Collection[str]) -> list[NewTable]:
    """Return the tables that begin now; those of an arena have a number once they are seated."""
    if tournament.kind == "knockout":
        return knockout.next_tables(tournament, now)
    return [NewTable(players, 0, new_secret()) for players in arena.next_tables(tournament, now, busy, _random)]


def _reveal_rounds(connection: Any, tournament: Tournament, now: int) -> None:
    """Let everybody read the games of the rounds that are over."""
    for played in tournament.rounds:
        if not played.over or played.revealed:
            continue
        for name in (room for table in played.tables for room in table.rooms):
            stored = queries.room_of(connection, name)
            if stored is not None:
                queries.change_room(connection, name, stored.state, replace(stored.plan, sealed_until=now))
        played.revealed = True
