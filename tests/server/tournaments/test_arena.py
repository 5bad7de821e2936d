"""The arena's rules: the pairing, and the points of a table."""

import random
from collections.abc import Sequence

import pytest

from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.tournament import Tournament, TournamentPlayer
from threedown.server.tournaments import arena
from threedown.server.tournaments.arena import BOTS_AFTER, GATHER, LAST_TABLES, SeatOutcome, TableOutcome

MINUTE = 60_000


def arena_of(players: int, seats: int = 4, minutes: int = 30) -> Tournament:
    """A tournament that has begun at 0 with players p0, p1 …"""
    plan = RoomPlan("blitz31", "standard", {}, [Chair() for _ in range(seats)], "", "", 0)
    entrants = [TournamentPlayer(f"p{number}", f"Player {number}", 0) for number in range(players)]
    return Tournament("t", "arena", "p0", plan, minutes, 0, 0, phase="playing", entrants=entrants)


def begin(tournament: Tournament, now: int, busy: Sequence[str] = ()) -> list[list[str]]:
    """Seat those who wait, and return their tables."""
    tables = arena.next_tables(tournament, now, busy, random.Random(1))
    for players in tables:
        arena.seat_at(tournament, f"room {now} {players}", players, now)
    return tables


def play(tournament: Tournament, ranks: dict[str, int], now: int, absent: Sequence[str] = ()) -> None:
    """Seat all players and end each table with these ranks."""
    for players in begin(tournament, now):
        room = next(table.room for table in tournament.tables if table.players == players)
        seats = [SeatOutcome(ranks[one], one not in absent) for one in players]
        arena.count_results(tournament, {room: TableOutcome(seats)}, now)


def points(tournament: Tournament) -> dict[str, int]:
    return {one.player: one.points for one in tournament.entrants}


def test_a_win_counts_two_and_second_one_and_doubles_from_the_second_win_in_a_row() -> None:
    tournament, ranks = arena_of(4), {"p0": 0, "p1": 1, "p2": 2, "p3": 3}
    play(tournament, ranks, GATHER)
    assert points(tournament) == {"p0": 2, "p1": 1, "p2": 0, "p3": 0}
    play(tournament, ranks, 2 * GATHER)
    assert points(tournament) == {"p0": 6, "p1": 2, "p2": 0, "p3": 0}
    play(tournament, {"p0": 1, "p1": 0, "p2": 2, "p3": 3}, 3 * GATHER)
    assert points(tournament) == {"p0": 7, "p1": 4, "p2": 0, "p3": 0}
    play(tournament, ranks, 4 * GATHER)
    assert points(tournament)["p0"] == 9
    assert arena.places(tournament) == {"p0": 1, "p1": 2, "p2": 3, "p3": 3}


def test_a_shared_first_place_counts_one_and_ends_a_streak() -> None:
    tournament = arena_of(4)
    play(tournament, {"p0": 0, "p1": 1, "p2": 2, "p3": 3}, GATHER)
    play(tournament, {"p0": 0, "p1": 0, "p2": 1, "p3": 2}, 2 * GATHER)
    assert points(tournament) == {"p0": 3, "p1": 2, "p2": 0, "p3": 0}
    assert [one.streak for one in tournament.entrants] == [0, 0, 0, 0]


def test_the_second_of_two_gets_nothing() -> None:
    tournament = arena_of(2, seats=2)
    play(tournament, {"p0": 0, "p1": 1}, GATHER)
    assert points(tournament) == {"p0": 2, "p1": 0}


def test_who_is_not_at_the_table_in_the_end_gets_nothing_and_pauses() -> None:
    tournament, ranks = arena_of(4), {"p0": 0, "p1": 1, "p2": 2, "p3": 3}
    play(tournament, ranks, GATHER, absent=["p0"])
    assert points(tournament) == {"p0": 0, "p1": 1, "p2": 0, "p3": 0}
    assert [one.paused for one in tournament.entrants] == [True, False, False, False]
    assert begin(tournament, 2 * GATHER) == []


