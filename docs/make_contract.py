"""Write docs/contract.md and docs/schema.json from the declarations of the games (``make docs``)."""

from pathlib import Path

import msgspec
from markdown_page import table, with_chapters

from threedown.cli.facts import described, preset_changes
from threedown.games import find_game, game_names
from threedown.games.declare import Game, Kind
from threedown.games.game_options import option_facts, show_value
from threedown.server.model.schemas import wire_schemas

HERE = Path(__file__).parent
BEGIN = "<!-- from here on written by docs/make_contract.py -->\n"


def told_fields(kind: Kind) -> str:
    """Return the fields of a kind of event other than its seat, card and piles, in brackets."""
    names = [*kind.fields, *kind.texts]
    return f" ({', '.join(f'`{name}`' for name in names)})" if names else ""


def game_chapter(game: Game) -> str:
    """Return the chapter of one game."""
    rules, words = game.rules, game.words
    parts = [f"## {game.title}: `{game.name}`\n\n{game.summary} {game.seats.fewest} to {game.seats.most} seats; rules"]
    parts.append(f" version {game.version}; default preset `{game.default_preset}`.\n\n### Options\n\n")
    options = [
        (f"`{fact.name}`", fact.allowed.removeprefix("one of "), show_value(fact.default), described(fact))
        for fact in option_facts(game.options)
    ]
    parts.append(table(("option", "values", "default", ""), options))
    presets = [
        (
            f"`{name}`",
            f"`{preset_changes(game, name)}`" if preset_changes(game, name) else "the defaults",
            f"{preset.called(name)}: {preset.help}",
        )
        for name, preset in game.presets.items()
    ]
    parts.append("### Presets\n\n" + table(("preset", "options", ""), presets))
    questions = [
        (f"`{name}`", words.choices.questions[code], words.choices.notations[code])
        for code, name in rules.QUESTIONS.items()
    ]
    asked = table(("question", "", "choices"), questions) if questions else "None: nobody decides anything.\n\n"
    parts.append("### Questions\n\n" + asked)
    piles = [f"`{pile} N`" for pile in game.piles.per_seat] + [f"`{pile}`" for pile in game.piles.shared]
    parts.append(f"### Piles\n\n{', '.join(piles)}.\n\n### State and tallies\n\n")
    counters = [(f"`{name} N`", words.counters[name], "state") for name in game.counters.per_seat]
    keys = game.counters.keys(game.presets[game.default_preset].options)
    for names, where in ((game.counters.shared, "state"), (game.counters.tallies, "state, tally of `sim`")):
        counters += [(f"`{name} KEY`" if name in keys else f"`{name}`", words.counters[name], where) for name in names]
    parts.append(table(("key", "", "where"), counters))
    reasons = [
        (f"`{name}`", words.narration.reasons[name].format(winner="the winner")) for name in rules.REASONS.values()
    ]
    parts.append("### Reasons a game ends\n\n" + table(("reason", ""), reasons))
    kinds = [f"`{kind.name}`" + told_fields(kind) for kind in game.kinds.values()]
    parts.append(f"### Events\n\n{', '.join(kinds)}.\n\n")
    return "".join(parts)


def contract() -> str:
    """Return the whole file: the text before the marker stays, the rest is made from the declarations."""
    return with_chapters(HERE / "contract.md", BEGIN, (game_chapter(find_game(name)) for name in game_names()))


def schema() -> str:
    """Return the types of everything that leaves a table or goes over the wire."""
    return msgspec.json.format(msgspec.json.encode(wire_schemas(), order="sorted"), indent=1).decode() + "\n"


if __name__ == "__main__":
    (HERE / "schema.json").write_text(schema(), encoding="utf-8")
    (HERE / "contract.md").write_text(contract(), encoding="utf-8")
