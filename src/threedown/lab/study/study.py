"""A study: variants of a game played from the same deals, until their differences are known as precisely as wanted.

Game g of every variant has the same chance (the run's seed and the game's number), so that the same cards are dealt as
long as the rules of the deal are the same, and differences are taken game by game.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from threedown.bulk.chunks import Chunks
from threedown.bulk.run_spec import RunSpec, run_spec
from threedown.bulk.worker_pool import ChunkJob, Progress, ThreadPool, WorkerPool
from threedown.games.setting import Setting
from threedown.lab.intervals import Interval, difference, holm, level, looks_after, quantile
from threedown.lab.study.deals import settled, settled_apart
from threedown.lab.study.measures import LUCK, Measure, measures, skill_of
from threedown.lab.study.plan import Variant, Variation, neighbours, variants
from threedown.lab.study.sums import PartialSums, Sums, part_of, together
from threedown.lab.study.watched import counted, watched

BLOCK = 50_000
"""Games of a variant that are kept as one part."""
QUANTILES = {"median": 0.5, "p95": 0.95}


class StudyPlan(NamedTuple):
    """The plan of a study: at most ``most`` games of each variant of ``base``, until differences are known to ``until``
    (a share of the base's turns, or of all games)."""

    base: Setting
    variations: tuple[Variation, ...]
    grid: bool
    pilots: tuple[str, ...]
    seed: int
    most: int
    until: float
    watched: bool = False
    """True if the leader is noted turn by turn (see :mod:`threedown.lab.study.watched`)."""
    luck: bool = False
    """True if every deal is played twice (see :mod:`threedown.lab.study.deals`)."""
    skill: tuple[str, ...] = ()
    """A level that plays alone among others of a second one, in games of their own; or nothing."""

    @property
    def variants(self) -> tuple[Variant, ...]:
        """Return the variants to compare, the base first: alone, if nothing varies."""
        found = variants(self.base, self.variations, self.grid)
        noted = watched if self.watched else lambda setting: setting
        return tuple(each._replace(setting=noted(counted(each.setting))) for each in found)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of the games."""
        own = measures(self.variants[0].setting)
        return (*own, skill_of(self.base.seats, *self.skill)) if self.skill else own


class Comparison(NamedTuple):
    """A measure of one variant beside another's. ``p`` is raised for looking often (by :mod:`intervals`) and for
    comparing much (by Holm)."""

    measure: Measure
    base: int
    other: int
    apart: Interval
    p: float

    @property
    def holds(self) -> bool:
        """True if there is a difference, with 95 % for all comparisons together."""
        return self.p < 0.05


class StudyResult(NamedTuple):
    """The result of a study after one of its looks."""

    plan: StudyPlan
    variants: tuple[Variant, ...]
    measures: tuple[Measure, ...]
    sums: Sums
    look: int
    looks: int
    levels: tuple[dict[str, Interval], ...]
    """By variant: measure -> its value."""
    quantiles: tuple[dict[str, Interval], ...]
    """By variant: of the turns."""
    comparisons: tuple[Comparison, ...]

    @property
    def n(self) -> int:
        """Games of each variant."""
        return self.sums.n

    @property
    def is_precise(self) -> bool:
        """True if every difference to the base is as precise as wanted; if nothing varies, if the base is."""
        precise = [measure for measure in self.measures if measure.precise]
        if not self.plan.variations:
            known = [(measure, self.levels[0][measure.name]) for measure in precise]
        else:
            known = [
                (each.measure, each.apart) for each in self.comparisons if each.measure in precise and not each.base
            ]
        return all(
            found.half <= self.plan.until * (1 if measure.whole else self.levels[0][measure.name].value)
            for measure, found in known
        )

    def comparison(self, measure: str, base: int, other: int) -> Comparison:
        return next(
            each for each in self.comparisons if (each.measure.name, each.base, each.other) == (measure, base, other)
        )


class StudyStore(Protocol):
    """Keeps the parts of a study."""

    def kept(self, first: int, n: int) -> PartialSums | None:
        """The part of ``n`` games from number ``first`` on, if it is there."""

    def keep(self, part: PartialSums) -> None: ...


Tell = Callable[[int, Progress], None]
"""Hears of the look, and how far a part of it is."""
Show = Callable[[StudyResult], None]
"""Hears what is known by a look."""


def study(
    plan: StudyPlan,
    pool: WorkerPool | None = None,
    tell: Tell | None = None,
    keeper: StudyStore | None = None,
    show: Show | None = None,
) -> StudyResult:
    """Plays the games of a plan, look by look. The same plan gives the same result by any ``pool`` (None: all cores
    here)."""
    table = _Players(plan, pool or ThreadPool())
    looks = looks_after(plan.most)
    parts: list[PartialSums] = []
    for look, games in enumerate(looks, 1):
        begun = sum(part.n for part in parts)
        for first, n in blocks(begun, games):
            part = keeper.kept(first, n) if keeper else None
            if part is None:
                part = table.play(first, n, functools.partial(tell or _nobody_hears, look))
                if keeper:
                    keeper.keep(part)
            parts.append(part)
        found = looked(plan, table.variants, table.measures, table.pairs, Sums.of(parts), look, len(looks))
        if show is not None:
            show(found)
        if found.is_precise:
            break
    return found


def _nobody_hears(look: int, far: Progress) -> None:
    pass


def blocks(begun: int, end: int) -> Iterator[tuple[int, int]]:
    """The games from ``begun`` to before ``end`` in blocks: number of the first, and how many."""
    for first in range(begun, end, BLOCK):
        yield first, min(BLOCK, end - first)


class _Players:
    """Plays all variants of a plan."""

    def __init__(self, plan: StudyPlan, pool: WorkerPool) -> None:
        self._crew = pool
        self.variants = plan.variants
        self.measures = plan.measures
        self.pairs = neighbours(self.variants, plan.variations)
        orders = tuple(each for variant in self.variants for each in orders_of(plan, variant.setting))
        compiled = any(each.worth_compiling for each in orders)
        self._job = ChunkJob(orders, functools.partial(summed, plan, self.pairs), compiled)

    def play(self, first: int, n: int, tell: Callable[[Progress], None]) -> PartialSums:
        parts: list[PartialSums] = []
        chunks = Chunks(n, self._crew.size(n), first)
        self._crew.play(self._job, chunks, lambda _, part: parts.append(part), tell)
        return together(parts)


def orders_of(plan: StudyPlan, setting: Setting) -> list[RunSpec]:
    """Return the run specs of a variant: its games; if luck is asked for, other games of the same deals; and if skill
    is, games in which one seat of the first level plays among the second level, at every seat in turn."""
    own = run_spec(setting, plan.most, plan.seed, plan.pilots)
    found = [own, own._replace(again=1)] if plan.luck else [own]
    if plan.skill:
        alone, others = plan.skill
        pilots = (alone, *(others,) * (setting.seats - 1))
        found.append(own._replace(pilots=pilots, rotating=tuple(sorted(set(plan.skill)))))
    return found


def summed(plan: StudyPlan, pairs: tuple[tuple[int, int], ...], first: int, rows: Sequence[Any]) -> PartialSums:
    """The sums of some games of all variants, of the rows of all orders; made where they are played."""
    each = 1 + plan.luck + bool(plan.skill)
    variants = [rows[place : place + each] for place in range(0, len(rows), each)]
    played = [np.column_stack([own, *(other[:, 2] for other in more[plan.luck :])]) for own, *more in variants]
    again = [found[1][:, 2] for found in variants] if plan.luck else []
    return part_of(first, played, plan.measures, pairs, again)


def looked(
    plan: StudyPlan,
    found: tuple[Variant, ...],
    measured: tuple[Measure, ...],
    pairs: tuple[tuple[int, int], ...],
    sums: Sums,
    look: int,
    looks: int,
) -> StudyResult:
    """Return the result of the games played by a look."""
    levels = tuple(
        {
            measure.name: level(sums.n, *_sums(sums.levels[variant, place]), measure.whole, looks)
            for place, measure in enumerate(measured)
        }
        for variant in range(len(found))
    )
    if plan.luck:
        share = [settled(counts, plan.base.seats, looks) for counts in sums.deals[: len(found)]]
        levels = tuple(level | {LUCK.name: value} for level, value in zip(levels, share, strict=True))
    quantiles = tuple(
        {name: quantile(list(turns.items()), share, looks) for name, share in QUANTILES.items()} for turns in sums.turns
    )
    apart = [
        (measure, base, other, difference(sums.n, *_sums(sums.differences[number, place]), measure.whole, looks))
        for number, (base, other) in enumerate(pairs)
        for place, measure in enumerate(measured)
        if measure.compared
    ]
    if plan.luck:
        twice = zip(pairs, sums.deals[len(found) :], strict=True)
        apart += [(LUCK, *pair, settled_apart(counts, plan.base.seats, looks)) for pair, counts in twice]
        measured = (*measured, LUCK)
    raised = holm([each.p for *_, each in apart])
    comparisons = tuple(Comparison(*each, p) for each, p in zip(apart, raised, strict=True))
    return StudyResult(plan, found, measured, sums, look, looks, levels, quantiles, comparisons)


def _sums(cell: Any) -> tuple[int, int]:
    return int(cell[0]), int(cell[1])
