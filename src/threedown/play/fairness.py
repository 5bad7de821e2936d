"""Commit and reveal: nobody, not even the house, can choose the cards after the players have joined.

The house draws a secret and shows its SHA-256 (the commitment) before anybody contributes. The words of chance come
from the secret mixed with every seat's contribution. When the game is over the secret is revealed, and anybody
can check the commitment and replay the deal.
"""

import hashlib
import secrets
from collections.abc import Sequence

from threedown.table.chance import Sealed

SECRET_BYTES = 32


def new_secret() -> bytes:
    """A secret of 32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown before the deal: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def sealed(secret: bytes, contributions: Sequence[str]) -> Sealed:
    """The chance of a table: SHA-256 of the secret and each contribution, each with its length (8 bytes) before it."""
    mixed = hashlib.sha256()
    for part in (secret, *(text.encode() for text in contributions)):
        mixed.update(len(part).to_bytes(8, "big") + part)
    return Sealed(mixed.digest())
