"""Answers that go packed to who takes them so."""

import asyncio
import gzip

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

SMALL = 1024
"""Bytes below which an answer goes as it is."""
QUICK = 1
"""gzip's level: nobody shall wait for the last percent."""


def accepted(header: str) -> set[str]:
    """The packings that an ``Accept-Encoding`` names, without those that it forbids.

    >>> sorted(accepted("br;q=1.0, gzip;q=0, deflate"))
    ['br', 'deflate']
    """
    named = (one.replace(" ", "").partition(";q=") for one in header.lower().split(","))
    return {name for name, _, quality in named if name and (not quality or quality.strip("0."))}


class Packed:
    """The application; what it answers is packed if it is large, goes in one piece, and is not packed already.

    Litestar's own (``CompressionConfig``, as of 2.25) packs for who forbids it, too: it looks for the word in
    ``Accept-Encoding`` and reads no ``q=0``. It packs while all rooms wait, and packs once more what is packed.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        accepts = Headers.from_scope(scope).get("accept-encoding", "") if scope["type"] == ScopeType.HTTP else ""
        if "gzip" not in accepted(accepts):
            await self._app(scope, receive, send)
            return
        start: HTTPResponseStartEvent | None = None

        async def packing(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None and message["type"] == "http.response.body":
                headers, body = MutableScopeHeaders(start), message["body"]
                whole = not message["more_body"] and "content-encoding" not in headers
                if whole and len(body) >= SMALL:
                    message["body"] = await asyncio.to_thread(gzip.compress, body, QUICK)
                    headers["content-encoding"] = "gzip"
                    headers["content-length"] = str(len(message["body"]))
                    headers.extend_header_value("vary", "Accept-Encoding")
                await send(start)
                start = None
            await send(message)

        await self._app(scope, receive, packing)
