"""Chunks on a Dask cluster: the same bytes as here even if workers die, and one clear line for every failure."""

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import tricks
from support.commands import Told, one_line
from support.tables import war

from threedown.bots.ladder import climb
from threedown.bulk import dask_pool
from threedown.bulk.run import rows_alone, simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.run_store import RunStore
from threedown.bulk.worker_pool import ChunkJob, ThreadPool, WorkerPoolError
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.lab.study.plan import variation
from threedown.lab.study.study import StudyPlan, study
from threedown.lab.study.watched import counted, watched

distributed = pytest.importorskip("distributed")
pytest.importorskip("numba")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A scheduler and two workers, threads of this process."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://", host="127.0.0.1"
    ) as found:
        yield found


@pytest.fixture
def pool(cluster: Any) -> Iterator[dask_pool.DaskPool]:
    found = dask_pool.DaskPool(cluster.scheduler_address.removeprefix("tcp://"))
    yield found
    found.close()


def job(n: int = 5) -> ChunkJob:
    return ChunkJob((run_spec(war(turn_cap=30), n, 4),), rows_alone, compiled=False)


# The same bytes


@pytest.mark.slow
def test_a_folder_is_the_same_as_one_of_this_machine(pool: dask_pool.DaskPool, tmp_path: Path) -> None:
    what = run_spec(war(turn_cap=40), 250, 9)
    files = []
    for name, who in (("here", ThreadPool(1)), ("away", pool)):
        store = RunStore.begin(tmp_path / name, what, compiled=False)
        store.finish(simulate(what, who, compiled=False, sink=store))
        store.close()
        files.append({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()})
    assert files[0] == files[1]
    assert len(files[0]) == 3 + 3
    (tmp_path / "away" / "games-000001.parquet").unlink()
    store = RunStore.begin(tmp_path / "away", what, compiled=False)
    again = simulate(what, pool, compiled=False, sink=store)
    store.close()
    assert again.totals.counts.sum() == 250
    assert (tmp_path / "away" / "games-000001.parquet").read_bytes() == files[0]["games-000001.parquet"]


