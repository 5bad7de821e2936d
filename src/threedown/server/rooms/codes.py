"""Codes of rooms, short enough to be read out: ``KZ7-M3Q``."""

import secrets
from collections.abc import Collection

NAME_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of names in links; none is mistaken for another when read aloud."""
CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without characters that look or sound like another one: no 0 or O, 1, I or L, no U beside V."""
CODE_LENGTH = 6


def new_name(length: int) -> str:
    """Return a name for a link, of so many characters: with enough of them it is the key to what it names."""
    return "".join(secrets.choice(NAME_ALPHABET) for _ in range(length))


def new_code(taken: Collection[str]) -> str:
    """Return a code that no room has."""
    while (code := "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))) in taken:
        pass
    return code


def spoken_code(code: str) -> str | None:
    """Return a code as people say and write it; None if there is none.

    >>> spoken_code("KZ7M3Q")
    'KZ7-M3Q'
    """
    return f"{code[:3]}-{code[3:]}" if code else None


def read_code(written: str) -> str:
    """Return a code as it is stored, from one that a person has typed: case, blanks and hyphens do not matter.

    >>> read_code(" kz7 m3q")
    'KZ7M3Q'
    """
    return "".join(sign for sign in written.upper() if sign.isalnum())
