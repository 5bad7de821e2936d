"""The calls for Python: the same figures as the commands', as types, frames and tables."""

import sys
from pathlib import Path
from typing import Any

import pytest
from support.commands import Told

import threedown as package
from threedown.lab.analysis import worlds as lab_worlds


@pytest.fixture
def stepped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_worlds, "has_compiler", lambda: False)


def study(**more: Any) -> Any:
    return package.lab("war", "turn_cap=2..4", seed=5, most=12, turn_cap=3, **more)


def test_a_study_is_the_commands(threedown: Any) -> None:
    told: Told = threedown("lab war --vary turn_cap=2..4 --set turn_cap=3 --most 12 --seed 5 --json")
    found = study()
    assert found.to_dict() == told.json
    assert found["n"] == found.n == 12
    assert repr(found).splitlines() == [
        "<LabResult of war: 3 variants, 12 games each, seed 5",
        "  The higher “Turn limit”, the longer the game.>",
    ]
    shown = found._repr_html_()
    assert "<th>turn_cap=2</th><td>2 (2 to 2)</td>" in shown
    assert "<p>The higher “Turn limit”, the longer the game.</p>" in shown


def test_a_study_as_a_frame() -> None:
    pytest.importorskip("polars")
    turns = study().to_polars().filter(measure="turns")
    assert turns.select("variant", "value", "difference", "holds").rows() == [
        ("turn_cap=3", 3.0, None, None),
        ("turn_cap=2", 2.0, -1.0, True),
        ("turn_cap=4", 4.0, 1.0, True),
    ]


@pytest.mark.parametrize("kind", ["match", pytest.param("file", marks=pytest.mark.slow)])
def test_an_analysis_is_the_commands(kind: str, threedown: Any, stepped: None, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    match, path = package.play("blitz31", seed=3, lives=1), tmp_path / "game.3d"
    match.save(path)
    told: Told = threedown(f"analyse {path} --worlds 16 --seed 1 --json")
    found = package.analyse(match if kind == "match" else path, worlds=16, seed=1)
    facts = told.json
    turns = [{name: value for name, value in turn.items() if name != "events"} for turn in facts["turns"]]
    own = found.to_dict()
    assert own == {name: facts[name] for name in own} | {"turns": turns}
    frame = found.to_polars()
    assert frame.columns[:5] == ["turn", "seat", "value", "luck", "choices"]
    assert frame.columns[5:] == ["value_around", "luck_around", "choices_around"]
    assert frame.filter(seat=1)["luck_around"].to_list() == [turn["luck_around"][1] for turn in turns]
    assert frame.filter(seat=1)["value"].to_list() == [turn["values"][1] for turn in turns]
    assert "<th>Seat 1</th>" in found._repr_html_()


def test_a_ladder_is_the_commands(threedown: Any) -> None:
    pytest.importorskip("polars")
    found = package.ladder("blitz31", ["random", "simple"], seats=2, seed=1, most=20)
    facts = threedown("bots ladder blitz31 --seats 2 --levels random,simple --most 20 --seed 1 --json").json
    timed = {"seconds", "games_per_second"}
    own, theirs = found.to_dict()["pairings"][0], facts["pairings"][0]
    assert {name: own[name] for name in own.keys() - timed} == {name: theirs[name] for name in theirs.keys() - timed}
    assert own.keys() == theirs.keys()
    assert found.to_polars().select("level", "games", "wins").rows() == [("simple", 20, own["wins"])]
    assert f"simple among random: {own['share']:.1%} of 20 games" in repr(found)
    assert "<th>simple among random</th><td>20</td>" in found._repr_html_()


def test_a_frame_without_polars_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match=r"pip install 'threedown\[lab\]'"):
        study().to_polars()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"most": 1}, "2 games"),
        ({"until": 1}, "a share between 0 and 1"),
        ({"pace": 0}, "more than 0 seconds"),
        ({"skill": ["simple"]}, "name two levels"),
        ({"bots": ["simple"], "seats": 2}, "1 bots for 2 seats"),
        ({"bots": ["nobody", "nobody"]}, "nobody"),
        ({"vary": "face=1"}, "no option 'face'"),
    ],
)
def test_a_study_refuses_what_the_command_refuses(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        package.lab("war", **{"most": 12, **given})


def test_an_analysis_refuses_what_the_command_refuses(stepped: None) -> None:
    unfinished = package.new("blitz31", seed=3)
    unfinished.go()
    for given, message in (
        ({}, "the game is not over: give a seat"),
        ({"seat": 9}, "the seats are 0 to"),
        ({"seat": 0, "worlds": 3}, "16 worlds or more"),
        ({"seat": 0, "level": "keen"}, "keen imagines itself"),
    ):
        with pytest.raises(ValueError, match=message):
            package.analyse(unfinished, **given)


def test_a_ladder_refuses_what_the_command_refuses() -> None:
    with pytest.raises(ValueError, match="two different levels"):
        package.ladder("blitz31", ["simple"])
    with pytest.raises(ValueError, match="some time"):
        package.ladder("blitz31", minutes=0)
