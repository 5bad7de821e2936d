"""Connections that send much that is small: the server parses no more of it than a client needs."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from typing import Any

import h11
import pytest
from support.serving import PATIENCE
from uvicorn.config import Config
from uvicorn.server import ServerState

from threedown.server.http.timeouts import (
    LARGEST_HEAD,
    LARGEST_REST,
    MOST_LINES,
    SLICE,
    StrictConnection,
    TimeoutSocketProtocol,
)
from threedown.server.limits.connections import Connections

MASK = bytes(4)
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TEXT, PING, PONG, PIECE = (bytes([first, 0x81]) + MASK + b"x" for first in (0x81, 0x89, 0x8A, 0x00))
BEGIN = bytes([0x01, 0x81]) + MASK + b"x"
"""The first piece of a message."""


class Line(asyncio.Transport):
    """The server's end of a connection. It notes what was written, and whether it reads or is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.closed, self.reads = bytearray(), False, True

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

    def is_closing(self) -> bool:
        return self.closed

    def abort(self) -> None:
        self.closed = True

    close = abort


async def flooded(data: bytes, app: Callable[..., Any] | None = None) -> tuple[TimeoutSocketProtocol, Line]:
    """Return a socket that has received data at once, after the handshake."""

    async def waits(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    config = Config(app or waits, lifespan="off")
    config.load()
    line = Line()
    protocol = TimeoutSocketProtocol(
        Connections(9), config=config, server_state=ServerState(), app_state={}, _loop=asyncio.get_running_loop()
    )
    protocol.connection_made(line)
    protocol.data_received(UPGRADE)
    while b"101" not in line.written:
        await asyncio.sleep(0)
    line.written.clear()
    protocol.data_received(data)
    return protocol, line


@pytest.mark.parametrize("data", [PING * 40_000, PONG * 40_000, BEGIN + PIECE * 40_000])
def test_a_socket_sends_so_many_control_frames(data: bytes) -> None:
    """Five sockets that sent pings held up every game for seven seconds."""

    async def run() -> None:
        _, line = await flooded(data)
        assert line.closed
        assert len(line.written) <= SLICE, "and a pong is shorter than its ping"

    asyncio.run(run())


def test_a_socket_answers_the_pings_that_a_client_needs() -> None:
    async def run() -> None:
        _, line = await flooded(PING * 20)
        assert not line.closed
        assert line.written == b"\x8a\x01x" * 20

    asyncio.run(run())


def test_messages_are_parsed_no_sooner_than_the_room_reads_them() -> None:
    received: list[str] = []

    async def reads(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] == "websocket.receive":
            received.append(message["text"])

    async def run() -> None:
        protocol, line = await flooded(TEXT * 20_000, reads)
        assert protocol.queue.qsize() <= SLICE // len(TEXT) + 1
        assert not line.reads
        while len(received) < 20_000:
            await asyncio.sleep(0)
        assert line.reads

    asyncio.run(run())


def test_what_a_client_sends_after_its_socket_was_closed_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[int] = []
    monkeypatch.setattr(TimeoutSocketProtocol, "handle_text", lambda self, event: parsed.append(len(event.data)))

    async def closes(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": 4403})

    async def run() -> None:
        protocol, line = await flooded(b"", closes)
        while not protocol.close_sent:
            await asyncio.sleep(0)
        for _ in range(3):
            protocol.data_received(TEXT * (LARGEST_REST // len(TEXT)))
        assert not line.closed, "the client can still read why"
        assert len(parsed) == LARGEST_REST // len(TEXT)

    asyncio.run(run())


@pytest.mark.parametrize("lines", [MOST_LINES, 4 * MOST_LINES])
def test_a_request_has_so_many_headers(lines: int) -> None:
    connection = StrictConnection(h11.SERVER, LARGEST_HEAD)
    connection.receive_data(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * (lines - 2) + b"\r\n\n\n")
    if lines <= MOST_LINES:
        assert isinstance(connection.next_event(), h11.Request)
    else:
        with pytest.raises(h11.RemoteProtocolError):
            connection.next_event()


def test_a_body_in_chunks_is_no_request() -> None:
    connection = StrictConnection(h11.SERVER, LARGEST_HEAD)
    connection.receive_data(b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
    with pytest.raises(h11.RemoteProtocolError):
        connection.next_event()


@pytest.mark.parametrize(
    "request_", [
        b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 1000,
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + b"a: b\r\n" * 3000 + b"\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: localhost\r\na: " + b"b" * 20_000 + b"\r\n\r\n",
    ],
)  # fmt: skip
def test_a_request_in_many_pieces_is_refused_and_its_connection_closed(url: str, request_: bytes) -> None:
    """Ten connections that sent bodies in chunks of one byte held up every game for as long as they liked."""
    address = (url.split("//")[1].split(":")[0], int(url.rpartition(":")[2]))
    with socket.create_connection(address, PATIENCE) as line, contextlib.suppress(ConnectionError):
        line.sendall(request_)
        answer = b""
        while part := line.recv(1 << 16):
            answer += part
        assert answer.startswith(b"HTTP/1.1 400 ")
