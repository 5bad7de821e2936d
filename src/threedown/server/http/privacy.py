"""The HTTP calls with which people delete what the server has of them."""

from typing import Any

from litestar import Request, Response, delete
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from threedown.server.http.caller import cookie_name
from threedown.server.model.wire import Guest
from threedown.server.rooms.hub import Hub
from threedown.server.rooms.subscriber import NOT_YOURS


@delete("/api/rooms/{name:str}", status_code=204)
async def delete_room(name: str, guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> None:
    """Delete the room with its game and its record, as the host; a game that others play must be over."""
    await hub.deleter.delete_room(name, guest.player)


@delete("/api/me", status_code=204)
async def delete_me(
    guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Response[None]:
    """Delete me and every room in which no other person sits; elsewhere a bot plays on in my seat.

    My name stays in the records of games with others, because their hash chains include it.
    """
    await hub.deleter.delete_guest(guest.player)
    for subscriber in [one for one in hub.subscribers if one.player == guest.player]:
        subscriber.end(NOT_YOURS)
    name, secure = cookie_name(request)
    gone = Cookie(name, value="", max_age=0, httponly=True, samesite="lax", secure=secure)
    return Response(None, cookies=[gone], status_code=204)


HANDLERS = (delete_room, delete_me)
