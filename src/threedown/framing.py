"""Messages through a pipe, each preceded by its length."""

from collections.abc import Iterator
from typing import IO

HEAD = 4
"""The number of bytes of a length, lowest first."""


def length(head: bytes) -> int:
    """Return the length of the next message."""
    return int.from_bytes(head, "little")


def framed(data: bytes) -> bytes:
    """Return a message with its length in front.

    >>> framed(b"abc")
    b'\\x03\\x00\\x00\\x00abc'
    """
    return len(data).to_bytes(HEAD, "little") + data


def tell(pipe: IO[bytes], data: bytes) -> None:
    """Send a message at once."""
    pipe.write(framed(data))
    pipe.flush()


def messages(pipe: IO[bytes]) -> Iterator[bytes]:
    """Yield all messages up to the end; a torn one is dropped."""
    while len(head := pipe.read(HEAD)) == HEAD:
        data = pipe.read(length(head))
        if len(data) < length(head):
            return
        yield data
