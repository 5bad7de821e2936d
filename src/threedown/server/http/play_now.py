"""The HTTP calls of the queue for players."""

from typing import Any

from litestar import Request, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from threedown.server.http.caller import host_of
from threedown.server.hub import Hub
from threedown.server.model.matching import CrowdSeen, PlaceSeen, TakePlace
from threedown.server.model.wire import Guest


@get("/api/queue")
async def crowd(hub: NamedDependency[Hub]) -> CrowdSeen:
    """Return how many people play and how many wait for others, by game."""
    return await hub.play_now.crowd()


@post("/api/queue", status_code=200)
async def take_place(
    data: JSONBody[TakePlace],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
) -> PlaceSeen:
    """Wait for others to play with, or change what I accept. The call is a sign of life for 12 seconds; the socket
    ``/api/me/live`` is one for as long as it is open, and tells when the table is ready. Thirty seconds without either
    end the place."""
    return await hub.play_now.take_place(guest, data, host_of(request))


@delete("/api/queue", status_code=204)
async def leave_queue(guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> None:
    """Wait no longer."""
    await hub.play_now.leave(guest.player)


HANDLERS = (crowd, take_place, leave_queue)
