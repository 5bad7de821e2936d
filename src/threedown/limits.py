"""Limits on input from outside: files, texts, turns. Within them every input is answered in seconds."""

from pathlib import Path

LARGEST_FILE = 1 << 18
"""The most bytes in a file that is read at once, such as a scenario or a map. Ours have at most a quarter of that."""
MOST_DOTS = 100
"""The most dots in a line of TOML: reading a dotted key takes time quadratic in its parts."""
LONGEST_MESSAGE = 400
"""The most characters in an error message about an input, however long the input is."""
LONGEST_TEXT = 200
"""The most characters in a choice, a name, or a line at the terminal."""
MOST_TURNS = 10_000
"""The most turns in one input: a second or two of play."""


class TooLarge(ValueError):
    """An input beyond a limit; the message says which."""


def read_within(path: Path, most: int = LARGEST_FILE) -> bytes:
    """Read a file; raises OSError, and :class:`TooLarge` for more than ``most`` bytes."""
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge(f"is larger than {most:,} bytes")
    return data


def without_long_keys(text: str) -> str:
    """Return the text of a TOML file unchanged; raises :class:`TooLarge` for a line that would take long to parse."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > MOST_DOTS:
            raise TooLarge(f"line {number} has more than {MOST_DOTS} dots: no key has so many parts")
    return text


def shortened(message: str, most: int = LONGEST_MESSAGE) -> str:
    """Return a message of at most ``most`` characters: the beginning and the end of a longer one.

    >>> shortened("x" * 1000 + ": allowed is 0 to 9", 40)
    'xxxxxxxxxxxxxxxxxxxx…: allowed is 0 to 9'
    """
    return message if len(message) <= most else f"{message[: most // 2]}…{message[most // 2 + 1 - most :]}"
