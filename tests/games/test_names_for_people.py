"""Names for people: options, their values and presets are read, and identifiers are typed."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

import threedown
from threedown.games import find_game, game_names
from threedown.games.facts import GameFacts, facts_of
from threedown.games.game_options import GameOptions, Preset, option_facts
from threedown.games.rulebook import read_rulebook
from threedown.language import LANGUAGES, speaking
from threedown.session.views import look

IDENTIFIER = re.compile(r"\w_\w|\w=")
NOT_FOR_PLAYERS = re.compile(r"\b[Ss]eats? \d|\.py\b")
"""A seat's number, where people see letters, or a file of the source."""


def read(facts: GameFacts) -> Iterator[str]:
    """Everything that a form shows of the options and presets of a game."""
    for preset in facts.presets:
        yield from (preset.title, preset.help)
    for option in facts.options["properties"].values():
        yield from (option["title"], option["description"], *option.get("titles", {}).values())


def words(values: dict[str, Any]) -> list[str]:
    """The values of an option that are words, from its schema."""
    listed = [value for one in (values, *values.get("anyOf", ())) for value in one.get("enum", ())]
    return [value for value in listed if isinstance(value, str) and not value[0].isdigit()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", game_names())
def test_no_identifier_is_read_on_a_form(name: str, language: str) -> None:
    with speaking(language):
        facts = facts_of(find_game(name))
    assert [text for text in read(facts) if IDENTIFIER.search(text) or not text] == []
    for option in facts.options["properties"].values():
        assert set(option.get("titles", {})) == set(words(option))


@pytest.mark.parametrize("name", game_names())
def test_no_rule_names_an_option_by_its_identifier(name: str) -> None:
    book = read_rulebook(name)
    notes = [example.get("note", "") for clause in book.clause for example in clause.example]
    texts = [*(rule.text for rule in (*book.clause, *book.ruling)), *notes]
    identifiers = [option.name for option in option_facts(find_game(name).options) if "_" in option.name]
    assert [text for text in texts if any(identifier in text for identifier in identifiers)] == []
    assert [text for text in texts if NOT_FOR_PLAYERS.search(text)] == []


@pytest.mark.parametrize("name", game_names())
def test_the_names_of_options_values_and_presets_differ(name: str) -> None:
    """Two presets may have the same options, and then their names tell them apart."""
    facts = facts_of(find_game(name))
    options = facts.options["properties"].values()
    for names in (
        [preset.title for preset in facts.presets],
        [option["title"] for option in options],
        *([*option.get("titles", {}).values()] for option in options),
    ):
        assert len(set(names)) == len(names), names


@pytest.mark.parametrize("name", game_names())
def test_some_options_are_common_and_the_turn_limit_is_not(name: str) -> None:
    properties = facts_of(find_game(name)).options["properties"]
    assert any(option.get("common") for option in properties.values())
    assert "common" not in properties["turn_cap"]


def test_a_game_that_names_nothing_is_readable() -> None:
    class Rules(GameOptions, frozen=True):
        last_card: bool = False

    (option, turn_cap) = option_facts(Rules)
    assert (option.title, option.common, turn_cap.title) == ("Last card", False, "Turn limit")
    assert Preset(Rules(), "the usual").called("two-packs") == "Two packs"


@pytest.mark.parametrize(("name", "seats"), [("blitzkrieg", 2), ("blitz31", 2), ("champz", 2)])
def test_a_game_that_is_over_tells_of_no_stake_stock_or_race(name: str, seats: int) -> None:
    match = threedown.new(name, seats=seats, seed=3)
    session = match.session
    while not session.over:
        session.go(1) if session.pending is None else session.choose(match.ask_bot("random"), session.asked)
    view, _ = look(session, 0, ["You", "Bot 1"])
    assert re.search("stake|stock|clockwise|first to", str(view.told["progress"])) is None
