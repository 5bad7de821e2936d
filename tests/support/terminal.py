"""A terminal without a window: a command runs in a pseudo-terminal, and an emulator draws what it writes."""

import copy
import os
import pty
import re
import select
import subprocess
import sys
import termios
from collections.abc import Sequence
from typing import Any

import pyte

from support.conformance import HANGS

COLUMNS, LINES = 100, 34
ENTER, CTRL_C = "\r", "\x03"


class Screen(pyte.Screen):
    """An emulator's screen that keeps what stood there while a program draws on the other one."""

    OTHER = 1049

    def set_mode(self, *modes: int, **kind: Any) -> None:
        if self.OTHER in modes:
            self.save_cursor()
            self._kept = copy.deepcopy(self.buffer)
        super().set_mode(*modes, **kind)

    def reset_mode(self, *modes: int, **kind: Any) -> None:
        super().reset_mode(*modes, **kind)
        if self.OTHER in modes:
            self.buffer = self._kept
            self.restore_cursor()

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.display)

    def unwrapped(self) -> str:
        """All lines as one: a path that goes on in the next line is whole."""
        return "".join(self.display)

    def colours(self) -> set[str]:
        """All that is written in, without what the terminal has when nobody asks for one."""
        return {cell.fg for line in self.buffer.values() for cell in line.values()} - {"default"}

    def drawn(self) -> bool:
        """True if the table is drawn down to its last line, the one with the keys."""
        return any(cell.reverse for cell in self.buffer[self.lines - 1].values())


class Terminal:
    """A terminal of 100 by 34 with one threedown command in it."""

    def __init__(self) -> None:
        self._running: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str, **environment: str) -> None:
        """Starts a command, in an environment without what a developer's own terminal says."""
        self.close()
        self.screen = Screen(COLUMNS, LINES)
        self._emulator = pyte.ByteStream(self.screen)
        self._master, other_end = pty.openpty()
        self.resize(COLUMNS, LINES)
        kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS", "LINES")}
        self._running = subprocess.Popen(
            [sys.executable, "-m", "threedown", *arguments],
            env={**kept, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
            stdin=other_end, stdout=other_end, stderr=other_end, start_new_session=True,
        )  # fmt: skip
        os.close(other_end)

    def resize(self, columns: int, lines: int) -> None:
        termios.tcsetwinsize(self._master, (lines, columns))
        self.screen.resize(lines, columns)

    def keys(self, keys: str) -> None:
        """Presses keys: characters, and what a terminal sends for others."""
        os.write(self._master, keys.encode())

    def wait(self, *patterns: str, drawn: bool = True) -> str:
        """The screen as soon as it shows all of these, and the table on it is ``drawn`` to its end."""
        while not self._shows(patterns) or (drawn and not self.screen.drawn()):
            assert self._hears(), f"the command has ended without all of {patterns}:\n{self.screen.text()}"
        return self.screen.text()

    def _shows(self, patterns: Sequence[str]) -> bool:
        return all(re.search(pattern, self.screen.text()) for pattern in patterns)

    def left(self) -> tuple[int, str]:
        """The exit code, as soon as the command has ended, and the screen that it leaves."""
        assert self._running is not None
        while self._hears():
            pass
        return self._running.wait(), self.screen.text()

    def _hears(self) -> bool:
        """Takes what the command writes next; False if it writes no more."""
        ready, _, _ = select.select([self._master], [], [], HANGS)
        assert ready, f"nothing happens:\n{self.screen.text()}"
        try:
            written = os.read(self._master, 4096)
        except OSError:  # Linux says so that nobody holds the other end
            return False
        self._emulator.feed(written)
        return bool(written)

    def hang_up(self) -> int:
        """Closes the terminal; the exit code of the command, which no signal tells."""
        assert self._running is not None
        os.close(self._master)
        code = self._running.wait(HANGS)
        self._running = None
        return code

    def close(self) -> None:
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            os.close(self._master)
            self._running = None
