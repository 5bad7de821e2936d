"""The compiler: each trap that prototypes have met (design.md 1), with caches always in a second process."""

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support import conformance, machine_code, toys
from support.paths import EXAMPLES
from support.processes import BOUNDS, begin, end
from support.tables import PRESETS, setting_of, war, war_tables

from threedown.bulk import compiler
from threedown.bulk.player import cache_folder
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.table import verbs
from threedown.table.layout import TableState, layout, new_table_state, table_state_type


def play_toys(cache: Path, caps: list[int], folded: bool = True) -> "subprocess.Popen[str]":
    code = "import json; from support import toys\n"
    code += f"print(json.dumps([toys.played(cap, folded={folded}) for cap in {caps}]))"
    return begin(cache, code)


@pytest.fixture(scope="module")
def toy_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that two processes have filled at the same time, with a variant each."""
    cache = tmp_path_factory.mktemp("toys")
    for process in [play_toys(cache, [cap]) for cap in (5, 9)]:
        assert end(process)[0]["hits"] == 0, "the cache was not empty"
    return cache


@pytest.fixture(scope="module")
def toys_played(toy_cache: Path) -> dict[tuple[int, int], list[dict[str, Any]]]:
    """Return the results of a third and a fourth process that load both variants, in both orders."""
    orders = [(5, 9), (9, 5)]
    processes = [play_toys(toy_cache, list(order)) for order in orders]
    return {order: end(process) for order, process in zip(orders, processes, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("order", [(5, 9), (9, 5)])
def test_variants_in_one_cache_are_not_mistaken(
    toys_played: dict[tuple[int, int], list[dict[str, Any]]], order: tuple[int, int]
) -> None:
    """Trap 1: Numba's cache ignores globals; two variants must not return each other's results."""
    truth = [toys.played(cap, compiled=False)["rows"] for cap in order]
    assert truth[0] != truth[1], "the two variants play alike, and prove nothing"
    assert [played["rows"] for played in toys_played[order]] == truth


@pytest.mark.slow
def test_a_second_process_compiles_nothing(toys_played: dict[tuple[int, int], list[dict[str, Any]]]) -> None:
    """Trap 3: a cache that is never hit is slow and says nothing."""
    assert [played["hits"] for played in toys_played[(5, 9)]] == [1, 1]
    assert [played["hits"] for played in toys_played[(9, 5)]] == [1, 1]


@pytest.mark.slow
def test_a_battle_that_calls_itself_loads_from_the_cache(
    toys_played: dict[tuple[int, int], list[dict[str, Any]]],
) -> None:
    """Trap 2 (numba issue 6061): recursion compiles, and crashes when it is loaded."""
    rows = toys_played[(5, 9)][1]["rows"]
    deepest, returns = (max(row[place] for row in rows) for place in (-2, -1))
    assert deepest >= 2, "no battle within a battle: the test proves nothing"
    assert returns >= 2


@pytest.mark.slow
def test_options_that_are_not_folded_share_one_variant(tmp_path: Path) -> None:
    """Trap 4: a preset needs no compile of its own, and plays as it would folded."""
    first = end(play_toys(tmp_path, [5], folded=False))
    second = end(play_toys(tmp_path, [9, 5], folded=False))
    assert [played["hits"] for played in first + second] == [0, 1, 1]
    assert [played["rows"] for played in second] == [toys.played(cap, compiled=False)["rows"] for cap in (9, 5)]


@pytest.mark.slow
def test_folded_unfolded_and_stepped_are_one_game() -> None:
    """Trap 4: the three ways to read an option."""
    machine_code.check_stepped_equals_compiled(war(), seed=4, games=20, folded=True)
    machine_code.check_stepped_equals_compiled(war(), seed=4, games=20, folded=False)


@pytest.mark.parametrize(
    ("game", "level", "noted"),
    [("blitz31", "steady", False), ("casino-war", "bold", False), ("blitz31", "examples/bot.py:patient", True)],
)
def test_knowledge_of_shuffled_cards_is_noted_if_a_bot_needs_it(game: str, level: str, noted: bool) -> None:
    """Large simulations don't note it, unless a bot from outside is shown the table."""
    setting = settle(find_game(game), None, {}, 2)
    level = level.replace("examples", str(EXAMPLES))
    clones = compiler.Clones(setting, (level,) * 2, folded=True, noted=False)
    assert (clones.twin(verbs.into_batch)[1] is verbs.into_batch) == noted


def test_imagining_notes_what_is_known_where_it_is_asked() -> None:
    """The table of a policy that imagines notes it; the imagined tables need not, because nothing imagines there."""
    setting = settle(find_game("blitz31"), None, {}, 2)
    clones = compiler.Clones(setting, ("keen", "steady"), folded=True, noted=False)
    (mind,) = clones._minds.values()
    assert [each.twin(verbs.into_batch)[1] is verbs.into_batch for each in (clones, mind)] == [True, False]