def test_a_table_that_was_stopped_counts_for_nobody() -> None:
    tournament = arena_of(4)
    begin(tournament, GATHER)
    arena.count_results(tournament, {tournament.tables[0].room: TableOutcome(None)}, GATHER)
    assert (points(tournament), tournament.tables) == ({"p0": 0, "p1": 0, "p2": 0, "p3": 0}, [])
    assert not any(one.table or one.games for one in tournament.entrants)


def test_players_meet_those_near_them_in_the_standings() -> None:
    tournament = arena_of(8, seats=2)
    for number, one in enumerate(tournament.entrants):
        one.points = number
    tables = begin(tournament, GATHER)
    assert sorted(sorted(table) for table in tables) == [["p0", "p1"], ["p2", "p3"], ["p4", "p5"], ["p6", "p7"]]
    assert sorted(table.number for table in tournament.tables) == [1, 2, 3, 4]


def test_those_who_have_just_met_sit_apart_if_others_wait() -> None:
    tournament = arena_of(4, seats=2)
    tournament.entrants[0].met, tournament.entrants[1].met = ["p1"], ["p0"]
    assert ["p0", "p1"] not in [sorted(table) for table in begin(tournament, GATHER)]


def test_bots_fill_a_table_for_two_who_have_waited_but_nobody_plays_bots_alone() -> None:
    tournament = arena_of(2)
    assert begin(tournament, BOTS_AFTER - 1) == []
    assert [sorted(table) for table in begin(tournament, BOTS_AFTER)] == [["", "", "p0", "p1"]]
    alone = arena_of(1)
    assert begin(alone, 20 * MINUTE) == []


def test_no_table_begins_in_the_last_three_minutes_and_those_still_open_do_not_count() -> None:
    tournament = arena_of(4)
    ends = tournament.ends
    assert begin(tournament, ends - LAST_TABLES) == []
    assert len(begin(tournament, ends - LAST_TABLES - 1)) == 1
    arena.begin_or_end(tournament, ends - 1)
    assert tournament.phase == "playing"
    arena.begin_or_end(tournament, ends)
    assert (tournament.phase, tournament.tables, tournament.entrants[0].table) == ("over", [], "")


def test_players_at_a_table_of_another_tournament_wait() -> None:
    tournament = arena_of(4)
    assert begin(tournament, GATHER, busy=["p2"]) == []


@pytest.mark.parametrize("seed", range(40))
def test_nobody_sits_twice_and_nobody_who_is_here_is_forgotten(seed: int) -> None:
    """Random arrivals, pauses and results: every player is at one table at most, and gets one in the end."""
    chance = random.Random(seed)
    seats = chance.choice([2, 3, 4])
    tournament = arena_of(0, seats, minutes=180)
    for now in range(0, 60 * MINUTE, 5_000):
        if len(tournament.entrants) < 15 and chance.random() < 0.2:
            player = f"p{len(tournament.entrants)}"
            tournament.entrants.append(TournamentPlayer(player, player, now))
        for one in tournament.entrants:
            if chance.random() < 0.02:
                one.paused, one.since = not one.paused, now
        ended = {table.room for table in tournament.tables if chance.random() < 0.1}
        outcomes = {
            table.room: TableOutcome([SeatOutcome(seat, chance.random() < 0.98) for seat in range(seats)])
            for table in tournament.tables
            if table.room in ended
        }
        arena.count_results(tournament, outcomes, now)
        begin(tournament, now)
        seated = [player for table in tournament.tables for player in table.players if player]
        assert len(seated) == len(set(seated))
        assert {one.player for one in tournament.entrants if one.table} == set(seated)
        waiting = [one for one in tournament.entrants if not one.table and not one.paused]
        assert len(waiting) < max(2, seats) or max(now - one.since for one in waiting) < 2 * BOTS_AFTER
    assert sum(one.games for one in tournament.entrants) > 50
