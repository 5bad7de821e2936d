"""Shares of pairings that end when they are clear: by hand, and added up exactly over all outcomes."""

from collections.abc import Iterator
from math import comb

import numpy as np
import pytest

from threedown.bots.ladder import STOPPING, look_after
from threedown.bots.stopped import LookBounds, at_least, binomial, estimated, look
from threedown.bulk.report import share_interval

SMALL = (LookBounds(2, -1, 2), LookBounds(4, 1, 3))
"""Two games, after which two wins are clear; otherwise two more."""


def outcomes(looks: list[LookBounds], share: float) -> Iterator[tuple[list[LookBounds], int, float]]:
    """Yield every way in which a pairing can end, with its probability."""
    first, chances = 0, np.ones(1)
    for number, each in enumerate(looks):
        begin, more = binomial(each.games - (looks[number - 1].games if number else 0), share)
        first, chances = first + begin, np.convolve(chances, more)
        won = np.arange(first, first + len(chances))
        for games, chance in zip(won.tolist(), chances.tolist(), strict=True):
            if not each.loses < games < each.beats or number == len(looks) - 1:
                yield looks[: number + 1], games, chance
        goes_on = (won > each.loses) & (won < each.beats)
        if not goes_on.any():
            return
        first, chances = int(won[goes_on][0]), chances[goes_on]


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8])
def test_probabilities_of_a_small_pairing_by_hand(share: float) -> None:
    """Clear after two games: p². In all four, three won: one of the first two and both of the last, 2pq · p². Two won:
    one of each, 2pq · 2pq, or none of the first and both of the last, q²p²."""
    p, q = share, 1 - share
    clear, three, two = p**2, 2 * p * q * p**2, 2 * p * q * 2 * p * q + q**2 * p**2
    assert at_least(SMALL[:1], 2, p) == pytest.approx(clear / 2)
    assert at_least(SMALL, 3, p) == pytest.approx(clear + three / 2)
    assert at_least(SMALL, 2, p) == pytest.approx(clear + three + two / 2)
    one_or_none = 1 - clear - three - two
    assert at_least(SMALL, 1, p) == pytest.approx(clear + three + two + 2 * p * q * q**2 / 2 + 2 * p * q * q**2 / 2)
    assert one_or_none == pytest.approx(2 * p * q * q**2 + q**2 * (1 - p**2))


def test_one_look_is_the_binomial_itself() -> None:
    """Nine of ten, mid-p: the lower limit solves P(10) + P(9) / 2 = 0.025, the upper one P(10) + P(9) / 2 = 0.975."""

    def tail(p: float) -> float:
        return float(p**10 + comb(10, 9) * p**9 * (1 - p) / 2)

    found = estimated([LookBounds(10, -1, 11)], 9)
    assert [tail(p) for p in (found.low, found.share, found.high)] == pytest.approx([0.025, 0.5, 0.975], abs=1e-9)


def test_shared_games_lie_between_whole_numbers() -> None:
    looks = [LookBounds(20, 2, 18)]
    low, between, high = (estimated(looks, won) for won in (12, 12.5, 13))
    assert between.share == pytest.approx((low.share + high.share) / 2)
    assert (between.low, between.high) == (low.low, high.high)


def test_all_or_none_won_reach_the_ends() -> None:
    looks = [LookBounds(20, 2, 18)]
    assert estimated(looks, 20).share == estimated(looks, 20).high == 1.0
    assert estimated(looks, 0).share == estimated(looks, 0).low == 0.0


@pytest.mark.parametrize(("games", "even"), [(200, 0.5), (801, 1 / 3), (100_000, 0.5)])
def test_a_look_stops_where_wilsons_interval_clears_even(games: int, even: float) -> None:
    at = look(games, even, STOPPING)
    assert share_interval(at.beats, games, STOPPING)[0] > even >= share_interval(at.beats - 1, games, STOPPING)[0]
    assert share_interval(at.loses, games, STOPPING)[1] < even <= share_interval(at.loses + 1, games, STOPPING)[1]


@pytest.mark.parametrize(("seats", "most"), [(2, 4_000), (3, 2_000), (4, 4_000), (5, 400)])
def test_the_interval_covers_the_truth_in_94_to_96_of_100(seats: int, most: int) -> None:
    """Exactly: the outcome is at neither end of its order in so many pairings. Shares near 0 or 1 leave few numbers of
    games that are likely, so that 94 to 96 % can't always be met there."""
    looks = [look(games, 1 / seats, STOPPING) for games in look_after(seats, most)]
    for share in np.arange(0.05, 0.96, 0.05).tolist():
        covered = whole = 0.0
        for seen, outcome, chance in outcomes(looks, share):
            whole += chance
            if chance > 1e-12:
                covered += chance * (0.025 <= at_least(seen, outcome, share) <= 0.975)
        assert whole == pytest.approx(1)
        least, most_of = (0.94, 0.96) if 0.15 <= share <= 0.85 else (0.938, 0.965)
        assert least <= covered <= most_of, share


def test_the_interval_of_the_games_alone_does_not() -> None:
    """The figure of docs/ladder.md: a level that wins 54 % of its games against another."""
    looks = [look(games, 0.5, STOPPING) for games in look_after(2, 4_000)]
    covered = printed = 0.0
    for seen, outcome, chance in outcomes(looks, 0.54):
        low, high = share_interval(outcome, seen[-1].games)
        covered += chance * (low <= 0.54 <= high)
        printed += chance * outcome / seen[-1].games
    assert covered == pytest.approx(0.9264, abs=5e-4)
    assert printed == pytest.approx(0.547, abs=1e-3)


def test_the_limits_are_shares_at_which_the_outcome_is_at_the_ends_of_its_order() -> None:
    looks = [look(games, 0.5, STOPPING) for games in (200, 400, 800)]
    for seen, won in ((1, 130), (2, 236), (3, 420), (2, 160)):
        found = estimated(looks[:seen], won)
        ends = [at_least(looks[:seen], won, share) for share in (found.low, found.share, found.high)]
        assert ends == pytest.approx([0.025, 0.5, 0.975], abs=1e-6)
        assert found.low < found.share < found.high
