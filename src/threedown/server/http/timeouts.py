"""Connections: timeouts for those that hang, for which uvicorn waits for ever, and the limit on their number.

Timeouts end requests that never arrive completely, responses that the client does not read, and sockets that are
silent or read nothing. The classes below subclass private classes of uvicorn; ``tests/server/http/test_timeouts.py``
says what to do when these move.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from threedown.server.limits.connections import Connections

REQUEST_SECONDS = 20
"""The time for a request to arrive with its body, from the connection or the last response on."""
ANSWER_SECONDS = 120
"""The time for a client to read a response."""
PING_SECONDS = 20
"""The time between two pings on a socket, and for the reply to one."""
CLOSING_SECONDS = 5
"""The time for a client to read its last messages before the socket is closed."""


class TimeoutProtocol(H11Protocol):
    """HTTP with a deadline for each request and each response, and with counted connections."""

    _deadline: asyncio.TimerHandle | None = None
    _request_incomplete = True

    def __init__(self, connections: Connections, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._counted = connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_deadline(REQUEST_SECONDS)
        self._counted.add(address_of(transport), transport)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._check_request()

    def on_response_complete(self) -> None:
        self._request_incomplete = True
        self._set_deadline(REQUEST_SECONDS)
        self._counted.set_idle(address_of(self.transport), self.transport)
        super().on_response_complete()
        self._check_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._set_deadline(None)
        self._counted.set_busy(address_of(self.transport), self.transport)
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_deadline(None)
        self._counted.remove(address_of(self.transport), self.transport)
        super().connection_lost(exc)

    def _check_request(self) -> None:
        """Once a request is complete, allow the time of a response."""
        if (
            self._request_incomplete
            and self._deadline is not None
            and self.conn.their_state in (h11.DONE, h11.MUST_CLOSE)
        ):
            self._request_incomplete = False
            self._counted.set_busy(address_of(self.transport), self.transport)
            self._set_deadline(ANSWER_SECONDS)

    def _set_deadline(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class TimeoutSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that closes in time, even if its client does not read any more, and is counted until it has."""

    def __init__(self, connections: Connections, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._counted = connections

    def connection_lost(self, exc: Exception | None) -> None:
        self._counted.remove(address_of(self.transport), self.transport)
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close":
            self._close_soon()
        await super().send(message)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._close_soon()

    def shutdown(self) -> None:
        super().shutdown()
        self._close_soon()

    def _close_soon(self) -> None:
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)


def address_of(transport: asyncio.Transport) -> str:
    """Return the address at the other end of a connection; a proxy's own, if there is one between."""
    address = get_remote_addr(transport)
    return address[0] if address else ""
