"""Messages through a pipe: each after some bytes that say how long it is."""

from collections.abc import Iterator
from typing import IO

HEAD = 4
"""So many bytes say it, the lowest first."""


def length(head: bytes) -> int:
    """How long the message is that follows."""
    return int.from_bytes(head, "little")


def framed(data: bytes) -> bytes:
    """A message as it goes through a pipe.

    >>> framed(b"abc")
    b'\\x03\\x00\\x00\\x00abc'
    """
    return len(data).to_bytes(HEAD, "little") + data


def tell(told: IO[bytes], data: bytes) -> None:
    """Sends a message at once."""
    told.write(framed(data))
    told.flush()


def messages(heard: IO[bytes]) -> Iterator[bytes]:
    """All messages up to the end; one that breaks off is none."""
    while len(head := heard.read(HEAD)) == HEAD:
        data = heard.read(length(head))
        if len(data) < length(head):
            return
        yield data
