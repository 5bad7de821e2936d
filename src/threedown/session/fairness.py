"""Commit, contribute, reveal: no one, not even the server, can choose the cards.

The server draws a secret and first shows its SHA-256 (the commitment). Then every player adds a part: words of their
own, or random bytes from their side. Chance comes from the secret together with everything settled by then: the rules
and their options, the names, the commitment, the parts. After the game the secret is revealed, and anyone can check the
commitment and deal the cards again.

The server knows its secret, so it must not know a part while it can still change anything. On a server each player
therefore commits too: they send the SHA-256 of their part (the part hash), and the part itself once the header and all
part hashes stand.
"""

import hashlib
import secrets
from collections.abc import Callable, Sequence

from threedown.table.chance import Sealed

SECRET_BYTES = 32
LONGEST_PART = 32
"""The most bytes in a player's part."""
PART_BYTES = 16
"""Bytes of a part that is drawn for a player."""

Parts = Callable[[str], Sequence[bytes]]
"""A function that asks for the parts, seat by seat (empty: none); called with the commitment once that is on disk."""


class PartError(ValueError):
    """A player's part that cannot be added; the message says why."""


def new_secret() -> bytes:
    """Return a secret of 32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """Return the commitment, which is shown before any player adds a part: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def part_hash(part: str) -> str:
    """Return the hash of a part in hex, as a player sends it before the part: SHA-256, and empty for no part."""
    return hashlib.sha256(bytes.fromhex(part)).hexdigest() if part else ""


def random_part() -> bytes:
    """Return a part from the operating system of the player's side."""
    return secrets.token_bytes(PART_BYTES)


def part_of_words(words: str) -> bytes:
    """Return a person's own words as a part (UTF-8); raises :class:`PartError` for more than 32 bytes."""
    part = words.strip().encode()
    if len(part) > LONGEST_PART:
        raise PartError(f"that is {len(part)} bytes: give {LONGEST_PART} at most")
    return part


def part_of_hex(text: str) -> bytes:
    """Read a part as records and rooms write it; raises :class:`PartError`."""
    try:
        part = bytes.fromhex(text)
    except ValueError:
        part = None
    if part is None or part.hex() != text or len(part) > LONGEST_PART:
        raise PartError(f"a part is small hexadecimal of at most {LONGEST_PART} bytes")
    return part


def sealed(secret: bytes, settled: bytes) -> Sealed:
    """Return the chance of a table, keyed by the secret and the hash (32 bytes) of everything settled."""
    return Sealed(secret + settled)
