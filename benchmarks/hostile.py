"""Hostile clients for ``threedown bench-server --hostile``, in a separate process.

They appear to come from other addresses, as behind a proxy, and run until the process is ended. It has a low priority,
because real attackers would not use the server's own processor.
"""

import asyncio
import contextlib
import itertools
import os
import sys
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from threedown.client import GuestClient

EACH = 10
"""Clients of each kind."""
REST = 0.02
"""Seconds between two actions of a client."""
NONSENSE = (
    "[" * 2000,
    '{"type":"choose","id":"x","seq":0,"choice":"7H"}',
    '{"type":"hint","id":"x","seq":0}',
    "x" * 5000,
)


def stranger(number: int) -> dict[str, str]:
    """Return the headers by which a proxy reports a client's address (TEST-NET-3)."""
    return {"X-Forwarded-For": f"203.0.113.{number}"}


async def flood(url: str, room: str, number: int) -> None:
    """Send invalid messages on a socket, as fast as possible, until it is closed."""
    address = f"{url.replace('http', 'ws', 1)}/api/rooms/{room}/live"
    async with connect(address, additional_headers=stranger(number), proxy=None) as line:
        await line.send('{"type":"hello"}')
        for text in itertools.cycle(NONSENSE):
            await line.send(text)
            await asyncio.sleep(REST / 10)


async def stall(url: str, room: str, number: int) -> None:
    """Ask for the whole table again and again without reading the answers."""
    address = f"{url.replace('http', 'ws', 1)}/api/rooms/{room}/live"
    async with connect(address, additional_headers=stranger(number), proxy=None) as line:
        line.transport.pause_reading()
        while True:
            await line.send('{"type":"hello"}')
            await asyncio.sleep(REST)


async def call(url: str, room: str, number: int) -> None:
    """Call the API with unknown tokens and invalid bodies."""
    headers = {**stranger(number), "Authorization": "Bearer nobody"}
    async with httpx.AsyncClient(base_url=url, headers=headers, trust_env=False) as caller:
        while True:
            await caller.post("/api/rooms", content=b"[" * 10_000)
            await caller.get("/api/me")
            await asyncio.sleep(5 * REST)


async def begin(url: str, room: str, number: int) -> None:
    """Start requests and never finish them."""
    place = urlsplit(url)
    for _ in range(20):
        _, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(b"GET / HTTP/1.1\r\nX-Slow: ")
        await asyncio.sleep(5 * REST)
    await asyncio.sleep(5)


async def again(kind: Callable[[str, str, int], Awaitable[None]], url: str, room: str, number: int) -> None:
    """Run a hostile client, and restart it whenever the server disconnects it."""
    while True:
        with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, httpx.HTTPError):
            await kind(url, room, number)
        await asyncio.sleep(REST)


async def attack(url: str) -> None:
    """Run all hostile clients against one waiting room."""
    async with await GuestClient.guest(url, "Nobody") as host:
        room = (await host.call("POST", "/api/rooms", {"game": "war"}))["room"]
        kinds = (flood, stall, call, begin)
        numbers = itertools.count(1)
        await asyncio.gather(*(again(kind, url, room, next(numbers)) for kind in kinds for _ in range(EACH)))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)
    asyncio.run(attack(sys.argv[1]))
