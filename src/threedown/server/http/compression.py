"""Compress responses for clients that accept it."""

import asyncio
import gzip

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

MIN_SIZE = 1024
"""Bytes below which a response is not compressed."""
LEVEL = 1
"""The level of gzip: the fastest, as higher ones save little."""


def accepted_encodings(header: str) -> set[str]:
    """Return the encodings that an ``Accept-Encoding`` header allows, without those that it forbids with ``q=0``.

    >>> sorted(accepted_encodings("br;q=1.0, gzip;q=0, deflate"))
    ['br', 'deflate']
    """
    named = (one.replace(" ", "").partition(";q=") for one in header.lower().split(","))
    return {name for name, _, quality in named if name and (not quality or quality.strip("0."))}


class Compression:
    """The application, whose responses are compressed if they are large, complete, and not compressed already.

    Litestar's own middleware (``CompressionConfig``, as of 2.25) ignores ``q=0`` in ``Accept-Encoding``, blocks the
    event loop, and compresses what is compressed already.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepts = Headers.from_scope(scope).get("accept-encoding", "") if scope["type"] == ScopeType.HTTP else ""
        if "gzip" not in accepted_encodings(accepts):
            await self._app(scope, receive, send)
            return
        start: HTTPResponseStartEvent | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None and message["type"] == "http.response.body":
                headers, body = MutableScopeHeaders(start), message["body"]
                whole = not message["more_body"] and "content-encoding" not in headers
                if whole and len(body) >= MIN_SIZE:
                    message["body"] = await asyncio.to_thread(gzip.compress, body, LEVEL)
                    headers["content-encoding"] = "gzip"
                    headers["content-length"] = str(len(message["body"]))
                    headers.extend_header_value("vary", "Accept-Encoding")
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, send_compressed)
