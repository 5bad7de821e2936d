"""The HTTP calls of a deal that nobody can choose: a player's part once the header is frozen, and the header dealt."""

from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from threedown.server.http.caller import token_of
from threedown.server.hub import Hub
from threedown.server.model.wire import Dealt, Guest, Reveal, RoomSeen
from threedown.server.rooms.dealing import dealt_header


@post("/api/rooms/{name:str}/part", status_code=200)
async def reveal_part(
    name: FromPath[str], data: JSONBody[Reveal], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> RoomSeen:
    """Send the part whose hash I have sent, once the room's header is frozen; the last part brings the deal."""
    room = await hub.rooms.find(name)
    async with room.lock:
        await room.reveal_part(guest.player, data.part)
    return room.view(room.seat_of(guest.player))


@get("/api/rooms/{name:str}/deal")
async def dealt(name: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> Dealt:
    """Return the header of a game that has been dealt, to be compared with the frozen one. It reveals no card."""
    guest, room = await hub.guests.of(token_of(request)), await hub.rooms.find(name)
    return dealt_header(room, "" if guest is None else guest.player)
