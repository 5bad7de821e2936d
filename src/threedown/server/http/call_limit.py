"""The rate limit on HTTP calls, as middleware around the application."""

import asyncio

import msgspec
from litestar import Litestar
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.types import Message, Receive, Scope, Send

from threedown.server.http.errors import PROBLEM, problem_of
from threedown.server.limits.limiter import Limiter
from threedown.server.limits.rates import MAX_DELAY
from threedown.server.model.errors import TooMany

METERED = ("api", "healthz", "metrics")
"""First path segments that count against the limit. The rest, the files of the page, costs the server nothing."""

SUSPICIOUS = (400, 401, 403, 404, 405, 413, 415, 422)
"""Statuses that players rarely cause: malformed JSON, a missing token, rooms that do not exist."""


class CallLimit:
    """The application behind its rate limit: excess calls are refused before the application sees them."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP or first_segment(scope["path"]) not in METERED:
            await self._app(scope, receive, send)
            return
        host = scope["client"][0] if scope["client"] else ""
        limiter: Limiter = self._app.state.hub.limiter
        if wait := limiter.call(host):
            await _refuse(scope, send, wait)
            return

        async def send_and_charge(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in SUSPICIOUS:
                limiter.charge_wrong_call(host)
            await send(message)

        await self._app(scope, receive, send_and_charge)


def first_segment(path: str) -> str:
    """Return the first segment of a path. (Litestar treats ``//api`` as ``/api``.)"""
    return path.lstrip("/").partition("/")[0]


async def _refuse(scope: Scope, send: Send, wait: float) -> None:
    await asyncio.sleep(min(wait, MAX_DELAY))
    error = TooMany("Too many calls from your address. Please wait a little.", retry=wait)
    problem = problem_of(error, Headers.from_scope(scope).get("accept-language", ""))
    headers = [(b"content-type", PROBLEM.encode()), (b"retry-after", str(error.retry).encode())]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem), "more_body": False})
