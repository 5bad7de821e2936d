"""The consequences of a mistake: only those are told that are certain and explain it, and the most telling first."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support import conformance

from threedown.games import find_game
from threedown.games.blitzwar.board import borders_of_map, origin
from threedown.games.setting import settle
from threedown.lab.analysis.consequences import Changed, Consequences, certain, consequences
from threedown.lab.analysis.verdict import place_called, why
from threedown.lab.analysis.worlds import Later, Worlds
from threedown.session.branch import point_of

NONE = Changed(np.zeros(3), np.zeros(3), np.zeros(3, dtype=bool))


def test_only_what_is_certain_is_told_and_the_largest_change_first() -> None:
    """Of three seats' changes, one is always 3 (certain), one 0.05 (too small to read), one 100 once in 100 worlds."""
    once = np.zeros(100)
    once[0] = 100
    changes = np.stack([np.full(100, 3.0) + np.tile([-0.1, 0.1], 50), np.tile([0.0, 0.1], 50), once], axis=1)
    assert certain(changes).tolist() == [True, True, False]
    won, lost = np.ones(3), -np.ones(3)
    shares = Changed(changes.mean(axis=0), np.zeros(3), certain(changes))
    assert Consequences(2, 2, shares, NONE, NONE, won, None).told == [0]
    assert Consequences(2, 2, shares, NONE, NONE, lost, None).told == [], (
        "who has more and wins less often has not lost by what it has"
    )


def test_what_others_lost_by_a_mistake_too_does_not_explain_it() -> None:
    """Seats 0 and 1 have less after the choice made, and win less often: it was a mistake of the one that chose."""
    everybody = np.ones(3, dtype=bool)
    shares = Changed(np.array([1.0, 2.0, 9.0]), np.array([4.0, 5.0, 6.0]), everybody)
    gained = np.array([-0.1, -0.1, 0.2])
    assert Consequences(0, 2, shares, NONE, NONE, gained, 2).told == [0, 2]
    assert Consequences(1, 2, shares, NONE, NONE, gained, 2).told == [1, 2]


def test_the_games_that_somebody_has_won_by_then_are_told_before_anything_else() -> None:
    """After the choice made, seat 2 has won a third of the games two turns later; after the best one nobody has. That
    seat 1 has less by then explains nothing: it gained by the choice. Two games in a hundred are too few to tell."""
    everybody, gained = np.ones(3, dtype=bool), np.array([-0.3, 0.05, 0.25])
    shares = Changed(np.array([4.0, 2.0, 9.0]), np.array([4.0, 5.0, 6.0]), everybody)
    won = Changed(np.array([0.0, 0.0, 0.33]), np.zeros(3), everybody)
    led = Consequences(0, 2, shares, won, NONE, gained, 2)
    assert (led.told_won, led.told) == ([2], [2])
    for too_few in (0.02, 0.06):  # below 0.03, or below a quarter of what seat 2 won in the end
        few = Changed(np.array([0.0, 0.0, too_few]), np.zeros(3), everybody)
        assert led._replace(won=few).told_won == []


def test_of_a_map_the_places_are_told_that_are_held_more_often_after_the_best_choice() -> None:
    """Of four places one is kept in 0.8 of the games instead of 0.3, one in 0.6 instead of 0.4, one in too few to
    tell, and one is held more often after the mistake."""
    held = Changed(np.array([0.4, 0.3, 0.5, 0.9]), np.array([0.6, 0.8, 0.6, 0.1]), np.ones(4, dtype=bool))
    led = Consequences(0, 2, NONE, NONE, held, np.array([-0.3, 0.1, 0.2]), None)
    assert led.told_held == [1, 0]
    assert led._replace(held=held._replace(certain=np.array([True, False, True, True]))).told_held == [0]


def test_the_states_that_a_mistake_loses_are_named() -> None:
    held = Changed(np.array([0.4, 0.3]), np.array([0.6, 0.8]), np.ones(2, dtype=bool))
    led = Consequences(0, 2, NONE, NONE, held, np.array([-0.3, 0.1, 0.2]), 2)
    setting = settle(find_game("blitzwar"), "duel", {}, 3)
    asked = SimpleNamespace(setting=setting, table=conformance.dealt(setting, 1).table)
    names = [place_called(asked, place) for place in (1, 0)]  # type: ignore[arg-type]
    told = why(None, SimpleNamespace(asked=asked, led_to=led), ("Ann", "Bob", "Cleo"))  # type: ignore[arg-type]
    assert told == (
        f"That is better because, 2 turns later, Ann holds {names[0]} in 80% of the games instead of 30%."
        f" And {names[1]} in 60% instead of 40%. The choice made helped Cleo most."
    )


def test_in_worlds_of_a_map_the_owners_of_its_states_make_the_points() -> None:
    """A state counts as many points as it has borders (BW-001), so owners and shares two turns later must agree."""
    setting = settle(find_game("blitzwar"), "duel", {}, 3)
    session = conformance.dealt(setting, 2)
    session.go()
    _, later = Worlds(setting, "simple", 1, compiled=False).play_until(point_of(session), 3, 0, 6, (), 2)
    borders = [0] * later.owners.shape[1]
    for border in range(borders_of_map(session.table)):
        borders[origin(session.table, border)] += 1
    assert later.owners.shape[0] == 6
    for owners, shares in zip(later.owners.tolist(), later.shares.tolist(), strict=True):
        held = list(zip(borders, owners, strict=True))
        assert shares == [sum(points for points, owner in held if owner == seat) for seat in range(3)]


@pytest.mark.parametrize(("won_after", "turns", "told"), [(1, 2, [2]), (4, 5, [2]), (9, 2, [])])
def test_if_nothing_shows_before_the_next_turn_a_later_round_is_looked_at(
    won_after: int, turns: int, told: list[int]
) -> None:
    """Of three, seat 2 wins so many turns after the choice made, seat 0 nine turns after the best one; what they hold
    is equal. The table is looked at 2, 5 and 8 turns later."""

    def play_until(point: Any, number: int, eyes: int, n: int, then: tuple[int, ...], turns: int) -> Any:
        winner, length = (2, won_after) if then == (10,) else (0, 9)
        return np.tile(np.eye(3)[winner], (n, 1)), Later(np.full(n, length), np.ones((n, 3)), np.zeros((n, 0)))

    table = SimpleNamespace(setting=SimpleNamespace(seats=3), whole=1, play_until=play_until)
    asked = SimpleNamespace(before=0, codes=(10, 11), made=0, point=None, seat=0)
    led = consequences(table, asked, 1, 1, 16)  # type: ignore[arg-type]
    assert (led.turns, led.told_won, led.told) == (turns, told, [])
