"""Sums over the games of a study: whole numbers alone, so that the order of addition does not matter."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from threedown.lab.study.deals import outcomes
from threedown.lab.study.measures import Measure


class PartialSums(msgspec.Struct, frozen=True):
    """The sums of some games in a row, every variant's of the same deals."""

    first: int
    n: int
    levels: list[list[tuple[int, int]]]
    """By variant and measure: the sum, and the sum of squares."""
    differences: list[list[tuple[int, int]]]
    """The same by pair of variants, of the differences game by game."""
    turns: list[list[tuple[int, int]]]
    """By variant: how many games had how many turns."""
    deals: list[list[tuple[tuple[int, ...], int]]] = []
    """By variant, and then by pair of variants: how many deals had which winners when they were played twice."""


def part_of(
    first: int,
    played: Sequence[Any],
    measured: Sequence[Measure],
    pairs: Sequence[tuple[int, int]],
    again: Sequence[Any] = (),
) -> PartialSums:
    """The sums of games from number ``first`` on; ``played`` are the rows of each variant, ``again`` the winners where
    its deals were played once more."""
    columns = [[np.asarray(measure.of(rows)).astype(np.int64) for measure in measured] for rows in played]
    levels = [[_sums(column) for column in row] for row in columns]
    differences = [
        [_sums(mine - theirs) for mine, theirs in zip(columns[other], columns[base], strict=True)]
        for base, other in pairs
    ]
    counted = [np.unique(rows[:, 0], return_counts=True) for rows in played]
    turns = [list(zip(values.tolist(), counts.tolist(), strict=True)) for values, counts in counted]
    winners = [[rows[:, 2], other] for rows, other in zip(played, again, strict=bool(again))]
    groups = [*winners, *(winners[base] + winners[other] for base, other in pairs)] if again else []
    deals = [list(outcomes(group).items()) for group in groups]
    return PartialSums(first, len(played[0]), levels, differences, turns, deals)


def together(parts: Sequence[PartialSums]) -> PartialSums:
    """The sums of all games of some parts."""
    found = Sums.of(parts)
    turns, deals = ([list(counted.items()) for counted in found.turns], [list(each.items()) for each in found.deals])
    levels, differences = (list(map(list, sums.tolist())) for sums in (found.levels, found.differences))
    return PartialSums(min(part.first for part in parts), found.n, levels, differences, turns, deals)


def _sums(column: Any) -> tuple[int, int]:
    return int(column.sum()), int((column * column).sum())


class Sums(NamedTuple):
    """The parts added up, in Python's integers, which have no end. ``n`` games of each variant."""

    n: int
    levels: Any
    """(variants, measures, 2)."""
    differences: Any
    """(pairs, measures, 2)."""
    turns: tuple[dict[int, int], ...]
    deals: tuple[dict[tuple[int, ...], int], ...]
    """As in a part; empty where no deal was played twice."""

    @classmethod
    def of(cls, parts: Sequence[PartialSums]) -> "Sums":
        """The sums of one part or more."""
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
        for counted, more in zip(whole, part, strict=True):
            for value, games in more:
                counted[value] = counted.get(value, 0) + games
    return tuple(dict(sorted(counted.items())) for counted in whole)
