"""The HTTP calls of guests: to become one, on one device or several, and to sign devices out."""

from functools import partial
from typing import Any

import msgspec
from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody

from threedown.language import say, speaking
from threedown.server.http.agents import named_agent
from threedown.server.http.caller import BY_LANGUAGE, cookie_name, host_of, token_of
from threedown.server.hub import Hub
from threedown.server.limits.rates import LISTED
from threedown.server.model import clock
from threedown.server.model.identity import DeviceSeen, LinkSeen, PasskeySeen
from threedown.server.model.report import ReportSeen
from threedown.server.model.wire import Guest, MyData, NewDevice, NewGuest, Rename
from threedown.server.rooms.codes import read_code
from threedown.server.rooms.link_codes import spoken_link
from threedown.server.rooms.room_lists import rooms_of
from threedown.server.rooms.subscriber import NOT_YOURS, SIGNED_OUT
from threedown.server.store.devices import StoredDevice
from threedown.server.store.reports import reports_by

COOKIE_SECONDS = 365 * 86_400
ALL_ROOMS = 100_000
"""More rooms than a guest has."""
NOTHING = {204: ResponseSpec(None, description="Done; the answer is empty.")}
"""The description of an answer that only takes a cookie back: Litestar would describe a body for it."""


@post("/api/guest")
async def new_guest(
    hub: NamedDependency[Hub], request: Request[Any, Any, Any], data: JSONBody[NewGuest | None] = None
) -> Response[Guest]:
    """Make a guest. A program gets its token, a browser a cookie."""
    body = data or NewGuest()
    hub.limiter.new_guest(host_of(request))
    return _signed_in(await hub.guests.new(body), body.program, hub, request)


async def sign_in(player: str, program: bool, hub: Hub, request: Request[Any, Any, Any]) -> Response[Guest]:
    """Sign a guest in on one more device; a browser that was signed in before is signed out of that."""
    guest = await hub.guests.add_device(player)
    before = None if program else await hub.guests.signed_in(token_of(request))
    if before is not None:
        await sign_out(before.player, before.device, hub)
    return _signed_in(guest, program, hub, request)


def _signed_in(guest: Guest, program: bool, hub: Hub, request: Request[Any, Any, Any]) -> Response[Guest]:
    """Give a device its token."""
    if program:
        return Response(guest)
    assert guest.token is not None
    hub.services.spawn(_describe(guest.token, request.headers.get("user-agent", ""), hub))
    name, secure = cookie_name(request)
    cookie = Cookie(name, value=guest.token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure)
    return Response(msgspec.structs.replace(guest, token=None), cookies=[cookie])


async def _describe(token: str, agent: str, hub: Hub) -> None:
    """Store the names of a device's browser and system; nobody waits for them."""
    browser, system = await hub.services.in_thread(lambda: named_agent(agent))
    await hub.guests.describe(token, browser, system)


@get("/api/me")
async def me(guest: NamedDependency[Guest]) -> Guest:
    """Return the guest who calls."""
    return guest


