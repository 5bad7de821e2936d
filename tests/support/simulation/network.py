"""The network: a socket of the real handler at one end, a player at the other, and time in between."""

import asyncio
import random
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
from litestar.exceptions import WebSocketDisconnect

from support.simulation.loop import SeededLoop

Heard = Callable[[dict[str, Any], "Line"], None]


class Line:
    """A connection. Messages arrive in their order, each after a delay; a break loses those on their way.

    The server hears of the break later than the player; earlier messages of the player may still arrive.
    """

    def __init__(
        self, loop: SeededLoop, seed: str, lag: float, heard: Heard, broken: Callable[["Line", int], None], sent: Heard
    ) -> None:
        self._loop, self._random, self._lag = loop, random.Random(seed), lag
        self._heard, self._broken, self._sent = heard, broken, sent
        self.to_server: asyncio.Queue[str | None] = asyncio.Queue()
        self._last_up = self._last_down = loop.time()
        self._going_up: deque[str | None] = deque()
        self._going_down: deque[dict[str, Any] | int] = deque()
        """Messages, and the code with which the server closes the line."""
        self.alive = True
        """True until the player's end is closed."""
        self.gone = False
        """True once the server knows that the player has gone."""
        self.greeted = False
        """True once the server has answered the hello."""

    def say(self, message: dict[str, Any]) -> None:
        """Send a message to the server."""
        if self.alive:
            self._up(msgspec.json.encode(message).decode())

    def drop(self) -> None:
        """Break the line."""
        if self.alive:
            self.alive = False
            self._up(None)

    def tell(self, text: str) -> None:
        """Send a message to the player."""
        message = msgspec.json.decode(text)
        self.greeted = True
        self._sent(message, self)
        self._down(message)

    def close(self, code: int = 0) -> None:
        """Close the line from the server's end."""
        self._down(code)

    def _up(self, text: str | None) -> None:
        self._going_up.append(text)
        self._last_up = max(self._last_up, self._loop.time() + self._delay())
        self._loop.call_at(self._last_up, self._reach)

    def _down(self, message: dict[str, Any] | int) -> None:
        self._going_down.append(message)
        self._last_down = max(self._last_down, self._loop.time() + self._delay())
        self._loop.call_at(self._last_down, self._arrive)

    def _reach(self) -> None:
        text = self._going_up.popleft()
        self.gone = self.gone or text is None
        self.to_server.put_nowait(text)

    def _arrive(self) -> None:
        message = self._going_down.popleft()
        if not self.alive:
            return
        if isinstance(message, int):
            self.alive = False
            self._broken(self, message)
        else:
            self._heard(message, self)

    def _delay(self) -> float:
        return self._random.choice((0.0, 0.001, self._lag * self._random.random()))


class Socket:
    """A WebSocket as the handler of ``/api/rooms/{name}/live`` uses it."""

    def __init__(self, app: SimpleNamespace, token: str | None, line: Line) -> None:
        self.app, self.line = app, line
        self.headers = {"authorization": f"Bearer {token}"} if token else {}
        self.cookies: dict[str, str] = {}
        self.scope = {"method": "GET"}
        self.client = SimpleNamespace(host="127.0.0.1")

    async def accept(self) -> None:
        await asyncio.sleep(0)

    async def receive_data(self, mode: str) -> str:
        text = await self.line.to_server.get()
        if text is None:
            raise WebSocketDisconnect(detail="", code=1006)
        return text

    async def send_text(self, text: str) -> None:
        if self.line.gone:
            raise WebSocketDisconnect(detail="", code=1006)
        self.line.tell(text)
        await asyncio.sleep(0)

    async def close(self, code: int, reason: str = "") -> None:
        self.line.close(code)
        await asyncio.sleep(0)
