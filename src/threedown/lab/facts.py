"""A study as plain data: what ``threedown lab --json`` prints."""

from typing import Any

import msgspec

from threedown.lab.intervals import Interval
from threedown.lab.sentence import sentences
from threedown.lab.study import Found


def study_facts(found: Found, pace: float) -> dict[str, Any]:
    """What was found, as plain data; ``pace``: seconds that a turn takes at a table."""
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
        "precise": found.is_precise,
        "seconds_a_turn": pace,
        "variants": [
            {
                "changes": dict(variant.changes),
                "measures": {
                    measure.name: _told(found.levels[place][measure.name])
                    | ({"minutes": found.levels[place]["turns"].value * pace / 60} if measure.name == "turns" else {})
                    for measure in found.measures
                },
                "turns": {name: _told(value) for name, value in found.quantiles[place].items()},
                "histogram": [list(pair) for pair in found.sums.turns[place].items()],
            }
            for place, variant in enumerate(found.variants)
        ],
        "comparisons": [
            {
                "measure": each.measure.name,
                "base": each.base,
                "variant": each.other,
                "difference": each.apart.value,
                "low": each.apart.low,
                "high": each.apart.high,
                "p": each.p,
                "holds": each.holds,
            }
            for each in found.comparisons
        ],
        "sentences": sentences(found),
    }


def _told(value: Interval) -> dict[str, float]:
    return {"value": value.value, "low": value.low, "high": value.high}
