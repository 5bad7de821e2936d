"""A study as plain data: what ``threedown lab --json`` prints."""

from collections.abc import Sequence
from typing import Any

import msgspec

from threedown.games.declare import EVENT_COUNT
from threedown.lab.analysis.choices import Choices, compare_choices
from threedown.lab.analysis.decomposition import ResultShares
from threedown.lab.intervals import ERROR, Interval, holm
from threedown.lab.study.sentence import sentences
from threedown.lab.study.study import StudyResult

MEASURES = {"a_game": "choices", "matter": "choices that matter", "missed": "choices missed"}
"""The names of the comparisons of choices."""


def study_facts(
    result: StudyResult, pace: float, weighed: Sequence[Choices] = (), shares: Sequence[ResultShares] = ()
) -> dict[str, Any]:
    """Return the results as plain data; ``pace``: seconds that an event takes at a table; ``weighed``: each variant's
    choices, if they were compared; ``shares``: those of chance and choices, if they were measured."""
    plan = result.plan
    return {
        "game": plan.base.game.name,
        "options": msgspec.structs.asdict(plan.base.options),
        "seats": plan.base.seats,
        **({} if plan.base.cited is None else {"rule_set": msgspec.to_builtins(plan.base.cited)}),
        "bots": list(plan.pilots),
        "seed": plan.seed,
        "n": result.n,
        "looks": {"taken": result.look, "most": result.looks},
        "until": plan.until,
        "watched": plan.watched,
        "luck": plan.luck,
        "skill": list(plan.skill),
        "precise": result.is_precise,
        "seconds_an_event": pace,
        "variants": [
            {
                "changes": dict(variant.changes),
                "measures": {
                    measure.name: _interval(result.levels[place][measure.name]) for measure in result.measures
                },
                "minutes": _interval(minutes(result, place, pace)),
                "turns": {name: _interval(value) for name, value in result.quantiles[place].items()},
                **({"choices": _choices(weighed[place])} if weighed else {}),
                **({"shares": _shares(shares[place])} if shares else {}),
                "histogram": [list(pair) for pair in result.sums.turns[place].items()],
            }
            for place, variant in enumerate(result.variants)
        ],
        "comparisons": [
            _comparison(each.measure.name, each.base, each.other, each.difference._replace(p=each.p), each.holds)
            for each in result.comparisons
        ]
        + _choice_differences(weighed),
        "sentences": sentences(result) if plan.variations else [],
    }


def minutes(result: StudyResult, place: int, pace: float) -> Interval:
    """Return the duration of a variant's game at a table where an event takes ``pace`` seconds."""
    events = result.levels[place][EVENT_COUNT]
    return Interval(*(each * pace / 60 for each in events[:3]))


def _choices(weighed: Choices) -> dict[str, Any]:
    return {
        "level": weighed.level,
        "games": len(weighed.games),
        "weighed": weighed.weighed,
        "worlds": weighed.worlds,
        "a_game": _interval(weighed.a_game),
        "matter": _interval(weighed.matter),
        "missed": _interval(weighed.missed),
    }


def _shares(shares: ResultShares) -> dict[str, Any]:
    return {
        "levels": list(shares.levels),
        "games": shares.games,
        "measured": shares.measured,
        "worlds": shares.worlds,
        **{name: _interval(getattr(shares, name)) for name in ("chance", "deal", "choices")},
    }


def choice_comparisons(weighed: Sequence[Choices]) -> list[dict[str, Interval]]:
    """Compare the choices of each variant with the base's: by measure, with p-values adjusted for all of these
    comparisons (Holm)."""
    difference = [compare_choices(weighed[0], each) for each in weighed[1:]]
    adjusted = iter(holm([value.p for each in difference for value in each.values()]))
    return [{name: value._replace(p=next(adjusted)) for name, value in each.items()} for each in difference]


def _choice_differences(weighed: Sequence[Choices]) -> list[dict[str, Any]]:
    return [
        _comparison(MEASURES[name], 0, place, difference, difference.p < ERROR)
        for place, each in enumerate(choice_comparisons(weighed), 1)
        for name, difference in each.items()
    ]


def _comparison(measure: str, base: int, variant: int, difference: Interval, holds: bool) -> dict[str, Any]:
    return {
        "measure": measure,
        "base": base,
        "variant": variant,
        "difference": difference.value,
        "low": difference.low,
        "high": difference.high,
        "p": difference.p,
        "holds": holds,
    }


def _interval(value: Interval) -> dict[str, float]:
    return {"value": value.value, "low": value.low, "high": value.high}
