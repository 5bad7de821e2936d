"""The rating update is that of openskill."""

from collections.abc import Sequence

import numpy as np
import pytest

from threedown.server.ratings.plackett_luce import MU, SIGMA, TAU, by_rank, by_share, updated

NEW = (MU, SIGMA)
OPENSKILL = [
    ([NEW, NEW], [1, 2], 1, [(27.635389493140497, 8.06590141354368), (22.364610506859503, 8.06590141354368)]),
    ([NEW, NEW], [1, 1], 1, [(25.0, 8.06590141354368), (25.0, 8.06590141354368)]),
    ([NEW, (30, 5)], [1, 2], 1, [(28.716695002122833, 7.932689942863719), (28.661751954540115, 4.949689565610786)]),
    (
        [NEW, NEW, NEW, NEW],
        [1, 2, 3, 4],
        1,
        [
            (27.795252672501135, 8.263571791259416),
            (26.55291815138952, 8.17961798837266),
            (24.689416369722096, 8.084127880168786),
            (20.962412806387245, 8.084127880168786),
        ],
    ),
    (
        [NEW, (30, 5), (20, 6), (27, 2)],
        [2, 1, 2, 4],
        1,
        [
            (24.590323750027466, 7.989719159694049),
            (31.169701143911567, 4.976821735067234),
            (20.22278936181406, 5.928110076941784),
            (26.811418351166974, 2.0005294692168327),
        ],
    ),
    (
        [NEW, (30, 5), (20, 6)],
        [2, 1, 2],
        5,
        [
            (18.305621332006183, 6.643648943976076),
            (34.269176333041976, 4.834529692435902),
            (17.962806697253193, 5.467522464985571),
        ],
    ),
]
"""Printed by openskill 6.2.0: ``PlackettLuce().rate([[rating], …], ranks=ranks)``, as many times in a row."""


@pytest.mark.parametrize(("before", "ranks", "games", "after"), OPENSKILL)
def test_an_update_is_openskills(
    before: Sequence[tuple[float, float]], ranks: list[int], games: int, after: list[tuple[float, float]]
) -> None:
    mu = np.array([[mean for mean, _ in before]] * 2)
    variance = np.array([[sigma**2 for _, sigma in before]] * 2)
    for _ in range(games):
        variance = variance + TAU**2
        mu, variance = updated(mu, variance, np.array([[1], [0]]), *by_rank(mu, variance, ranks))
    assert np.allclose(mu[0], [mean for mean, _ in after], rtol=1e-12)
    assert np.allclose(np.sqrt(variance[0]), [sigma for _, sigma in after], rtol=1e-12)
    assert mu[1].tolist() == [mean for mean, _ in before]


def test_a_share_says_the_same_as_the_rank_of_two_and_is_linear() -> None:
    mu, variance = np.array([[27.0, 22.0]]), np.array([[16.0, 49.0]])
    for ours, ranks in zip(by_share(mu, variance, [0.0, 1.0]), by_rank(mu, variance, [2, 1]), strict=True):
        assert np.allclose(ours, ranks, rtol=1e-12)
    half = by_share(mu, variance, [1.25, -0.25])[0]
    ends = [by_share(mu, variance, shares)[0] for shares in ([1.0, 0.0], [0.0, 1.0])]
    assert np.allclose(half, 1.25 * ends[0] - 0.25 * ends[1], rtol=1e-12)
