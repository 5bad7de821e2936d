"""Precedence of bots over background jobs: a player waits for a bot, so jobs stand still while bots need the cores."""

import contextlib
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Iterator


class Precedence:
    """Suspends the processes of background jobs while at least ``cores`` bots or hints are being waited for.

    Low priority alone is not enough: a job also takes memory bandwidth and caches, and its share of a busy core. On
    Windows, which can't suspend a process, jobs only have the low priority.
    """

    def __init__(self, cores: int) -> None:
        self._cores = cores
        self._awaited = 0
        self._jobs: set[Process] = set()

    @property
    def suspends(self) -> bool:
        """True while jobs are suspended."""
        return self._awaited >= self._cores

    @contextlib.contextmanager
    def awaited(self) -> Iterator[None]:
        """Count a bot or a hint as awaited in this block."""
        self._change(1)
        try:
            yield
        finally:
            self._change(-1)

    @contextlib.contextmanager
    def job(self, process: Process) -> Iterator[None]:
        """Suspend and resume a job's process in this block."""
        self._jobs.add(process)
        if self.suspends:
            suspend(process)
        try:
            yield
        finally:
            self._jobs.discard(process)

    def _change(self, by: int) -> None:
        before = self.suspends
        self._awaited += by
        if self.suspends != before:
            for process in self._jobs:
                (suspend if self.suspends else resume)(process)


def suspend(process: Process) -> None:
    """Let a process stand still, if the system can."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGSTOP)


def resume(process: Process) -> None:
    """Let a process that stands still go on."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
