"""Limits on what comes from outside: files, texts, turns. Within them every input is answered in seconds."""

from pathlib import Path

LARGEST_FILE = 1 << 18
"""Bytes of a file that is read whole: a scenario, a map. Ours have a quarter of them at most."""
MOST_DOTS = 100
"""Dots in a line of TOML: reading a dotted key takes a time that grows with the square of its parts."""
LONGEST_MESSAGE = 400
"""Characters of a message about an input: what is wrong with a megabyte is said without the megabyte."""
LONGEST_TEXT = 200
"""Characters of a choice, a name, or a line at the terminal."""
MOST_TURNS = 10_000
"""Turns that one input may ask for: a second or two."""


class TooLarge(ValueError):
    """What was given is beyond a limit: says which."""


def read_within(path: Path, most: int = LARGEST_FILE) -> bytes:
    """The bytes of a file; raises OSError, and :class:`TooLarge` for more than ``most``."""
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge(f"is larger than {most:,} bytes")
    return data


def without_long_keys(text: str) -> str:
    """The text of a TOML file as it is; raises :class:`TooLarge` for a line that could hold it up."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > MOST_DOTS:
            raise TooLarge(f"line {number} has more than {MOST_DOTS} dots: no key has so many parts")
    return text


def shortened(message: str, most: int = LONGEST_MESSAGE) -> str:
    """A message of at most ``most`` characters: of a longer one the beginning and the end.

    >>> shortened("x" * 1000 + ": allowed is 0 to 9", 40)
    'xxxxxxxxxxxxxxxxxxxx…: allowed is 0 to 9'
    """
    return message if len(message) <= most else f"{message[: most // 2]}…{message[most // 2 + 1 - most :]}"
