"""Addresses of servers and rooms as people paste them: a server, an invite link, a room's name, or a code."""

from typing import NamedTuple
from urllib.parse import urlsplit

from threedown.client import GuestClient, RequestRefused

SCHEMES = ("http://", "https://")
NOT_FOUND = 404
CODE_LENGTH = 6


class RoomLink(NamedTuple):
    """A server, and the room that a link leads to; empty for the server alone."""

    server: str
    room: str


def is_link(text: str) -> bool:
    """True if a text is the address of a server or of a room.

    >>> is_link("http://127.0.0.1:8765/r/kz7m3qx2ab"), is_link("war")
    (True, False)
    """
    return text.startswith(SCHEMES)


def link_of(address: str) -> RoomLink:
    """Take an address apart.

    >>> link_of("http://127.0.0.1:8765/r/kz7m3qx2ab?watch")
    RoomLink(server='http://127.0.0.1:8765', room='kz7m3qx2ab')
    >>> link_of("https://cards.example/games/")
    RoomLink(server='https://cards.example/games', room='')
    """
    if not is_link(address):
        return RoomLink(address, "")
    parts = urlsplit(address)
    path, _, room = parts.path.partition("/r/")
    return RoomLink(f"{parts.scheme}://{parts.netloc}{path}".rstrip("/"), room.partition("/")[0])


async def room_of(player: GuestClient, name: str) -> str:
    """Return a room's name, from its name or from its code (``KZ7-M3Q``)."""
    if len(name.replace("-", "")) != CODE_LENGTH:
        return name
    try:
        room: str = (await player.call("GET", f"/api/codes/{name}"))["room"]
    except RequestRefused as error:
        if error.problem.get("status") != NOT_FOUND:
            raise
        return name
    return room
