"""The requests of the lab: the effects of a table's options, and a study of their variants."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

FEWEST_STUDIED, MOST_STUDIED, LARGEST_SEED = 1000, 200_000, (1 << 53) - 1


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The body of a call."""


class Rules(Request, frozen=True):
    """The rules whose options' effects are asked for."""

    game: str
    preset: str | None = None
    options: dict[str, Any] = {}
    seats: int | None = None


class Study(Rules, frozen=True):
    """One or two options of these rules to vary: ``vary`` maps an option to its values, including the rules' own. All
    variants are dealt the same games, at most ``games``."""

    vary: dict[str, list[Any]] = {}
    games: Annotated[int, Meta(ge=FEWEST_STUDIED, le=MOST_STUDIED)] = 64_000
    seed: Annotated[int, Meta(ge=0, le=LARGEST_SEED)] = 1
    begin: bool = True
    """False: the known result is told, and nothing is started."""
