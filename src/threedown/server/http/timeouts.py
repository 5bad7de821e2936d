"""Connections: timeouts for those that hang, for which uvicorn waits for ever, and limits on their number and on what
one of them may send.

Timeouts end requests that never arrive completely, responses that the client does not read, and sockets that are
silent or read nothing. A limit on bytes alone would not do: a body in chunks of one byte, and the smallest frames of a
socket, cost the server microseconds for each byte. The classes below subclass private classes of uvicorn;
``tests/server/http/test_timeouts.py`` says what to do when these move.
"""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from threedown.server.limits.connections import Connections
from threedown.server.limits.rates import Allowance, Meter

REQUEST_SECONDS = 20
"""The time for a request to arrive with its body, from the connection or the last response on."""
ANSWER_SECONDS = 120
"""The time for a client to read a response."""
PING_SECONDS = 20
"""The time between two pings on a socket, and for the reply to one."""
CLOSING_SECONDS = 5
"""The time for a client to read its last messages before the socket is closed."""
LARGEST_HEAD, MOST_LINES = 1 << 14, 100
"""Bytes and lines of a request before its body. Each header costs the server 17 microseconds, however short it is."""
SLICE = 1024
"""Bytes that are parsed in one go: of a socket's frames at most 170, after which other sockets have their turn."""
CONTROL_FRAMES = Allowance(60, 2.0)
"""Pings, pongs and pieces of a message that a socket may send. Browsers only answer pings, one in 20 seconds."""
LARGEST_REST = 1 << 16
"""Bytes that are still read of a socket after it was closed; the others are dropped."""


class StrictConnection(h11.Connection):
    """A parser of requests that are cheap to parse.

    It takes no body in chunks: no browser sends one, and proxies put them together.
    """

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE:
            head = self.trailing_data[0].partition(b"\r\n\r\n")[0]
            if head.count(b"\n") > MOST_LINES:
                raise h11.RemoteProtocolError("too many headers")
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            raise h11.RemoteProtocolError("a body in chunks")
        return event


class TimeoutProtocol(H11Protocol):
    """HTTP with a deadline for each request and each response, and with counted connections."""

    _deadline: asyncio.TimerHandle | None = None
    _request_incomplete = True
    _is_upgraded = False

    def __init__(self, connections: Connections, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._counted = connections
        self.conn = StrictConnection(h11.SERVER, LARGEST_HEAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._set_deadline(REQUEST_SECONDS)
        self._counted.add(address_of(transport), transport)

    def data_received(self, data: bytes) -> None:
        for begin in range(0, len(data), SLICE):  # h11 measures only a head that is not complete yet
            if self.transport.is_closing() or self._is_upgraded:
                return
            super().data_received(data[begin : begin + SLICE])
            self._check_request()

    def on_response_complete(self) -> None:
        self._request_incomplete = True
        self._set_deadline(REQUEST_SECONDS)
        self._counted.set_idle(address_of(self.transport), self.transport)
        super().on_response_complete()
        self._check_request()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._set_deadline(None)
        self._is_upgraded = True
        self._counted.set_socket(address_of(self.transport), self.transport)
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
    """A WebSocket that closes in time, even if its client does not read any more, and is counted until it has.

    Its input is read piece by piece: no more while a message waits for the room, and no more control frames than a
    client needs.
    """

    def __init__(self, connections: Connections, **of_uvicorn: Any) -> None:
        super().__init__(**of_uvicorn)
        self._counted = connections
        self._unread = bytearray()
        self._after_close = 0
        self._control_frames = Meter(CONTROL_FRAMES)

    def data_received(self, data: bytes) -> None:
        self._after_close += len(data) if self.close_sent else 0
        if self._after_close <= LARGEST_REST:
            self._unread += data
            self._read()

    async def receive(self) -> Any:
        message = await super().receive()
        self._read()
        return message

    def _read(self) -> None:
        while self._unread and not (self.read_paused or self.transport.is_closing()):
            data = bytes(self._unread[:SLICE])
            del self._unread[:SLICE]
            super().data_received(data)

    def handle_cont(self, event: Any) -> None:
        if self._may_send_control_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_send_control_frame():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._may_send_control_frame():
            super().handle_pong(event)

    def _may_send_control_frame(self) -> bool:
        if self._control_frames.wait():
            self.transport.abort()
        return not self.transport.is_closing()

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
