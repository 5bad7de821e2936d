"""A study: variants of a game played from the same deals until their differences are known as precisely as wanted.

Game g of every variant has the same chance (the run's seed and the game's number), so the same cards are dealt as long
as the rules of the deal are the same. Differences are taken game by game.
"""

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from threedown.bulk.chunks import Chunks
from threedown.bulk.run_spec import RunSpec, run_spec
from threedown.bulk.worker_pool import ChunkJob, RunProgress, ThreadPool, WorkerPool
from threedown.games.setting import Setting
from threedown.lab.intervals import Interval, LookErrors, difference, errors_of, holm, level, looks_after, quantile
from threedown.lab.study.deals import deal_share, deal_share_difference
from threedown.lab.study.measures import LUCK, Measure, measures, skill_of
from threedown.lab.study.plan import Variant, Variation, neighbours, variants
from threedown.lab.study.sums import PartialSums, Sums, add_sums, sums_of_games
from threedown.lab.study.watched import counted, watched

BLOCK = 50_000
"""The number of games of a variant that are stored as one part."""
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
    """Two levels, or none: in extra games, the first plays one seat against the second."""

    @property
    def variants(self) -> tuple[Variant, ...]:
        """Return the variants to compare, the base first: alone, if nothing varies."""
        settings = variants(self.base, self.variations, self.grid)
        noted = watched if self.watched else lambda setting: setting
        return tuple(each._replace(setting=noted(counted(each.setting))) for each in settings)

    @property
    def measures(self) -> tuple[Measure, ...]:
        """Return the measures of the games."""
        own = measures(self.variants[0].setting)
        return (*own, skill_of(self.base.seats, *self.skill)) if self.skill else own


class Comparison(NamedTuple):
    """A measure of one variant compared with another's. ``p`` is adjusted for repeated looks (by :mod:`intervals`) and
    for multiple comparisons (by Holm)."""

    measure: Measure
    base: int
    other: int
    difference: Interval
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
    """The value of each measure, by variant."""
    quantiles: tuple[dict[str, Interval], ...]
    """The quantiles of the number of turns, by variant."""
    comparisons: tuple[Comparison, ...]

    @property
    def n(self) -> int:
        """Games of each variant."""
        return self.sums.n

    @property
    def is_precise(self) -> bool:
        """True if every difference to the base is as precise as wanted, or the base itself if nothing varies."""
        precise = [measure for measure in self.measures if measure.precise]
        if not self.plan.variations:
            known = [(measure, self.levels[0][measure.name]) for measure in precise]
        else:
            known = [
                (each.measure, each.difference)
                for each in self.comparisons
                if each.measure in precise and not each.base
            ]
        return all(
            interval.half <= self.plan.until * (1 if measure.whole else self.levels[0][measure.name].value)
            for measure, interval in known
        )

    def comparison(self, measure: str, base: int, other: int) -> Comparison:
        return next(
            each for each in self.comparisons if (each.measure.name, each.base, each.other) == (measure, base, other)
        )


class StudyStore(Protocol):
    """The store of the parts of a study."""

    def load(self, first: int, n: int) -> PartialSums | None:
        """Return the part of ``n`` games from number ``first`` on, None if it is missing."""

    def save(self, part: PartialSums) -> None: ...


OnProgress = Callable[[int, RunProgress], None]
"""Called with the number of the look and the progress of one of its parts."""
OnLook = Callable[[StudyResult], None]
"""Called with the result after each look."""


def study(
    plan: StudyPlan,
    pool: WorkerPool | None = None,
    on_progress: OnProgress | None = None,
    store: StudyStore | None = None,
    on_look: OnLook | None = None,
) -> StudyResult:
    """Play the games of a plan, look by look. The same plan gives the same result on any ``pool`` (None: all
    cores of this machine)."""
    table = _Players(plan, pool or ThreadPool())
    looks = looks_after(plan.most)
    parts: list[PartialSums] = []
    for look, (games, errors) in enumerate(zip(looks, errors_of(looks), strict=True), 1):
        begun = sum(part.n for part in parts)
        for first, n in blocks(begun, games):
            part = store.load(first, n) if store else None
            if part is None:
                part = table.play(first, n, functools.partial(on_progress or _ignore_progress, look))
                if store:
                    store.save(part)
            parts.append(part)
        sums = Sums.of(parts)
        result = result_after(plan, table.variants, table.measures, table.pairs, sums, look, len(looks), errors)
        if on_look is not None:
            on_look(result)
        if result.is_precise:
            break
    return result


