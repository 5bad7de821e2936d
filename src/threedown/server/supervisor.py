"""Start several worker processes on one port, watch them, and restart them: those that die, and all by turns on SIGHUP.

The supervisor binds the port and every worker listens on the same socket, so a connection is taken by a worker that is
alive, and none is refused during a restart. The supervisor itself reads nothing and knows no room.
"""

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType

from threedown.server.inheritance import READY, Inheritance
from threedown.server.operations.log import log

READY_SECONDS = 120.0
"""Seconds in which a worker must be ready."""
END_SECONDS = 15.0
"""Seconds in which a worker must end; then it is killed."""
QUICK_DEATH, MAX_WAIT = 5.0, 30.0
"""A worker that dies within so many seconds is started again after a while, which doubles up to so many."""
WATCH_EVERY = 0.2


class WebProcess:
    """A worker process."""

    def __init__(self, command: Sequence[str], listener: socket.socket, life: int) -> None:
        readable, ready = os.pipe()
        self._ready = os.fdopen(readable, "rb", buffering=0)
        inheritance = Inheritance(listener.fileno(), ready, life)
        self.process = subprocess.Popen([*command, "--inherited", str(inheritance)], pass_fds=inheritance)
        os.close(ready)
        self.began = time.monotonic()

    def wait_until_ready(self) -> bool:
        """Return True once the worker answers calls; False if it has ended, or takes too long."""
        readable, _, _ = select.select([self._ready], [], [], READY_SECONDS)
        return bool(readable) and self._ready.read(1) == READY

    def end(self) -> None:
        """Let the worker finish what it does, and end it."""
        self._ready.close()
        self.process.terminate()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Supervisor:
    """Keeps ``count`` workers alive, each started by ``command``."""

    def __init__(self, command: Sequence[str], listener: socket.socket, count: int) -> None:
        self._command, self._listener, self._count = command, listener, count
        self._life, self._until_end = os.pipe()
        self._workers: list[WebProcess] = []
        self._ending = self._restarting = False
        self._wait = 0.0

    def run(self, url: str) -> int:
        """Serve until a signal ends it; return the exit code of a worker that could not begin, or else 0."""
        self._listener.set_inheritable(True)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_end)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._on_restart)
        try:
            for _ in range(self._count):
                worker = self._begin()
                if not worker.wait_until_ready():
                    worker.end()
                    return worker.process.returncode or 1
                if self._ending:
                    return 0
            sys.stderr.write(f"Rooms are open at {url} ({self._count} workers; Ctrl-C ends)\n")
            sys.stderr.flush()
            while not self._ending:
                self._watch()
                time.sleep(WATCH_EVERY)
            return 0
        finally:
            self._end_all()

    def _begin(self) -> WebProcess:
        worker = WebProcess(self._command, self._listener, self._life)
        self._workers.append(worker)
        return worker

    def _watch(self) -> None:
        """Replace workers that have died, and all of them by turns if that is wanted."""
        if self._restarting:
            self._restarting = False
            for old in list(self._workers):
                self._replace(old)
        for worker in [worker for worker in self._workers if worker.process.poll() is not None]:
            log.warning("a worker has died", code=worker.process.returncode)
            quick = time.monotonic() - worker.began < QUICK_DEATH
            self._wait = min(MAX_WAIT, max(0.5, 2 * self._wait)) if quick else 0.0
            self._pause(self._wait)
            if self._ending:
                return
            self._workers.remove(worker)
            worker.end()
            self._begin()  # and the next one that has died does not wait for it

    def _replace(self, old: WebProcess) -> None:
        """Start a worker in the place of another, which ends once the new one is ready."""
        if self._ending:
            return
        if self._begin().wait_until_ready():
            old.end()
            self._workers.remove(old)
        else:
            log.error("a new worker did not begin: the old one goes on")
            self._workers.pop().end()

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self._ending and time.monotonic() < until:
            time.sleep(WATCH_EVERY)

    def _end_all(self) -> None:
        for worker in self._workers:
            with contextlib.suppress(ProcessLookupError):
                worker.process.terminate()
        for worker in self._workers:
            worker.end()

    def _on_end(self, number: int, frame: FrameType | None) -> None:
        self._ending = True

    def _on_restart(self, number: int, frame: FrameType | None) -> None:
        self._restarting = True


def listener_at(host: str, port: int) -> socket.socket:
    """Return a socket that is bound to an address and doesn't listen yet."""
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    found = socket.socket(family, kind, protocol)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(where)
    return found
