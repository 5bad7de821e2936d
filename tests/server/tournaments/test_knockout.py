"""The knockout's rules: the draw, the points of a deal, who goes on, and the places."""

import hashlib
import hmac
from collections.abc import Callable, Sequence

import pytest

from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.tournament import Tournament, TournamentPlayer
from threedown.server.tournaments import knockout, showing
from threedown.server.tournaments.arena import SeatOutcome, TableOutcome
from threedown.server.tournaments.knockout import BETWEEN_DEALS, BETWEEN_ROUNDS, WAITS, NewTable

SEED = "07" * 32
Ranks = Callable[[Sequence[str]], list[int]]


def knockout_of(players: int, seats: int = 4) -> Tournament:
    """A knockout that begins at 0 with players p00, p01 …"""
    plan = RoomPlan("blitz31", "standard", {}, [Chair() for _ in range(seats)], "", "", 0)
    entrants = [TournamentPlayer(f"p{number:02}", f"Player {number}", 0) for number in range(players)]
    found = Tournament("t", "knockout", "p00", plan, 0, 0, 0, entrants=entrants, seed=SEED)
    knockout.begin_or_end(found, 0)
    return found


def by_name(players: Sequence[str]) -> list[int]:
    """The smaller number of two players is better, and a bot worse than any."""
    return [sorted(players, key=lambda one: one or "q").index(one) for one in players]


def begin_deals(tournament: Tournament, now: int) -> list[NewTable]:
    new = knockout.next_tables(tournament, now)
    for one in new:
        knockout.seat_at(tournament, f"room {now} {one.number}", one, now)
    return new


def play_deals(tournament: Tournament, now: int, ranks: Ranks = by_name, absent: Sequence[str] = ()) -> list[NewTable]:
    """Begin and end one deal at every table that is free."""
    new = begin_deals(tournament, now)
    for one in new:
        seats = [
            SeatOutcome(rank, bool(player) and player not in absent)
            for player, rank in zip(one.players, ranks(one.players), strict=True)
        ]
        knockout.count_results(tournament, {f"room {now} {one.number}": TableOutcome(seats)}, now)
    knockout.begin_or_end(tournament, now)
    return new


def play_round(tournament: Tournament, now: int, ranks: Ranks = by_name) -> int:
    """Play the three deals of a round, and return when the next one begins."""
    for _ in range(3):
        play_deals(tournament, now, ranks)
        now += BETWEEN_DEALS
    return now - BETWEEN_DEALS + BETWEEN_ROUNDS


@pytest.mark.parametrize(
    ("players", "seats", "tables"),
    [(2, 4, 1), (4, 4, 1), (5, 4, 2), (8, 4, 2), (9, 4, 4), (16, 4, 4), (17, 4, 8), (3, 2, 2), (5, 2, 4), (7, 6, 2)],
)
def test_every_table_has_as_many_players_as_the_others_and_enough_to_go_on(
    players: int, seats: int, tables: int
) -> None:
    [first] = knockout_of(players, seats).rounds
    people = [sum(map(bool, table.players)) for table in first.tables]
    assert len(people) == tables
    assert sum(people) == players
    assert max(people) - min(people) <= 1
    assert min(people) >= seats // 2, "or else a bot would go on"


def test_a_player_alone_waits_for_a_second_one_for_a_day() -> None:
    tournament = knockout_of(1)
    for now, phase in ((0, "waiting"), (WAITS - 1, "waiting"), (WAITS, "over")):
        knockout.begin_or_end(tournament, now)
        assert tournament.phase == phase
    assert tournament.rounds == []


def test_every_table_of_a_round_gets_the_same_secret_and_each_deal_another() -> None:
    tournament = knockout_of(16)
    deals = [play_deals(tournament, BETWEEN_DEALS * number) for number in range(3)]
    secrets = [{one.secret for one in deal} for deal in deals]
    assert [len(deal) for deal in deals] == [4, 4, 4]
    assert [len(one) for one in secrets] == [1, 1, 1]
    assert len(set.union(*secrets)) == 3
    # As docs/contract.md describes it, so that anybody can check it with the secret of the round.
    of_round = hmac.new(bytes.fromhex(SEED), b"round 1", hashlib.sha256).digest()
    assert secrets[1] == {hmac.new(of_round, b"deal 2", hashlib.sha256).digest()}
    seen = showing.seen(tournament, 0).rounds
    assert seen[0].commitment == hashlib.sha256(of_round).hexdigest()
    assert seen[0].secret == of_round.hex()
    assert [one.secret for one in seen[1:]] == [None, None]


def test_a_line_moves_on_by_a_seat_at_each_deal() -> None:
    tournament = knockout_of(4)
    seats = [play_deals(tournament, BETWEEN_DEALS * number)[0].players for number in range(3)]
    assert seats[1] == [*seats[0][-1:], *seats[0][:-1]]
    assert seats[2] == [*seats[0][-2:], *seats[0][:-2]]


def test_a_deal_waits_for_the_last_one_of_its_own_table_alone() -> None:
    tournament = knockout_of(8)
    first, second = begin_deals(tournament, 0)
    seats = [SeatOutcome(rank, True) for rank in range(4)]
    knockout.count_results(tournament, {"room 0 1": TableOutcome(seats)}, 100)
    assert knockout.next_tables(tournament, 100 + BETWEEN_DEALS - 1) == []
    [new] = knockout.next_tables(tournament, 100 + BETWEEN_DEALS)
    assert (new.number, sorted(new.players)) == (1, sorted(first.players))
    assert second.secret == first.secret != new.secret


