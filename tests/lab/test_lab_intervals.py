"""Intervals that hold at every look, compared with SciPy's and with values worked out by hand."""

import math

import numpy as np
import pytest
import scipy

from threedown.bulk.report import share_interval
from threedown.lab.distributions import binomial_quantile, student_tail
from threedown.lab.intervals import (
    ONE_LOOK,
    LookErrors,
    chance_of,
    difference,
    errors_of,
    holm,
    level,
    looks_after,
    quantile,
    student,
)

SURE = (0.95, 0.995, 0.999)
COUNTS = (1, 2, 7, 1000, 512_000, 10**9)


@pytest.mark.parametrize("sure", SURE)
@pytest.mark.parametrize("n", COUNTS)
def test_shares_are_those_of_scipy_to_the_last_digits(n: int, sure: float) -> None:
    for count in {0, 1, n // 3, n // 2, n - 1, n}:
        wanted = scipy.stats.binomtest(count, n).proportion_ci(sure, "wilson")
        assert share_interval(count, n, sure) == pytest.approx((wanted.low, wanted.high), abs=1e-15)


@pytest.mark.parametrize("sure", SURE)
@pytest.mark.parametrize("n", COUNTS[1:])
def test_means_and_ranks_are_those_of_scipy(n: int, sure: float) -> None:
    assert student(sure, n, 441.4, 0.7) == pytest.approx(scipy.stats.t.interval(sure, n - 1, 441.4, 0.7), rel=1e-10)
    assert chance_of(n, -3.1, 0.9, ONE_LOOK) == pytest.approx(2 * scipy.stats.t.sf(3.1 / 0.9, n - 1), rel=1e-12)
    for share in (0.001, 0.5, 0.95, 0.99):
        wanted = scipy.stats.binom.interval(sure, n, share)
        ends = tuple(binomial_quantile(side, n, share) for side in ((1 - sure) / 2, (1 + sure) / 2))
        assert ends == wanted


@pytest.mark.parametrize("freedom", [1, 2, 3, 10, 99, 4000, 10**6, 10**9])
def test_tails_far_out_are_those_of_scipy(freedom: int) -> None:
    for t in (0, 1e-6, 0.5, 3, 12, 30):
        assert student_tail(t, freedom) == pytest.approx(scipy.stats.t.sf(t, freedom), rel=1e-9, abs=1e-290)


def test_a_difference_of_means_is_the_paired_t_test_of_scipy() -> None:
    pick = np.random.default_rng(1)
    one, other = pick.integers(0, 500, 200), pick.integers(20, 500, 200)
    apart = other - one
    found = difference(200, int(apart.sum()), int((apart**2).sum()), 0, ONE_LOOK)
    wanted = scipy.stats.ttest_rel(other, one)
    low, high = wanted.confidence_interval(0.95)
    assert found == pytest.approx((apart.mean(), low, high, wanted.pvalue))
    often = difference(200, int(apart.sum()), int((apart**2).sum()), 0, LookErrors(0.0125, 0.0125))
    assert (often.low, often.high) == pytest.approx(tuple(wanted.confidence_interval(1 - 0.05 / 4)))
    assert often.p == pytest.approx(min(1, 4 * wanted.pvalue))


def test_a_difference_of_shares_is_bonett_and_prices_by_hand() -> None:
    """Of 98 pairs 9 differ one way and 4 the other: (10 - 5) / 100 ± t · sqrt((15 - 25 / 100) / 99) / 10."""
    found = difference(98, 5, 13, 1, ONE_LOOK)
    half = scipy.stats.t.ppf(0.975, 99) * math.sqrt((15 - 0.25) / 99) / 10
    assert (found.low, found.high) == pytest.approx((0.05 - half, 0.05 + half))
    parts = difference(98, 5 * 6, 13 * 36, 6, ONE_LOOK)
    assert (parts.low, parts.high, parts.p) == pytest.approx((found.low, found.high, found.p))


def test_with_equal_games_a_share_has_an_interval_and_a_length_none() -> None:
    share, length = difference(1000, 0, 0, 1, ONE_LOOK), difference(1000, 0, 0, 0, ONE_LOOK)
    assert share.low < 0 < share.high < 0.005
    assert (length.low, length.high, length.p) == (0, 0, 1)
    assert difference(1000, 3000, 9000, 0, ONE_LOOK).p == 0


def test_all_looks_together_are_wrong_seldom() -> None:
    """Without a difference, the intervals of all looks of a study hold 0 in 95 of 100 studies. (Intervals of
    single looks hold it that often each, and fail together in about 14 of 100.)"""
    pick = np.random.default_rng(7)
    looks = looks_after(4000)
    errors = {"spent": errors_of(looks), "each": [ONE_LOOK] * len(looks)}
    wrong = dict.fromkeys(errors, 0)
    for _ in range(200):
        apart = np.rint(pick.exponential(440, looks[-1])) - np.rint(pick.exponential(440, looks[-1]))
        for name, at_looks in errors.items():
            found = [
                difference(n, int(apart[:n].sum()), int((apart[:n] ** 2).sum()), 0, look)
                for n, look in zip(looks, at_looks, strict=True)
            ]
            wrong[name] += any(not each.low <= 0 <= each.high for each in found)
            assert all(each.p >= 0.05 or not each.low <= 0 <= each.high for each in found)
    assert wrong["spent"] <= 18 < wrong["each"], "10 are meant, and 18 or more come once in a hundred"


def test_levels_and_quantiles() -> None:
    assert level(100, 3, 3, 1, 0.05).value == 0.03
    assert level(100, 0, 0, 1, 0.05).high > 0.02
    assert level(4, 20, 120, 0, 0.05).value == 5
    values = [(turns, 10) for turns in range(1, 101)]
    found = quantile(values, 0.5, 0.05)
    low, high = scipy.stats.binom.interval(0.95, 1000, 0.5)
    assert found[:3] == (50, math.ceil(low / 10), math.ceil((high + 1) / 10))
    assert quantile([(7, 3)], 0.95, 0.005)[:3] == (7, 7, 7)


def test_looks_double_and_end_with_the_last_game() -> None:
    assert looks_after(20) == (20,)
    assert looks_after(1500) == (1000, 1500)
    assert len(looks_after(10**12)) == 10
    assert looks_after(10**12)[-1] == 10**12


def test_the_errors_of_all_looks_are_five_percent_together() -> None:
    """By hand: of 4,000 games the looks are at 1/4, 1/2 and 1: 0.05 · 1/16, 0.05 · (1/4 - 1/16), 0.05 · 3/4."""
    assert [each.spent for each in errors_of((1000, 2000, 4000))] == pytest.approx([0.003125, 0.009375, 0.0375])
    assert errors_of((20,)) == [pytest.approx(ONE_LOOK)]
    assert sum(each.spent for each in errors_of(looks_after(10**12))) == pytest.approx(0.05)


def test_holm_keeps_the_order_and_never_lowers() -> None:
    given = [0.2, 0.001, 0.04, 0.04, 0.9]
    raised = holm(given)
    assert raised == pytest.approx([0.4, 0.005, 0.16, 0.16, 0.9])
    assert holm([]) == []