def test_every_field_is_an_int64_without_padding() -> None:
    """Trap 5, and what makes byte for byte comparisons mean something."""
    for setting in [setting_of(pair) for pair in PRESETS] + list(war_tables().values()):
        dtype = setting.new_table_state().dtype
        fields = dtype.fields or {}
        assert all(field.base == np.int64 for field, *_ in fields.values())
        assert sum(field.itemsize for field, *_ in fields.values()) == dtype.itemsize
        assert not dtype.isalignedstruct or dtype.itemsize % 8 == 0


@pytest.mark.parametrize("name", ["size", "T", "data", "shape", "copy", "fill", "sum", "item"])
def test_names_that_records_of_numpy_have_are_refused(name: str) -> None:
    """Trap 6: t.s.size would be numpy's."""
    for state, tallies in (((name,), ()), ((), (name,))):
        with pytest.raises(ValueError, match=f"'{name}' is an attribute of numpy records"):
            layout(2, 7, 52, state, tallies)


def test_a_record_is_its_compiled_twin() -> None:
    """Both write into the same memory, so neither can be out of date."""
    dtype = layout(2, 7, 52, ("dealer",), ("wars",))
    table_state = new_table_state(dtype, 2)
    for place, (name, (field, *_)) in enumerate((dtype.fields or {}).items(), start=100):
        if field.shape:
            getattr(table_state, name).flat[-1] = place
            assert int(np.asarray(table_state.compiled[name]).flat[-1]) == place
        else:
            setattr(table_state, name, place)
            assert int(table_state.compiled[name]) == getattr(table_state, name) == place
    twin = table_state.copy()
    twin.turns = 1
    assert table_state.turns != 1
    assert isinstance(twin, TableState)
    assert table_state_type(dtype) is type(twin)


def test_the_cache_is_where_it_is_said_to_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("THREEDOWN_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path / "compiled"
    monkeypatch.delenv("THREEDOWN_CACHE")
    assert cache_folder().parts[-2:] == ("threedown", "compiled")


@pytest.mark.slow  # compiles, in processes of its own
def test_cached_code_is_loaded_without_the_compiler(toy_cache: Path) -> None:
    """It takes longer to import that than to load the rules: a warm start would wait for it."""
    code = "import json, sys; from support import toys; hits = toys.played(5)['hits']\n"
    code += "print(json.dumps([hits, 'numba.np.arraymath' in sys.modules]))"
    assert end(begin(toy_cache, code)) == [1, False]


@pytest.mark.slow
def test_a_planted_overrun_is_caught(tmp_path: Path) -> None:
    """Trap 7: bounds are checked where the variable says so, even when the same variant is in the cache unchecked."""
    code = "import json; from support import toys; print(json.dumps(toys.played(5, jokers=2)))"
    process = begin(tmp_path, code, **BOUNDS)
    _, err = process.communicate(timeout=conformance.HANGS)
    assert process.returncode != 0
    assert "IndexError" in err


GAMES = """
import json, random
from support import machine_code
from support.tables import random_setting, setting_of, PRESETS, war_tables
from threedown.games import find_game
pick = random.Random(1)
tables = [setting_of(pair) for pair in PRESETS if pair[0] == GAME]
tables += war_tables().values() if GAME == "war" and MIXTURES == MANY else []
tables += [random_setting(find_game(GAME), pick, seats) for seats in SEATS for _ in range(MIXTURES)]
tables = [setting for setting in tables if setting.seats in SEATS]
for setting in tables:
    machine_code.compiled_words(setting, 1, 0, 40, folded=False)
print(json.dumps(len(tables)))
"""


FEW, MANY = 2, 20
"""The mixtures of house rules at each number of seats in make test-all and in make soak; each is compiled."""
CHECKED = [pytest.param(FEW, marks=pytest.mark.slow), pytest.param(MANY, marks=pytest.mark.soak)]


def within_bounds(folder: Path, mixtures: int, game: str, *seats: int) -> int:
    """Play games in machine code that checks each index (trap 7) and return their number."""
    code = f"GAME, SEATS, MIXTURES, MANY = {game!r}, {seats!r}, {mixtures}, {MANY}\n{GAMES}"
    played: int = end(begin(folder, code, **BOUNDS), conformance.HANGS * mixtures)
    return played


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("mixtures", CHECKED)
def test_games_stay_within_their_bounds(tmp_path: Path, game: str, mixtures: int) -> None:
    """At the fewest seats, under every preset and mixtures of house rules; in make soak, War under each one too."""
    assert within_bounds(tmp_path, mixtures, game, find_game(game).seats.fewest) >= mixtures


@pytest.mark.parametrize("game", [name for name in game_names() if find_game(name).seats.most > 2])
@pytest.mark.parametrize("mixtures", CHECKED)
def test_games_of_many_stay_within_their_bounds(tmp_path: Path, game: str, mixtures: int) -> None:
    assert within_bounds(tmp_path, mixtures, game, 3, find_game(game).seats.most) >= 2 * mixtures
