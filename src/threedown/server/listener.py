"""Who has a room's socket open, and what waits to be sent to him."""

import asyncio

import msgspec

from threedown.server.wire import Told

MOST_WAITING = 256
"""Messages that wait for a slow reader; after one more his socket is closed, and he may resume."""

encode = msgspec.json.Encoder().encode


class Listener:
    """One socket: ``player`` is its guest's public id, empty for nobody."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.greeted = False
        """Whether it has said hello: before that it is told nothing."""
        self.too_slow = asyncio.Event()
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)

    def tell(self, message: Told) -> None:
        """Puts a message behind those that wait."""
        self.send(encode(message))

    def send(self, message: bytes) -> None:
        """The same with a message in bytes."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.too_slow.set()

    async def next(self) -> bytes:
        """The next message to be sent."""
        return await self._waiting.get()