def points_after(ranks: list[int], absent: Sequence[int] = ()) -> list[int]:
    """The points of the four lines of a final after a deal with these ranks."""
    tournament = knockout_of(4)
    [new] = begin_deals(tournament, 0)
    seats = [SeatOutcome(rank, seat not in absent) for seat, rank in enumerate(ranks)]
    knockout.count_results(tournament, {"room 0 1": TableOutcome(seats)}, 0)
    return [tournament.entrant(player).points for player in new.players]  # type: ignore[union-attr]


def test_a_deal_counts_three_two_one_nothing() -> None:
    assert points_after([2, 0, 3, 1]) == [1, 3, 0, 2]


def test_players_who_share_a_place_get_its_points() -> None:
    assert points_after([0, 0, 1, 2]) == [3, 3, 1, 0]
    assert points_after([0, 1, 1, 1]) == [3, 2, 2, 2]


def test_who_is_away_at_the_end_gets_nothing() -> None:
    assert points_after([0, 1, 2, 3], absent=[0]) == [0, 2, 1, 0]


def test_half_of_each_table_goes_on_and_the_winners_meet_others() -> None:
    tournament = knockout_of(16)
    first = tournament.rounds[0]
    best = [sorted(table.players)[:2] for table in first.tables]
    play_round(tournament, 0)
    second = tournament.rounds[1]
    # The first of table 1 meets the second of table 2, the first of table 3 and the second of table 4.
    assert sorted(second.tables[0].players) == sorted([best[0][0], best[1][1], best[2][0], best[3][1]])
    assert sorted(second.tables[1].players) == sorted([best[0][1], best[1][0], best[2][1], best[3][0]])
    out = {one.player for one in tournament.entrants if one.out}
    assert out == {player for table in first.tables for player in sorted(table.players)[2:]}


def test_the_best_of_sixteen_wins_and_places_follow_the_rounds() -> None:
    tournament, now = knockout_of(16), 0
    while tournament.phase == "playing":
        assert knockout.next_tables(tournament, now - 1) == [], "a round begins at its time"
        now = play_round(tournament, now)
    assert len(tournament.rounds) == 3
    places = knockout.places(tournament)
    assert knockout.order(tournament)[0].player == "p00"
    assert sorted(places.values())[:4] == [1, 2, 3, 4]
    thirds = [places[table.players[table.order[2]]] for table in tournament.rounds[1].tables]
    fourths = [places[table.players[table.order[3]]] for table in tournament.rounds[1].tables]
    assert set(thirds) <= {5, 6}
    assert set(fourths) <= {7, 8}
    lines = showing.results(tournament)
    assert [line.round for line in lines] == [3] * 4 + [2] * 4 + [1] * 8
    assert (lines[0].games, lines[0].wins, lines[0].points) == (9, 9, 27)


def test_equal_points_are_split_by_what_others_made_of_the_same_cards() -> None:
    """Lines 1 and 2 of table 1 have 5 points each. Line 1 of table 2 has 9, and line 2 has 0: who had the poorer cards
    at table 1 goes on."""
    tournament = knockout_of(8)
    mine, other = tournament.rounds[0].tables
    ranks = {
        mine.players[0]: [0, 0, 0], mine.players[1]: [1, 2, 1], mine.players[2]: [2, 1, 1], mine.players[3]: [3, 3, 3],
    }  # fmt: skip
    ranks |= {other.players[line]: [rank] * 3 for line, rank in enumerate((2, 0, 3, 1))}
    for deal in range(3):
        now = BETWEEN_DEALS * deal
        play_deals(tournament, now, lambda players, deal=deal: [ranks[player][deal] for player in players])  # type: ignore[misc]
    assert mine.points[:3] == [9, 5, 5]
    assert other.points == [3, 9, 0, 6]
    assert mine.differences == [6, -4, 5, -6]
    assert mine.order == [0, 2, 1, 3]
    assert tournament.entrant(mine.players[1]).out == 1  # type: ignore[union-attr]
    assert tournament.entrant(mine.players[2]).out == 0  # type: ignore[union-attr]
    seats = showing.seen(tournament, 0).rounds[0].tables[0].seats
    assert [(one.points, one.difference, one.goes_on) for one in seats] == [
        (9, 6, True), (5, 5, True), (5, -4, False), (0, -6, False),
    ]  # fmt: skip


def test_bots_never_go_on_however_well_they_play() -> None:
    tournament, now = knockout_of(5), 0
    while tournament.phase == "playing":
        now = play_round(tournament, now, lambda players: [0 if not player else 1 for player in players])
    assert len(tournament.rounds) == 2
    assert all(all(table.players) for table in tournament.rounds[1].tables)
    assert sorted(knockout.places(tournament).values())[:1] == [1]


def test_a_deal_that_was_stopped_counts_for_nobody_and_the_round_goes_on() -> None:
    tournament = knockout_of(4)
    for deal in range(3):
        begin_deals(tournament, BETWEEN_DEALS * deal)
        room = tournament.tables[0].room
        knockout.count_results(tournament, {room: TableOutcome(None)}, BETWEEN_DEALS * deal)
    knockout.begin_or_end(tournament, BETWEEN_DEALS * 3)
    assert tournament.phase == "over"
    assert {one.points for one in tournament.entrants} == {0}
    assert sorted(knockout.places(tournament).values()) == [1, 2, 3, 4], "the draw decides"


def test_a_table_without_players_is_not_played() -> None:
    tournament = knockout_of(8)
    for players in [table.players for table in tournament.rounds[0].tables][:1]:
        gone = set(players)
        players[:] = [""] * 4
    tournament.entrants = [one for one in tournament.entrants if one.player not in gone]
    now = play_round(tournament, 0)
    assert [sum(map(bool, table.players)) for table in tournament.rounds[1].tables] == [2]
    play_round(tournament, now)
    assert tournament.phase == "over"
