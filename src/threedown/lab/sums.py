"""What is added up of the games of a study: whole numbers alone, so that the order of adding does not matter."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from threedown.lab.measures import Measure


class Part(msgspec.Struct, frozen=True):
    """The sums of some games in a row, every variant's of the same deals."""

    first: int
    n: int
    levels: list[list[tuple[int, int]]]
    """By variant and measure: the sum, and the sum of squares."""
    differences: list[list[tuple[int, int]]]
    """The same by pair of variants, of the differences game by game."""
    turns: list[list[tuple[int, int]]]
    """By variant: how many games had how many turns."""


def part_of(first: int, played: Sequence[Any], measured: Sequence[Measure], pairs: Sequence[tuple[int, int]]) -> Part:
    """The sums of games from number ``first`` on; ``played`` are the rows of each variant."""
    columns = [[np.asarray(measure.of(rows)).astype(np.int64) for measure in measured] for rows in played]
    levels = [[_sums(column) for column in row] for row in columns]
    differences = [
        [_sums(mine - theirs) for mine, theirs in zip(columns[other], columns[base], strict=True)]
        for base, other in pairs
    ]
    counted = [np.unique(rows[:, 0], return_counts=True) for rows in played]
    turns = [list(zip(values.tolist(), counts.tolist(), strict=True)) for values, counts in counted]
    return Part(first, len(played[0]), levels, differences, turns)


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

    @classmethod
    def of(cls, parts: Sequence[Part]) -> "Sums":
        """The sums of one part or more."""
        turns: tuple[dict[int, int], ...] = tuple({} for _ in parts[0].turns)
        for part in parts:
            for counted, more in zip(turns, part.turns, strict=True):
                for value, games in more:
                    counted[value] = counted.get(value, 0) + games
        return cls(
            sum(part.n for part in parts),
            sum(np.array(part.levels, dtype=object) for part in parts),
            sum(np.array(part.differences, dtype=object) for part in parts),
            tuple(dict(sorted(counted.items())) for counted in turns),
        )
