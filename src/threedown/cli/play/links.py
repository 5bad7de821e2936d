"""Addresses of servers and rooms as people paste them: a server, or an invite link."""

from typing import NamedTuple
from urllib.parse import urlsplit

SCHEMES = ("http://", "https://")


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
