"""The tables of the players who wait: no player sits twice or waits for ever, and the first to come is served first."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from threedown.server.matching.pairing import (
    BOTS_AFTER,
    FormingTable,
    forming_tables,
    full_tables,
    joining,
    may_meet,
)
from threedown.server.store.places import Place


def place(player: str, came: int = 0, rating: int = 1500, seats: int | None = 2, bots: bool = False) -> Place:
    return Place(player, "blitz31", seats, False, rating, came, 10**12, bots, None, None, player)


def sizes(waiting: Place) -> Sequence[int]:
    return range(2, 7) if waiting.seats is None else (waiting.seats,)


def seated(tables: Sequence[FormingTable]) -> list[list[str]]:
    return [[sitter.player for sitter in table.players] for table in tables]


@pytest.mark.parametrize(
    ("waited", "apart", "meet"),
    [(0, 100, True), (0, 101, False), (9_999, 101, False), (10_000, 200, True), (10_000, 201, False),
     (20_000, 300, True), (39_999, 301, False), (40_000, 5000, True)],
)  # fmt: skip
def test_the_window_widens(waited: int, apart: int, meet: bool) -> None:
    assert may_meet(place("p0"), place("p1", waited, 1500 + apart), waited) is meet
    assert may_meet(place("p1", waited, 1500 + apart), place("p0"), waited) is meet


def test_the_one_who_came_first_meets_the_nearest_and_of_equals_the_first() -> None:
    waiting = [place("late", 30), place("far", 5, 1590), place("first", 0), place("early", 20), place("odd", 10, 1500)]
    full, rest = full_tables([*waiting[:4]], sizes, 100)
    assert seated(full) == [["first", "early"], ["far", "late"]]
    assert rest == []
    full, rest = full_tables(waiting, sizes, 100)
    assert seated(full) == [["first", "odd"], ["far", "early"]]
    assert rest == [waiting[0]]


def test_everybody_at_a_table_may_meet_everybody() -> None:
    low, middle, high = place("a", 0, 1500, 3), place("b", 1, 1410, 3), place("c", 2, 1590, 3)
    assert full_tables([low, middle, high], sizes, 10) == ([], [low, middle, high])
    assert len(full_tables([low, middle, high], sizes, 10_001)[0]) == 1


def test_a_player_who_takes_any_table_takes_the_largest_that_is_full() -> None:
    anybody = [place(f"p{number}", number, seats=None) for number in range(4)]
    assert [table.seats for table in full_tables(anybody, sizes, 10)[0]] == [4]
    assert [table.seats for table in full_tables([*anybody[:3], place("q", 5, seats=2)], sizes, 10)[0]] == [3]
    assert seated(list(forming_tables([anybody[0], place("q", 5, seats=3)], sizes, 10))) == [["p0", "q"]]


def test_the_first_who_may_meet_everybody_at_a_table_join_its_next_game() -> None:
    there = [place("a", 100, 1500), place("b", 100, 1580)]
    early, low, late = place("early", 10, 1560, 5), place("low", 5, 1470, 5), place("late", 20, 1490, None)
    last, small = place("last", 30, 1500, 5), place("small", 0, 1540, 3)
    waiting = [last, late, low, early, small]

    def who(seats: int) -> list[str]:
        return [one.player for one in joining(there, waiting, seats, sizes, 100)]

    # 1470 is more than 100 below 1580; the others come in their order, at the size that they want.
    assert who(5) == ["early", "late", "last"]
    assert who(4) == ["late"]
    assert who(3) == ["small"]
    assert who(2) == []


@pytest.mark.parametrize(("people", "votes", "begins"), [(1, 1, True), (2, 1, False), (2, 2, True), (3, 2, True)])
def test_bots_sit_down_when_more_than_half_agree(people: int, votes: int, begins: bool) -> None:
    waiting = [place(f"p{number}", number, seats=4, bots=number < votes) for number in range(people)]
    [table] = forming_tables(waiting, sizes, BOTS_AFTER)
    assert len(table.players) == people
    assert table.takes_bots(BOTS_AFTER) is begins
    assert not table.takes_bots(BOTS_AFTER - 1)


WAITING = st.lists(
    st.tuples(st.integers(0, 60_000), st.integers(900, 2100), st.sampled_from([None, 2, 3, 4])), max_size=24
)


@settings(max_examples=60, deadline=None)
@given(WAITING)
def test_nobody_sits_twice_and_the_first_is_never_passed_over(found: list[tuple[int, int, int | None]]) -> None:
    waiting = [place(f"p{number:02}", *one) for number, one in enumerate(found)]
    now = 60_000
    full, rest = full_tables(waiting, sizes, now)
    players = [sitter.player for table in full for sitter in table.players]
    assert sorted([*players, *(one.player for one in rest)]) == [one.player for one in waiting]
    for table in full:
        assert table.is_full
        assert all(table.seats in sizes(sitter) for sitter in table.players)
        assert all(may_meet(one, other, now) for one in table.players for other in table.players)
    assert full_tables(rest, sizes, now)[0] == [], "the others can't sit down either"
    forming = [sitter.player for table in forming_tables(rest, sizes, now) for sitter in table.players]
    assert sorted(forming) == sorted(one.player for one in rest)


@pytest.mark.parametrize("seed", range(6))
def test_a_stream_of_players_leaves_nobody_behind(seed: int) -> None:
    """Somebody comes every other second, most of middling strength: also the strongest and the weakest get to play."""
    chance = random.Random(seed)
    waiting: list[Place] = []
    longest = 0
    for second in range(600):
        now = second * 1000
        if second % 2 == 0:
            rating = chance.choice((800, 2400)) if chance.random() < 0.05 else round(chance.gauss(1500, 120))
            waiting.append(place(f"p{second:03}", now, rating, chance.choice((2, 2, 3, 4, None))))
        full, waiting = full_tables(waiting, sizes, now)
        longest = max([longest, *(now - sitter.came for table in full for sitter in table.players)])
        assert all(now - one.came < 80_000 for one in waiting)
    assert longest >= 40_000, "the outliers had to wait"
