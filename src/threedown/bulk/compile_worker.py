"""A mate: a process that compiles some of the functions that an entry reaches, while the first compiles the rest.

Somebody waits for a bot, and most of what he waits for is Numba at one function after the other, which a second core
can do as well. A function is compiled as soon as all that it calls is; whoever is free takes the one from which the
way to the entry is longest. In the end the first process makes all of them one piece of machine code.
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

from threedown.bulk import code_transfer
from threedown.bulk.linking import nothing_collected
from threedown.framing import messages, tell
from threedown.games.setting import Setting
from threedown.table.layout import Table

AHEAD = 3
"""So many functions the mate has at once: the one that it compiles, and the next."""


class Parts:
    """What an entry reaches and both processes can compile: each function with what it is called with.

    One that is called with more than tables and numbers is compiled by whoever first calls it.
    """

    def __init__(self, entry: Any, tables: code_transfer.Tables) -> None:
        self.calls = code_transfer.call_graph(entry)
        """By function those that it calls."""
        self.named = list(self.calls)
        self.numbers = {function: number for number, function in enumerate(self.named)}
        self._callees_first = list(TopologicalSorter(self.calls).static_order())
        self.kinds: dict[Any, Any] = {}
        own: set[Any] = set()
        for function in self._callees_first:
            if code_transfer.looks_at_live(function) or not own.isdisjoint(self.calls[function]):
                own.add(function)
            kind = code_transfer.usual_call(function, tables, function in own)
            if kind is not None and function is not entry:
                self.kinds[function] = kind

    def ways(self) -> dict[Any, int]:
        """How much there is on the longest way from a function to the entry, in bytes of bytecode."""
        longest = {function: code_transfer.size(function) for function in self.calls}
        for function in reversed(self._callees_first):
            for callee in self.calls[function]:
                longest[callee] = max(longest[callee], longest[function] + code_transfer.size(callee))
        return longest

    def compile(self, function: Any) -> Any:
        """What comes of compiling a function here; None if it is called otherwise after all."""
        with contextlib.suppress(code_transfer.Uncallable):
            return code_transfer.made(function, self.kinds[function])


class CompileWorker:
    """The other process, as the first sees it."""

    def __init__(self, parts: Parts, tables: code_transfer.Tables, what: bytes, compiles: str) -> None:
        """``what`` it is told to compile; ``compiles`` is what it must call that, or it has other code."""
        self._parts, self._passing, self._compiles = parts, code_transfer.CodeTransfer(tables, first=True), compiles
        command = [sys.executable, "-m", "threedown.bulk.compile_worker"]
        self._process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL)
        self._heard: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._asked: deque[Any] = deque()
        self._made: list[tuple[int, bytes]] = []
        self._here = False
        self.compiled = 0
        """So many functions."""
        threading.Thread(target=self._listen, daemon=True).start()
        self._tell(what)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as heard:
            for message in messages(heard):
                self._heard.put(message)
        self._heard.put(None)
        self._process.wait()

    def _tell(self, message: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # then there is an end to be heard, too
            tell(self._process.stdin, message)

    @property
    def has_time(self) -> bool:
        return self._here and len(self._asked) < AHEAD

    @property
    def is_busy(self) -> bool:
        return bool(self._asked)

    def ask(self, function: Any) -> None:
        """Has a function compiled, by one who knows all that was compiled here until now."""
        self._asked.append(function)
        self._tell(pickle.dumps((self._parts.numbers[function], self._made)))
        self._made = []

    def learn(self, function: Any, made: Any) -> None:
        """Is told of what was compiled here when it is asked next."""
        self._made.append((self._parts.numbers[function], self._passing.give(made)))

    def answers(self, wait: bool) -> Iterator[Any]:
        """The functions that are done with (``wait``: at least one), those too that are left to who calls them."""
        with contextlib.suppress(queue.Empty):
            while True:
                message = self._heard.get(block=wait)
                if message is None or not (self._here or message.decode() == self._compiles):
                    self.go()
                    yield from self._asked
                    self._asked.clear()
                    return
                if not self._here:
                    self._here = True
                    continue
                function = self._asked.popleft()
                if message:
                    self._passing.take(function, message)
                    self.compiled += 1
                yield function
                wait = False

    def go(self) -> None:
        """Lets it end; nothing more is asked."""
        self._here = False
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()


def compile_parts(entry: Any, table: Table, setting: Setting, level: str) -> int:
    """Compiles what a level's policy reaches, for such tables; returns how many functions the mate has compiled.

    Without a second core, or if the mate fails, it is left to the first process.
    """
    if (os.cpu_count() or 1) < 2:
        return 0
    # No other process; a game that this one alone knows; functions that call each other.
    with contextlib.suppress(OSError, pickle.PicklingError, CycleError):
        tables = code_transfer.tables(table)
        parts = Parts(entry, tables)
        worker = CompileWorker(parts, tables, pickle.dumps((setting, level, tables)), name(entry))
        with nothing_collected():
            share(parts, worker)
        worker.go()
        return worker.compiled
    return 0


def share(parts: Parts, worker: CompileWorker) -> None:
    """Has all parts compiled, here and by the mate."""
    ways, left, sorter = parts.ways(), [], TopologicalSorter(parts.calls)
    sorter.prepare()
    while sorter.is_active():
        while found := sorter.get_ready():
            for function in found:
                if function in parts.kinds:
                    left.append(function)
                else:
                    sorter.done(function)
        left.sort(key=ways.__getitem__)
        while left and worker.has_time:
            worker.ask(left.pop())
        if left:
            function = left.pop()
            made = parts.compile(function)
            if made is not None:
                worker.learn(function, made)
            sorter.done(function)
        for function in worker.answers(wait=not left and worker.is_busy):
            sorter.done(function)


def name(entry: Any) -> str:
    """What an entry is called: a hash of all that it reaches is a part of it."""
    return str(entry.py_func.__qualname__)


def serve(heard: IO[bytes], told: IO[bytes]) -> None:
    """Compiles what is asked until nobody asks any more."""
    from threedown.bulk.compiler import policy_entry

    asked = messages(heard)
    setting, level, tables = pickle.loads(next(asked))
    entry = policy_entry(setting, level, None)
    parts, ends = Parts(entry, tables), code_transfer.CodeTransfer(tables, first=False)
    parts.compile(next(iter(parts.kinds)))  # the first takes long, whichever it is
    tell(told, name(entry).encode())
    with nothing_collected():
        for message in asked:
            number, given = pickle.loads(message)
            for known_as, data in given:
                ends.take(parts.named[known_as], data)
            made = parts.compile(parts.named[number])
            tell(told, b"" if made is None else ends.give(made))


if __name__ == "__main__":
    told, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin.buffer, told.buffer)
