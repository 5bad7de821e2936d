"""Commit, contribute, reveal: nobody, not even the house, can choose the cards.

The house draws a secret and shows its SHA-256 (the commitment) first. Then every player adds a part: words of his own,
or random bytes of his side. The words of chance come from the secret together with all that was settled by then: the
rules and their options, the names, the commitment, the parts. When the game is over the secret is revealed, and
anybody can check the commitment and deal the cards again.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence

from threedown.table.chance import Sealed

SECRET_BYTES = 32
LONGEST_PART = 32
"""Bytes of a player's part, at most."""
PART_BYTES = 16
"""Bytes of a part that is drawn for a player who does not care."""

Parts = Callable[[str], Sequence[bytes]]
"""Asks for the parts, seat by seat (empty: none); called with the commitment, once that is on disk."""


class PartError(ValueError):
    """A player's part that cannot be added: says why."""


def new_secret() -> bytes:
    """A secret of 32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown before anybody adds a part: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def random_part() -> bytes:
    """A part from the operating system of the player's side."""
    return secrets.token_bytes(PART_BYTES)


def part_of_words(words: str) -> bytes:
    """A person's own words as a part: their UTF-8; raises :class:`PartError` for more than 32 bytes."""
    part = words.strip().encode()
    if len(part) > LONGEST_PART:
        raise PartError(f"that is {len(part)} bytes: give {LONGEST_PART} at most")
    return part


def part_of_hex(text: str) -> bytes:
    """A part as records and rooms write it; raises :class:`PartError`."""
    try:
        part = bytes.fromhex(text)
    except ValueError:
        part = None
    if part is None or part.hex() != text or len(part) > LONGEST_PART:
        raise PartError(f"a part is small hexadecimal of at most {LONGEST_PART} bytes")
    return part


def sealed(secret: bytes, settled: bytes) -> Sealed:
    """The chance of a table: keyed by the secret, followed by the hash (32 bytes) of all that was settled."""
    return Sealed(secret + settled)
