"""Sums over the games of a study: whole numbers alone, so that the order of addition does not matter."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from threedown.lab.study.deals import outcomes
from threedown.lab.study.measures import Measure


class PartialSums(msgspec.Struct, frozen=True):
    """The sums of consecutive games of every variant, from the same deals."""

    first: int
    n: int
    levels: list[list[tuple[int, int]]]
    """The sum and the sum of squares, by variant and measure."""
    differences: list[list[tuple[int, int]]]
    """The same for the differences, game by game, of each pair of variants."""
    turns: list[list[tuple[int, int]]]
    """The number of games for each number of turns, by variant."""
    deals: list[list[tuple[tuple[int, ...], int]]] = []
    """The number of deals for each set of winners, by variant, then by pair of variants, if deals are played twice."""


def sums_of_games(
    first: int,
    played: Sequence[Any],
    measured: Sequence[Measure],
    pairs: Sequence[tuple[int, int]],
    replayed: Sequence[Any] = (),
) -> PartialSums:
    """Sum games from number ``first`` on. ``played`` has each variant's rows, ``replayed`` its replays' winners."""
    columns = [[np.asarray(measure.of(rows)).astype(np.int64) for measure in measured] for rows in played]
    levels = [[_sums(column) for column in row] for row in columns]
    differences = [
        [_sums(other_row - base_row) for other_row, base_row in zip(columns[other], columns[base], strict=True)]
        for base, other in pairs
    ]
    turn_counts = [np.unique(rows[:, 0], return_counts=True) for rows in played]
    turns = [list(zip(values.tolist(), counts.tolist(), strict=True)) for values, counts in turn_counts]
    winners = [[rows[:, 2], other] for rows, other in zip(played, replayed, strict=bool(replayed))]
    groups = [*winners, *(winners[base] + winners[other] for base, other in pairs)] if replayed else []
    deals = [list(outcomes(group).items()) for group in groups]
    return PartialSums(first, len(played[0]), levels, differences, turns, deals)


def add_sums(parts: Sequence[PartialSums]) -> PartialSums:
    """Add up some parts."""
    sums = Sums.of(parts)
    turns = [list(counts.items()) for counts in sums.turns]
    deals = [list(counts.items()) for counts in sums.deals]
    levels, differences = (list(map(list, each.tolist())) for each in (sums.levels, sums.differences))
    return PartialSums(min(part.first for part in parts), sums.n, levels, differences, turns, deals)


def _sums(column: Any) -> tuple[int, int]:
    return int(column.sum()), int((column * column).sum())


class Sums(NamedTuple):
    """The parts added up, in Python's unbounded integers, for ``n`` games of each variant."""

    n: int
    levels: Any
    """(variants, measures, 2)."""
    differences: Any
    """(pairs, measures, 2)."""
    turns: tuple[dict[int, int], ...]
    deals: tuple[dict[tuple[int, ...], int], ...]
    """As in a part; empty if no deal was played twice."""

    @classmethod
    def of(cls, parts: Sequence[PartialSums]) -> "Sums":
        """Add up one part or more."""
        return cls(
            sum(part.n for part in parts),
            sum(np.array(part.levels, dtype=object) for part in parts),
            sum(np.array(part.differences, dtype=object) for part in parts),
            _counted([part.turns for part in parts]),
            _counted([part.deals for part in parts]),
        )


def _counted(parts: Sequence[Sequence[Sequence[tuple[Any, int]]]]) -> tuple[dict[Any, int], ...]:
    """Add up the counts of all parts, in order."""
    whole: list[dict[Any, int]] = [{} for _ in parts[0]]
    for part in parts:
        for turn_counts, more in zip(whole, part, strict=True):
            for value, games in more:
                turn_counts[value] = turn_counts.get(value, 0) + games
    return tuple(dict(sorted(turn_counts.items())) for turn_counts in whole)
