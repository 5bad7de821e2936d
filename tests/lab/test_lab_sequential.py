"""Bounds for several looks: published constants, and the probability that any bound is crossed."""

import numpy as np
import pytest

from threedown.lab.intervals import ERROR, errors_of, looks_after
from threedown.lab.sequential import bounds_of, crossings, two_tails

EQUAL = {looks: tuple((look + 1) / looks for look in range(looks)) for looks in (1, 2, 3, 4, 5, 10)}
POCOCK = {1: 1.960, 2: 2.178, 3: 2.289, 4: 2.361, 5: 2.413, 10: 2.555}
"""Jennison and Turnbull (2000), table 2.1: two-sided, 5 %, the same bound at each of so many looks."""
OBRIEN_FLEMING = {1: 1.960, 2: 1.977, 3: 2.004, 4: 2.024, 5: 2.040, 10: 2.087}
"""Table 2.3: the bound is this times the root of the number of looks over the look's own."""


@pytest.mark.parametrize("looks", POCOCK)
def test_published_bounds_are_crossed_with_five_percent(looks: int) -> None:
    constant = [POCOCK[looks]] * looks
    assert sum(crossings(EQUAL[looks], constant)) == pytest.approx(0.05, abs=2e-4)
    falling = [OBRIEN_FLEMING[looks] / np.sqrt(fraction) for fraction in EQUAL[looks]]
    assert sum(crossings(EQUAL[looks], falling)) == pytest.approx(0.05, abs=2e-4)


@pytest.mark.parametrize("most", [1_000, 4_000, 64_000, 512_000, 1_000_000])
def test_a_study_spends_five_percent_at_all_its_looks_together(most: int) -> None:
    looks = looks_after(most)
    errors = errors_of(looks)
    fractions = tuple(games / most for games in looks)
    bounds = bounds_of(fractions, tuple(each.spent for each in errors))
    assert sum(crossings(fractions, bounds)) == pytest.approx(ERROR, abs=1e-9)
    assert [two_tails(bound) for bound in bounds] == pytest.approx([each.error for each in errors], rel=1e-9)
    assert all(each.error >= each.spent * (1 - 1e-9) for each in errors), "what Bonferroni gives away comes back"


def test_random_walks_leave_the_bounds_as_often_as_said() -> None:
    looks = looks_after(8_000)
    fractions = np.array(looks) / looks[-1]
    errors = errors_of(looks)
    bounds = np.array(bounds_of(tuple(fractions), tuple(each.spent for each in errors)))
    steps = np.sqrt(np.diff(fractions, prepend=0.0))
    rng = np.random.default_rng(1)
    walks = (rng.standard_normal((400_000, len(looks))) * steps).cumsum(axis=1) / np.sqrt(fractions)
    crossed = (np.abs(walks) > bounds).any(axis=1).mean()
    assert abs(crossed - ERROR) < 4 * np.sqrt(ERROR * (1 - ERROR) / len(walks))
