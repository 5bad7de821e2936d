"""Turn a study's task into its plan, and its result into its form on the wire."""

import itertools
import math
from functools import cache
from importlib.resources import files
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
FIRST_STUDIES = "studies"
"""The folder of the studies that ship with the package, one for each game, about its first option."""
STEPS = 50
"""The number of bars in a chart of lengths, which ends where 95 % of each variant's games have ended."""


def plan_of(task: StudyTask) -> StudyPlan:
    """Return the plan of a task; games with opponents play every deal twice, to separate luck from skill."""
    base = settle(find_game(task.game), None, task.options, task.seats, kept=True)
    variations = tuple(Variation(option, tuple(values)) for option, values in task.vary.items())
    pilots = base.game.first_level * base.seats
    return StudyPlan(base, variations, len(variations) > 1, pilots, task.seed, task.games, UNTIL, luck=base.seats > 1)


def study_result(result: StudyResult) -> StudyFound:
    """Return the result of a look."""
    plan, base = result.plan, result.plan.base
    sentences = {}
    for language in LANGUAGES:
        with speaking(language):
            sentences[language] = statements(result)
    order = _in_order(result)
    step = max(1, math.ceil(max(each["p95"].value for each in result.quantiles) / STEPS))
    return StudyFound(
        game=base.game.name,
        version=base.game.version,
        options=msgspec.structs.asdict(base.options),
        seats=base.seats,
        seed=plan.seed,
        games=result.n,
        look=result.look,
        looks=result.looks,
        over=result.is_precise or result.look == result.looks,
        precise=result.is_precise,
        until=plan.until,
        step=step,
        base=order.index(0),
        variants=[_variant(result, place, step) for place in order],
        measures=[
            MeasureFound(each.name, each.title, bool(each.whole), each.name in base.tally_names)
            for each in result.measures
        ],
        sentences=sentences,
        command=command_of(plan),
    )


def answers(found: StudyFound, version: int, task: StudyTask) -> bool:
    """True if a study compares the variants of a task, with however many games."""
    vary = {option: [each.changes[option] for each in found.variants] for option in found.variants[0].changes}
    of_study = (found.game, found.version, found.options, found.seats, found.seed, vary)
    return of_study == (task.game, version, task.options, task.seats, task.seed, task.vary)


@cache
def shipped_study(game: str) -> StudyFound | None:
    """Return the study of a game that ships with the package."""
    file = files(__package__) / FIRST_STUDIES / f"{game}.json"
    return msgspec.json.decode(file.read_bytes(), type=StudyFound) if file.is_file() else None


def _in_order(result: StudyResult) -> list[int]:
    """Return the indices of the variants, ordered by the values of their options."""
    options = [variant.setting.options for variant in result.variants]
    sets = itertools.product(*(each.values for each in result.plan.variations))
    names = [each.option for each in result.plan.variations]
    values: list[tuple[Any, ...]] = [tuple(getattr(each, name) for name in names) for each in options]
    return [values.index(each) for each in sets]


def _variant(result: StudyResult, place: int, step: int) -> VariantFound:
    lengths = [0] * STEPS
    for turns, games in result.sums.turns[place].items():
        if turns // step < STEPS:
            lengths[turns // step] += games
    options = result.variants[place].setting.options
    return VariantFound(
        changes={each.option: getattr(options, each.option) for each in result.plan.variations},
        lengths=lengths,
        median=_known(result.quantiles[place]["median"]),
        p95=_known(result.quantiles[place]["p95"]),
        measures={name: _known(value) for name, value in result.levels[place].items()},
        apart={
            each.measure.name: Apart(each.difference.value, each.difference.low, each.difference.high, each.holds)
            for each in result.comparisons
            if (each.base, each.other) == (0, place)
        },
    )


def _known(value: Interval) -> Known:
    return Known(value.value, value.low, value.high)
