"""Bots from outside the package: in a file, or added by an installed package."""

import importlib.metadata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import conformance, machine_code, outside, tricks
from support.commands import Told, one_line
from support.paths import EXAMPLES

from threedown.bots.ladder import climb
from threedown.bulk import run
from threedown.bulk.compiler import why_not
from threedown.bulk.run_spec import run_spec
from threedown.bulk.run_store import RunStore
from threedown.bulk.worker_pool import ThreadPool
from threedown.durable import FolderError
from threedown.games import find_game, levels
from threedown.games.levels import LevelError
from threedown.games.setting import settle

EXAMPLE = EXAMPLES / "bot.py"
PATIENT = f"{EXAMPLE}:patient"


BAD = """
LIMIT = 3

def absent(t, seat, question):
    pass

def fraction(t, seat, question):
    return 0.0

def far(t, seat, question):
    return 77

def illegal(t, seat, question):
    return 2

def broken(t, seat, question):
    return 1 // (seat - seat)

def two(t, seat):
    return 0
"""


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    """A file of bots with which something is wrong."""
    path = tmp_path / "bad.py"
    path.write_text(BAD)
    return path


# Playing


@pytest.mark.slow
def test_a_bot_in_a_file_plays_the_same_game_in_machine_code(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(outside.BOTS["from nine"])
    level = f"{tmp_path}/mine.py:policy"
    machine_code.check_levels_are_the_same_compiled(tricks.tricks(), (level, "simple"), seed=2, games=8)


@pytest.mark.slow
def test_two_bots_in_files_play_one_another_in_machine_code(tmp_path: Path) -> None:
    """Both report an illegal answer in the same words: the check exists once."""
    (tmp_path / "mine.py").write_text(outside.BOTS["from nine"])
    (tmp_path / "yours.py").write_text(outside.BOTS["from five"])
    levels = (f"{tmp_path}/mine.py:policy", f"{tmp_path}/yours.py:policy")
    machine_code.check_levels_are_the_same_compiled(tricks.tricks(), levels, seed=2, games=8)


def test_a_bot_in_a_file_is_taken_as_it_is_now(tmp_path: Path) -> None:
    """Written twice within a second, and as long as before: Python's own cache of modules would not notice."""
    rows = []
    for name in ("from nine", "from five"):
        file = tmp_path / name / "mine.py"
        file.parent.mkdir()
        file.write_text(outside.BOTS[name])
        rows.append(outside.played(file, compiled=False)["rows"])
        assert [found.name for found in file.parent.iterdir()] == ["mine.py"], "something was written beside the bot"
    assert rows[0] != rows[1]


def test_the_example_plays(threedown: Any) -> None:
    told: Told = threedown(["sim", "blitz31", "-n", "12", "--seed", "1", "--bot", f"1={PATIENT}", "--json"])
    assert told.code == 0
    assert told.json["finished"] == 12
    others: Told = threedown("sim blitz31 -n 12 --seed 1 --json")
    assert others.json["turns"] != told.json["turns"], "it is not the bot that plays"
    shown: Told = threedown(["sim", "blitz31", "-n", "2", "--seed", "1", "--bots", f"{PATIENT},simple"])
    assert f"--bots {PATIENT},simple" in shown.out


def test_the_example_knows_what_its_seat_knows() -> None:
    conformance.check_policies_see_only_their_view(settle(find_game("blitz31")), PATIENT, seed=21, questions=6)


PEEPING = """
from threedown.games.blitz31.bots import simple
from threedown.table.verbs import held, look, seats


def policy(t, seat, question):
    card = look(t, seats(t)) if held(t, seats(t)) else 0
    return card % 3 if question == 1 else simple(t, seat, question)
"""
"""Discards by the card on top of the stock."""


def test_a_bot_from_outside_gets_a_redacted_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "peeping.py").write_text(PEEPING)
    level, setting = f"{tmp_path}/peeping.py:policy", settle(find_game("blitz31"))
    conformance.check_policies_see_only_their_view(setting, level, seed=21, questions=6)
    monkeypatch.setattr(levels, "imagined", lambda t, seat, number: t)
    levels._checked_policy.cache_clear()
    with pytest.raises(AssertionError, match="chooses code"):
        conformance.check_policies_see_only_their_view(setting, level, seed=21, questions=6)
    levels._checked_policy.cache_clear()


