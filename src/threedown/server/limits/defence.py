"""What keeps one from taking what belongs to all: how often an address calls, how many sockets it holds."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from litestar import Litestar
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.types import Message, Receive, Scope, Send

from threedown.language import accepted, speaking
from threedown.server.limits.caller import Connection
from threedown.server.limits.rates import (
    BREATH,
    CALLS,
    DEAR,
    GUESTS,
    HERE,
    MOST_SOCKETS,
    MOST_SOCKETS_AN_ADDRESS,
    PENALTY,
    ROOMS,
    STUDIES,
    Meter,
    is_local,
    rate_key,
)
from threedown.server.model.errors import PROBLEM, Denied
from threedown.server.model.wire import Problem
from threedown.server.operations import metrics
from threedown.server.operations.log import log

MEASURED = ("api", "healthz", "metrics")
"""How the path of a call begins that is measured: of the rest, the page's files, nothing is made."""

WRONG = (400, 401, 403, 404, 405, 413, 415, 422)
"""Answers to calls that nobody who plays makes often: no JSON, no token, rooms that are not there."""


class Limiter:
    """All that is measured of who calls. In memory: after a restart everybody begins anew."""

    def __init__(self) -> None:
        self._calls, self._guests, self._rooms = Meter(CALLS), Meter(GUESTS), Meter(ROOMS)
        self._studies = Meter(STUDIES)
        self._sockets: Counter[str] = Counter()
        self._noticed = Meter(CALLS._replace(at_once=1, a_second=1 / 60))

    def call(self, host: str) -> float:
        """An HTTP call from an address: 0.0 if it may be made, else the seconds after which it may be."""
        return self._wait(self._calls, host, rate_key(host), "calls")

    def wrong_call(self, host: str) -> None:
        """A call from an address was none that a page or a program would make."""
        self._calls.owe(rate_key(host), DEAR - 1, times_for(host))

    def wrong_socket(self, connection: Connection) -> None:
        """A socket had to be closed for what came over it: whoever opened it waits before he comes back."""
        host = host_of(connection)
        self._calls.owe(rate_key(host), PENALTY, times_for(host))

    def new_guest(self, connection: Connection) -> None:
        host = host_of(connection)
        if wait := self._wait(self._guests, host, rate_key(host), "guests"):
            raise Denied(429, "too many guests from your address: wait a little", retry=wait)

    def new_room(self, connection: Connection, player: str) -> None:
        if wait := self._wait(self._rooms, host_of(connection), player, "rooms"):
            raise Denied(429, "you open too many rooms: wait a little", retry=wait)

    def new_study(self, host: str, player: str) -> None:
        if wait := self._wait(self._studies, host, player, "studies"):
            raise Denied(429, "you begin too many studies: wait a little", retry=wait)

    @contextmanager
    def socket(self, connection: Connection) -> Iterator[bool]:
        """While a socket is open; whether there is a place for it."""
        host = host_of(connection)
        key = rate_key(host)
        fits = self._sockets.total() < MOST_SOCKETS
        fits = fits and self._sockets[key] < MOST_SOCKETS_AN_ADDRESS * times_for(host)
        fits = fits and not self._wait(self._calls, host, key, "sockets", DEAR)
        self._sockets[key] += 1
        try:
            yield fits
        finally:
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]

    @property
    def sockets(self) -> int:
        """How many are open."""
        return self._sockets.total()

    def _wait(self, meter: Meter, host: str, key: str, what: str, price: int = 1) -> float:
        wait = meter.wait(key, price, times_for(host))
        if wait:
            metrics.DENIED.labels(f"too many {what}").inc()
            if not self._noticed.wait(key):
                log.warning("too many", what=what, address=host)
        return wait


class CallLimit:
    """The application behind the limit on calls: what is too much is refused before anything is made of it."""

    def __init__(self, app: Litestar) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and _first_of(scope["path"]) in MEASURED:
            host, defence = scope["client"][0] if scope["client"] else "", self._app.state.hub.defence
            if wait := defence.call(host):
                await _refuse(scope, send, wait)
                return

            async def answer(message: Message) -> None:
                if message["type"] == "http.response.start" and message["status"] in WRONG:
                    defence.wrong_call(host)
                await send(message)

            await self._app(scope, receive, answer)
            return
        await self._app(scope, receive, send)


def _first_of(path: str) -> str:
    """The first part of a path. (Litestar takes ``//api`` for ``/api``.)"""
    return path.lstrip("/").partition("/")[0]


async def _refuse(scope: Scope, send: Send, wait: float) -> None:
    await asyncio.sleep(min(wait, BREATH))
    denied = Denied(429, "too many calls from your address: wait a little", retry=wait)
    with speaking(accepted(Headers.from_scope(scope).get("accept-language", ""))):
        problem = Problem(denied.title, denied.status, denied.detail)
    headers = [(b"content-type", PROBLEM.encode()), (b"retry-after", str(denied.retry).encode())]
    await send({"type": "http.response.start", "status": 429, "headers": headers})
    await send({"type": "http.response.body", "body": msgspec.json.encode(problem), "more_body": False})


def host_of(connection: Connection) -> str:
    """The address of who calls; behind a proxy on this machine the one that the proxy names."""
    return connection.client.host if connection.client else ""


def times_for(host: str) -> int:
    """How many times the usual is allowed to an address."""
    return HERE if is_local(host) else 1
