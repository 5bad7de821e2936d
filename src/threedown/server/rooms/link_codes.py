"""Codes that sign a guest in on another device: each works once, within ten minutes."""

import hashlib
import secrets

from threedown.server.model import clock
from threedown.server.model.errors import Unknown
from threedown.server.rooms.codes import CODE_ALPHABET

LENGTH = 8
"""Characters of a code: of 656 billion, nobody finds one by trying."""
VALID_FOR = 600_000
"""Milliseconds."""


class LinkCodes:
    """The codes that can still be used, one for each guest at most.

    They are in memory alone, as hashes: a restart voids them, and the guest makes a new one.
    """

    def __init__(self) -> None:
        self._codes: dict[str, tuple[bytes, int]] = {}
        """The hash of each guest's code, and when it ends."""

    def new(self, player: str) -> tuple[str, int]:
        """Return a new code and the time at which it ends; the guest's code before it is void."""
        self._forget_expired()
        code, until = "".join(secrets.choice(CODE_ALPHABET) for _ in range(LENGTH)), clock.now() + VALID_FOR
        self._codes[player] = _hash(code), until
        return code, until

    def use(self, code: str) -> str:
        """Return the guest whose code this is, and void it. Raises Unknown as :meth:`owner` does."""
        player = self.owner(code)
        self.forget(player)
        return player

    def owner(self, code: str) -> str:
        """Return the guest whose code this is. Raises Unknown if it is no code, or was used, or is too old."""
        self._forget_expired()
        hashed = _hash(code)
        for player, (theirs, _) in self._codes.items():
            if secrets.compare_digest(theirs, hashed):
                return player
        raise Unknown("This code doesn't work: it may be used or older than ten minutes. Make a new one.")

    def forget(self, player: str) -> None:
        """Void the code of a guest, if they have one."""
        self._codes.pop(player, None)

    def _forget_expired(self) -> None:
        now = clock.now()
        self._codes = {player: (code, until) for player, (code, until) in self._codes.items() if until > now}


def spoken_link(code: str) -> str:
    """Return a code as people say and write it.

    >>> spoken_link("KZ7M3QAB")
    'KZ7M-3QAB'
    """
    return f"{code[:4]}-{code[4:]}"


def _hash(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
