"""What a game says of itself to people and programs: made of its declarations."""

from typing import Any

import msgspec

from threedown.games.declare import Game


class PresetFacts(msgspec.Struct, frozen=True):
    """A named set of house rules."""

    name: str
    help: str
    seats: int
    options: dict[str, Any]


class GameFacts(msgspec.Struct, frozen=True):
    """One game, for a form, a list or a program that has never seen it."""

    game: str
    title: str
    summary: str
    version: int
    """Of the rules: raised when old records would replay differently."""
    seats: tuple[int, int]
    """Fewest and most."""
    presets: list[PresetFacts]
    preset: str
    """The default one."""
    options: dict[str, Any]
    """JSON Schema of the house rules."""
    levels: list[str]
    """Of bots, weakest first."""
    questions: dict[str, str]
    piles: list[str]
    """Their kinds: those that every seat has end with ``N``."""
    events: list[str]


def facts_of(game: Game) -> GameFacts:
    """The facts of a game."""
    words, rules = game.words, game.rules
    presets = [
        PresetFacts(name, preset.help, preset.seats or game.fewest_seats, msgspec.structs.asdict(preset.options))
        for name, preset in game.presets.items()
    ]
    levels = [*game.bots.LADDER, *(level for level in game.bots.LEVELS if level not in game.bots.LADDER)]
    return GameFacts(
        game.name,
        game.title,
        game.summary,
        game.version,
        (game.fewest_seats, game.most_seats),
        presets,
        game.default_preset,
        house_schema(game),
        levels,
        {name: words.questions[question] for question, name in rules.QUESTIONS.items()},
        [f"{pile} N" for pile in game.piles_each] + list(game.piles_shared),
        list(game.kinds),
    )


def house_schema(game: Game) -> dict[str, Any]:
    """The JSON Schema of a game's house rules."""
    _, components = msgspec.json.schema_components([game.options])
    schema: dict[str, Any] = components[game.options.__name__]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
