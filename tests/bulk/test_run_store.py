"""Runs on disk: interruptions neither lose nor change anything, and bad folders are refused."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import polars
import pytest
from support.commands import Told, one_line

from threedown.bulk import run_store as stores
from threedown.bulk.report import report
from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.run_store import RunStore
from threedown.durable import FolderError
from threedown.games import find_game
from threedown.games.setting import settle

SMALL_CHUNKS = "import threedown.bulk.run_store as s; s.CHUNK = 4000; from threedown.cli import main; main()"


def command(folder: Path, games: int, *more: str) -> list[str]:
    """``threedown sim war`` into a folder, with small chunks so that there is much to interrupt."""
    rest = ["sim", "war", "-n", str(games), "--seed", "4", "--out", str(folder), "--json", *more]
    return [sys.executable, "-c", SMALL_CHUNKS, *rest]


def typed(process: list[str]) -> list[str]:
    """The arguments of such a process, for a command in this one."""
    return process[3:]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def interrupted(folder: Path, games: int, kills: int, how: signal.Signals, pick: random.Random) -> int:
    """Interrupts the command at random moments, then lets it finish; how often it was caught at work."""
    caught = 0
    for _ in range(kills):
        process = subprocess.Popen(command(folder, games), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(pick.uniform(0.05, 2.5))
        caught += process.poll() is None
        process.send_signal(how)
        process.wait()
    subprocess.run(command(folder, games), check=True, stdout=subprocess.DEVNULL)
    return caught


@pytest.mark.slow
def test_killed_runs_end_like_untouched_ones(tmp_path: Path) -> None:
    subprocess.run(command(tmp_path / "whole", 100_000), check=True, stdout=subprocess.DEVNULL)
    for how in (signal.SIGKILL, signal.SIGINT):
        assert interrupted(tmp_path / how.name, 100_000, 3, how, random.Random(1)) > 0
        assert contents(tmp_path / how.name) == contents(tmp_path / "whole")


def test_a_run_killed_before_its_first_file_was_whole_starts_anew(threedown: Any, tmp_path: Path) -> None:
    folder = tmp_path / "killed"
    folder.mkdir()
    (folder / "run.json.part").write_bytes(b'{"game": "w')
    assert threedown(typed(command(folder, 4_000))).code == 0
    assert "run.json.part" not in contents(folder)


@pytest.mark.parametrize("kills", [pytest.param(10, marks=pytest.mark.slow), pytest.param(50, marks=pytest.mark.soak)])
def test_kills_at_random_moments(kills: int, tmp_path: Path) -> None:
    games = 60_000 * kills
    subprocess.run(command(tmp_path / "whole", games), check=True, stdout=subprocess.DEVNULL)
    assert interrupted(tmp_path / "killed", games, kills, signal.SIGKILL, random.Random(2)) >= kills // 5
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


def test_a_full_disk_is_one_line_and_loses_nothing(
    threedown: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """RLIMIT_FSIZE stands for the full disk: no file may grow beyond half a chunk."""
    limited = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (9000, resource.RLIM_INFINITY));" + SMALL_CHUNKS
    )
    full = command(tmp_path / "full", 20_000)
    full[2] = limited
    # The compiled rules must be in their cache before: the limit holds for that file too.
    monkeypatch.setattr(stores, "CHUNK", 4_000)
    assert threedown(typed(command(tmp_path / "whole", 20_000))).code == 0
    ended = subprocess.run(full, capture_output=True, text=True)
    assert ended.returncode == 3, ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1
    assert "cannot be written" in ended.stderr
    assert not list((tmp_path / "full").glob("*.part"))
    assert threedown(typed(command(tmp_path / "full", 20_000))).code == 0
    assert contents(tmp_path / "full") == contents(tmp_path / "whole")


def kept_run(folder: Path, games: int = 250) -> RunStore:
    """A finished run of a few stepped games with chunks of 100."""
    what = run_spec(settle(find_game("war"), None, {"turn_cap": "40"}), games, 9)
    store = RunStore.begin(folder, what, compiled=False)
    store.finish(simulate(what, compiled=False, sink=store))
    store.close()
    return store


def test_rows_are_the_games(tmp_path: Path) -> None:
    """A stored run, read back, gives the same report as the run that was not stored."""
    store = kept_run(tmp_path)
    frame = polars.read_parquet(tmp_path / "games-*.parquet")
    assert frame["game"].to_list() == list(range(250))
    unkept = report(simulate(store.spec, compiled=False))
    again = report(store.run())
    for key in set(unkept) - {"seconds", "games_per_second"}:
        assert unkept[key] == again[key], key
    assert frame["wars"].sum() == unkept["tally"]["wars"]["total"]
    assert (frame["reason"] == "turn_cap").sum() == unkept["unfinished"]
    assert msgspec.json.decode((tmp_path / "result.json").read_bytes())["n"] == 250


def test_a_lost_chunk_is_played_again(tmp_path: Path) -> None:
    store = kept_run(tmp_path)
    before = contents(tmp_path)
    (tmp_path / "games-000001.parquet").unlink()
    assert store.missing() == 100
    store.finish(simulate(store.spec, compiled=False, sink=store))
    assert contents(tmp_path) == before


def test_a_damaged_chunk_is_named(tmp_path: Path) -> None:
    store = kept_run(tmp_path)
    chunk = tmp_path / "games-000001.parquet"
    chunk.write_bytes(chunk.read_bytes()[:-40])
    assert store.run().n == 250, "the totals of a run that has ended are enough"
    (tmp_path / "totals.json").unlink()
    with pytest.raises(FolderError, match=r"games-000001\.parquet is damaged: remove it"):
        store.run()


def test_totals_are_those_of_the_games(tmp_path: Path) -> None:
    store = kept_run(tmp_path)
    by_totals = report(store.run())
    (tmp_path / "totals.json").unlink()
    assert report(store.run()) == by_totals


@pytest.mark.parametrize("damage", ['"counts": [', '"reasons": ['])
def test_damaged_totals_are_named(damage: str, tmp_path: Path) -> None:
    store = kept_run(tmp_path)
    path = tmp_path / "totals.json"
    path.write_text(path.read_text().replace(damage, damage.replace("[", "[1,")))
    with pytest.raises(FolderError, match=r"totals\.json is damaged: remove it, and the games are counted again"):
        store.run()


def test_a_folder_with_another_run_or_other_things_is_refused(tmp_path: Path) -> None:
    store = kept_run(tmp_path / "a")
    other = run_spec(store.spec.setting, 250, 10)
    with pytest.raises(FolderError, match="another run"):
        RunStore.begin(tmp_path / "a", other, compiled=False)
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "letter.txt").write_text("dear reader")
    with pytest.raises(FolderError, match="not empty"):
        RunStore.begin(tmp_path / "b", other, compiled=False)
    with pytest.raises(FolderError, match="no run"):
        RunStore.open(tmp_path / "b")


def test_two_runs_in_one_folder(threedown: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The second says so, begun or gone on with, and changes nothing; to look at what is there is free."""
    store = kept_run(tmp_path / "run")
    (tmp_path / "run" / "games-000001.parquet").unlink()
    first = RunStore.begin(tmp_path / "run", store.spec, compiled=False)
    before = contents(tmp_path / "run")
    with pytest.raises(FolderError, match="another process plays games into it; wait for it, or give another folder"):
        RunStore.begin(tmp_path / "run", store.spec, compiled=False)
    arguments = ("war", "-n", "250", "--seed", "9", "--set", "turn_cap=40", "--out", "run")
    monkeypatch.chdir(tmp_path)
    for ended in (apart("sim", *arguments), threedown(["sim", "--resume", "run"])):
        assert (ended.code, ended.out) == (3, "")
        assert one_line(ended).startswith("threedown: run: another process plays games into it")
    assert threedown("sim show run").code == 0
    assert contents(tmp_path / "run") == before
    first.close()
    assert threedown("sim --resume run").code == 0
    assert "run.json.lock" not in contents(tmp_path / "run")


