"""The effects of house rules: a study's facts as they are shown beside options, and those that ship."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from threedown.server.model.findings import Effect, Effects

KNOWN = "known"
"""The folder of effects, a file per game: in the package the shipped ones (``make pages``), in the data folder those
that this server measured."""


def effects_of(facts: dict[str, Any], version: int) -> Effects:
    """Return what each option's other values do to the length, from a study as ``threedown lab --json`` prints it."""
    base = facts["variants"][0]
    mean = base["measures"]["turns"]["value"]
    effects: dict[str, list[Effect]] = {}
    for each in facts["comparisons"]:
        changes = facts["variants"][each["variant"]]["changes"]
        if each["measure"] == "turns" and each["base"] == 0 and len(changes) == 1:
            ((option, value),) = changes.items()
            share, low, high = (round(each[key] / mean, 4) for key in ("difference", "low", "high"))
            effects.setdefault(option, []).append(Effect(value, share, low, high, each["holds"]))
    return Effects(
        game=facts["game"],
        version=version,
        options=facts["options"],
        seats=facts["seats"],
        games=facts["n"],
        seed=facts["seed"],
        turns=round(mean, 2),
        median=base["turns"]["median"]["value"],
        p95=base["turns"]["p95"]["value"],
        effects=effects,
    )


@cache
def shipped(game: str) -> Effects | None:
    """Return the effects of a game's default rules that ship with the package."""
    file = files(__package__) / KNOWN / f"{game}.json"
    return msgspec.json.decode(file.read_bytes(), type=Effects) if file.is_file() else None
