"""The rate limits on HTTP calls and on the files of the page, as middleware around the application."""

import asyncio
from collections import Counter

import msgspec
from litestar import Litestar
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.types import Message, Receive, Scope, Send

from threedown.server.http.errors import PROBLEM, problem_of
from threedown.server.limits.addresses import rate_key
from threedown.server.limits.limiter import Limiter
from threedown.server.limits.rates import DOCUMENT, MAX_DELAY, MAX_DELAYED_PER_ADDRESS, PICTURE
from threedown.server.model.errors import TooMany

CALLED = ("api", "healthz", "metrics")
"""First path segments that count against the limit on calls. The rest are files and documents of the page."""
PICTURES = ("preview", "preview.png")

SUSPICIOUS = (400, 401, 403, 404, 405, 413, 415, 422)
"""Statuses that players rarely cause: malformed JSON, a missing token, rooms that do not exist."""


class CallLimit:
    """The application behind its rate limits: excess calls are refused before the application sees them."""

    def __init__(self, app: Litestar) -> None:
        self._app = app
        self._delayed: Counter[str] = Counter()
        """Refusals that are being delayed, by rate key."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        host = scope["client"][0] if scope["client"] else ""
        limiter: Limiter = self._app.state.hub.limiter
        if first_segment(scope["path"]) not in CALLED:
            if wait := limiter.page(host, page_price(scope["path"])):
                await self._refuse(scope, send, rate_key(host), wait)
            else:
                await self._app(scope, receive, send)
            return
        if wait := limiter.call(host):
            await self._refuse(scope, send, rate_key(host), wait)
            return

        async def send_and_charge(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in SUSPICIOUS:
                await asyncio.sleep(limiter.charge_wrong_call(host))
            await send(message)

        await self._app(scope, receive, send_and_charge)

    async def _refuse(self, scope: Scope, send: Send, key: str, wait: float) -> None:
        """Answer after a while. An address that keeps many refusals waiting loses its connections instead."""
        error = TooMany("Too many calls from your address. Please wait a little.", retry=wait)
        problem = problem_of(error, Headers.from_scope(scope).get("accept-language", ""))
        headers = [(b"content-type", PROBLEM.encode()), (b"retry-after", str(error.retry).encode())]
        if self._delayed[key] >= MAX_DELAYED_PER_ADDRESS:
            headers.append((b"connection", b"close"))
        else:
            self._delayed[key] += 1
            try:
                await asyncio.sleep(min(wait, MAX_DELAY))
            finally:
                self._delayed -= Counter([key])
        await send({"type": "http.response.start", "status": problem.status, "headers": headers})
        await send({"type": "http.response.body", "body": msgspec.json.encode(problem), "more_body": False})


def page_price(path: str) -> int:
    """Return the price of a file or a document of the page.

    >>> page_price("/assets/table.js"), page_price("/r/abc"), page_price("/preview/abc.png"), page_price("/docs/")
    (1, 5, 25, 1)
    """
    segment = first_segment(path)
    if segment in PICTURES:
        return PICTURE
    return 1 if segment == "docs" or "." in path.rpartition("/")[2] else DOCUMENT


def first_segment(path: str) -> str:
    """Return the first segment of a path. (Litestar treats ``//api`` as ``/api``.)"""
    return path.lstrip("/").partition("/")[0]
