"""Calls and sockets that reach a worker which doesn't hold their room are passed on to the worker that does.

Lists of rooms are put together from all workers. Calls about codes for devices, passkeys and studies go to one worker,
which has them in memory. A call from another worker carries its password and is never passed on again.
"""

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from typing import Any, cast

import httpx
import msgspec
import websockets

from threedown.server.http.errors import PROBLEM
from threedown.server.model.wire import Problem
from threedown.server.operations.log import log
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.hub import Hub
from threedown.server.rooms.subscriber import RESTART
from threedown.server.store.errors import NotSaved
from threedown.server.store.leases import Worker

Scope = dict[str, Any]
Receive = Callable[[], Any]
Send = Callable[[dict[str, Any]], Any]

PASSWORD, CLIENT, SCHEME = b"x-threedown-worker", b"x-threedown-client", b"x-threedown-scheme"
"""The headers of a call from another worker: its password, and the address and the scheme of the client."""
PASSED_ON = {
    b"accept", b"accept-language", b"authorization", b"content-type", b"cookie", b"host", b"origin", b"range",
    b"sec-websocket-protocol", b"user-agent", b"if-none-match",
}  # fmt: skip
"""The headers of a client that another worker gets."""
HOP_BY_HOP = {b"connection", b"content-length", b"date", b"keep-alive", b"server", b"transfer-encoding", b"upgrade"}
OF_A_ROOM = re.compile(r"/(?:api/rooms|r|preview)/([^/]+)(?:/|$)")
ONE_WORKER = (
    (re.compile(r"/api/(?:me/)?(?:devices|passkeys)(?:/|$)"), "~identity"),
    (re.compile(r"/api/lab/"), "~lab"),
)
"""The calls about what is in the memory of one worker, and the name of the lease that says which."""
LISTS = ("/api/rooms", "/api/me/rooms")
MOST_LISTED = 200
CODES = "/api/codes/"
CONNECT_SECONDS, LOOK_AGAIN = 2.0, 1.0
"""Seconds for another worker to accept a connection, and until it is asked again who holds the room."""
MOVING = "This room is moving. Please try again in a moment."


