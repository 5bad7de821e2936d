"""Single keys: what a terminal sends for them, known and unknown, whole and in pieces."""

import os
import pty
import select
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from conformance import HANGS

from threedown.cli.keys import Keyboard, keys_in


class Pressed(NamedTuple):
    """A keyboard, and the ends of the terminal that it reads: where a person presses, and where it listens."""

    keyboard: Keyboard
    presses: int
    listens: int

    def press(self, text: str) -> None:
        """Returns when the keys have arrived."""
        os.write(self.presses, text.encode())
        assert select.select([self.listens], [], [], HANGS)[0]


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pressed]:
    presses, listens = pty.openpty()
    with os.fdopen(listens) as terminal:
        monkeypatch.setattr(sys, "stdin", terminal)
        yield Pressed(Keyboard(), presses, listens)
    os.close(presses)


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("q7é", ["q", "7", "é"]),
        ("\r\n\x7f\b", ["enter", "enter", "backspace", "backspace"]),
        ("\x1b[A\x1bOB\x1b[C\x1bOD", ["up", "down", "right", "left"]),
        ("\x1b[99~q", ["", "q"]),
        ("\x1b[1;5A", [""]),
        ("\x1b[200~7\x1b[201~", ["", "7", ""]),
        ("\x1b[<0;3;4Mq", ["", "q"]),
        ("\x1b[[Aq", ["", "q"]),
        ("\x1bOXq", ["", "q"]),
        ("\x1bO5Aq", ["", "q"]),
        ("\x1b]11;rgb:0/0/0\x07q", ["", "q"]),
        ("\x1bP1$r0m\x1b\\q", ["", "q"]),
        ("\x1baq", ["", "q"]),
        ("\x1b]q", ["", "q"]),
        ("\x1b\x1b[Aq", ["", "q"]),
        ("\x1b[9\x1b[A", ["", "up"]),
        ("\x01\x80", ["", ""]),
    ],
)
def test_what_a_terminal_sends_for_a_key(sent: str, keys: list[str]) -> None:
    assert keys_in(sent) == (keys, "")


def test_a_key_in_pieces_is_one_key(pressed: Pressed) -> None:
    with pressed.keyboard.listening():
        pressed.press("\x1b[")
        assert pressed.keyboard.read(0) is None
        pressed.press("9")
        assert pressed.keyboard.read(0) is None
        pressed.press("9~q")
        assert pressed.keyboard.read() == ""
        assert pressed.keyboard.read() == "q"


def test_escape_is_a_key_when_nothing_follows(pressed: Pressed) -> None:
    with pressed.keyboard.listening():
        pressed.press("\x1b")
        assert pressed.keyboard.read() == "escape"
        pressed.press("\x1b[A")
        assert pressed.keyboard.read() == "up"


def test_ctrl_c_interrupts(pressed: Pressed) -> None:
    with pressed.keyboard.listening():
        pressed.press("7\x03")
        with pytest.raises(KeyboardInterrupt):
            pressed.keyboard.read()


def test_what_was_not_read_is_left_for_nobody(pressed: Pressed) -> None:
    """The shell would take it for a command."""
    with pressed.keyboard.listening():
        pressed.press("\x1b[99~ls\r")
    assert not select.select([pressed.listens], [], [], 0)[0]
