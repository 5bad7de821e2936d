"""Single keys from a terminal, with a time limit where a game asks for one."""

import codecs
import os
import re
import select
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager

INTERRUPTS = "\x03\x04"
"""Ctrl-C and Ctrl-D."""
ESCAPE_SECONDS = 0.05
"""An escape after which nothing comes for so long is the key of that name, not the beginning of another key."""

NAMES = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\b": "backspace", "\x1b": "escape"}
NAMES |= {
    f"\x1b{mode}{letter}": arrow
    for letter, arrow in {"A": "up", "B": "down", "C": "right", "D": "left"}.items()
    for mode in "[O"
}

_KEY = re.compile(
    r"""
    \x1b+ [\[O] \[? [\ -?]* ([^\ -?\x1b] | (?=\x1b))  # a control sequence: arrows, F keys, Home, …
  | \x1b+ [\]PX^_] [^\x07\x1b]* (\x07 | \x1b\\)       # what a terminal tells of itself
  | \x1b+ [^\x1b\[O]                                  # a key with Alt
  | [^\x1b]
    """,
    re.VERBOSE,
)


def keys_in(text: str) -> tuple[list[str], str]:
    """The keys that a terminal has sent, and the beginning of one that is not there yet.

    A character is itself; keys that a table has a use for have the names of ``NAMES``; all others are empty.

    >>> keys_in("7\\x1b[Bq\\x1b[15;2~\\r\\x1b[1")
    (['7', 'down', 'q', '', 'enter'], '\\x1b[1')
    """
    keys, place = [], 0
    while (found := _KEY.match(text, place)) is not None:
        place = found.end()
        keys.append(NAMES.get(found[0], found[0] if found[0].isprintable() else ""))
    return keys, text[place:]


class Keyboard:
    """Reads keys one by one: characters, ``enter``, ``escape``, ``backspace``, ``up``, ``down``, ``left``, ``right``;
    empty for a key that it does not know."""

    def __init__(self) -> None:
        self._terminal = sys.stdin.fileno()
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="ignore").decode
        self._begun, self._waiting = "", list[str]()

    @contextmanager
    def listening(self) -> Iterator["Keyboard"]:
        """Keys are read as they are pressed, without echo, until the block ends; what is unread then is dropped, so
        that it does not reach whoever has the terminal next."""
        before = termios.tcgetattr(self._terminal)
        raw = termios.tcgetattr(self._terminal)
        raw[0] &= ~(termios.IXON | termios.ICRNL)
        raw[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
        termios.tcsetattr(self._terminal, termios.TCSANOW, raw)
        try:
            yield self
        finally:
            termios.tcsetattr(self._terminal, termios.TCSAFLUSH, before)

    def read(self, seconds: float | None = None) -> str | None:
        """The next key, or None if none comes within ``seconds``. Raises KeyboardInterrupt for Ctrl-C."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not self._waiting:
            if set(self._begun) == {"\x1b"} and not self._comes(ESCAPE_SECONDS):
                self._waiting, self._begun = ["escape"], ""
                break
            if not self._comes(None if deadline is None else max(0.0, deadline - time.monotonic())):
                return None
            sent = os.read(self._terminal, 1024)
            if not sent:
                raise EOFError
            text = self._decode(sent)
            if set(INTERRUPTS) & set(text):
                raise KeyboardInterrupt
            self._waiting, self._begun = keys_in(self._begun + text)
        return self._waiting.pop(0)

    def _comes(self, seconds: float | None) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], seconds)
        return bool(ready)
