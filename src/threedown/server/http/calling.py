"""The HTTP calls about calling players to their games: push messages, quiet hours and holidays."""

from typing import Any
from urllib.parse import urlsplit

from litestar import Request, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from threedown.server.http.caller import LOCALHOST, token_of
from threedown.server.hub import Hub
from threedown.server.model.calling import Calling, CallWishes, Holiday, PushHere, Subscribe
from threedown.server.model.wire import Guest


async def device_of(hub: Hub, request: Request[Any, Any, Any]) -> str:
    """Return the device of a call by a guest."""
    here = await hub.guests.signed_in(token_of(request))
    assert here is not None
    return here.device


def contact_of(host: str) -> str:
    """Return whom a push service may contact about messages, from the ``Host`` header that has passed the check of the
    site: the name without its port, as signatures want it.

    >>> contact_of("cards.example:8443"), contact_of("[::1]:8000")
    ('https://cards.example', 'https://localhost')
    """
    name = urlsplit(f"//{host}").hostname or LOCALHOST
    return f"https://{LOCALHOST if ':' in name else name}"


@get("/api/push")
async def push_here(hub: NamedDependency[Hub]) -> PushHere:
    """Say whether this server sends push messages (it needs the extra ``push``), and by which key browsers know it."""
    return await hub.calls.here()


@get("/api/me/calling")
async def my_calling(
    guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Calling:
    """Return how and when I am called to my games with days a move."""
    return await hub.calls.of(guest.player, await device_of(hub, request))


@put("/api/me/calling")
async def change_calling(
    data: JSONBody[CallWishes],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
) -> Calling:
    """Change my time zone and my quiet hours."""
    await hub.calls.change(guest.player, data)
    return await hub.calls.of(guest.player, await device_of(hub, request))


@post("/api/me/push", status_code=200)
async def subscribe(
    data: JSONBody[Subscribe],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
    language: NamedDependency[str],
) -> Calling:
    """Send push messages to this device, in the language of this call: its browser has subscribed to them. Signing the
    device out ends them."""
    device = await device_of(hub, request)
    await hub.calls.subscribe(guest.player, device, data, language, contact_of(request.headers.get("host", "")))
    return await hub.calls.of(guest.player, device)


@delete("/api/me/push", status_code=200)
async def unsubscribe(
    guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Calling:
    """Send no more push messages to this device."""
    device = await device_of(hub, request)
    await hub.calls.unsubscribe(device)
    return await hub.calls.of(guest.player, device)


@post("/api/me/holidays", status_code=200)
async def add_holiday(
    data: JSONBody[Holiday],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
) -> Calling:
    """Stop my clocks on some days to come, of 30 a year."""
    await hub.calls.add_holiday(guest.player, data)
    return await hub.calls.of(guest.player, await device_of(hub, request))


@delete("/api/me/holidays/{first:str}", status_code=200)
async def end_holiday(
    first: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Calling:
    """Take back the holidays that begin on a day; of those that have begun, the days up to today stay."""
    await hub.calls.end_holiday(guest.player, first)
    return await hub.calls.of(guest.player, await device_of(hub, request))


HANDLERS = (push_here, my_calling, change_calling, subscribe, unsubscribe, add_holiday, end_holiday)
