"""The examples run, and print what is true. (``bot.py``: test_outside.py; ``remote_bot.py``: server/test_games.py;
``tournament_bot.py``: server/http/test_tournament_calls.py; ``train_blitz31.py``: rl/test_trained.py;
``learned_champz.py``, ``train_champz.py``: rl/test_learned_champz.py; ``learned_blitzwar.py``, ``train_blitzwar.py``:
rl/test_learned_blitzwar.py.)"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from click.testing import CliRunner
from support import conformance, machine_code
from support.examples import example
from support.paths import EXAMPLES

import threedown
from threedown import games
from threedown.bulk.run_spec import STEPPED_UP_TO
from threedown.cli import threedown as command
from threedown.games.setting import settle

GAMES = 150


@pytest.fixture
def quick_war() -> Iterator[ModuleType]:
    """The house rule; its module is forgotten afterwards."""
    yield example("house_rule")
    del sys.modules["example_house_rule"]


def test_no_example_is_left_out() -> None:
    there = sorted(path.name for path in EXAMPLES.glob("*.py"))
    assert there == [
        "bot.py", "house_rule.py", "learned_blitzwar.py", "learned_champz.py", "remote_bot.py", "search_champz.py",
        "study.py", "tournament_bot.py", "train_blitz31.py", "train_blitzwar.py", "train_champz.py",
        "trained_blitz31.py",
    ]  # fmt: skip


# The search


@pytest.mark.slow
def test_the_search_wins_a_game_and_says_how_often(capsys: pytest.CaptureFixture[str]) -> None:
    """With few imagined games; docs/rl.md has the figures for more of them."""
    searching = example("search_champz")
    won = searching.play(2, 64)
    assert 0 <= won <= 2
    batch = searching.Batch("champz", 2, seed=3, learners=[0], bots="simple", restarts=False, seats=2)
    batch.reset()
    saved, legal = batch.save(0), batch.legal_actions(0)
    chosen = [searching.search(batch, saved, legal, 64, seed) for seed in (1, 1)]
    assert chosen[0] == chosen[1]
    assert chosen[0] in legal


# The study


def test_the_study_gives_numbers_with_intervals_and_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """Each row's command, run, gives the row's number; none and four cards face down are told apart."""
    example("study").main(GAMES, 2)
    told = capsys.readouterr().out.splitlines()
    rows = [re.fullmatch(r"(\d) face down: +([\d.]+)  \[([\d.]+), ([\d.]+)\] +threedown (.+)", line) for line in told]
    found = [row for row in rows if row]
    assert [int(row[1]) for row in found] == [0, 1, 2, 3, 4]
    for row in found:
        assert float(row[3]) < float(row[2]) < float(row[4])
    for row in (found[0], found[4]):
        again = CliRunner().invoke(command, [*row[5].split(), "--json"])
        assert f"{msgspec.json.decode(again.stdout)['turns']['mean']:.1f}" == row[2]
    assert float(found[4][4]) < float(found[0][3]), "four cards face down, and the game is as long as with none"
    assert len([line for line in told if " instead of " in line]) == 4


def test_the_study_claims_nothing_where_intervals_meet() -> None:
    """By hand: the second row lies below the first, the third meets the second, the fourth lies above."""
    rows = [(0, 50.0, 45.0, 55.0), (1, 30.0, 25.0, 35.0), (2, 33.0, 28.0, 38.0), (3, 60.0, 58.0, 62.0)]
    assert list(example("study").told(rows, 10, 1))[-3:] == [
        "1 instead of 0 makes the game shorter.",
        "2 instead of 1 makes no difference that so many games can show.",
        "3 instead of 2 makes the game longer.",
    ]


# The house rule


@pytest.mark.parametrize("n", [STEPPED_UP_TO, pytest.param(GAMES, marks=pytest.mark.slow)])
def test_the_house_rule_is_played_simulated_and_proved(
    quick_war: ModuleType, n: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Few games step by step, more in machine code."""
    quick_war.main(n, 1)
    told = capsys.readouterr().out
    assert "QW-01: its example is as expected\n" in told
    assert "Quick War, turn 10:" in told
    assert "Time is up" in told
    ended = dict(re.findall(r"last_turn=(\d+): (\d+) end when time is up", told))
    assert ended["10"] == str(n), "26 cards lost in ten turns: that takes a war in nearly each of them"
    assert int(ended["100"]) < n, "no game was won in a hundred turns"


def test_an_example_of_the_house_rule_that_is_wrong_is_told(
    quick_war: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_war, "EXAMPLE", quick_war.EXAMPLE.replace("winners = [0]", "winners = [1]"))
    quick_war.main(2, 1)
    assert "QW-01: winners: expected [1], got [0]\n" in capsys.readouterr().out


def test_the_house_rule_is_a_game_like_others(quick_war: ModuleType, tmp_path: Path) -> None:
    games.add(quick_war.GAME)
    for last_turn in (1, 10, 26):
        setting = settle(games.find_game("quick-war"), None, {"last_turn": last_turn})
        conformance.check_conservation(setting, 1)
        conformance.check_ends(setting, 2)
        assert threedown.simulate("quick-war", 20, seed=3, last_turn=last_turn)["turns"]["max"] <= last_turn
    conformance.check_record_round_trip(setting, tmp_path, 4)
    conformance.check_undo(setting, 5)
    conformance.check_no_leak(setting, 6)


@pytest.mark.slow
def test_the_house_rule_is_the_same_in_machine_code(quick_war: ModuleType) -> None:
    games.add(quick_war.GAME)
    for last_turn in (1, 10, 26):
        setting = settle(games.find_game("quick-war"), None, {"last_turn": last_turn})
        machine_code.check_stepped_equals_compiled(setting, seed=5, games=5)
