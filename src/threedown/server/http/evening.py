"""The HTTP calls of a host, and of people who play several games in a row."""

from functools import partial
from typing import Any

from litestar import Request, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from threedown.server.http.caller import host_of
from threedown.server.hub import Hub
from threedown.server.model.evening import HandOver, Kick, Switches, Want
from threedown.server.model.report import Report
from threedown.server.model.wire import Guest, RoomSeen, ShowSeat
from threedown.server.operations.log import log
from threedown.server.rooms import hosting
from threedown.server.rooms.eyes import with_seat_shown
from threedown.server.rooms.reporting import report_of
from threedown.server.store.reports import store_report


@post("/api/rooms/{name:str}/switches", status_code=200)
async def switch(
    name: FromPath[str], data: JSONBody[Switches], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> RoomSeen:
    """Lock or open the room, pause the game, switch hints, messages and spectators on or off, as the host."""
    room = await hub.rooms.find(name)
    async with room.lock:
        await room.change(hosting.switched(room.plan, guest.player, data))
    return room.view(room.seat_of(guest.player))


@post("/api/rooms/{name:str}/shown", status_code=200)
async def show_seat(
    name: FromPath[str], data: JSONBody[ShowSeat], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> RoomSeen:
    """Let spectators look over your seat in this game, or no longer."""
    room = await hub.rooms.find(name)
    async with room.lock:
        await room.change(with_seat_shown(room.plan, room.state, guest.player, data.shown))
    return room.view(room.seat_of(guest.player))


@post("/api/rooms/{name:str}/kick", status_code=200)
async def kick(
    name: FromPath[str], data: JSONBody[Kick], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> RoomSeen:
    """Ask a player to leave for good, as the host; they read your word."""
    room = await hub.rooms.find(name)
    async with room.lock:
        await hosting.kick(room, guest.player, data)
    return room.view(room.seat_of(guest.player))


@post("/api/rooms/{name:str}/host", status_code=200)
async def hand_over(
    name: FromPath[str], data: JSONBody[HandOver], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> RoomSeen:
    """Make another player the host."""
    room = await hub.rooms.find(name)
    async with room.lock:
        await room.change(hosting.handed_over(room.plan, guest.player, data))
    return room.view(room.seat_of(guest.player))


@post("/api/rooms/{name:str}/want", status_code=200)
async def want(
    name: FromPath[str],
    data: JSONBody[Want],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
) -> RoomSeen:
    """Say your wish after the game. The next room opens (``next``) once everybody here wants the same, or the host
    wants another game; a rematch begins as soon as all of them are there."""
    room = await hub.rooms.find(name)
    await hub.opener.want(room, guest, data.want, host_of(request))
    return room.view(room.seat_of(guest.player))


@post("/api/rooms/{name:str}/report", status_code=204, while_sealed=True)
async def report(
    name: FromPath[str], data: JSONBody[Report], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> None:
    """Report a player to the owner of the server; the player isn't told."""
    room = await hub.rooms.find(name)
    reported = report_of(room, guest.player, data)
    await hub.services.writer.do(partial(store_report, report=reported))
    log.warning("player reported", room=name, player=reported.player, reason=reported.reason)


HANDLERS = (switch, show_seat, kick, hand_over, want, report)
