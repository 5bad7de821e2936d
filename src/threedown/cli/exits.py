"""The end of a command that cannot go on: one line on stderr and an exit code."""

import os
import shlex
from pathlib import Path

CHECK_FAILED, USAGE, BAD_INPUT, MISSING_EXTRA, INTERRUPTED = 1, 2, 3, 4, 130


class Stop(Exception):
    """Ends the process with ``code``, after ``message`` (one line that says what is wrong and what would be right)."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code, self.message = code, message


def usage(message: str) -> Stop:
    return Stop(USAGE, message)


def bad_input(message: str) -> Stop:
    return Stop(BAD_INPUT, message)


def shell_word(path: Path) -> str:
    r"""Return a path as a shell takes it in a command, also one whose name is no text.

    >>> print(shell_word(Path("war.3d")), shell_word(Path("my war.3d")), shell_word(Path(os.fsdecode(b"n\xff.3d"))))
    war.3d 'my war.3d' $'n\xff.3d'
    """
    name = os.fsencode(path)
    try:
        return shlex.quote(name.decode())
    except UnicodeDecodeError:
        plain = (chr(byte) if 32 <= byte < 127 and byte not in b"'\\" else f"\\x{byte:02x}" for byte in name)
        return f"$'{''.join(plain)}'"


def is_number(text: str) -> bool:
    """True if a text is a number of up to eighteen digits; Python itself refuses numbers of thousands of digits.

    >>> is_number("12"), is_number(""), is_number("9" * 5000)
    (True, False, False)
    """
    return text.isdecimal() and len(text) <= 18
