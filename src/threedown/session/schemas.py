"""JSON Schema of everything that leaves a table: for docs/schema.json, the server and its clients."""

from collections.abc import Sequence
from typing import Any, Literal, get_type_hints

import msgspec

from threedown.games import find_game, game_names
from threedown.games.declare import Game, Kind
from threedown.games.facts import GameFacts
from threedown.session.record import Footer, Header
from threedown.session.result import Result
from threedown.session.scenario import Scenario
from threedown.session.state import Choice, Go, Undo
from threedown.session.views import Question, SeatMoment, View

TYPES = (GameFacts, View, Question, SeatMoment, Result, Scenario, Header, Go, Choice, Undo, Footer)


def event_type(kind: Kind) -> type[msgspec.Struct]:
    """Return the struct of one kind of event, as in plain data."""
    fields: list[tuple[str, Any, Any]] = [
        ("seat", int, msgspec.UNSET),
        ("card", str, msgspec.UNSET),
        ("source", str, msgspec.UNSET),
        ("target", str, msgspec.UNSET),
        ("depth", int, msgspec.UNSET),
    ]
    declared = {name: field.type for name, field in kind.fields.items()} | {
        name: get_type_hints(text).get("return", str) for name, text in kind.texts.items()
    }
    return msgspec.defstruct(
        "".join(part.title() for part in kind.name.split("_")) + "Event",
        [("kind", Literal[kind.name]), *((name, of | msgspec.UnsetType, unset) for name, of, unset in fields)]
        + [(name, of | msgspec.UnsetType, msgspec.UNSET) for name, of in declared.items()],
        rename={"source": "from", "target": "to"},
        forbid_unknown_fields=True,
    )


def event_types(game: Game) -> dict[str, type[msgspec.Struct]]:
    """Return the structs of a game's events, by kind."""
    return {name: event_type(kind) for name, kind in game.kinds.items()}


def schemas(of: Sequence[type] = TYPES) -> dict[str, Any]:
    """Return all schemas: ``types`` by name, and ``events`` by game and kind."""
    _, types = msgspec.json.schema_components(of, ref_template="#/types/{name}")
    events = {}
    for game in map(find_game, game_names()):
        kinds = event_types(game)
        _, components = msgspec.json.schema_components(kinds.values())
        events[game.name] = {name: components[kind.__name__] for name, kind in kinds.items()}
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "types": types, "events": events}
