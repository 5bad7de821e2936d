"""The figures of a run: exact quantiles, means with their standard errors, shares with Wilson intervals."""

import math
from statistics import NormalDist
from typing import Any

import msgspec
import numpy as np

from threedown.bulk.run import Run

QUANTILES = {"median": 0.5, "p95": 0.95, "p99": 0.99}


def report(run: Run) -> dict[str, Any]:
    """Return a run as ``sim --json`` prints it (docs/contract.md). ``turns`` is null without finished games."""
    seats, game = run.setting.seats, run.setting.game
    counts, turns = run.totals.counts, run.totals.turns
    unfinished = int(counts[seats + 1])
    sums = run.totals.tallies[0]
    return {
        "game": game.name,
        "options": msgspec.structs.asdict(run.setting.options),
        "seats": seats,
        **({} if run.setting.cited is None else {"rule_set": msgspec.to_builtins(run.setting.cited)}),
        "n": run.n,
        "seed": run.spec.seed,
        "bots": list(run.spec.pilots),
        "finished": run.n - unfinished,
        "unfinished": unfinished,
        "wins": [int(count) for count in counts[:seats]],
        "draws": int(counts[seats]),
        "reasons": {
            name: int(run.totals.reasons[code]) for code, name in game.rules.REASONS.items() if run.totals.reasons[code]
        },
        "turns": turn_figures(turns),
        "tally": {
            name: {"mean": int(sums[place]) / run.n, "se": tally_error(run, place), "total": int(sums[place])}
            for place, name in enumerate(run.setting.tally_names)
        },
        "histogram": [[int(value), int(turns[value])] for value in np.nonzero(turns)[0]],
        "seconds": run.seconds,
        "games_per_second": run.n / run.seconds if run.seconds else None,
    }


def turn_figures(histogram: Any) -> dict[str, float | int | None]:
    """Mean, standard error, quantiles, least and most of a histogram (games by number of turns); None where empty."""
    present = np.nonzero(histogram)[0]
    if len(present) == 0:
        return dict.fromkeys(("mean", "se", *QUANTILES, "min", "max"))
    counts = [int(count) for count in histogram[present]]
    values = [int(value) for value in present]
    n = sum(counts)
    total = sum(value * count for value, count in zip(values, counts, strict=True))
    squares = sum(value * value * count for value, count in zip(values, counts, strict=True))
    running = np.cumsum(histogram)
    quantiles = {
        name: int(np.searchsorted(running, math.ceil(share * n), side="left")) for name, share in QUANTILES.items()
    }
    return {
        "mean": total / n,
        "se": standard_error(n, total, squares),
        **quantiles,
        "min": values[0],
        "max": values[-1],
    }


def standard_error(n: int, total: int, squares: int) -> float | None:
    """The standard error of a mean from exact sums; None for fewer than two values."""
    if n < 2:
        return None
    return math.sqrt((n * squares - total * total) / (n * (n - 1)) / n)


def tally_error(run: Run, place: int) -> float | None:
    sums, squares = run.totals.tallies[:, place]
    return standard_error(run.n, int(sums), int(squares))


def share_interval(count: int, n: int, confidence: float = 0.95) -> tuple[float, float]:
    """The interval of a share, after Wilson (Journal of the American Statistical Association 22 (1927)).

    The same as that of ``scipy.stats.binomtest`` but for the last digits, without half a second of import.

    >>> low, high = share_interval(157, 200)
    >>> round(low, 5), round(high, 5)
    (0.72298, 0.83628)
    """
    z, share = NormalDist().inv_cdf(0.5 + confidence / 2), count / n
    middle = (2 * count + z * z) / (2 * (n + z * z))
    half = z * math.sqrt(4 * n * share * (1 - share) + z * z) / (2 * (n + z * z))
    return middle - half if count else 0.0, middle + half if count < n else 1.0
