"""The HTTP calls of passkeys: to add one, to remove it, and to sign in with it after all devices are lost."""

from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from threedown.server.http.caller import site_of
from threedown.server.http.identity import sign_in, sign_out
from threedown.server.hub import Hub
from threedown.server.model.identity import PasskeyAnswer, PasskeySeen, PasskeysHere
from threedown.server.model.wire import Guest
from threedown.server.store.devices import MAX_DEVICES
from threedown.server.store.passkeys import StoredPasskey


@get("/api/passkeys")
async def passkeys_here(hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> PasskeysHere:
    """Say whether passkeys work here: they need the extra ``passkey``, and HTTPS at a name, or ``localhost``."""
    return PasskeysHere(hub.passkeys.installed and site_of(request) is not None)


@get("/api/me/passkeys")
async def my_passkeys(guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> list[PasskeySeen]:
    """List my passkeys, the first one first."""
    return [_seen(passkey) for passkey in await hub.passkeys.of(guest.player)]


@post("/api/me/passkeys/options", status_code=200)
async def options_to_add(
    guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> dict[str, Any]:
    """Return what ``navigator.credentials.create`` needs, in JSON (PublicKeyCredentialCreationOptionsJSON)."""
    return await hub.passkeys.options_to_add(site_of(request), guest)


@post("/api/me/passkeys")
async def add_passkey(
    data: JSONBody[PasskeyAnswer],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
) -> PasskeySeen:
    """Store the passkey that my browser has made with those options: its answer in JSON (RegistrationResponseJSON)."""
    return _seen(await hub.passkeys.add(site_of(request), guest, data.credential))


@delete("/api/me/passkeys/{passkey:str}", status_code=204)
async def remove_passkey(passkey: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> None:
    """Remove one of my passkeys; it signs nobody in from now on."""
    await hub.passkeys.remove(guest.player, passkey)


@post("/api/passkeys/options", status_code=200)
async def options_to_sign_in(hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Return what ``navigator.credentials.get`` needs, in JSON (PublicKeyCredentialRequestOptionsJSON)."""
    return await hub.passkeys.options_to_sign_in(site_of(request))


@post("/api/passkeys")
async def use_passkey(
    data: JSONBody[PasskeyAnswer], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Response[Guest]:
    """Sign in with a passkey: the browser's answer in JSON (AuthenticationResponseJSON). It gets a cookie.

    A guest with as many devices as are allowed is signed out of the one that was seen last the longest ago: it may be
    lost, and no other device could sign it out.
    """
    player = await hub.passkeys.owner_of(site_of(request), data.credential)
    devices = await hub.guests.devices_of(player)
    if len(devices) >= MAX_DEVICES:
        await sign_out(player, devices[-1].device, hub)
    return await sign_in(player, False, hub, request)


def _seen(passkey: StoredPasskey) -> PasskeySeen:
    """Return a passkey as its guest sees it."""
    return PasskeySeen(passkey.passkey, passkey.came)


HANDLERS = (
    passkeys_here, my_passkeys, options_to_add, add_passkey, remove_passkey, options_to_sign_in, use_passkey,
)  # fmt: skip
