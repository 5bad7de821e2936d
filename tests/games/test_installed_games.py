"""Games that installed packages add: an entry point leads to a game, and one that cannot be played is left out."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import conformance, machine_code
from support.commands import Told, one_line
from support.paths import TESTS

from threedown import games
from threedown.games import find_game, game_names, installed
from threedown.games.consistency import GameError
from threedown.games.rulebook import read_rulebook
from threedown.games.setting import settle

HIGH_LOW = TESTS / "example_games" / "high_low"
HOUSE = game_names()

ENTRY_POINTS = """
[threedown.games]
high-low = pocket_games.high_low:GAME
again = pocket_games.high_low:GAME
gone = no_such_module:GAME
rules = pocket_games.high_low:rules
torn = pocket_games.torn:GAME
bare = pocket_games.bare:GAME
odd = pocket_games.odd:GAME
war = pocket_games.high_low:GAME
"""

TORN = "raise RuntimeError('no cards today\\nnone at all')\n"
BARE = """
import sys
from pocket_games.high_low import GAME
from pocket_games.high_low.rules import *
GAME = GAME._replace(name='bare', rules=sys.modules[__name__])
"""
ODD = "from pocket_games.high_low import GAME\nGAME = GAME._replace(name='odd', world_questions=('peace',))\n"

PROBLEMS = {
    "again": "its name is high-low",
    "gone": "ModuleNotFoundError: No module named 'no_such_module'",
    "rules": "this is not a threedown.games.declare.Game",
    "torn": "RuntimeError: no cards today",
    "bare": "there is no rulebook.toml beside its rules",
    "odd": "the game odd cannot be played: world_questions names questions that do not exist: peace",
    "war": "another game has this name",
}


def forget() -> None:
    installed.find.cache_clear()
    games._found.cache_clear()
    read_rulebook.cache_clear()
    for name in [name for name in sys.modules if name.startswith("pocket_games")]:
        del sys.modules[name]


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package in a folder of its own, installed as pip would: High-Low, and some games with mistakes."""
    site = tmp_path / "site"
    shutil.copytree(HIGH_LOW, site / "pocket_games" / "high_low", ignore=shutil.ignore_patterns("__pycache__"))
    for file in (site / "pocket_games" / "high_low").glob("*.py"):
        file.write_text(file.read_text().replace("threedown.games.high_low", "pocket_games.high_low"))
    written = {"__init__": "", "torn": TORN, "odd": ODD, "bare": BARE}
    for name, text in written.items():
        (site / "pocket_games" / f"{name}.py").write_text(text)
    about = site / "pocket_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pocket-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(str(site))
    importlib.invalidate_caches()
    forget()
    yield site
    forget()


def test_a_package_adds_a_game(threedown: Any) -> None:
    assert game_names() == sorted([*HOUSE, "high-low"])
    assert find_game("high-low").rules.__name__ == "pocket_games.high_low.rules"
    assert "8 clauses, 14 examples: all as expected" in threedown("rules high-low --check").out
    told: Told = threedown("sim high-low -n 20 --seed 1 --bots counting,random --json")
    assert told.json["finished"] == 20
    played: Told = threedown("play high-low --plain --seed 3 --bots middle,middle", "\n" * 200)
    assert "has most points." in played.out or "the points are equal" in played.out


def test_it_is_a_game_like_others(tmp_path: Path) -> None:
    """Its record can be read back, and another process can play it, because it is pickled by name."""
    setting = settle(find_game("high-low"))
    conformance.check_conservation(setting, seed=1)
    folder = tmp_path / "record"
    folder.mkdir()
    conformance.check_record_round_trip(setting, folder, seed=7)
    assert setting.game.__reduce__() == (find_game, ("high-low",))


@pytest.mark.slow
def test_it_is_compiled() -> None:
    machine_code.check_stepped_equals_compiled(settle(find_game("high-low")), seed=5, games=4)


@pytest.mark.parametrize("name", PROBLEMS)
def test_a_game_that_cannot_be_played_is_left_out_in_a_sentence(name: str) -> None:
    (told,) = [text for text in games.problems() if text.startswith(f"the installed game {name} (")]
    assert told.endswith(f") is left out: {PROBLEMS[name]}")
    assert "\n" not in told
    if name not in HOUSE:
        with pytest.raises(GameError) as error:
            find_game(name)
        assert str(error.value) == told


def test_the_other_games_go_on(threedown: Any) -> None:
    told: Told = threedown("games")
    assert told.code == 0
    assert [game["name"] for game in threedown("games --json").json["games"]] == game_names()
    assert told.err.count("is left out") == len(PROBLEMS)
    assert find_game("war").title == "War"
    gone: Told = threedown("play gone")
    assert gone.code == 3
    assert (
        one_line(gone).strip()
        == f"threedown: the installed game gone (no_such_module:GAME) is left out: {PROBLEMS['gone']}"
    )
