"""One process at a time writes a record: a second one stops with a sentence, and no acknowledged input is lost."""

import os
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest
from support import conformance
from support.conformance import HANGS
from support.records import SHORT, half, lines_of

from threedown import durable
from threedown.durable import Lock
from threedown.session.keeper import BUSY, Keeper
from threedown.session.record import read_record


def threedown(*arguments: str, folder: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    process = [sys.executable, "-m", "threedown", *arguments]
    return subprocess.run(process, capture_output=True, text=True, cwd=folder, input=typed, timeout=HANGS)


def test_a_record_is_one_keepers(tmp_path: Path) -> None:
    path, _ = half(tmp_path)
    keeper, _ = Keeper.resume(path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    with pytest.raises(BlockingIOError, match=BUSY):
        Keeper.resume(path)
    with pytest.raises(BlockingIOError, match=BUSY):
        Keeper.start(path, SHORT, ["C", "D"], None)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    keeper.close()
    Keeper.resume(path)[0].close()
    assert sorted(file.name for file in tmp_path.iterdir()) == [path.name, Keeper.secret_path(path).name]


def test_two_starts_under_one_name(tmp_path: Path) -> None:
    """The second process starts while the first still asks for its words."""
    path = tmp_path / "game.3d"

    def parts(committed: str) -> list[bytes]:
        with pytest.raises(BlockingIOError, match=BUSY):
            Keeper.start(path, SHORT, ["C", "D"], None)
        return [b"a", b"b"]

    keeper, _ = Keeper.start(path, SHORT, ["A", "B"], None, parts)
    keeper.close()
    with pytest.raises(FileExistsError, match="is there already"):
        Keeper.start(path, SHORT, ["C", "D"], None)
    assert lines_of(path)[0]["names"] == ["A", "B"]
    assert conformance.state(Keeper.resume(path)[1])


def test_a_writer_without_the_lock_is_not_overwritten(tmp_path: Path) -> None:
    path, _ = half(tmp_path)
    keeper, session = Keeper.resume(path)
    path.write_bytes(path.read_bytes() + b"\n")
    before = path.read_bytes()
    conformance.step(session)
    with pytest.raises(OSError, match="another process has written to it"):
        keeper.keep(session)
    assert path.read_bytes() == before


def test_a_lock_whose_file_is_removed_meanwhile_is_taken_on_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The holder releases, and removes its file, between our opening of that file and our locking of it."""
    first = Lock(tmp_path / "game.3d", "busy")
    lock_file = durable._lock_file

    def released_first(file: BinaryIO) -> None:
        first.release()
        lock_file(file)

    monkeypatch.setattr(durable, "_lock_file", released_first)
    second = Lock(tmp_path / "game.3d", "busy")
    with pytest.raises(BlockingIOError, match="busy"):
        Lock(tmp_path / "game.3d", "busy")
    second.release()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_is_released_for_a_forked_process_too(tmp_path: Path) -> None:
    """A bot's process that was forked meanwhile has the file open, and holds nothing."""
    first = Lock(tmp_path / "game.3d", "busy")
    assert first._held is not None
    inherited = os.dup(first._held.fileno())
    first.release()
    Lock(tmp_path / "game.3d", "busy").release()
    os.close(inherited)


def test_a_second_window_says_so_in_a_line(tmp_path: Path) -> None:
    path, _ = half(tmp_path)
    window = [sys.executable, "-m", "threedown", "play", "--resume", str(path), "--plain"]
    first = subprocess.Popen(window, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert first.stdin is not None
    assert first.stdout is not None
    assert first.stdout.readline().startswith("War: A, B.")
    before = path.read_bytes()
    second = threedown("play", "--resume", str(path), "--plain", folder=tmp_path, typed="\n\n\n")
    assert (second.returncode, second.stdout) == (3, "")
    assert second.stderr == f"threedown: {path}: {BUSY}\n"
    third = threedown("play", "war", "--record", str(path), "--plain", folder=tmp_path, typed="\n")
    assert (third.returncode, third.stdout) == (3, "")
    assert path.read_bytes() == before
    first.communicate("q\n")
    assert threedown("play", "--resume", str(path), "--plain", folder=tmp_path, typed="q\n").returncode == 0


PLAYS_ON = """
import sys
from pathlib import Path
from threedown.session.keeper import Keeper

for _ in range(6):
    while True:
        try:
            keeper, session = Keeper.resume(Path(sys.argv[1]))
            break
        except BlockingIOError:
            pass
    if session.pending is None:
        session.go()
    else:
        session.choose(session.menu()[0], session.asked)
    keeper.keep(session)
    print(len(session.log), flush=True)
    keeper.close()
"""
"""Plays six inputs, each as soon as nobody else has the record, and acknowledges each by its number."""


@pytest.mark.slow
def test_processes_that_want_one_record_lose_no_acknowledged_input(tmp_path: Path) -> None:
    """Without the lock 7 of 25 acknowledged turns were lost. Here every number is acknowledged once, and is there."""
    path, session = half(tmp_path, seed=2)  # it lasts for more than 30 inputs
    begun = len(session.log)
    window = [sys.executable, "-c", PLAYS_ON, str(path)]
    windows = [subprocess.Popen(window, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    acknowledged = [int(line) for each in windows for line in each.communicate(timeout=HANGS)[0].split()]
    assert sorted(acknowledged) == list(range(begun + 1, begun + 25))
    assert len(read_record(path).inputs) == begun + 24
    assert conformance.state(Keeper.resume(path)[1])
