"""The challenges that passkeys sign: each can be answered once, within five minutes."""

import secrets

from threedown.server.model import clock
from threedown.server.model.errors import Invalid

VALID_FOR = 300_000
"""Milliseconds."""
MAX_CHALLENGES = 10_000
"""Challenges that can be answered at a time; above that the oldest is void."""


class Challenges:
    """The challenges that can still be answered. They are in memory alone: a restart voids them."""

    def __init__(self) -> None:
        self._open: dict[bytes, tuple[str | None, int]] = {}
        """For whom each was made, and when it ends; the oldest is the first."""

    def new(self, player: str | None) -> bytes:
        """Return a challenge for a guest who adds a passkey; with None, for a person who signs in with one."""
        now = clock.now()
        self._open = {challenge: made for challenge, made in self._open.items() if made[1] > now}
        if len(self._open) >= MAX_CHALLENGES:
            del self._open[next(iter(self._open))]
        challenge = secrets.token_bytes(32)
        self._open[challenge] = player, now + VALID_FOR
        return challenge

    def use(self, challenge: bytes, player: str | None) -> None:
        """Void a challenge that has been answered. Raises Invalid unless it was open, and made for the same guest."""
        made = self._open.pop(challenge, None)
        if made is None or made[0] != player or made[1] <= clock.now():
            raise Invalid("This took too long, or was tried twice. Please start again.")
