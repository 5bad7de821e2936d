"""A study of the lab's page: which it is, and what it has found, as the page shows it."""

import itertools
import math
from typing import Any

import msgspec

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.lab.intervals import Interval
from threedown.lab.study.command import command_of
from threedown.lab.study.plan import Variation
from threedown.lab.study.sentence import statements
from threedown.lab.study.study import StudyPlan, StudyResult
from threedown.language import LANGUAGES, speaking
from threedown.server.model.findings import Apart, Known, MeasureFound, StudyFound, StudyTask, VariantFound

UNTIL = 0.01
STEPS = 50
"""Into so many the longest of lengths is divided that are drawn: where 95 % of the games of each variant have ended."""


def plan_of(task: StudyTask) -> StudyPlan:
    """What is played for a task: where there are others to win against every deal twice, for the luck of it."""
    base = settle(find_game(task.game), None, task.options, task.seats)
    variations = tuple(Variation(option, tuple(values)) for option, values in task.vary.items())
    pilots = base.game.first_level * base.seats
    return StudyPlan(base, variations, len(variations) > 1, pilots, task.seed, task.games, UNTIL, luck=base.seats > 1)


def studied(found: StudyResult) -> StudyFound:
    """What was found by a look."""
    plan, base = found.plan, found.plan.base
    told = {}
    for language in LANGUAGES:
        with speaking(language):
            told[language] = statements(found)
    places = _in_order(found)
    step = max(1, math.ceil(max(each["p95"].value for each in found.quantiles) / STEPS))
    return StudyFound(
        game=base.game.name,
        version=base.game.version,
        options=msgspec.structs.asdict(base.options),
        seats=base.seats,
        seed=plan.seed,
        games=found.n,
        look=found.look,
        looks=found.looks,
        over=found.is_precise or found.look == found.looks,
        precise=found.is_precise,
        until=plan.until,
        step=step,
        base=places.index(0),
        variants=[_variant(found, place, step) for place in places],
        measures=[
            MeasureFound(each.name, each.title, bool(each.whole), each.name in base.tally_names)
            for each in found.measures
        ],
        sentences=told,
        command=command_of(plan),
    )


def _in_order(found: StudyResult) -> list[int]:
    """The places of the variants by the values of what varies."""
    options = [variant.setting.options for variant in found.variants]
    sets = itertools.product(*(each.values for each in found.plan.variations))
    names = [each.option for each in found.plan.variations]
    values: list[tuple[Any, ...]] = [tuple(getattr(each, name) for name in names) for each in options]
    return [values.index(each) for each in sets]


def _variant(found: StudyResult, place: int, step: int) -> VariantFound:
    lengths = [0] * STEPS
    for turns, games in found.sums.turns[place].items():
        if turns // step < STEPS:
            lengths[turns // step] += games
    options = found.variants[place].setting.options
    return VariantFound(
        changes={each.option: getattr(options, each.option) for each in found.plan.variations},
        lengths=lengths,
        median=_known(found.quantiles[place]["median"]),
        p95=_known(found.quantiles[place]["p95"]),
        measures={name: _known(value) for name, value in found.levels[place].items()},
        apart={
            each.measure.name: Apart(each.apart.value, each.apart.low, each.apart.high, each.holds)
            for each in found.comparisons
            if (each.base, each.other) == (0, place)
        },
    )


def _known(value: Interval) -> Known:
    return Known(value.value, value.low, value.high)
