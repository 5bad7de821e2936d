"""The strategy for the whole pack of 31: the worth of lives, and that players who learn are harder to beat."""

import numpy as np
import pytest

from threedown.games import find_game
from threedown.games.blitz31 import expert
from threedown.games.setting import settle
from threedown.research.whole31 import MOST_LIVES, WholePackSolver, packed, solve_lives, usual


def rounds(**shares: float) -> np.ndarray:
    """Rounds that end alike whatever the lives."""
    names = ("lost", "lost_two", "won", "won_two", "none")
    return np.tile([shares.get(name, 0.0) for name in names], (MOST_LIVES, MOST_LIVES, 1))


def test_lives_are_worth_the_chance_to_win_with_them() -> None:
    """Worked out by hand: with even rounds for a life each, the player with 2 : 1 wins unless they lose twice."""
    even = solve_lives(rounds(lost=0.5, won=0.5))
    assert even[1, 1] == even[4, 4] == 0.5
    assert (even[2, 1], even[1, 2]) == (0.75, 0.25)
    assert even[1, 3] == 0.125
    assert (even[3, 0], even[0, 3]) == (1, 0)
    knocks = solve_lives(rounds(lost_two=0.5, won=0.5))
    assert knocks[2, 1] == 0.5  # two lives are lost at once
    assert knocks[3, 1] == 0.5 + 0.5 * (1 - knocks[1, 1])


def test_who_begins_counts_and_a_round_without_a_loss_passes_the_deal() -> None:
    first = solve_lives(rounds(won=0.6, lost=0.4))
    assert first[1, 1] == pytest.approx(0.6)
    assert first[2, 1] == pytest.approx(0.6 + 0.4 * (1 - 0.6))
    waiting = solve_lives(rounds(won=0.3, lost=0.2, none=0.5))
    assert waiting[1, 1] == pytest.approx(0.3 + 0.5 * (1 - waiting[1, 1]))


def test_a_strategy_is_packed_by_the_part_of_its_second_choices() -> None:
    made = usual()
    assert set(packed(made)) == {0, expert.WHOLE}
    made[:3] = [[3, 1], [1, 1], [0, 5]]
    assert list(packed(made)[:3]) == [64, 128, 255]


@pytest.mark.slow
def test_a_best_response_beats_the_usual_player_and_not_the_expert() -> None:
    """Within four standard errors; docs/expert-31.md has longer training and more games."""
    shipped, won = expert.strategy_under(settle(find_game("blitz31"), seats=2).option_codes), []
    for strategy in (packed(usual()), shipped):
        answer = WholePackSolver(seed=4)
        regrets = answer.response(strategy / expert.WHOLE, 20_000, fine=False)
        by_seat = answer.games(regrets, strategy / expert.WHOLE, 10_000, fine=False)
        assert all(sum(seat) == 10_000 for seat in by_seat)
        won.append(sum(seat[0] + seat[2] / 2 for seat in by_seat) / 20_000)
    error = (0.25 / 20_000) ** 0.5
    assert won[0] > 0.5 + 4 * error
    assert won[1] < 0.5 + 4 * error


@pytest.mark.slow
def test_the_same_seed_learns_the_same() -> None:
    made = []
    for seed in (3, 3, 4):
        solver = WholePackSolver(seed)
        solver.learns(4_000)
        made.append(solver.made)
    assert (made[0] == made[1]).all()
    assert (made[0] != made[2]).any()
    assert (packed(made[0]) != packed(usual())).any()
