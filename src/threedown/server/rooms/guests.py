"""The guests of a server: who has which token."""

import hashlib
import secrets
from functools import partial

from threedown.server.model.errors import Invalid, Unavailable
from threedown.server.model.wire import Guest, NewGuest
from threedown.server.rooms.services import Services
from threedown.server.store import queries

MOST_REMEMBERED = 10_000
"""Guests that are remembered without a look into the database."""
MOST_GUESTS = 100_000
"""Guests in all."""


class Guests:
    """All of them; :meth:`open` counts those that were there."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._known: dict[bytes, Guest] = {}
        self._there = 0

    async def open(self) -> None:
        self._there = await self._services.writer.do(queries.guests_there)

    async def new(self, wish: NewGuest) -> Guest:
        """A guest and his token, which nobody but he keeps."""
        player, token = f"p{secrets.token_hex(6)}", secrets.token_urlsafe(32)
        if self._there >= MOST_GUESTS:
            raise Unavailable("there are too many guests: try again later")
        name = (wish.name or "").strip() or f"Guest {secrets.randbelow(9000) + 1000}"
        if not name.isprintable():
            raise Invalid("a name is of printable characters")
        await self._services.writer.do(partial(queries.keep_guest, player=player, token=_hashed(token), name=name))
        self._there += 1
        return Guest(player, name, token)

    async def of(self, token: str | None) -> Guest | None:
        """Who has a token; None if nobody does."""
        if not token or len(token) > 200:
            return None
        hashed = _hashed(token)
        if hashed not in self._known:
            found = await self._services.writer.do(partial(queries.guest_of, token=hashed))
            if found is None:
                return None
            self._known[hashed] = Guest(*found)
        return self._known[hashed]

    def forget(self) -> None:
        """Forgets whom the database knows, if they are many."""
        if len(self._known) > MOST_REMEMBERED:
            self._known.clear()


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
