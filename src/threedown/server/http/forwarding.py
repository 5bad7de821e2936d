"""Calls and sockets that reach a worker which doesn't hold their room are passed on to the worker that does.

Lists of rooms are put together from all workers. Calls about codes for devices and passkeys go to one worker, which
has them in memory. A call from another worker carries its password and is never passed on again: if it is about a
room that a third worker holds, it is answered with 421, and the first worker looks again.

A room is opened at any worker, because nginx can't know its name yet. Its first socket, or any call about it before,
comes by the name. If it arrives at another worker, that worker gets the room: the one that opened it answers 421 too.
"""

import asyncio
import contextlib
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, cast

import httpx
import msgspec
import websockets
from msgspec.structs import replace

from threedown.server.http.passed_on import (
    MISDIRECTED,
    Headers,
    Receive,
    Scope,
    Send,
    body_of,
    close,
    misdirected,
    refuse,
    repeated,
    send_answer,
)
from threedown.server.hub import Hub
from threedown.server.model.errors import RequestError
from threedown.server.model.matching import CrowdSeen
from threedown.server.operations.log import log
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.subscriber import RESTART
from threedown.server.store.errors import NotSaved
from threedown.server.store.leases import Worker

PASSWORD, CLIENT, SCHEME = b"x-threedown-worker", b"x-threedown-client", b"x-threedown-scheme"
"""The headers of a call from another worker: the password, and the address and the scheme of the client."""
OF_WORKER = "threedown.of_worker"
"""The key of a call's scope that only a call from another worker has."""
FROM = b"x-threedown-from"
"""The header that names the worker which passes a call on."""
OPENED_FROM = b"x-threedown-opened-from"
"""The header of an answer that hands a room over: the rate key of the address that opened it."""
PASSED_ON = {
    b"accept", b"accept-language", b"authorization", b"content-type", b"cookie", b"host", b"origin", b"range",
    b"sec-websocket-protocol", b"user-agent", b"if-none-match",
}  # fmt: skip
"""The headers of a client that another worker gets."""
OF_A_ROOM = re.compile(r"/(?:api/rooms|r|preview)/([^/]+)(?:/|$)")
ONE_WORKER = ((re.compile(r"/api/(?:me/)?(?:devices|passkeys)(?:/|$)"), "~identity"),)
"""The calls about what is in the memory of one worker, and the name of the lease that says which."""
LISTS = ("/api/rooms", "/api/me/rooms")
CROWD = "/api/queue"
MOST_LISTED = 200
CODES = "/api/codes/"
MOST_TRIES = 3
"""The number of times that a worker looks for a room that others say they don't hold."""
CONNECT_SECONDS, LOOK_AGAIN = 2.0, 1.0
"""Seconds for another worker to accept a connection, and until it is asked again who holds the room."""


