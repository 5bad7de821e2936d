"""The guests of a server and their devices; only a hash of each device's token is stored."""

import contextlib
import hashlib
import secrets
from functools import partial

from threedown.server.model import clock
from threedown.server.model.errors import Unavailable, Unknown
from threedown.server.model.person_name import of_person
from threedown.server.model.wire import Guest, NewGuest
from threedown.server.rooms.link_codes import LinkCodes
from threedown.server.rooms.services import Services
from threedown.server.store import devices
from threedown.server.store.devices import SignedIn, StoredDevice
from threedown.server.store.errors import NotSaved

MAX_CACHED = 10_000
"""Devices that are found without asking the database."""
MAX_GUESTS = 100_000
"""Guests in all. With more, those who have never sat down and have gone make room: one address could else fill the
house for ever within six days."""
UNUSED_AFTER = 7_200_000
"""Milliseconds after which a guest without a seat and a passkey may make room; the last use is up to an hour later."""
MAKE_ROOM_EVERY = 60_000
"""Milliseconds between two such deletions."""
STORE_SEEN_AFTER = 3_600_000
"""Milliseconds after which the use of a device is written to disk again."""


class Guests:
    """All guests; :meth:`open` counts those that the database has."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._cache: dict[bytes, SignedIn] = {}
        self._count, self._made_room = 0, 0
        self.link_codes = LinkCodes()

    async def open(self) -> None:
        """Count the stored guests."""
        self._count = await self._services.writer.do(devices.count_guests)

    async def new(self, request: NewGuest) -> Guest:
        """Return a new guest with the token of their first device, which the server itself does not keep."""
        player = f"p{secrets.token_hex(6)}"
        if self._count >= MAX_GUESTS:
            await self._make_room()
        if self._count >= MAX_GUESTS:
            raise Unavailable("There are too many guests. Please try again later.")
        wanted = (request.name or "").strip()
        name = of_person(wanted) if wanted else f"Guest {secrets.randbelow(9000) + 1000}"
        device, token = _new_device()
        store = partial(devices.store_guest, player=player, device=device, token=_hashed(token), name=name)
        await self._services.writer.do(store)
        self._count += 1
        return Guest(player, name, token)

    async def add_device(self, player: str) -> Guest:
        """Return a guest with the token of one more device."""
        device, token = _new_device()
        add = partial(devices.add_device, player=player, device=device, token=_hashed(token))
        return Guest(player, await self._services.writer.do(add), token)

    async def owner_of(self, code: str) -> Guest:
        """Return the guest whose link code this is, and leave the code as it is. Raises Unknown if it does not work."""
        player = self.link_codes.owner(code)
        return Guest(player, await self._services.writer.do(partial(devices.name_of, player=player)))

    async def signed_in(self, token: str | None) -> SignedIn | None:
        """Return the device that has a token, with its guest; None if the token is not valid."""
        if not token or len(token) > 200:
            return None
        hashed = _hashed(token)
        if hashed not in self._cache:
            stored = await self._services.writer.do(partial(devices.signed_in, token=hashed))
            if stored is None:
                return None
            self._cache[hashed] = stored
        found, now = self._cache[hashed], clock.now()
        if now - found.seen > STORE_SEEN_AFTER:
            self._cache[hashed] = found._replace(seen=now)
            self._services.spawn(self._store_seen(found.device, now))
        return found

    async def of(self, token: str | None) -> Guest | None:
        """Return the guest who has a token; None if it is not valid."""
        found = await self.signed_in(token)
        return None if found is None else Guest(found.player, found.name)

    async def player_of(self, token: str | None) -> str:
        """Return the public id of the guest who has a token; an empty string if it is not valid."""
        found = await self.signed_in(token)
        return "" if found is None else found.player

    async def rename(self, player: str, name: str) -> Guest:
        """Give a guest another name; it counts where they sit down from now on."""
        name = of_person(name.strip())
        await self._services.writer.do(partial(devices.rename_guest, player=player, name=name))
        self._cache = {
            token: found._replace(name=name) if found.player == player else found
            for token, found in self._cache.items()
        }
        return Guest(player, name)

    async def devices_of(self, player: str) -> list[StoredDevice]:
        """Return a guest's devices, the one that was seen last first."""
        return await self._services.writer.do(partial(devices.devices_of, player=player))

    async def describe(self, token: str, browser: str | None, system: str | None) -> None:
        """Store the browser and the system of the device that has a token."""
        found = await self.signed_in(token)
        if found is not None and (browser or system):
            with contextlib.suppress(NotSaved):  # the list of devices says "unknown"
                describe = partial(devices.describe_device, device=found.device, browser=browser, system=system)
                await self._services.writer.do(describe)

    async def sign_out(self, player: str, device: str) -> None:
        """Make the token of a guest's device invalid. Raises Unknown if they have no such device."""
        if not await self._services.writer.do(partial(devices.delete_device, player=player, device=device)):
            raise Unknown("You have no such device.")
        self._cache = {token: found for token, found in self._cache.items() if found.device != device}

    def forget(self, *players: str) -> None:
        """Forget guests who have just been deleted from disk."""
        self._cache = {token: found for token, found in self._cache.items() if found.player not in players}
        for player in players:
            self.link_codes.forget(player)
        self._count -= len(players)

    async def _make_room(self) -> None:
        """Delete guests who have never sat down and have gone."""
        if (now := clock.now()) - self._made_room >= MAKE_ROOM_EVERY:
            self._made_room = now
            work = partial(devices.delete_unused_guests, before=now - UNUSED_AFTER)
            self.forget(*await self._services.writer.do(work))

    def forget_cached(self) -> None:
        """Empty the cache, because another worker may have changed what is in it."""
        self._cache.clear()

    def clean_up(self) -> None:
        """Empty the cache if it has grown large."""
        if len(self._cache) > MAX_CACHED:
            self._cache.clear()

    async def _store_seen(self, device: str, now: int) -> None:
        with contextlib.suppress(NotSaved):  # it is written again in an hour
            await self._services.writer.do(partial(devices.store_seen, device=device, seen=now))


def _new_device() -> tuple[str, str]:
    """Return a public id and a token."""
    return f"d{secrets.token_hex(6)}", secrets.token_urlsafe(32)


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
