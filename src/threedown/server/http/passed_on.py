"""The messages of a call or socket that one worker passes on to another (ASGI)."""

from collections.abc import Callable
from typing import Any

import httpx
import msgspec

from threedown.server.http.errors import PROBLEM
from threedown.server.model.wire import Problem
from threedown.server.rooms.subscriber import RESTART

Scope = dict[str, Any]
Receive = Callable[[], Any]
Send = Callable[[dict[str, Any]], Any]
Headers = list[tuple[bytes, bytes]]

HOP_BY_HOP = {b"connection", b"content-length", b"date", b"keep-alive", b"server", b"transfer-encoding", b"upgrade"}
MISDIRECTED = 421
"""The status of a call whose room another worker holds."""
MOVING = "This room is moving. Please try again in a moment."


async def body_of(receive: Receive) -> bytes | None:
    """Return the body of a call; None if the client has gone."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def repeated(body: bytes, receive: Receive) -> Receive:
    """Return a source of messages that has the body once more."""
    bodies = [body]

    async def again() -> Any:
        if bodies:
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}
        return await receive()

    return again


async def send_answer(answer: httpx.Response, send: Send) -> None:
    headers = [(name.lower(), value) for name, value in answer.headers.raw if name.lower() not in HOP_BY_HOP]
    headers.append((b"content-length", str(len(answer.content)).encode()))
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


async def misdirected(scope: Scope, receive: Receive, send: Send, headers: Headers) -> None:
    """Answer a call or a socket from another worker whose room this one doesn't hold (any more)."""
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()
        kind = "websocket.http.response"
    else:
        headers = [*headers, (b"content-length", b"0")]
    await send({"type": f"{kind}.start", "status": MISDIRECTED, "headers": headers})
    await send({"type": f"{kind}.body", "body": b""})


async def refuse(send: Send) -> None:
    """Answer a call whose worker gave no answer: it may have carried the call out, or not."""
    body = msgspec.json.encode(Problem("Unavailable", 503, MOVING, []))
    length = str(len(body)).encode()
    headers = [(b"content-type", PROBLEM.encode()), (b"retry-after", b"1"), (b"content-length", length)]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def close(receive: Receive, send: Send) -> None:
    """Accept a socket and close it: the client comes again in a moment."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": RESTART, "reason": MOVING})