def _ignore_progress(look: int, progress: RunProgress) -> None:
    pass


def blocks(begun: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the games from ``begun`` to before ``end`` in blocks: the number of the first game, and the count."""
    for first in range(begun, end, BLOCK):
        yield first, min(BLOCK, end - first)


class _Players:
    """The games of all variants of a plan."""

    def __init__(self, plan: StudyPlan, pool: WorkerPool) -> None:
        self._pool = pool
        self.variants = plan.variants
        self.measures = plan.measures
        self.pairs = neighbours(self.variants, plan.variations)
        orders = tuple(each for variant in self.variants for each in run_specs_of(plan, variant.setting))
        compiled = any(each.worth_compiling for each in orders)
        self._job = ChunkJob(orders, functools.partial(sum_rows, plan, self.pairs), compiled)

    def play(self, first: int, n: int, on_progress: Callable[[RunProgress], None]) -> PartialSums:
        parts: list[PartialSums] = []
        chunks = Chunks(n, self._pool.size(n), first)
        self._pool.play(self._job, chunks, lambda _, part: parts.append(part), on_progress)
        return add_sums(parts)


def run_specs_of(plan: StudyPlan, setting: Setting) -> list[RunSpec]:
    """Return the run specs of a variant: its games; if luck is asked for, other games of the same deals; and if skill
    is, games in which one seat of the first level plays among the second level, at every seat in turn."""
    own = run_spec(setting, plan.most, plan.seed, plan.pilots)
    specs = [own, own._replace(again=1)] if plan.luck else [own]
    if plan.skill:
        alone, others = plan.skill
        pilots = (alone, *(others,) * (setting.seats - 1))
        specs.append(own._replace(pilots=pilots, rotating=tuple(sorted(set(plan.skill)))))
    return specs


def sum_rows(plan: StudyPlan, pairs: tuple[tuple[int, int], ...], first: int, rows: Sequence[Any]) -> PartialSums:
    """Sum some games of all variants from the rows of all run specs. It runs in the worker that plays them."""
    each = 1 + plan.luck + bool(plan.skill)
    variants = [rows[place : place + each] for place in range(0, len(rows), each)]
    played = [np.column_stack([own, *(other[:, 2] for other in more[plan.luck :])]) for own, *more in variants]
    again = [rows_of_variant[1][:, 2] for rows_of_variant in variants] if plan.luck else []
    return sums_of_games(first, played, plan.measures, pairs, again)


def result_after(
    plan: StudyPlan,
    variants: tuple[Variant, ...],
    measured: tuple[Measure, ...],
    pairs: tuple[tuple[int, int], ...],
    sums: Sums,
    look: int,
    looks: int,
    errors: LookErrors,
) -> StudyResult:
    """Return the result after a look, with its errors."""
    levels = tuple(
        {
            measure.name: level(sums.n, *_sums(sums.levels[variant, place]), measure.whole, errors.error)
            for place, measure in enumerate(measured)
        }
        for variant in range(len(variants))
    )
    if plan.luck:
        share = [deal_share(counts, plan.base.seats, errors) for counts in sums.deals[: len(variants)]]
        levels = tuple(level | {LUCK.name: value} for level, value in zip(levels, share, strict=True))
    quantiles = tuple(
        {name: quantile(list(turns.items()), share, errors.error) for name, share in QUANTILES.items()}
        for turns in sums.turns
    )
    differences = [
        (measure, base, other, difference(sums.n, *_sums(sums.differences[number, place]), measure.whole, errors))
        for number, (base, other) in enumerate(pairs)
        for place, measure in enumerate(measured)
        if measure.compared
    ]
    if plan.luck:
        twice = zip(pairs, sums.deals[len(variants) :], strict=True)
        differences += [(LUCK, *pair, deal_share_difference(counts, plan.base.seats, errors)) for pair, counts in twice]
        measured = (*measured, LUCK)
    adjusted = holm([each.p for *_, each in differences])
    comparisons = tuple(Comparison(*each, p) for each, p in zip(differences, adjusted, strict=True))
    return StudyResult(plan, variants, measured, sums, look, looks, levels, quantiles, comparisons)


def _sums(cell: Any) -> tuple[int, int]:
    return int(cell[0]), int(cell[1])
