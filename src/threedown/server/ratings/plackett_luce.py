"""Weng and Lin's rating update for Plackett and Luce's model, for many seats, draws and shares of a game.

The formulas and constants are those of openskill 6.2 (``PlackettLuce``), and the tests compare both. Here one call
updates many copies of the ratings at once, as the resampled games of ``rating_book`` need it.

Weng and Lin, *A Bayesian approximation method for online ranking*, Journal of Machine Learning Research 12 (2011).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

MU, SIGMA = 25.0, 25.0 / 3
"""A new player: the mean of their strength, and its standard deviation."""
BETA = SIGMA / 2
"""The spread of a player's strength from game to game."""
TAU = MU / 300
"""The standard deviation by which a player's strength may drift from game to game."""
KAPPA = 1e-4
"""The smallest factor by which a variance may shrink in a game."""


def updated(mu: Any, variance: Any, weight: Any, slope: Any, curve: Any) -> tuple[Any, Any]:
    """Return means and variances after a game that counts ``weight`` times, all of shape (copies, seats).

    ``slope`` and ``curve`` are what a game says of each seat: see :func:`by_rank` and :func:`by_share`.
    """
    c = scale(variance)
    factor = 1 - weight * curve * (variance / c**2) * (np.sqrt(variance) / c)
    return mu + weight * slope * variance / c, variance * np.maximum(factor, KAPPA)


def scale(variance: Any) -> Any:
    """Return the common scale of a table's strengths, of shape (copies, 1)."""
    return np.sqrt((variance + BETA**2).sum(axis=1, keepdims=True))


def by_rank(mu: Any, variance: Any, ranks: Sequence[int]) -> tuple[Any, Any]:
    """Return what a whole ranking says of each seat; equal ranks are a draw."""
    ranked = np.array(ranks)
    strength = np.exp(mu / scale(variance))
    later = ranked[None, :] >= ranked[:, None]  # [q, i]: seat i was still in the race for the place of seat q
    shares = strength[:, None, :] * later / (strength @ later.T)[:, :, None]  # [copy, q, i]
    tied = (ranked[None, :] == ranked[:, None]).sum(axis=1)[None, :, None]
    slope = ((np.eye(len(ranked))[None] - shares) * later / tied).sum(axis=1)
    return slope, (shares * (1 - shares) / tied).sum(axis=1)


def by_share(mu: Any, variance: Any, shares: Sequence[float]) -> tuple[Any, Any]:
    """Return what each seat's share of the game says; the shares add up to 1, and may lie outside 0 to 1.

    It is linear in the shares. So an estimate of the share that is right on average is right on average here too, and a
    game of two that one of them wins (1, 0) says the same as its ranking.
    """
    strength = np.exp(mu / scale(variance))
    expected = strength / strength.sum(axis=1, keepdims=True)
    return np.array(shares) - expected, expected * (1 - expected)