@pytest.mark.slow
def test_a_bot_from_outside_sees_the_same_in_machine_code(tmp_path: Path) -> None:
    (tmp_path / "peeping.py").write_text(PEEPING)
    level = f"{tmp_path}/peeping.py:policy"
    machine_code.check_levels_are_the_same_compiled(settle(find_game("blitz31")), (level, "simple"), seed=2, games=8)


def test_the_example_sits_at_a_table(threedown: Any) -> None:
    told: Told = threedown(["play", "blitz31", "--plain", "--seed", "3", "--bots", f"simple,{PATIENT}"], "\n" * 400)
    assert told.code == 0
    assert "Turn 40: Bot 1 is the last with a life." in told.out


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_the_example_beats_the_simple_bot(seats: int) -> None:
    climbed = climb(settle(find_game("blitz31"), seats=seats), ("simple", PATIENT), seed=1, most=20_000)
    assert [pairing.verdict for pairing in climbed.pairings] == ["beats"]


# Installed


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pretend that a package has added bots to Blitzkrieg."""
    names = {
        "blitzkrieg.lazy": "support.tricks:WORLD",
        "blitzkrieg.gone": "no_such_module:policy",
        "blitzkrieg.random": "support.tricks:WORLD",
        "champz.other": "support.tricks:WORLD",
    }
    points = [importlib.metadata.EntryPoint(name, value, levels.GROUP) for name, value in names.items()]

    def entry_points(group: str) -> list[importlib.metadata.EntryPoint]:
        return [point for point in points if point.group == group]

    levels._entry_points.cache_clear()
    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    yield
    levels._entry_points.cache_clear()


@pytest.mark.usefixtures("installed")
def test_installed_packages_add_levels(threedown: Any) -> None:
    told: Told = threedown("sim blitzkrieg -n 5 --seed 1 --bots lazy,lazy --json")
    assert told.code == 0
    assert told.json["finished"] + told.json["unfinished"] == 5
    listed: Told = threedown("bots levels blitzkrieg --json")
    assert [level["name"] for level in listed.json["levels"]] == ["sensible", "random", "keen", "lazy", "gone"]
    assert "cannot be loaded" in listed.json["levels"][-1]["help"]
    own = find_game("blitzkrieg")
    assert levels.policy_of(own, "random") is own.bots.LEVELS["random"]


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("level", "says"),
    [
        ("gone", "blitzkrieg.gone (no_such_module:policy) cannot be loaded: ModuleNotFoundError"),
        ("other", "there is no bot 'other': choose one of sensible, random, keen, lazy, gone, FILE.py:POLICY"),
    ],
)
def test_a_missing_bot_is_reported_in_a_line(threedown: Any, level: str, says: str) -> None:
    told: Told = threedown(f"sim blitzkrieg -n 5 --bots {level},random")
    assert told.code == 2
    assert says in one_line(told)


# What is wrong


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("none", "has no 'none'; its functions of (t, seat, question): absent, fraction, far, illegal, broken"),
        ("two", "is not a policy: write a function of (t, seat, question) that returns a code"),
        ("LIMIT", "is not a policy"),
    ],
)
@pytest.mark.parametrize(
    "command",
    ["sim steal-war -n 5 --bot 1={}", "play steal-war --bot 1={}", "bots ladder steal-war --levels random,{}"],
)
def test_a_wrong_policy_is_refused_in_a_line(threedown: Any, bad: Path, command: str, name: str, says: str) -> None:
    told: Told = threedown([part.format(f"{bad}:{name}") for part in command.split()])
    assert told.code == 2
    assert f"{bad}:{name}" in one_line(told)
    assert says in told.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "cannot be read: No such file"),
        ("def policy(t, seat, question)\n    return 0", "cannot be run: SyntaxError: expected ':' (line 1)"),
        ("\nimport no_such_module", "cannot be run: ModuleNotFoundError: No module named 'no_such_module' (line 2)"),
        ("\n\nraise SystemExit", "cannot be run: SystemExit:  (line 3)"),
        ("\x00", "cannot be run: "),
    ],
)
def test_a_file_that_cannot_be_run_is_one_line(threedown: Any, tmp_path: Path, text: str | None, says: str) -> None:
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text)
    told: Told = threedown(["sim", "steal-war", "-n", "5", "--bot", f"1={path}:policy"])
    assert told.code == 2
    assert says in one_line(told)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("absent", "answers None to question"),
        ("fraction", "answers 0.0 to question"),
        ("far", "answers 77 to question"),
        ("broken", "fails: ZeroDivisionError: integer division or modulo by zero (line 17)"),
    ],
)
def test_an_answer_that_is_not_legal_is_one_line(threedown: Any, bad: Path, name: str, says: str) -> None:
    told: Told = threedown(["sim", "steal-war", "-n", "5", "--seed", "1", "--bot", f"1={bad}:{name}"])
    assert told.code == 3
    assert f"{bad}:{name} {says}" in one_line(told)


def test_an_answer_that_is_not_legal_ends_a_game_that_can_be_gone_on_with(threedown: Any, bad: Path) -> None:
    told: Told = threedown(["play", "steal-war", "--plain", "--seed", "1", "--bots", f"sensible,{bad}:far"], "\n" * 400)
    assert told.code == 3
    assert f"{bad}:far answers 77 to question" in told.err
    assert "go on with: threedown play --resume" in told.err
    assert "Traceback" not in told.err


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("illegal", "answers 2 to question 0 at seat 1, which is not legal"),
        ("absent", "cannot be compiled: it must return a whole number"),
        ("fraction", "cannot be compiled: it must return a whole number"),
        ("broken", "fails: ZeroDivisionError: integer division by zero"),
    ],
)
@pytest.mark.slow
def test_machine_code_holds_answers_against_the_rules_too(bad: Path, name: str, says: str) -> None:
    what = run_spec(tricks.tricks(), 40, 1, ("simple", f"{bad}:{name}"))
    with pytest.raises(LevelError) as failure:
        run.simulate(what, pool=ThreadPool(2), compiled=True)
    assert str(failure.value) == f"{bad}:{name} {says}" or str(failure.value).startswith(f"{bad}:{name} {says},")


def test_numbas_objection_is_told_without_its_colours() -> None:
    """Numba colours what it says as soon as colorama is installed, which mkdocs brings."""
    bold = "\x1b[1m"
    said = f"{bold}{bold}Failed in nopython mode\x1b[0m\n{bold}no such thing\x1b[0m\n"
    assert why_not(ValueError(said)) == "no such thing"


# Kept runs


def test_a_kept_run_goes_on_with_the_same_bot_only(threedown: Any, tmp_path: Path) -> None:
    bot, folder = tmp_path / "mine.py", tmp_path / "run"
    bot.write_text("def policy(t, seat, question):\n    return 0\n")
    begun = ["sim", "blitzkrieg", "-n", "6", "--seed", "1", "--bot", f"1={bot}:policy", "--out", str(folder), "--json"]
    first: Told = threedown(begun)
    assert first.code == 0
    assert threedown(begun).json["turns"] == first.json["turns"]
    bot.write_text("raise SystemExit('run by show')")
    assert threedown(["sim", "show", str(folder), "--json"]).json["wins"] == first.json["wins"]
    resumed: Told = threedown(["sim", "--resume", str(folder)])
    assert resumed.code == 2
    assert "by the command that began it" in one_line(resumed)


def test_a_run_of_a_bot_that_has_changed_is_not_gone_on_with(tmp_path: Path) -> None:
    names = [f"{tmp_path}/{name}.py:policy" for name in ("one", "other")]
    for name, code in zip(("one", "other"), (0, 1), strict=True):
        (tmp_path / f"{name}.py").write_text(f"def policy(t, seat, question):\n    return {code}\n")
    setting = settle(find_game("blitzkrieg"))
    RunStore.begin(tmp_path / "run", run_spec(setting, 6, 1, (names[0], "random")), compiled=False).close()
    text = (tmp_path / "run" / "run.json").read_text().replace(names[0], names[1])
    (tmp_path / "run" / "run.json").write_text(text)
    with pytest.raises(FolderError, match="as it was before it was changed"):
        RunStore.begin(tmp_path / "run", run_spec(setting, 6, 1, (names[1], "random")), compiled=False)