class Forwarding:
    """The application with calls passed on to other workers."""

    def __init__(self, app: Any, hub: Callable[[], Hub]) -> None:
        self._app, self._hub = app, hub
        self._client: httpx.AsyncClient | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call, here or by another worker."""
        is_call = scope["type"] in ("http", "websocket")
        if is_call and self._is_shared and not self._comes_from_worker(scope):
            await self._route(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    @property
    def _is_shared(self) -> bool:
        return self._hub().services.cluster.is_shared

    @property
    def _cluster(self) -> Shared:
        return cast("Shared", self._hub().services.cluster)

    def _comes_from_worker(self, scope: Scope) -> bool:
        """True for a call from another worker; its client's address and scheme become those of the call."""
        headers = dict(scope["headers"])
        if headers.get(PASSWORD, b"").decode("latin-1") != self._cluster.own.secret:
            scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in (PASSWORD, CLIENT, SCHEME)]
            return False
        scope["client"] = headers.get(CLIENT, b"").decode("latin-1"), 0
        scope["scheme"] = headers.get(SCHEME, b"http").decode("latin-1")
        return True

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, method = scope["path"], scope.get("method", "GET")
        if method == "GET" and (path in LISTS or path.startswith(CODES)):
            await self._gather(scope, receive, send)
            return
        try:
            holder = await self._holder(path)
        except NotSaved:  # the call says so itself
            holder = None
        if holder is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._pass_socket(holder, scope, receive, send)
        else:
            await self._pass_call(holder, scope, receive, send)

    async def _holder(self, path: str) -> Worker | None:
        """Return the other worker to which calls of a path go; None if they are answered here."""
        found = OF_A_ROOM.match(path)
        name = found[1] if found else next((name for pattern, name in ONE_WORKER if pattern.match(path)), None)
        if name is None or ((room := self._hub().rooms.get(name)) is not None and not room.holding.lost):
            return None
        return await self._cluster.holder(name) or await self._cluster.claim(name)

    # Calls

    async def _pass_call(self, holder: Worker, scope: Scope, receive: Receive, send: Send) -> None:
        """Have another worker answer a call; if it is gone, answer it here."""
        body = await _body_of(receive)
        if body is None:
            return
        try:
            answer = await self._answer_of(holder, scope, body)
        except httpx.ConnectError:
            await self._take_over(holder, scope["path"])
            await self._app(scope, _repeated(body, receive), send)
        except (httpx.HTTPError, TimeoutError):
            await _refuse(send)
        else:
            await _send_answer(answer, send)

    async def _answer_of(self, holder: Worker, scope: Scope, body: bytes) -> httpx.Response:
        """Return another worker's answer; raises TimeoutError once it doesn't hold the room any more."""
        if self._client is None:
            self._client = httpx.AsyncClient(
                timeout=httpx.Timeout(60, connect=CONNECT_SECONDS), trust_env=False,
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=50),
            )  # fmt: skip
        query = scope["query_string"].decode("latin-1")
        url = f"http://{holder.address}{scope['raw_path'].decode('latin-1')}{'?' if query else ''}{query}"
        call = asyncio.ensure_future(
            self._client.request(scope["method"], url, headers=_headers(holder, scope), content=body)
        )
        while not call.done():
            await asyncio.wait((call,), timeout=LOOK_AGAIN)
            if not call.done() and not await self._is_alive(holder):
                call.cancel()
                raise TimeoutError
        return call.result()

    async def _is_alive(self, holder: Worker) -> bool:
        try:
            return any(other.worker == holder.worker for other in await self._cluster.others())
        except NotSaved:
            return True

    async def _take_over(self, holder: Worker, path: str) -> None:
        """Hold the room of a path, because nobody listens where its holder was."""
        log.warning("a worker is gone", worker=holder.worker)
        if found := OF_A_ROOM.match(path):
            with contextlib.suppress(NotSaved):
                await self._cluster.claim(found[1], force=True)

    # Lists

    async def _gather(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a list with the rooms of all workers, or find the room of a code at one of them."""
        scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]}
        own: list[dict[str, Any]] = []

        async def note(message: dict[str, Any]) -> None:
            own.append(message)

        others = await self._ask_others(scope)
        await self._app(scope, receive, note)
        is_list, status = scope["path"] in LISTS, own[0]["status"]
        if not is_list and status == 404 and others:
            await _send_answer(others[0], send)
            return
        if is_list and status == 200:
            body = b"".join(message.get("body", b"") for message in own[1:])
            body = _merged(body, [answer.content for answer in others], scope["path"])
            headers = [pair for pair in own[0]["headers"] if pair[0] != b"content-length"]
            own[0]["headers"] = [*headers, (b"content-length", str(len(body)).encode())]
            own[1:] = [{"type": "http.response.body", "body": body}]
        for message in own:
            await send(message)

    async def _ask_others(self, scope: Scope) -> list[httpx.Response]:
        """Return the good answers of all other workers."""
        try:
            workers = await self._cluster.others()
        except NotSaved:
            return []
        asked = (asyncio.wait_for(self._answer_of(worker, scope, b""), CONNECT_SECONDS) for worker in workers)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        return [answer for answer in answers if isinstance(answer, httpx.Response) and answer.status_code == 200]

    # Sockets

    async def _pass_socket(self, holder: Worker, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a socket's messages on in both directions until one side closes it."""
        host = dict(scope["headers"]).get(b"host", b"localhost").decode("latin-1")
        address, _, port = holder.address.rpartition(":")
        headers = {name: value for name, value in _headers(holder, scope).items() if name != "host"}
        try:
            other = await websockets.connect(
                f"ws://{host}{scope['raw_path'].decode('latin-1')}", host=address, port=int(port), compression=None,
                additional_headers=headers, user_agent_header=None, open_timeout=CONNECT_SECONDS, ping_interval=None,
                max_size=None, proxy=None,
            )  # fmt: skip
        except ConnectionRefusedError:
            await self._take_over(holder, scope["path"])
            await self._app(scope, receive, send)
            return
        except (OSError, TimeoutError, websockets.WebSocketException):
            await _close(receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        tasks = [
            asyncio.ensure_future(_pass_up(receive, other)),
            asyncio.ensure_future(_pass_down(other, send)),
            asyncio.ensure_future(self._until_dead(holder)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            if tasks[0].done():  # the client has gone
                return
            code = other.close_code if tasks[1].done() and other.close_code not in (None, 1006) else RESTART
            with contextlib.suppress(RuntimeError, OSError):
                reason = other.close_reason or ""
                await send({"type": "websocket.close", "code": 1000 if code == 1005 else code, "reason": reason})
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            other.transport.abort() if tasks[2].done() else await other.close()

    async def _until_dead(self, holder: Worker) -> None:
        while await self._is_alive(holder):
            await asyncio.sleep(LOOK_AGAIN)


async def _pass_up(receive: Receive, other: websockets.ClientConnection) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        await other.send(message["bytes"] if text is None else text)


async def _pass_down(other: websockets.ClientConnection, send: Send) -> None:
    async for message in other:
        await send({"type": "websocket.send", "text": message})


def _headers(holder: Worker, scope: Scope) -> dict[str, str]:
    """Return the headers of a call that is passed on."""
    found = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"] if name in PASSED_ON}
    client = scope["client"][0] if scope.get("client") else ""
    scheme = str(scope["scheme"])
    own = {PASSWORD: holder.secret, CLIENT: client, SCHEME: scheme}
    return found | {name.decode(): value for name, value in own.items()} | {"accept-encoding": "identity"}


def _merged(own: bytes, others: Sequence[bytes], path: str) -> bytes:
    """Return the rooms of several lists, each once."""
    rooms: dict[str, Any] = {}
    for body in (own, *others):
        for room in msgspec.json.decode(body):
            known = rooms.get(room["room"])
            if known is None or (known.get("view") is None and room.get("waits")):
                rooms[room["room"]] = room
    found = list(rooms.values())
    if path == LISTS[1]:
        found.sort(key=lambda room: (not room["waits"], room["state"] in ("over", "stopped")))
    else:
        found = found[:MOST_LISTED]
    return msgspec.json.encode(found)


async def _body_of(receive: Receive) -> bytes | None:
    """Return the body of a call; None if the client has gone."""
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _repeated(body: bytes, receive: Receive) -> Receive:
    """Return a source of messages that has the body once more."""
    bodies = [body]

    async def again() -> Any:
        if bodies:
            return {"type": "http.request", "body": bodies.pop(), "more_body": False}
        return await receive()

    return again


async def _send_answer(answer: httpx.Response, send: Send) -> None:
    headers = [(name.lower(), value) for name, value in answer.headers.raw if name.lower() not in HOP_BY_HOP]
    headers.append((b"content-length", str(len(answer.content)).encode()))
    await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": answer.content})


async def _refuse(send: Send) -> None:
    """Answer a call whose worker gave no answer: it may have carried the call out, or not."""
    body = msgspec.json.encode(Problem("Unavailable", 503, MOVING, []))
    length = str(len(body)).encode()
    headers = [(b"content-type", PROBLEM.encode()), (b"retry-after", b"1"), (b"content-length", length)]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _close(receive: Receive, send: Send) -> None:
    """Accept a socket and close it: the client comes again in a moment."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": RESTART, "reason": MOVING})
