"""Rule sets: a file is written, and stands in place of a game in the commands, which name its author."""

import json
import shlex
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from threedown.games import find_game, game_names
from threedown.games.rule_set import RuleSet, file_of, read_rule_set

OURS = (
    'ruleset blitz31 --preset modern --set lives=5 --name "Our 31" --author Ann --text "Five lives."'
    " --link https://example.org/rulesets/ours --out {}"
)
CITED = "Rules: Our 31, by Ann, https://example.org/rulesets/ours"


@pytest.fixture
def ours(threedown: Any, tmp_path: Path) -> Path:
    path = tmp_path / "ours.toml"
    assert threedown(shlex.split(OURS.format(path))).code == 0
    return path


def test_a_rule_set_names_every_option_so_that_a_changed_preset_changes_nothing(ours: Path) -> None:
    game = find_game("blitz31")
    modern = msgspec.structs.asdict(game.presets["modern"].options)
    assert tomllib.loads(ours.read_text()) == {
        "game": "blitz31", "name": "Our 31", "text": "Five lives.", "author": "Ann", "preset": "modern",
        "link": "https://example.org/rulesets/ours", "options": {**modern, "lives": 5},
    }  # fmt: skip


@pytest.mark.parametrize("game", game_names())
def test_each_preset_of_each_game_is_the_same_after_its_file_is_read(game: str, tmp_path: Path) -> None:
    chosen, path = find_game(game), tmp_path / "kept.toml"
    for name, preset in chosen.presets.items():
        kept = RuleSet(game, name, 'A "line"\nand \\ more', preset=name, options=msgspec.structs.asdict(preset.options))
        path.write_bytes(file_of(kept))
        assert read_rule_set(path) == kept
        setting = kept.setting(seats=preset.seats)
        assert setting.options == preset.options, name
        assert setting.cited is not None


def test_the_commands_take_the_file_and_name_the_author(threedown: Any, ours: Path) -> None:
    played = threedown(f"sim {ours} -n 20 --seed 1 --json")
    assert json.loads(played.out)["rule_set"] == {
        "name": "Our 31", "author": "Ann", "link": "https://example.org/rulesets/ours"
    }  # fmt: skip
    changed = "blitz31 --preset modern --set lives=5 -n 20 --seed 1 --json"
    plain = json.loads(threedown(f"sim {changed}").out)
    same = ("options", "wins", "reasons", "turns", "tally")
    assert [json.loads(played.out)[key] for key in same] == [plain[key] for key in same]
    assert "rule_set" not in plain
    for command in (f"sim {ours} -n 20 --seed 1", f"lab {ours} --vary lives=3,5 --most 20 --seed 1", f"rules {ours}"):
        assert CITED in threedown(command).out, command
    assert CITED in threedown(f"play {ours} --seed 1 --plain", "q\n").out


@pytest.mark.parametrize(
    "command",
    [
        "sim {} -n 20 --seats 2 --seed 1",
        "sim {} -n 20 --set lives=2 --set 'knock_penalty = 1' --seats 3 --seed 1",
        *(
            pytest.param(command, marks=pytest.mark.slow)
            for command in (
                "lab {} --vary lives=5,3 --seats 2 --until 0.01 --most 20 --seed 1",
                "bots ladder {} --seats 2 --levels random,simple --most 40 --seed 1",
            )
        ),
    ],
)
def test_the_command_that_repeats_names_the_file_as_it_was_given(
    threedown: Any, ours: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(ours.parent)
    ours.rename("our 31.toml")
    given = command.format("'our 31.toml'")
    assert threedown(shlex.split(given)).out.splitlines()[-1] == f"again: threedown {given}"


def test_a_changed_rule_set_is_not_its_authors(threedown: Any, ours: Path) -> None:
    assert CITED not in threedown(f"sim {ours} --set lives=2 -n 20 --seed 1").out
    copy = tomllib.loads(threedown(f"ruleset {ours} --set lives=2 --name Shorter").out)
    assert copy["copy_of"] == "https://example.org/rulesets/ours"
    assert copy["name"] == "Shorter"
    assert copy["text"] == "Five lives."
    assert copy["options"]["lives"] == 2
    assert "author" not in copy
    assert "link" not in copy
    renamed = tomllib.loads(threedown(["ruleset", str(ours), "--text", "Five, as always."]).out)
    assert renamed == {**tomllib.loads(ours.read_text()), "text": "Five, as always."}


def test_a_file_that_is_none_is_refused_in_one_line(threedown: Any, tmp_path: Path, ours: Path) -> None:
    path = tmp_path / "bad.toml"
    for text, code, said in (
        ('game = "war"', 3, "missing required field `name`"),
        ('game = "wur"\nname = "x"', 3, "there is no game 'wur'"),
        ("game = ", 3, "is not TOML"),
        ('game = "war"\nname = "x"\n[options]\nface = 3', 2, "war has no option 'face'"),
        ('game = "war"\nname = "x"\nlink = "javascript:alert(1)"', 3, "link"),
        ('game = "war"\nname = "x"\nrules = 1', 3, "unknown field `rules`"),
    ):
        path.write_text(text)
        told = threedown(f"rules {path}")
        assert told.code == code, text
        assert said in told.err
        assert told.err.count("\n") == 1
    assert threedown(f"play {tmp_path}/none.toml").code == 3
    assert "is a rule set of its own" in threedown(f"sim {ours} --preset seed -n 10").err
    assert "--name NAME" in threedown("ruleset war").err
    assert "ends in .toml" in threedown(f"ruleset war --name x --out {tmp_path}/x").err