class Forwarding:
    """The application with calls passed on to other workers."""

    def __init__(self, app: Any, hub: Callable[[], Hub]) -> None:
        self._app, self._hub = app, hub
        self._client: httpx.AsyncClient | None = None
        self._answering: Counter[str] = Counter()
        """The calls and sockets that are in the application, by room: its room isn't handed over meanwhile."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call, here or by another worker."""
        if scope["type"] not in ("http", "websocket") or not self._is_shared:
            await self._app(scope, receive, send)
        elif not self._comes_from_worker(scope):
            await self._route(scope, receive, send)
        elif (headers := await self._goes_elsewhere(scope)) is not None:
            await misdirected(scope, receive, send, headers)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a call here, and count it until it is answered."""
        name = _name_in(scope["path"]) or ""
        self._answering[name] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._answering[name] -= 1
            if not self._answering[name]:
                del self._answering[name]

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
            scope["headers"] = [pair for pair in scope["headers"] if pair[0] not in (PASSWORD, CLIENT, SCHEME, FROM)]
            return False
        scope["client"] = headers.get(CLIENT, b"").decode("latin-1"), 0
        scope["scheme"] = headers.get(SCHEME, b"http").decode("latin-1")
        scope[OF_WORKER] = True
        return True

    async def _goes_elsewhere(self, scope: Scope) -> Headers | None:
        """Return None if a call from another worker is answered here, else the headers of the answer that it isn't.

        A room that waits for its first client is handed over to the worker that passes the call on.
        """
        found, by = OF_A_ROOM.match(scope["path"]), dict(scope["headers"]).get(FROM, b"").decode("latin-1")
        if found is None or not by:
            return None
        rooms = self._hub().rooms
        room = rooms.get(found[1])
        if room is not None and not room.holding.lost:
            is_gone = not self._answering[room.name] and await rooms.hand_over(room, by)
            return [(OPENED_FROM, (room.address or "").encode("latin-1"))] if is_gone else None
        try:
            self._cluster.look_again(found[1])
            return None if await self._cluster.holder(found[1]) is None else []
        except NotSaved:  # the call says so itself
            return None

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, method = scope["path"], scope.get("method", "GET")
        if method == "GET" and (path in (*LISTS, CROWD) or path.startswith(CODES)):
            await self._gather(scope, receive, send)
            return
        body: bytes | None = None
        for _ in range(MOST_TRIES):
            try:
                holder = await self._holder(path)
            except NotSaved:  # the call says so itself
                holder = None
            if holder is None:
                break
            if scope["type"] == "websocket":
                is_done = await self._pass_socket(holder, scope, receive, send)
            else:
                body = await body_of(receive) if body is None else body
                is_done = body is None or await self._pass_call(holder, scope, body, send)
            if is_done:
                return
        await self._answer(scope, receive if body is None else repeated(body, receive), send)

    async def _holder(self, path: str) -> Worker | None:
        """Return the other worker to which calls of a path go; None if they are answered here."""
        name = _name_in(path)
        if name is None or ((room := self._hub().rooms.get(name)) is not None and not room.holding.lost):
            return None
        return await self._cluster.holder(name) or await self._cluster.claim(name)

    async def _follow(self, path: str, opened_from: str | None) -> None:
        """Look again for a room that its holder hasn't any more; if this worker has got it, bring it into memory.

        It does so even if the call is refused afterwards: a public room is listed by the worker that has it.
        """
        if found := OF_A_ROOM.match(path):
            self._cluster.look_again(found[1])
            with contextlib.suppress(NotSaved, RequestError):
                if opened_from is not None and await self._cluster.holder(found[1]) is None:
                    room = await self._hub().rooms.find(found[1])
                    room.address = room.address or opened_from or None

    # Calls

    async def _pass_call(self, holder: Worker, scope: Scope, body: bytes, send: Send) -> bool:
        """Have another worker answer a call; return False if it is gone, or has not the room any more."""
        try:
            answer = await self._answer_of(holder, scope, body)
        except httpx.ConnectError:
            await self._take_over(holder, scope["path"])
            return False
        except (httpx.HTTPError, TimeoutError):
            await refuse(send)
            return True
        if answer.status_code == MISDIRECTED:
            await self._follow(scope["path"], answer.headers.get(OPENED_FROM.decode()))
            return False
        await send_answer(answer, send)
        return True

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
            self._client.request(scope["method"], url, headers=self._headers(holder, scope), content=body)
        )
        while not call.done():
            await asyncio.wait((call,), timeout=LOOK_AGAIN)
            if not call.done() and not await self._is_alive(holder):
                call.cancel()
                raise TimeoutError
        return call.result()

    def _headers(self, holder: Worker, scope: Scope) -> dict[str, str]:
        """Return the headers of a call that is passed on."""
        client = scope["client"][0] if scope.get("client") else ""
        own = {PASSWORD: holder.secret, CLIENT: client, SCHEME: str(scope["scheme"]), FROM: self._cluster.own.worker}
        found = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"] if name in PASSED_ON
        }
        return found | {name.decode(): value for name, value in own.items()} | {"accept-encoding": "identity"}

    async def _is_alive(self, holder: Worker) -> bool:
        try:
            return any(other.worker == holder.worker for other in await self._cluster.others())
        except NotSaved:
            return True

    async def _take_over(self, holder: Worker, path: str) -> None:
        """Hold the room of a path, because nobody listens where its holder was."""
        log.warning("a worker is gone", worker=holder.worker)
        if name := _name_in(path):
            with contextlib.suppress(NotSaved):
                await self._cluster.claim(name, force=True)

    # Lists

    async def _gather(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a list with the rooms of all workers, or the number of their people, or find the room of a code."""
        scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0] != b"accept-encoding"]}
        own: list[dict[str, Any]] = []

        async def note(message: dict[str, Any]) -> None:
            own.append(message)

        others, is_list = await self._ask_others(scope), not scope["path"].startswith(CODES)
        if others and not is_list:
            await send_answer(others[0], send)
            return
        await self._app(scope, receive, note)
        if is_list and own[0]["status"] == 200:
            body = b"".join(message.get("body", b"") for message in own[1:])
            merge = _summed if scope["path"] == CROWD else _merged
            body = merge(body, [answer.content for answer in others], scope["path"])
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

    async def _pass_socket(self, holder: Worker, scope: Scope, receive: Receive, send: Send) -> bool:
        """Pass a socket's messages on in both directions until one side closes it.

        Return False if the other worker is gone, or has not the room any more.
        """
        host = dict(scope["headers"]).get(b"host", b"localhost").decode("latin-1")
        address, _, port = holder.address.rpartition(":")
        headers = {name: value for name, value in self._headers(holder, scope).items() if name != "host"}
        try:
            other = await websockets.connect(
                f"ws://{host}{scope['raw_path'].decode('latin-1')}", host=address, port=int(port), compression=None,
                additional_headers=headers, user_agent_header=None, open_timeout=CONNECT_SECONDS, ping_interval=None,
                max_size=None, proxy=None,
            )  # fmt: skip
        except ConnectionRefusedError:
            await self._take_over(holder, scope["path"])
            return False
        except (OSError, TimeoutError, websockets.WebSocketException) as error:
            if isinstance(error, websockets.InvalidStatus) and error.response.status_code == MISDIRECTED:
                await self._follow(scope["path"], error.response.headers.get(OPENED_FROM.decode()))
                return False
            await close(receive, send)
            return True
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
                return True
            code = other.close_code if tasks[1].done() and other.close_code not in (None, 1006) else RESTART
            with contextlib.suppress(RuntimeError, OSError):
                reason = other.close_reason or ""
                await send({"type": "websocket.close", "code": 1000 if code == 1005 else code, "reason": reason})
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            other.transport.abort() if tasks[2].done() else await other.close()
        return True

    async def _until_dead(self, holder: Worker) -> None:
        while await self._is_alive(holder):
            await asyncio.sleep(LOOK_AGAIN)


def _name_in(path: str) -> str | None:
    """Return the name of the lease that says which worker answers calls of a path; None if any worker does."""
    found = OF_A_ROOM.match(path)
    return found[1] if found else next((name for pattern, name in ONE_WORKER if pattern.match(path)), None)


async def _pass_up(receive: Receive, other: websockets.ClientConnection) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        await other.send(message["bytes"] if text is None else text)


async def _pass_down(other: websockets.ClientConnection, send: Send) -> None:
    async for message in other:
        await send({"type": "websocket.send", "text": message})


def _summed(own: bytes, others: Sequence[bytes], path: str) -> bytes:
    """Return the people who play at all workers; those who wait are the same for each."""
    crowd = msgspec.json.decode(own, type=CrowdSeen)
    seen = [crowd, *(msgspec.json.decode(body, type=CrowdSeen) for body in others)]
    playing = sum((Counter(one.playing) for one in seen), Counter[str]())
    return msgspec.json.encode(replace(crowd, people=sum(one.people for one in seen), playing=dict(playing)))


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
