"""The guests of a server and their tokens; only a hash of each token is stored."""

import hashlib
import secrets
from functools import partial

from threedown.server.model.errors import Unavailable
from threedown.server.model.person_name import of_person
from threedown.server.model.wire import Guest, NewGuest
from threedown.server.rooms.services import Services
from threedown.server.store import queries

MAX_CACHED = 10_000
"""Guests that are found without asking the database."""
MAX_GUESTS = 100_000
"""Guests in all."""


class Guests:
    """All guests; :meth:`open` counts those that the database has."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._cache: dict[bytes, Guest] = {}
        self._count = 0

    async def open(self) -> None:
        """Count the stored guests."""
        self._count = await self._services.writer.do(queries.count_guests)

    async def new(self, request: NewGuest) -> Guest:
        """Return a new guest with a token, which the server itself does not keep."""
        player, token = f"p{secrets.token_hex(6)}", secrets.token_urlsafe(32)
        if self._count >= MAX_GUESTS:
            raise Unavailable("There are too many guests. Please try again later.")
        wanted = (request.name or "").strip()
        name = of_person(wanted) if wanted else f"Guest {secrets.randbelow(9000) + 1000}"
        await self._services.writer.do(partial(queries.store_guest, player=player, token=_hashed(token), name=name))
        self._count += 1
        return Guest(player, name, token)

    async def of(self, token: str | None) -> Guest | None:
        """Return the guest who has a token; None if it is not valid."""
        if not token or len(token) > 200:
            return None
        hashed = _hashed(token)
        if hashed not in self._cache:
            stored = await self._services.writer.do(partial(queries.guest_of, token=hashed))
            if stored is None:
                return None
            self._cache[hashed] = Guest(*stored)
        return self._cache[hashed]

    def forget(self, player: str) -> None:
        """Forget a guest who has just been deleted from disk."""
        self._cache = {token: guest for token, guest in self._cache.items() if guest.player != player}
        self._count -= 1

    async def player_of(self, token: str | None) -> str:
        """Return the public id of the guest who has a token; an empty string if it is not valid."""
        guest = await self.of(token)
        return "" if guest is None else guest.player

    def clean_up(self) -> None:
        """Empty the cache if it has grown large."""
        if len(self._cache) > MAX_CACHED:
            self._cache.clear()


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
