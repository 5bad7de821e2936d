"""The two ways to compile with Numba, and the folder that compiled functions are cached in."""

import logging
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from support.processes import begin, end
from support.tables import war

from threedown import bulk
from threedown.bulk import compiler, jit, kernel, plain_numba

numba = pytest.importorskip("numba")
internals: Any = pytest.importorskip("threedown.bulk.numba_internals")

TOYS = "import json; from support import toys; print(json.dumps([toys.played(cap, folded=False) for cap in (5, 9)]))"
PLAIN = {"THREEDOWN_PLAIN_NUMBA": "1"}


@pytest.fixture(autouse=True)
def fresh_choice(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Let each test make the choice again, and the tests after it too."""
    monkeypatch.delenv("THREEDOWN_PLAIN_NUMBA", raising=False)
    jit.backend.cache_clear()
    yield
    jit.backend.cache_clear()


def test_the_internals_of_the_installed_numba_are_used(caplog: pytest.LogCaptureFixture) -> None:
    assert jit.backend() is internals
    assert not caplog.records


@pytest.mark.parametrize(("value", "plain"), [("1", True), ("0", False), ("", False)])
def test_the_environment_chooses_the_plain_way(value: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THREEDOWN_PLAIN_NUMBA", value)
    assert (jit.backend() is plain_numba) == plain


MISSING = [
    ("codegen", "JITCodeLibrary"),
    ("caching.IndexDataCacheFile", "_load_index"),
    ("dispatcher._FunctionCompiler", "fold_argument_types"),
]


@pytest.mark.parametrize(("owner", "name"), MISSING)
def test_without_an_internal_name_it_compiles_the_plain_way_and_says_so_once(
    owner: str, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.delattr(f"numba.core.{owner}.{name}")
    monkeypatch.delitem(sys.modules, "threedown.bulk.numba_internals")
    monkeypatch.delattr(bulk, "numba_internals")
    caplog.set_level(logging.WARNING)
    assert jit.backend() is plain_numba
    assert jit.backend() is plain_numba
    (record,) = caplog.records
    assert f"Numba {numba.__version__} has changed inside" in record.getMessage()
    assert name in record.getMessage()


def test_a_version_of_numba_that_is_not_known_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numba, "__version__", "0.99.0")
    assert jit.backend() is internals
    jit.backend.cache_clear()
    monkeypatch.setattr(internals, "part", lambda clone: numba.njit(lambda number: 0))
    assert jit.backend() is plain_numba


def test_two_threads_file_into_their_own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second thread tries to set its folder between the first thread's setting and Numba's reading of it."""
    folders: dict[str, Path] = {}
    second_is_done = threading.Event()

    def file_into(name: str) -> None:
        clones = compiler.Clones(war(), ("random",) * 2, folded=True)
        entry = clones.entry(kernel.play_games, tmp_path / name)
        folders[name] = Path(entry.stats.cache_path)
        if name == "second":
            second_is_done.set()

    second = threading.Thread(target=file_into, args=["second"])
    whole = internals.whole

    def interrupted(clone: Any, cache: bool) -> Any:
        if threading.current_thread() is not second:
            second.start()
            second_is_done.wait(0.5)
        return whole(clone, cache)

    monkeypatch.setattr(internals, "whole", interrupted)
    before = numba.config.CACHE_DIR
    file_into("first")
    second.join()
    assert {name: folder.is_relative_to(tmp_path / name) for name, folder in folders.items()} == {
        "first": True,
        "second": True,
    }
    assert before == numba.config.CACHE_DIR


GAMES = """
import hashlib, json
from threedown.bulk import jit
from threedown.bulk.run_spec import run_spec
from threedown.bulk.player import GamePlayer, prepare
from threedown.games import find_game
from threedown.games.setting import settle
found = {}
for game, pilots, folded in (("war", (), True), ("blitz31", ("steady", "simple"), False)):
    spec = run_spec(settle(find_game(game), None, {}, 2), 200, 5, pilots)
    player = GamePlayer(spec, prepare(spec.setting, spec.pilots, folded, True), True, folded)
    found[game] = hashlib.sha256(player.play(0, 200).tobytes()).hexdigest()
print(json.dumps([jit.backend().__name__, found]))
"""


@pytest.mark.slow
def test_both_ways_play_the_same_games(tmp_path: Path) -> None:
    ways = [end(begin(tmp_path / name, GAMES, **env)) for name, env in (("linked", {}), ("plain", PLAIN))]
    assert [name for name, _ in ways] == ["threedown.bulk.numba_internals", "threedown.bulk.plain_numba"]
    assert ways[0][1] == ways[1][1]


@pytest.mark.slow
def test_the_plain_way_caches_and_plays_as_step_by_step(tmp_path: Path) -> None:
    from support import toys

    first, second = (end(begin(tmp_path, TOYS, **PLAIN)) for _ in range(2))
    assert [played["hits"] for played in first + second] == [0, 1, 1, 1]
    assert [played["rows"] for played in second] == [toys.played(cap, compiled=False)["rows"] for cap in (5, 9)]


BATCH = """
import hashlib, json
import numpy as np
from threedown.rl import Batch
batch, pick, digest = Batch("blitz31", 8, 3), np.random.default_rng(4), hashlib.sha256()
batch.reset()
for _ in range(60):
    batch.step(batch.random_actions(pick))
    digest.update(b"".join(batch.table_state(lane).tobytes() for lane in range(8)))
print(json.dumps(digest.hexdigest()))
"""


@pytest.mark.slow
def test_both_ways_make_the_same_batch(tmp_path: Path) -> None:
    linked, plain = (end(begin(tmp_path / name, BATCH, **env)) for name, env in (("linked", {}), ("plain", PLAIN)))
    assert linked == plain
