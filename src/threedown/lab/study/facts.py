"""A study as plain data: what ``threedown lab --json`` prints."""

from collections.abc import Sequence
from typing import Any

import msgspec

from threedown.games.declare import EVENT_COUNT
from threedown.lab.analysis.choices import Choices, choices_apart
from threedown.lab.intervals import ERROR, Interval, holm
from threedown.lab.study.sentence import sentences
from threedown.lab.study.study import StudyResult

MEASURES = {"a_game": "choices", "matter": "choices that matter", "missed": "choices missed"}
"""The names of the comparisons of choices."""


def study_facts(found: StudyResult, pace: float, weighed: Sequence[Choices] = ()) -> dict[str, Any]:
    """Return the results as plain data; ``pace``: seconds that an event takes at a table; ``weighed``: each variant's
    choices, if they were compared."""
    plan = found.plan
    return {
        "game": plan.base.game.name,
        "options": msgspec.structs.asdict(plan.base.options),
        "seats": plan.base.seats,
        "bots": list(plan.pilots),
        "seed": plan.seed,
        "n": found.n,
        "looks": {"taken": found.look, "most": found.looks},
        "until": plan.until,
        "watched": plan.watched,
        "luck": plan.luck,
        "skill": list(plan.skill),
        "precise": found.is_precise,
        "seconds_an_event": pace,
        "variants": [
            {
                "changes": dict(variant.changes),
                "measures": {measure.name: _told(found.levels[place][measure.name]) for measure in found.measures},
                "minutes": _told(minutes(found, place, pace)),
                "turns": {name: _told(value) for name, value in found.quantiles[place].items()},
                **({"choices": _choices(weighed[place])} if weighed else {}),
                "histogram": [list(pair) for pair in found.sums.turns[place].items()],
            }
            for place, variant in enumerate(found.variants)
        ],
        "comparisons": [
            _compared(each.measure.name, each.base, each.other, each.apart._replace(p=each.p), each.holds)
            for each in found.comparisons
        ]
        + _choices_apart(weighed),
        "sentences": sentences(found) if plan.variations else [],
    }


def minutes(found: StudyResult, place: int, pace: float) -> Interval:
    """Return the duration of a variant's game at a table where an event takes ``pace`` seconds."""
    events = found.levels[place][EVENT_COUNT]
    return Interval(*(each * pace / 60 for each in events[:3]))


def _choices(weighed: Choices) -> dict[str, Any]:
    return {
        "level": weighed.level,
        "games": len(weighed.games),
        "weighed": weighed.weighed,
        "worlds": weighed.worlds,
        "a_game": _told(weighed.a_game),
        "matter": _told(weighed.matter),
        "missed": _told(weighed.missed),
    }


def choices_compared(weighed: Sequence[Choices]) -> list[dict[str, Interval]]:
    """Of each variant but the base, how its choices differ from the base's: by measure, the p-values raised for all of
    these comparisons (Holm)."""
    apart = [choices_apart(weighed[0], each) for each in weighed[1:]]
    raised = iter(holm([value.p for each in apart for value in each.values()]))
    return [{name: value._replace(p=next(raised)) for name, value in each.items()} for each in apart]


def _choices_apart(weighed: Sequence[Choices]) -> list[dict[str, Any]]:
    return [
        _compared(MEASURES[name], 0, place, apart, apart.p < ERROR)
        for place, each in enumerate(choices_compared(weighed), 1)
        for name, apart in each.items()
    ]


def _compared(measure: str, base: int, variant: int, apart: Interval, holds: bool) -> dict[str, Any]:
    return {
        "measure": measure,
        "base": base,
        "variant": variant,
        "difference": apart.value,
        "low": apart.low,
        "high": apart.high,
        "p": apart.p,
        "holds": holds,
    }


def _told(value: Interval) -> dict[str, float]:
    return {"value": value.value, "low": value.low, "high": value.high}
