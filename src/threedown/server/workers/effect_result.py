"""What house rules were measured to do: a study's facts as they are shown beside options, and those that ship."""

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from threedown.server.model.findings import Effect, Effects

KNOWN = "known"
"""The folder of what ships with the package, a file a game (``make pages``); and in the data's folder of what was
measured there."""


def effects_of(facts: dict[str, Any], version: int) -> Effects:
    """Of a study as ``threedown lab --json`` has it: of every option's other values what they do to the length."""
    base = facts["variants"][0]
    mean = base["measures"]["turns"]["value"]
    found: dict[str, list[Effect]] = {}
    for each in facts["comparisons"]:
        changes = facts["variants"][each["variant"]]["changes"]
        if each["measure"] == "turns" and each["base"] == 0 and len(changes) == 1:
            ((option, value),) = changes.items()
            share, low, high = (round(each[key] / mean, 4) for key in ("difference", "low", "high"))
            found.setdefault(option, []).append(Effect(value, share, low, high, each["holds"]))
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
        effects=found,
    )


@cache
def shipped(game: str) -> Effects | None:
    """What ships with the package: of a game's default rules."""
    file = files(__package__) / KNOWN / f"{game}.json"
    return msgspec.json.decode(file.read_bytes(), type=Effects) if file.is_file() else None
