"""A game in ten steps: High-Low, written by CONTRIBUTING.md, passes the tests of the built-in games.

It lies in tests/example_games, which is made a part of ``threedown.games``. Its seats have no piles of their own.
"""

import json
import random
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from support import conformance, machine_code
from support.docs_scripts import script
from support.goldens import playthrough
from support.levels import choices_made
from support.paths import TESTS
from support.shapes import check_shapes
from support.tables import capped, random_setting

import threedown
from threedown import games
from threedown.cli import threedown as command
from threedown.games.facts import GameFacts, facts_of
from threedown.games.rulebook import read_rulebook
from threedown.games.setting import Setting, settle
from threedown.session.scenario import failures, play_scenario, scenario_of
from threedown.session.schemas import schemas

HERE = TESTS / "example_games"
PRESETS = ("plain", "streaks")
LEVELS = ("middle", "random", "counting", "keen")
CLAUSES = [f"HL-0{number}" for number in range(1, 9)]

presets = pytest.mark.parametrize("preset", [PRESETS[0], pytest.param(PRESETS[1], marks=pytest.mark.slow)])


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find the game as if its folder lay among the others."""
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(HERE)])


def high_low(preset: str | None = None, **options: object) -> Setting:
    return settle(games.find_game("high-low"), preset, options)


def test_it_is_found_by_its_folder() -> None:
    assert "high-low" in games.game_names()
    assert tuple(high_low().game.presets) == PRESETS
    assert tuple(high_low().game.bots.LEVELS) == LEVELS
    assert high_low().piles == ("stock", "table")


# The rulebook


@pytest.mark.parametrize("name", CLAUSES)
def test_every_example_runs_and_can_fail(name: str) -> None:
    book = read_rulebook("high-low")
    assert [clause.id for clause in book.clause] == CLAUSES
    for example in book.find(name).example:  # type: ignore[union-attr]
        scenario = scenario_of({"game": "high-low", **{key: example[key] for key in example if key != "note"}})
        assert failures(scenario, play_scenario(scenario)) == []
        for key, value in scenario.expect.items():
            other = not value if isinstance(value, bool) else [99] if isinstance(value, list) else f"{value}X"
            wrong = msgspec.structs.replace(scenario, expect={key: other})
            assert failures(wrong, play_scenario(wrong)), f"{key} is not compared"


def test_every_reason_has_its_example() -> None:
    shown = {
        example["expect"].get("reason") for clause in read_rulebook("high-low").clause for example in clause.example
    }
    assert shown - {None} == set(high_low().game.rules.REASONS.values())


# Conformance


@presets
def test_it_is_a_game(preset: str, tmp_path: Path) -> None:
    """No card is lost, the game ends, its record replays it, and an undone choice leaves no trace."""
    setting = high_low(preset)
    for seed in (1, 2):
        conformance.check_conservation(setting, seed)
        conformance.check_ends(setting, seed)
    for seed in (7, None):
        folder = tmp_path / str(seed)
        folder.mkdir()
        conformance.check_record_round_trip(setting, folder, seed)
    conformance.check_undo(setting, seed=8)


@presets
def test_seats_see_only_their_own_secrets(preset: str) -> None:
    setting = high_low(preset)
    conformance.check_no_leak(setting, seed=10)
    conformance.check_events_name_only_what_is_known(setting, seed=10)
    conformance.check_imagined_worlds(setting, seed=22)
    for level in LEVELS:
        conformance.check_policies_see_only_their_view(setting, level, seed=21, questions=4)
    check_shapes(high_low(preset))


@pytest.mark.slow
@presets
def test_the_menu_is_what_is_legal(preset: str) -> None:
    assert conformance.check_legal_list_exact(high_low(preset), seed=9) == 20
    for level in LEVELS:
        assert choices_made(high_low(preset), level, 100, seed=32) == 100


@pytest.mark.slow
def test_machine_code_plays_the_same_game() -> None:
    for preset in PRESETS:
        machine_code.check_stepped_equals_compiled(high_low(preset), seed=5, games=4)
        machine_code.check_used_table(high_low(preset), seed=5, games=20)
    machine_code.check_levels_are_the_same_compiled(high_low(), ("counting", "keen"), seed=23, games=3)


@pytest.mark.slow
def test_house_rules_mixed_at_random(tmp_path: Path) -> None:
    pick = random.Random(19)
    for number in range(3):
        setting = capped(random_setting(high_low().game, pick), 60)
        conformance.check_conservation(capped(setting), number)
        conformance.check_ends(setting, number)
        conformance.check_undo(setting, number, inputs=4)
        conformance.check_no_leak(setting, number, turns=6)
        machine_code.check_stepped_equals_compiled(setting, number, games=1)


# What is made of its declarations


def test_its_facts_schema_and_contract_are_there() -> None:
    facts = facts_of(high_low().game)
    assert msgspec.convert(msgspec.to_builtins(facts), GameFacts) == facts
    assert set(schemas()["events"]["high-low"]) == set(facts.events)
    chapter = script("make_contract").contract().partition("## High-Low: `high-low`")[2]
    for line in ("| `equal` | nobody, caller, other | nobody |", "| `points N` |", "| `call` |", "`call` (`says`)"):
        assert line in chapter, line
    assert playthrough(("high-low", "plain"))[0].startswith("high-low plain seed 31, 2 seats")


def run(line: str, keys: str = "") -> Result:
    done = CliRunner().invoke(command, line.split(), keys)
    assert done.exit_code == 0, done.output
    return done


def test_the_command_line_knows_it() -> None:
    assert "8 clauses, 14 examples: all as expected" in run("rules high-low --check").output
    assert json.loads(run("sim high-low -n 20 --seed 1 --bots counting,random --json").output)["finished"] == 20
    played = run("play high-low --plain --seed 3 --bots middle,middle", "\n" * 200).output
    assert "has most points." in played or "the points are equal" in played


def test_a_counting_bot_beats_a_guessing_one() -> None:
    won = threedown.simulate("high-low", 20, seed=1, bots=["counting", "random"])["wins"]
    assert won[0] > 14 > 5 > won[1]
