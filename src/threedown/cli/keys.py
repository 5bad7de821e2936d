"""Single keys from a terminal, with a time limit where a game asks for one."""

import select
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prompt_toolkit.input import create_input
from prompt_toolkit.keys import Keys


class Keyboard:
    """Reads keys one by one: characters, and ``enter``, ``escape``, ``backspace``, or what prompt_toolkit calls it."""

    _NAMES = {Keys.Enter: "enter", Keys.Escape: "escape", Keys.Backspace: "backspace"}

    def __init__(self) -> None:
        self._input = create_input()
        self._waiting: list[str] = []

    @contextmanager
    def listening(self) -> Iterator["Keyboard"]:
        """Keys are read as they are pressed, without echo, until the block ends."""
        with self._input.raw_mode():
            yield self

    def read(self, seconds: float | None = None) -> str | None:
        """The next key, or None if none comes within ``seconds``. Raises KeyboardInterrupt for Ctrl-C."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while not self._waiting:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select([self._input.fileno()], [], [], left)
            if not ready:
                self._waiting += [self._name(press.key) for press in self._input.flush_keys()]
                if not self._waiting:
                    return None
                break
            presses = self._input.read_keys()
            self._waiting += [self._name(press.key) for press in presses]
            if self._input.closed:
                raise EOFError
            if not presses and not self._more(0.05):
                self._waiting += [self._name(press.key) for press in self._input.flush_keys()]
        return self._waiting.pop(0)

    def _more(self, seconds: float) -> bool:
        ready, _, _ = select.select([self._input.fileno()], [], [], seconds)
        return bool(ready)

    def _name(self, key: Keys | str) -> str:
        if key in (Keys.ControlC, Keys.ControlD):
            raise KeyboardInterrupt
        if key in self._NAMES:
            return self._NAMES[Keys(key)]
        return key.value if isinstance(key, Keys) else key
