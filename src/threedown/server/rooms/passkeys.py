"""Passkeys, with which guests get back after they have lost all their devices."""

import secrets
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from threedown.server.model import clock
from threedown.server.model.errors import NotNow, Unavailable, Unknown
from threedown.server.model.identity import Site
from threedown.server.model.wire import Guest
from threedown.server.rooms.challenges import Challenges
from threedown.server.rooms.services import Services
from threedown.server.store import passkeys
from threedown.server.store.passkeys import StoredPasskey


class Passkeys:
    """The passkeys of all guests, and the challenges that can be answered with them."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._challenges = Challenges()
        self.installed = find_spec("webauthn") is not None
        """True if the extra ``passkey`` is installed. It is imported with the first passkey: that takes a moment."""

    async def options_to_add(self, site: Site | None, guest: Guest) -> dict[str, Any]:
        """Return what the guest's browser needs to make a passkey."""
        site = await self._usable(site)
        from threedown.server.rooms import passkey_checks

        present = [one.credential for one in await self.of(guest.player)]
        return passkey_checks.options_to_add(site, guest, self._challenges.new(guest.player), present)

    async def add(self, site: Site | None, guest: Guest, answer: dict[str, Any]) -> StoredPasskey:
        """Store the passkey that the guest's browser has made. Raises Invalid if it answers no challenge of theirs."""
        site = await self._usable(site)
        from threedown.server.rooms import passkey_checks

        challenge = passkey_checks.challenge_of(answer)
        self._challenges.use(challenge, guest.player)
        key = await self._services.in_thread(partial(passkey_checks.check_added, site, answer, challenge))
        new = StoredPasskey(f"k{secrets.token_hex(6)}", guest.player, *key, clock.now())
        await self._services.writer.do(partial(passkeys.add_passkey, new=new))
        return new

    async def options_to_sign_in(self, site: Site | None) -> dict[str, Any]:
        """Return what a browser needs to sign in with a passkey."""
        site = await self._usable(site)
        from threedown.server.rooms import passkey_checks

        return passkey_checks.options_to_sign_in(site, self._challenges.new(None))

    async def owner_of(self, site: Site | None, answer: dict[str, Any]) -> str:
        """Return the guest whose passkey a browser has used. Raises Invalid if it answers no open challenge, and
        Unknown if the passkey is nobody's."""
        site = await self._usable(site)
        from threedown.server.rooms import passkey_checks

        challenge, credential = passkey_checks.challenge_of(answer), passkey_checks.credential_of(answer)
        self._challenges.use(challenge, None)
        stored = await self._services.writer.do(partial(passkeys.find_passkey, credential=credential))
        if stored is None:
            raise Unknown("This server doesn't know this passkey: it has been removed, or its owner deleted.")
        uses = await self._services.in_thread(partial(passkey_checks.check_used, site, answer, challenge, stored))
        await self._services.writer.do(partial(passkeys.store_use, passkey=stored.passkey, uses=uses))
        return stored.player

    async def of(self, player: str) -> list[StoredPasskey]:
        """Return a guest's passkeys, the first one first."""
        return await self._services.writer.do(partial(passkeys.passkeys_of, player=player))

    async def remove(self, player: str, passkey: str) -> None:
        """Delete a guest's passkey. Raises Unknown if they have no such passkey."""
        if not await self._services.writer.do(partial(passkeys.delete_passkey, player=player, passkey=passkey)):
            raise Unknown("You have no such passkey.")

    async def _usable(self, site: Site | None) -> Site:
        """Return the site if passkeys work on it, once the library has been imported in a thread."""
        if not self.installed:
            raise Unavailable(
                "This server has no passkeys. Its operator can add them: pip install 'threedown[passkey]'."
            )
        if site is None:
            raise NotNow("Passkeys need HTTPS and a name: open this server at its name, not at its address.")
        await self._services.in_thread(partial(import_module, "threedown.server.rooms.passkey_checks"))
        return site
