"""Worker processes of one PostgreSQL database: several servers, or one with a supervisor, that a test may kill."""

import os
import signal
import subprocess
import threading
from collections import deque
from pathlib import Path
from typing import IO

import psycopg

from support.serving import Serving

MOST_LINES = 10_000
"""Lines of a log that are kept."""


class WorkerServing(Serving):
    """``threedown serve`` as one of several workers of a database."""

    def __init__(self, folder: Path, url: str, *flags: str) -> None:
        self.database = url
        super().__init__(folder, "--database", url, "--workers", "1", *flags)

    def pause(self) -> None:
        """Let the process stand still."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)


class Supervised(WorkerServing):
    """``threedown serve --web 2``."""

    def __init__(self, folder: Path, url: str, count: int = 2, planted: Path | None = None) -> None:
        """Begin; ``planted`` is a folder whose ``sitecustomize`` each process imports."""
        if planted is not None:
            others = os.environ.get("PYTHONPATH", "")  # where a checkout without an installation of its own is tested
            self.environment = {"PYTHONPATH": f"{planted}{os.pathsep}{others}" if others else str(planted)}
        self.log: deque[str] = deque(maxlen=MOST_LINES)
        """The last lines of the log of all its processes."""
        super().__init__(folder, url, "--web", str(count))

    def start(self) -> None:
        """Start it, and read its log: processes whose log nobody reads stand still once the pipe is full."""
        super().start()
        assert self.process is not None
        assert self.process.stderr is not None
        log = os.fdopen(os.dup(self.process.stderr.fileno()), errors="replace")  # it ends with the last of them
        threading.Thread(target=self._read, args=(log,), daemon=True).start()

    def _read(self, log: IO[str]) -> None:
        with log:
            self.log.extend(log)

    def workers(self) -> list[int]:
        """Return the process ids of the workers, the one that began first first."""
        assert self.process is not None
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid), "-f", "--", "--inherited"],
            capture_output=True,
            text=True,
            check=False,
        )
        return sorted(int(line) for line in found.stdout.split())

    def restart(self) -> None:
        """Restart the workers by turns."""
        assert self.process is not None
        self.process.send_signal(signal.SIGHUP)


def holder_of(url: str, room: str) -> str:
    """Return the address of the worker that holds a room."""
    query = "SELECT address FROM leases JOIN workers USING (worker) WHERE room = %s"
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        row = connection.execute(query, (room,)).fetchone()
    assert row is not None
    return str(row[0])


def swap_holders(url: str) -> None:
    """Give every room to another live worker behind the back of the one that holds it."""
    query = (
        "UPDATE leases SET worker = (SELECT worker FROM workers WHERE workers.worker != leases.worker"
        " ORDER BY until DESC, random() LIMIT 1) WHERE (SELECT count(*) FROM workers) > 1"
    )
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        connection.execute(query)