@patch("/api/me")
async def rename_me(data: JSONBody[Rename], guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> Guest:
    """Change my name; rooms in which I sit already keep the old one."""
    return await hub.guests.rename(guest.player, data.name)


@delete("/api/me", status_code=204, responses=NOTHING)
async def delete_me(
    guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Response[None]:
    """Delete me and every room in which no other person sits; elsewhere a bot plays on in my seat.

    My name stays in the records of games with others, because their hash chains include it.
    """
    await hub.deleter.delete_guest(guest.player)
    for subscriber in [one for one in hub.subscribers if one.player == guest.player]:
        subscriber.end(NOT_YOURS)
    return _without_cookie(request)


@post("/api/me/devices")
async def link(guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> LinkSeen:
    """Make a code that signs me in on another device: it works once, within ten minutes. The one before it is void."""
    code, until = hub.guests.link_codes.new(guest.player)
    return LinkSeen(spoken_link(code), f"/link/{code}", until, until - clock.now())


@get("/api/devices/{code:str}")
async def owner_of_link(code: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> Guest:
    """Return the guest whom a code would sign in; the code can still be used."""
    hub.limiter.link_code(host_of(request))
    return await hub.guests.owner_of(read_code(code))


@post("/api/devices/{code:str}")
async def use_link(
    code: FromPath[str],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
    data: JSONBody[NewDevice | None] = None,
) -> Response[Guest]:
    """Sign in on this device as the guest who made the code. A program gets its token, a browser a cookie."""
    hub.limiter.link_code(host_of(request))
    player = hub.guests.link_codes.use(read_code(code))
    return await sign_in(player, (data or NewDevice()).program, hub, request)


@get("/api/me/devices", response_headers=BY_LANGUAGE)
async def my_devices(
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
    language: NamedDependency[str],
) -> list[DeviceSeen]:
    """List the devices on which I am signed in, the one that was seen last first."""
    here = await hub.guests.signed_in(token_of(request))
    assert here is not None
    with speaking(language):
        return [_seen(device, here.device) for device in await hub.guests.devices_of(guest.player)]


def _seen(device: StoredDevice, here: str) -> DeviceSeen:
    if device.browser and device.system:
        label = say("{browser} on {system}", browser=device.browser, system=device.system)
    else:
        label = device.browser or device.system or say("A program or an unknown browser")
    return DeviceSeen(device.device, label, device.came, device.seen, device.device == here)


@delete("/api/me/devices/{device:str}", status_code=204, responses=NOTHING)
async def delete_device(
    device: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Response[None]:
    """Sign one of my devices out; its sockets end at once."""
    here = await hub.guests.signed_in(token_of(request))
    await sign_out(guest.player, device, hub)
    if here is not None and here.device == device:
        return _without_cookie(request)
    return Response(None, status_code=204)


@get("/api/me/data", response_headers=BY_LANGUAGE)
async def my_data(
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
    language: NamedDependency[str],
) -> Response[MyData]:
    """Return everything that the server has of me, as a file."""
    hub.services.budget.spend(host_of(request), guest.player, LISTED)
    here = await hub.guests.signed_in(token_of(request))
    assert here is not None
    with speaking(language):
        devices = [_seen(device, here.device) for device in await hub.guests.devices_of(guest.player)]
    passkeys = [PasskeySeen(one.passkey, one.came) for one in await hub.passkeys.of(guest.player)]
    rooms = await rooms_of(guest, hub.rooms, hub.services.writer, language, ALL_ROOMS)
    records = [f"/api/rooms/{room.room}/record" for room in rooms if room.state == "over"]
    headers = {"Content-Disposition": 'attachment; filename="threedown.json"'}
    tries = await hub.daily.all_of(guest.player)
    made = await hub.services.writer.do(partial(reports_by, player=guest.player))
    reports = [ReportSeen(one.room, one.game, one.name, one.reason, one.word, one.sent) for one in made]
    calling = await hub.calls.of(guest.player, here.device)
    kept = await hub.opener.rule_sets.kept_by(guest.player)
    return Response(MyData(guest, devices, passkeys, rooms, records, tries, reports, calling, kept), headers=headers)


async def sign_out(player: str, device: str, hub: Hub) -> None:
    """Sign a guest's device out, and end its sockets."""
    await hub.guests.sign_out(player, device)
    for subscriber in [one for one in hub.subscribers if one.device == device]:
        subscriber.end(SIGNED_OUT)


def _without_cookie(request: Request[Any, Any, Any]) -> Response[None]:
    """Answer with nothing, and take the browser's cookie."""
    name, secure = cookie_name(request)
    gone = Cookie(name, value="", max_age=0, httponly=True, samesite="lax", secure=secure)
    return Response(None, cookies=[gone], status_code=204)


HANDLERS = (new_guest, me, rename_me, delete_me, link, owner_of_link, use_link, my_devices, my_data, delete_device)