def test_a_study_is_the_same_as_one_of_this_machine(pool: dask_pool.DaskPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threedown.bulk.run_spec.STEPPED_UP_TO", 10**9)
    base = settle(find_game("casino-war"), None, {"turn_cap": 2})
    varied = (variation(base, "turn_cap=3"),)
    plan = StudyPlan(base, varied, False, ("sensible",) * base.seats, 5, 12, 0.01, watched=True, luck=base.seats > 1)
    here, there = study(plan, ThreadPool(1)), study(plan, pool)
    assert [str(sums) for sums in here.sums] == [str(sums) for sums in there.sums]


def test_a_ladder_is_the_same_as_one_of_this_machine(pool: dask_pool.DaskPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threedown.bots.ladder.CHOICES_SECONDS", 0.01)
    setting = settle(find_game("blitz31"), None, {"lives": 1})
    ladders = [climb(setting, ("random", "simple"), 1, 20, who, compiled=False) for who in (ThreadPool(1), pool)]
    one, other = ([pairing._replace(seconds=0.0) for pairing in ladder.pairings] for ladder in ladders)
    assert one == other
    assert all(pace.choices > 0 for pace in ladders[1].paces)


def test_a_setting_travels_as_the_name_of_its_game() -> None:
    setting = watched(counted(war(face_down=2, seats=3)))
    again = pickle.loads(pickle.dumps(setting))
    assert (again.options, again.seats, again.tally_names) == (setting.options, 3, setting.tally_names)
    with pytest.raises(WorkerPoolError, match="tricks exists only in this process"):
        dask_pool.sent(ChunkJob((run_spec(tricks.tricks(2), 3, 1),), rows_alone, False))


# What goes wrong


def test_a_worker_with_other_rules_plays_nothing(pool: dask_pool.DaskPool, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = dask_pool.sent(job())
    for other, says in (
        (sent._replace(key="0"), "its rules or bots are others than here: install the same there"),
        (
            sent._replace(key="0", versions="Threedown 0.0.7"),
            r"it has Threedown .*, not Threedown 0\.0\.7: install the same",
        ),
    ):
        with pytest.raises(WorkerPoolError, match=says):
            dask_pool.play_chunk(other, 0, 1)
    monkeypatch.setattr(dask_pool, "sent", lambda job: sent._replace(key="1"))
    with pytest.raises(WorkerPoolError, match=r"^the worker on .*: its rules or bots are others"):
        simulate(run_spec(war(turn_cap=30), 5, 4), pool, compiled=False)


def test_a_key_names_rules_bots_and_seats() -> None:
    setting = war(turn_cap=30)
    orders = [run_spec(setting, 5, 4), run_spec(settle(find_game("war"), "pagat"), 5, 4), run_spec(war(seats=3), 5, 4)]
    orders += [run_spec(settle(find_game("blitz31")), 5, 4, levels) for levels in (("simple",) * 2, ("random",) * 2)]
    keys = [dask_pool.key_of(ChunkJob((each,), rows_alone, False)) for each in orders]
    assert keys[0] == keys[1], "options are read as they come"
    assert len(set(keys)) == 4


@pytest.mark.parametrize(
    ("given", "code", "says"),
    [
        ("--on 127.0.0.1:8786", 2, "write dask://HOST:PORT"),
        ("--on dask://127.0.0.1", 2, "write dask://HOST:PORT"),
        ("--on dask://127.0.0.1:1 --workers 2", 2, "with --on leave it out"),
        ("--on dask://127.0.0.1:1", 3, "no Dask scheduler answers at 127.0.0.1:1: start one with `dask scheduler`"),
    ],
)
def test_a_bad_address_is_one_line(threedown: Any, given: str, code: int, says: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(dask_pool, "ANSWERS_WITHIN", 0.5)
    told: Told = threedown(f"sim war -n 5 {given}")
    assert told.code == code
    assert says in one_line(told)


def test_the_missing_extra_is_named(threedown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for command in ("sim war -n 5", "lab war --vary short", "bots ladder blitzkrieg"):
        told: Told = threedown(f"{command} --on dask://127.0.0.1:8786")
        assert told.code == 4
        assert "pip install 'threedown[dask]'" in one_line(told)


def test_a_scheduler_that_is_gone_ends_the_run_in_a_line(pool: dask_pool.DaskPool) -> None:
    """Its connection is broken while games are played."""
    with pytest.raises(WorkerPoolError, match=r"^the Dask scheduler at 127\.0\.0\.1:\d+ is gone$"):
        simulate(run_spec(war(turn_cap=30), 2000, 4), pool, compiled=False, progress=lambda progress: pool.close())


def test_a_scheduler_that_answers_no_more_is_no_fault_of_the_disk(pool: dask_pool.DaskPool, monkeypatch: Any) -> None:
    """Dask's error is an OSError, as that of a full disk is."""

    def answers_no_more() -> dict[str, int]:
        raise distributed.comm.CommClosedError("in nthreads")

    def tell(progress: Any) -> None:
        monkeypatch.setattr(pool._client, "nthreads", answers_no_more)
        time.sleep(1.1)  # by then they are counted again

    with pytest.raises(WorkerPoolError, match=r"^the Dask scheduler at 127\.0\.0\.1:\d+ is gone$"):
        simulate(run_spec(war(turn_cap=30), 2000, 4), pool, compiled=False, progress=tell)


def test_a_scheduler_that_was_started_anew_knows_no_task(pool: dask_pool.DaskPool) -> None:
    """The client is connected again by then, and its tasks are cancelled."""

    def tell(progress: Any) -> None:
        pool._client.cancel([distributed.Future(key, pool._client) for key in pool._client.futures], force=True)

    with pytest.raises(WorkerPoolError, match=r"^the Dask scheduler at 127\.0\.0\.1:\d+ is gone$"):
        simulate(run_spec(war(turn_cap=30), 2000, 4), pool, compiled=False, progress=tell)


# Processes


def dask(*arguments: str) -> subprocess.Popen[bytes]:
    """A process of Dask's command line."""
    command = [sys.executable, "-m", "dask", *arguments, "--no-dashboard"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.mark.slow
def test_a_worker_is_killed_and_another_joins(tmp_path: Path) -> None:
    """A scheduler and two workers as processes: one is killed at work; the folder is that of a run here."""
    port = free_port()
    address = f"127.0.0.1:{port}"
    small = "import threedown.bulk.run_store as s; s.CHUNK = 4000; from threedown.cli import main; main()"
    arguments = [sys.executable, "-c", small, "sim", "war", "-n", "200000", "--seed", "4", "--json", "--out"]
    subprocess.run([*arguments, str(tmp_path / "here")], check=True, stdout=subprocess.DEVNULL)
    began = [dask("scheduler", "--host", "127.0.0.1", "--port", str(port))]
    worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path))
    try:
        began += [dask(*worker), dask(*worker)]
        folder = tmp_path / "away"
        run: Any = None
        while run is None or run.poll() == 3:  # the scheduler is not there yet
            run = subprocess.Popen([*arguments, str(folder), "--on", f"dask://{address}"], stdout=subprocess.DEVNULL)
            while run.poll() is None and len(list(folder.glob("*.parquet"))) < 3:
                time.sleep(0.02)
        began[1].send_signal(signal.SIGKILL)
        began.append(dask(*worker))
        assert run.wait() == 0
    finally:
        for process in began:
            process.kill()
            process.wait()
    files = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here", "away")]
    assert files[0] == files[1]


def players_at(distributed: Any, address: str) -> list[int]:
    """The names of the workers that play a chunk of games now, by their scheduler; none if it is not there yet."""
    try:
        with distributed.Client(f"tcp://{address}", timeout=5, set_as_default=False) as client:
            names = {where: int(facts["name"]) for where, facts in client.scheduler_info()["workers"].items()}
            tasks = client.processing()
    except OSError:
        return []
    return [names[where] for where, keys in tasks.items() if any(str(key).startswith("play_chunk") for key in keys)]


@pytest.mark.slow
def test_a_ladder_loses_a_worker_and_nothing_else(tmp_path: Path) -> None:
    """A worker killed in mid-game changes nothing in the printed result but the times."""
    distributed = pytest.importorskip("distributed")
    address = f"127.0.0.1:{free_port()}"
    stepped = "import threedown.bulk.run_spec as o; o.STEPPED_UP_TO = 10**9; from threedown.cli import main; main()"
    ladder = [sys.executable, "-c", stepped, "bots", "ladder", "blitzkrieg", "--most", "2400", "--seed", "4", "--json"]
    worker = ("worker", address, "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path))
    began = [dask("scheduler", "--host", "127.0.0.1", "--port", address.partition(":")[2])]
    began += [dask(*worker, "--name", str(number)) for number in (1, 2)]
    try:
        run: Any = None
        while run is None or run.poll() == 3:  # the scheduler is not there yet
            run = subprocess.Popen([*ladder, "--on", f"dask://{address}"], stdout=subprocess.PIPE, text=True)
            playing: list[int] = []
            while run.poll() is None and not playing:  # either may be the first, or play nearly all
                time.sleep(0.02)
                playing = players_at(distributed, address)
        assert run.poll() is None, "it was over before a worker could be killed"
        began[playing[0]].kill()
        away_from_here, _ = run.communicate(timeout=300)
    finally:
        for process in began:
            process.kill()
            process.wait()
    told = [away_from_here, subprocess.run(ladder, capture_output=True, text=True).stdout]
    facts = [json.loads(each) for each in told]
    for each in facts:
        for pairing in each["pairings"]:
            del pairing["seconds"], pairing["games_per_second"]
        del each["choices"]
    assert facts[0] == facts[1]
    assert facts[0]["pairings"][0]["games"] > 1000
