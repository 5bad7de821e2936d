"""The supervisor of several workers, with small processes as workers."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

WORKER = """
import pathlib, os, signal, sys
from threedown.server.inheritance import Inheritance
folder = pathlib.Path(sys.argv[1])
(folder / f"{os.getpid()}.pid").touch()
try:
    (folder / "stuck").rename(folder / "taken")
except FileNotFoundError:
    Inheritance.read(sys.argv[-1]).say_ready()
signal.pause()
"""
SUPERVISOR = """
import sys
from threedown.server.supervisor import Supervisor, listener_at
Supervisor([sys.executable, "-c", sys.argv[1], sys.argv[2]], listener_at("127.0.0.1", 0), 2).run("here")
"""


def wait_for(fact: Callable[[], bool]) -> bool:
    """Return whether something becomes true within half a minute."""
    end = time.monotonic() + 30
    while not fact() and time.monotonic() < end:
        time.sleep(0.05)
    return fact()


def test_a_worker_that_hangs_at_its_start_delays_no_other(tmp_path: Path) -> None:
    def begun() -> set[int]:
        return {int(each.stem) for each in tmp_path.glob("*.pid")}

    with subprocess.Popen([sys.executable, "-c", SUPERVISOR, WORKER, str(tmp_path)], stderr=subprocess.PIPE) as process:
        try:
            assert process.stderr is not None
            assert b"2 workers" in process.stderr.readline()
            (tmp_path / "stuck").touch()  # the next worker is never ready
            for worker in begun():
                os.kill(worker, signal.SIGKILL)
            assert wait_for(lambda: len(begun()) == 4)
            assert (tmp_path / "taken").exists()
        finally:
            process.terminate()
    assert process.returncode == 0
    assert all(not Path(f"/proc/{worker}").exists() for worker in begun())
