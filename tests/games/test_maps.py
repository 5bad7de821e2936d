"""BlitzWar's maps: data that is checked entry by entry, and drawings."""

import json
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support import conformance

from threedown.cli import threedown
from threedown.games import find_game
from threedown.games.blitzwar import rules
from threedown.games.blitzwar.drawing import draw_map
from threedown.games.blitzwar.maps import BORDERS, FIRST, FROM, NAMES, TO, MapError, map_named, map_of
from threedown.games.setting import Setting, settle
from threedown.session.keeper import Keeper

MAPS = pytest.mark.parametrize("name", NAMES)


def blitzwar(preset: str | None = None, seats: int | None = None, **options: Any) -> Setting:
    return settle(find_game("blitzwar"), preset, options, seats)


def run(*arguments: str) -> Any:
    return CliRunner().invoke(threedown, list(arguments))


def test_the_world_is_that_of_the_sources() -> None:
    world = map_named("world")
    assert (len(world.states), len(world.borders), sum(world.points.values())) == (42, 82, 164)
    assert world.points["china"] == 7
    assert world.points["madagascar"] == 2
    assert [continent.bonus for continent in world.continents] == [5, 2, 5, 3, 7, 2]
    assert 12 <= len(map_named("duel").states) <= 16
    assert Counter(state.arm for state in world.states) == {"cannon": 14, "infantry": 14, "cavalry": 14}


def test_europe_is_made_for_play() -> None:
    """BW-R34. Nobody is in a dead end, no region is open on every side, and missions are of like size."""
    europe = map_named("europe")
    region = {state.name: state.continent for state in europe.states}
    assert (len(europe.states), len(europe.borders), sum(europe.points.values())) == (30, 64, 128)
    assert Counter(state.arm for state in europe.states) == {"cannon": 10, "infantry": 10, "cavalry": 10}
    assert [continent.bonus for continent in europe.continents] == [3, 3, 5, 2, 4, 4]
    assert min(europe.points.values()) == 2
    entries = {one for pair in europe.borders for one, other in (pair, pair[::-1]) if region[one] != region[other]}
    assert all(2 <= number <= 4 for number in Counter(region[name] for name in entries).values())
    sizes = Counter(region.values())
    assert {sizes[one] + sizes[two] for one, two in europe.missions} == {9, 10, 11}


@MAPS
def test_the_arrays_are_the_map(name: str) -> None:
    found, number = map_named(name), NAMES.index(name)
    pairs = {
        (found.state_names[FROM[number, border]], found.state_names[TO[number, border]])
        for border in range(BORDERS[number])
    }
    assert pairs == {pair for one in found.borders for pair in (one, one[::-1])}
    for state, place in enumerate(found.state_names):
        mine = range(FIRST[number, state], FIRST[number, state + 1])
        assert len(mine) == found.points[place]
        assert all(FROM[number, border] == state for border in mine)


def broken(change: Any) -> str:
    """Return the error for the small map with one fault."""
    path = Path(rules.__file__).parent / "maps" / "duel.json"
    data = json.loads(path.read_text())
    change(data)
    with pytest.raises(MapError) as refused:
        map_of(json.dumps(data).encode())
    return str(refused.value)


def test_a_map_that_is_wrong_is_refused_by_the_entry() -> None:
    assert "borders[2] (colombia, atlantis): there is no state 'atlantis'" in broken(
        lambda data: data["borders"].__setitem__(2, ["colombia", "atlantis"])
    )
    assert "borders[1] (venezuela, colombia): is there twice" in broken(
        lambda data: data["borders"].__setitem__(1, ["venezuela", "colombia"])
    )
    assert "borders[0] (peru, peru): a state does not border on itself" in broken(
        lambda data: data["borders"].__setitem__(0, ["peru", "peru"])
    )
    assert "states[5] (peru): there is no continent 'moon'" in broken(
        lambda data: data["states"][5].update(continent="moon")
    )
    assert "states[5] (peru): arm 'sword'" in broken(lambda data: data["states"][5].update(arm="sword"))
    assert "states[1]: colombia is there twice" in broken(lambda data: data["states"][1].update(name="colombia"))
    assert "states[5] (peru): shape[0]: 5 numbers" in broken(
        lambda data: data["states"][5].update(shape=[[1, 2, 3, 4, 5]])
    )
    assert "states[5] (peru): label: (5000, 1) lies outside" in broken(
        lambda data: data["states"][5].update(label=[5000, 1])
    )
    assert "continents[0] (caribbean): label: (-1, 1) lies outside" in broken(
        lambda data: data["continents"][0].update(label=[-1, 1])
    )
    assert "continents[0] (caribbean): bonus -1" in broken(lambda data: data["continents"][0].update(bonus=-1))
    assert "states (guyana): no border leads there" in broken(
        lambda data: data.update(borders=[pair for pair in data["borders"] if "guyana" not in pair])
    )
    assert "tanks: 4 players" in broken(lambda data: data["tanks"].update({"4": 3}))
    assert "unknown field" in broken(lambda data: data["states"][0].update(capital="lima"))
    assert "states: 3" in broken(lambda data: data.update(states=data["states"][:3], borders=[]))


def test_the_command_checks_maps(tmp_path: Path) -> None:
    good = Path(rules.__file__).parent / "maps" / "world.json"
    done = run("maps", "check", str(good))
    assert done.exit_code == 0
    assert "42 states in 6 continents, 82 borders, 164 points" in done.output
    assert good.stat().st_size <= 150_000
    for text in ("{}", "no json", "[1, 2]"):
        bad = tmp_path / "bad.json"
        bad.write_text(text)
        assert run("maps", "check", str(bad)).exit_code != 0
    assert run("maps", "check", str(tmp_path / "none.json")).exit_code != 0


@MAPS
def test_a_drawing_shows_every_state_and_bonus(name: str) -> None:
    found = map_named(name)
    drawn = ET.fromstring(draw_map(found))
    paths = {path.get("id") for path in drawn.iter("{http://www.w3.org/2000/svg}path")}
    assert paths == set(found.state_names)
    told = " ".join(text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text"))
    assert all(f"{continent.title} +{continent.bonus}" in told for continent in found.continents)
    assert all(state.title in told for state in found.states if " " not in state.title)


def test_a_recorded_game_is_drawn_as_it_was(tmp_path: Path) -> None:
    setting = blitzwar("duel")
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, setting, ["Ana", "Ben", "Cleo"], 4)
    while not session.over and session.turns < 22:
        conformance.step(session)
        keeper.keep(session)
    out = tmp_path / "map.svg"
    done = run("maps", "draw", "duel", "--out", str(out), "--record", str(path), "--turn", "0")
    assert done.exit_code == 0, done.output
    text = out.read_text()
    assert "Ana: " in text
    assert "turn 0" in text
    assert run("maps", "draw", "world", "--out", str(out), "--record", str(path)).exit_code != 0
    assert "give --record too" in str(run("maps", "draw", "duel", "--out", str(out), "--turn", "3").exception)


@pytest.mark.parametrize("title", ["", "a\nb", "\x1b[31m"])
def test_a_title_is_printable(title: str) -> None:
    assert "write printable characters" in broken(lambda map: map["states"][1].update(title=title))


def test_a_map_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    told = run("maps", "draw", "mars", "--out", str(tmp_path / "x.svg"))
    assert told.exit_code != 0
    assert "there is no map 'mars': choose one of world, duel, europe, or a file" in str(told.exception)
