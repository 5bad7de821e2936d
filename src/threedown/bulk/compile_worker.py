"""A compile worker: a process that compiles some of the functions that an entry reaches, while the first process
compiles the others.

When a table waits for a bot, it waits mostly for Numba, at one function after another. A second core can share that
work: a function can be compiled as soon as all its callees are, and a process that is free takes the function with the
longest path to the entry. In the end the first process links all of them into one piece of machine code.
"""

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from subprocess import DEVNULL, PIPE
from typing import IO, Any

from threedown import collector
from threedown.bulk.numba_internals import CodeTransfer
from threedown.bulk.parts import Parts, Tables, tables_like
from threedown.framing import messages, tell
from threedown.games.setting import Setting
from threedown.table.layout import Table

AHEAD = 3
"""The most functions that the worker has at a time: the one that it compiles, and the next ones."""


class CompileWorker:
    """The first process's side of the worker."""

    def __init__(self, parts: Parts, tables: Tables, task: bytes, entry: str) -> None:
        """``task`` says what to compile; a worker that calls its entry anything but ``entry`` has other code."""
        self._parts, self._transfer, self._entry = parts, CodeTransfer(tables, first=True), entry
        command = [sys.executable, "-m", "threedown.bulk.compile_worker"]
        self._process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        self._received: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._pending: deque[Any] = deque()
        self._results: list[tuple[int, bytes]] = []
        self._ready = False
        self.compiled = 0
        """The number of functions that the worker has compiled."""
        threading.Thread(target=self._receive, daemon=True).start()
        self._send(task)

    def _receive(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            for message in messages(stdout):
                self._received.put(message)
        self._received.put(None)
        self._process.wait()

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # its output ends too, and that is noticed
            tell(self._process.stdin, message)

    @property
    def has_time(self) -> bool:
        return self._ready and len(self._pending) < AHEAD

    @property
    def is_busy(self) -> bool:
        return bool(self._pending)

    def ask(self, function: Any) -> None:
        """Send a function to the worker, with all results that were compiled here since the last one."""
        self._pending.append(function)
        self._send(pickle.dumps((self._parts.numbers[function], self._results)))
        self._results = []

    def learn(self, function: Any, result: Any) -> None:
        """Keep a result that was compiled here, for the next :meth:`ask`."""
        self._results.append((self._parts.numbers[function], self._transfer.give(result)))

    def answers(self, wait: bool) -> Iterator[Any]:
        """Iterate over the functions that the worker has finished or left to their callers; ``wait`` for one."""
        with contextlib.suppress(queue.Empty):
            while True:
                message = self._received.get(block=wait)
                if message is None or not (self._ready or message.decode() == self._entry):
                    self.close()
                    yield from self._pending
                    self._pending.clear()
                    return
                if not self._ready:
                    self._ready = True
                    continue
                function = self._pending.popleft()
                if message:
                    self._transfer.take(function, message)
                    self.compiled += 1
                yield function
                wait = False

    def close(self) -> None:
        """Let the worker end; it is asked for nothing more."""
        self._ready = False
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()


def compile_parts(entry: Any, table: Table, setting: Setting, level: str) -> int:
    """Compile the functions that a level's policy reaches, for such tables; return how many the worker compiled.

    Without a second core, or if the worker fails, the first process compiles them when it comes to them.
    """
    if (os.cpu_count() or 1) < 2:
        return 0
    # No process could be started; the game exists in this process only; functions call each other.
    with contextlib.suppress(OSError, pickle.PicklingError, CycleError):
        tables = tables_like(table)
        parts = Parts(entry, tables)
        worker = CompileWorker(parts, tables, pickle.dumps((setting, level, tables)), name(entry))
        with collector.paused():
            share(parts, worker)
        worker.close()
        return worker.compiled
    return 0


def share(parts: Parts, worker: CompileWorker) -> None:
    """Compile all parts, here and in the worker."""
    paths, left, sorter = parts.longest_paths(), [], TopologicalSorter(parts.calls)
    sorter.prepare()
    while sorter.is_active():
        while ready := sorter.get_ready():
            for function in ready:
                if function in parts.kinds:
                    left.append(function)
                else:
                    sorter.done(function)
        left.sort(key=paths.__getitem__)
        while left and worker.has_time:
            worker.ask(left.pop())
        if left:
            function = left.pop()
            result = parts.compile(function)
            if result is not None:
                worker.learn(function, result)
            sorter.done(function)
        for function in worker.answers(wait=not left and worker.is_busy):
            sorter.done(function)


def name(entry: Any) -> str:
    """Return an entry's name, which holds a hash of all that it reaches."""
    return str(entry.py_func.__qualname__)


def serve(stdin: IO[bytes], stdout: IO[bytes]) -> None:
    """Compile the functions that the first process asks for, until it asks for no more."""
    from threedown.bulk.compiler import policy_entry

    requests = messages(stdin)
    setting, level, tables = pickle.loads(next(requests))
    entry = policy_entry(setting, level, None)
    parts, transfer = Parts(entry, tables), CodeTransfer(tables, first=False)
    parts.compile(next(iter(parts.kinds)))  # the first compile takes long, whichever function it is
    tell(stdout, name(entry).encode())
    with collector.paused():
        for message in requests:
            number, results = pickle.loads(message)
            for known_as, data in results:
                transfer.take(parts.by_number[known_as], data)
            result = parts.compile(parts.by_number[number])
            tell(stdout, b"" if result is None else transfer.give(result))


if __name__ == "__main__":
    pipe, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin.buffer, pipe.buffer)
