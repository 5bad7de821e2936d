"""Runs in an object store, for which the memory of fsspec stands: the same files as in a folder."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fsspec
import pytest
import yaml
from support.commands import one_line
from support.paths import DOCS

from threedown.bulk import run_store as stores
from threedown.bulk.run import simulate
from threedown.bulk.run_folder import LocalFolder, StoreFolder, run_folder
from threedown.bulk.run_spec import run_spec
from threedown.bulk.run_store import RunStore
from threedown.durable import FolderError
from threedown.games import find_game
from threedown.games.setting import settle

URL = "memory://runs/war"
WAR = ["sim", "war", "-n", "250", "--seed", "9", "--set", "turn_cap=40"]


@pytest.fixture
def memory() -> Iterator[Any]:
    """An empty object store."""
    files = fsspec.filesystem("memory")
    files.store.clear()
    yield files
    files.store.clear()


def contents(files: Any) -> dict[str, bytes]:
    return {path.rpartition("/")[2]: files.cat_file(path) for path in files.ls("/runs/war", detail=False)}


def test_the_files_are_those_of_a_folder(
    threedown: Any, monkeypatch: pytest.MonkeyPatch, memory: Any, tmp_path: Path
) -> None:
    monkeypatch.setattr(stores, "CHUNK", 100)
    for where in (str(tmp_path / "here"), URL):
        ended = threedown([*WAR, "--out", where])
        assert ended.code == 0, ended.err
    here = {path.name: path.read_bytes() for path in (tmp_path / "here").iterdir()}
    assert contents(memory) == here
    assert sorted(here) == [
        *(f"games-00000{part}.parquet" for part in range(3)),
        "result.json",
        "run.json",
        "totals.json",
    ]


def test_a_run_goes_on_and_is_shown_and_compared(threedown: Any, monkeypatch: pytest.MonkeyPatch, memory: Any) -> None:
    monkeypatch.setattr(stores, "CHUNK", 100)
    assert threedown([*WAR, "--out", URL]).code == 0
    whole = contents(memory)
    for lost in ("games-000001.parquet", "totals.json", "result.json"):
        memory.rm(f"/runs/war/{lost}")
    shown = threedown(["sim", "show", URL])
    assert shown.code == 0
    assert f"100 games are still to be played (sim --resume {URL})" in " ".join(shown.err.split())
    assert threedown(["sim", "--resume", URL]).code == 0
    assert contents(memory) == whole
    assert threedown(["sim", "show", URL, "--json"]).json["n"] == 250
    compared = threedown(["sim", "compare", URL, URL, "--json"])
    assert compared.json["runs"][0]["name"] == URL


def test_a_run_may_begin_while_another_process_writes_the_same(memory: Any) -> None:
    """Nothing locks an object store: both write the same files."""
    what = run_spec(settle(find_game("war"), None, {"turn_cap": "40"}), 250, 9)
    first, second = (RunStore.begin(URL, what, compiled=False) for _ in range(2))
    for store in (first, second):
        store.finish(simulate(what, compiled=False, sink=store))
        store.close()
    assert second.missing() == 0


def test_other_contents_are_refused(threedown: Any, memory: Any) -> None:
    memory.pipe_file("/runs/war/letter.txt", b"dear reader")
    ended = threedown([*WAR, "--out", URL])
    assert ended.code == 3
    assert one_line(ended).strip() == f"threedown: {URL} is not empty and holds no run; give a new folder"
    assert threedown(["sim", "show", "memory://nowhere"]).code == 3


def test_a_store_without_its_library_says_which_is_missing(threedown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "s3fs", None)
    ended = threedown([*WAR, "--out", "s3://bucket/run"])
    assert ended.code == 4
    assert "s3fs" in one_line(ended)
    monkeypatch.setitem(sys.modules, "fsspec", None)
    ended = threedown([*WAR, "--out", "s3://bucket/run"])
    assert ended.code == 4
    assert "pip install 'threedown[cloud]'" in one_line(ended)


def test_an_unknown_kind_of_store_is_refused(threedown: Any) -> None:
    ended = threedown([*WAR, "--out", "cloud9://bucket/run"])
    assert ended.code == 3
    assert "cloud9" in one_line(ended)


def test_errors_of_a_store_are_sentences(monkeypatch: pytest.MonkeyPatch, memory: Any) -> None:
    def out_of_reach(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no route to host")

    folder = StoreFolder(URL)
    monkeypatch.setattr(type(memory), "pipe_file", out_of_reach)
    with pytest.raises(FolderError, match=f"{URL}: RuntimeError: no route to host"):
        folder.write("a", b"")


def test_a_path_is_a_folder_here(tmp_path: Path) -> None:
    for where in (tmp_path, str(tmp_path)):
        assert isinstance(run_folder(where), LocalFolder)
    assert isinstance(run_folder(URL), StoreFolder)


# Merged runs


def test_runs_of_other_seeds_add_up(threedown: Any, tmp_path: Path) -> None:
    """Twice 100 games with the seeds 1 and 2 are what a count over all rows finds."""
    for seed in (1, 2):
        arguments = [
            "sim",
            "war",
            "-n",
            "100",
            "--set",
            "turn_cap=60",
            "--seed",
            str(seed),
            "--out",
            str(tmp_path / str(seed)),
        ]
        assert threedown(arguments).code == 0
    parts = [threedown(["sim", "show", str(tmp_path / str(seed)), "--json"]).json for seed in (1, 2)]
    whole = threedown(["sim", "merge", str(tmp_path / "1"), str(tmp_path / "2"), "--json"]).json
    assert (whole["n"], whole["seed"], whole["runs"]) == (200, None, [{"seed": 1, "n": 100}, {"seed": 2, "n": 100}])
    assert whole["wins"] == [one + other for one, other in zip(*(part["wins"] for part in parts), strict=True)]
    assert whole["tally"]["wars"]["total"] == sum(part["tally"]["wars"]["total"] for part in parts)
    histogram = [pair for part in parts for pair in part["histogram"]]
    assert sum(games for _, games in whole["histogram"]) == sum(games for _, games in histogram)
    turns = [turn for turn, games in histogram for _ in range(games)]
    assert whole["turns"]["mean"] == pytest.approx(sum(turns) / len(turns))
    printed = threedown(["sim", "merge", str(tmp_path / "1"), str(tmp_path / "2")]).out
    assert "200 games" in printed
    assert printed.count("again: threedown sim war") == 2


@pytest.mark.parametrize(
    ("more", "reason"),
    [
        (["--seed", "1"], "have the same games: both have seed 1"),
        (["--seed", "2", "--set", "face_down=2"], "has other rules, seats or bots than"),
        (["--seed", "2", "--seats", "3"], "has other rules, seats or bots than"),
    ],
)
def test_runs_that_do_not_add_up_are_refused(threedown: Any, more: list[str], reason: str, tmp_path: Path) -> None:
    common = ["sim", "war", "-n", "20", "--set", "turn_cap=30"]
    assert threedown([*common, "--seed", "1", "--out", str(tmp_path / "a")]).code == 0
    assert threedown([*common, *more, "--out", str(tmp_path / "b")]).code == 0
    ended = threedown(["sim", "merge", str(tmp_path / "a"), str(tmp_path / "b")])
    assert ended.code == 3
    assert reason in one_line(ended)
    assert threedown(["sim", "merge", str(tmp_path / "a")]).code == 2


# An estimate


def test_an_estimate_tells_what_a_run_writes(threedown: Any, tmp_path: Path) -> None:
    """Its bytes are about those of the files, which depend a little on their number; a price is that of core hours."""
    arguments = ["sim", "war", "-n", "2000", "--seed", "3"]
    told = threedown([*arguments, "--estimate", "--cores", "8", "--price", "2", "--json"]).json
    assert (told["games"], told["cores"], told["files"]) == (2_000, 8, 1)
    assert told["seconds"] == pytest.approx(told["seconds_a_game"] * 2_000 / 8)
    assert told["seconds_least"] <= told["seconds"] <= told["seconds_most"]
    assert told["cost"] == pytest.approx(2 * told["seconds_a_game"] * 2_000 / 3600)
    assert threedown([*arguments, "--out", str(tmp_path / "run")]).code == 0
    written = sum(file.stat().st_size for file in (tmp_path / "run").glob("games-*.parquet"))
    assert 0.8 * written < told["file_bytes"] < 1.25 * written
    printed = threedown([*arguments, "--estimate"]).out
    assert "2,000 games" in printed
    assert "core hours" in printed


@pytest.mark.parametrize(
    "more", [["--cores", "8"], ["--price", "1"], ["--estimate", "--out", "run"], ["--estimate", "--plot", "a.svg"]]
)
def test_an_estimate_keeps_nothing(threedown: Any, more: list[str]) -> None:
    ended = threedown(["sim", "war", "-n", "20", "--seed", "1", *more])
    assert ended.code == 2
    assert "--estimate" in one_line(ended)


# The recipes of docs/scale.md


def block(language: str, begins: str) -> str:
    """Return the code of docs/scale.md in a language that begins so."""
    blocks = re.findall(rf"```{language}\n(.*?)```", (DOCS / "scale.md").read_text(), re.DOTALL)
    [found] = [each for each in blocks if each.startswith(begins)]
    return str(found)


def run_small(script: str, folder: Path, **variables: str) -> None:
    """Run a recipe with 20 games, with the bucket in a folder."""
    small = script.replace("-n 1000000000", "-n 20").replace("s3://bucket", str(folder))
    assert small.count("-n 20 ") == 1
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ended = subprocess.run(
        ["sh", "-c", small], cwd=folder, env={**os.environ, "PATH": path, **variables}, capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.slow
def test_the_jobs_of_slurm_add_up(threedown: Any, tmp_path: Path) -> None:
    script = block("sh", "#!/bin/sh")
    (tmp_path / "runs").mkdir()
    for task in ("1", "2"):
        run_small(script, tmp_path, SLURM_ARRAY_TASK_ID=task, SLURM_CPUS_PER_TASK="1")
    merged = threedown(["sim", "merge", str(tmp_path / "runs/war-1"), str(tmp_path / "runs/war-2"), "--json"])
    assert merged.json["runs"] == [{"seed": 1, "n": 20}, {"seed": 2, "n": 20}]


def test_the_job_of_kubernetes_plays_a_run_of_its_own(tmp_path: Path) -> None:
    job = yaml.safe_load(block("yaml", "apiVersion"))
    assert (job["kind"], job["spec"]["completionMode"]) == ("Job", "Indexed")
    [container] = job["spec"]["template"]["spec"]["containers"]
    assert container["command"] == ["sh", "-c"]
    [script] = container["args"]
    run_small(script, tmp_path, JOB_COMPLETION_INDEX="4")
    assert RunStore.open(tmp_path / "war-4").spec.seed == 5