def test_a_lock_that_a_killed_run_left_behind_locks_nothing(tmp_path: Path) -> None:
    (tmp_path / "run.json.lock").touch()
    kept_run(tmp_path)
    assert "run.json.lock" not in contents(tmp_path)


def test_a_run_of_other_rules_is_not_gone_on_with(tmp_path: Path) -> None:
    kept_run(tmp_path)
    path = tmp_path / "run.json"
    path.write_text(path.read_text().replace('"version": 2', '"version": 77'))
    with pytest.raises(FolderError, match="rules version 77"):
        RunStore.open(tmp_path)


def apart(*arguments: str) -> Told:
    """A command in a process of its own."""
    ended = subprocess.run([sys.executable, "-m", "threedown", *arguments], capture_output=True, text=True)
    return Told(ended.returncode, ended.stdout, ended.stderr)


@pytest.mark.filterwarnings("error::UserWarning")
def test_show_compare_and_plot(threedown: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The commands on kept runs, as a user types them; that no game of theirs is finished, no picture warns of."""
    monkeypatch.chdir(tmp_path)
    for folder, cap in (("a", "30"), ("b", "60")):
        ended = threedown(f"sim war -n 20 --seed 1 --set turn_cap={cap} --out {folder}")
        assert ended.code == 0, ended.err
    assert threedown("sim show a --json").json["n"] == 20
    compared = threedown("sim compare a b --json --plot both.svg")
    assert compared.code == 0, compared.err
    figures = {row["figure"]: row["runs"] for row in compared.json["figures"]}
    wars = figures["tally wars"]
    assert wars[1]["difference"] == pytest.approx(wars[1]["value"] - wars[0]["value"])
    assert wars[1]["low"] < wars[1]["difference"] < wars[1]["high"]
    assert (tmp_path / "both.svg").read_text().startswith("<?xml")
    assert threedown("sim show a --plot a.png").code == 0
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["sim", "show", "nowhere"], 3, "holds no run"),
        (["sim", "--resume", "nowhere"], 3, "holds no run"),
        (["sim", "compare", "one"], 2, "two runs or more"),
        (["sim", "war", "--resume", "x"], 2, "give no game"),
        (["sim", "war", "-n", "5", "--out", "x"], 2, "--seed"),
        (["sim", "war", "-n", "5", "--plot", "x.gif"], 2, ".png, .svg or .pdf"),
        (["sim", "war", "-n", "5", "--plot", "nowhere/x.png"], 2, "no folder"),
        (["sim", "war", "-n", "5", "--seed", "1", "--out", "file/x"], 3, "cannot be written"),
    ],
)
def test_bad_input(
    threedown: Any,
    arguments: list[str],
    code: int,
    says: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    ended = threedown(arguments)
    assert (ended.code, ended.out) == (code, "")
    assert says in one_line(ended)


def test_chunks_are_small_where_games_are_slow(tmp_path: Path) -> None:
    """Nobody should lose minutes of stepped games to a Ctrl-C."""
    assert kept_run(tmp_path).chunk == stores.STEPPED_CHUNK < stores.CHUNK
