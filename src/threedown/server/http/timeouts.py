"""Connections that come to an end: a request that never arrives whole, an answer that nobody takes, a socket that is
silent or reads nothing. (uvicorn waits for each of these for ever.)"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

REQUEST_SECONDS = 20
"""For a request to arrive, headers and body, from the connection or the last answer on."""
ANSWER_SECONDS = 120
"""For an answer to be taken."""
PING_SECONDS = 20
"""Between two pings on a socket, and for the answer to one."""
CLOSING_SECONDS = 5
"""For a socket to take what was told it before it was closed."""


class TimeoutProtocol(H11Protocol):
    """HTTP with a deadline for each request and each answer."""

    _deadline: asyncio.TimerHandle | None = None
    _asking = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._within(REQUEST_SECONDS)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        self._asking = True
        self._within(REQUEST_SECONDS)
        super().on_response_complete()
        self._look()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._within(None)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        super().connection_lost(exc)

    def _look(self) -> None:
        """Once a request is whole it is for the server to be quick, and for the client to take the answer."""
        if self._asking and self._deadline is not None and self.conn.their_state in (h11.DONE, h11.MUST_CLOSE):
            self._asking = False
            self._within(ANSWER_SECONDS)

    def _within(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class TimeoutSocketProtocol(WebSocketsSansIOProtocol):
    """A socket that, once it is to be closed, is closed, even if its other end reads nothing any more."""

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self._end()
        await super().send(message)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._end()

    def shutdown(self) -> None:
        super().shutdown()
        self._end()

    def _end(self) -> None:
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)
