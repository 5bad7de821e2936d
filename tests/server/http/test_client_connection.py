"""The client's socket against a stub: after a break it resumes, and says again only what was not answered."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from http import HTTPStatus
from typing import Any, cast

import httpx
import pytest
from support.serving import PATIENCE
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from threedown import client
from threedown.client import RoomConnection

Heard = list[list[dict[str, Any]]]
STEP = {"type": "step", "seq": 7, "events": []}


def connected(
    play: Callable[[RoomConnection], Awaitable[None]],
    answers: Callable[[dict[str, Any]], list[dict[str, Any] | None]],
    refusals: int = 0,
) -> Heard:
    """Play with a room that gives ``answers`` to what it hears, breaks a connection at None, and refuses the first
    ``refusals`` connections; return what it heard, by connection."""
    heard: Heard = []
    left = refusals

    async def room(socket: ServerConnection) -> None:
        heard.append([])
        async for text in socket:
            heard[-1].append(json.loads(text))
            for answer in answers(heard[-1][-1]):
                if answer is None:
                    await socket.close(1012)
                    return
                await socket.send(json.dumps(answer))

    def refuse(socket: ServerConnection, _: Request) -> Response | None:
        nonlocal left
        left -= 1
        return socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, "later\n") if left >= 0 else None

    async def run() -> None:
        async with serve(room, "127.0.0.1", 0, process_request=refuse) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            await asyncio.wait_for(play(RoomConnection(f"ws://127.0.0.1:{port}", {})), PATIENCE)

    asyncio.run(run())
    return heard


async def until(live: RoomConnection, kind: str) -> dict[str, Any]:
    """Return the first message of a kind."""
    async for message in live:
        if message["type"] == kind:
            return message
    raise AssertionError("a connection's messages have no end")


def test_after_a_break_the_client_asks_for_what_came_since() -> None:
    def answers(said: dict[str, Any]) -> list[dict[str, Any] | None]:
        return [STEP, None] if said["after"] is None else [{"type": "over"}]

    async def play(live: RoomConnection) -> None:
        await until(live, "over")

    heard = connected(play, answers)
    assert [[message["after"] for message in messages] for messages in heard] == [[None], [7]]


def test_a_refused_connection_is_tried_again() -> None:
    async def play(live: RoomConnection) -> None:
        assert (await until(live, "step"))["seq"] == 7

    heard = connected(play, lambda _: [STEP], refusals=2)
    assert [message["type"] for [message] in heard] == ["hello"]


def test_only_unanswered_commands_are_sent_again() -> None:
    """Of three commands one is accepted, one is refused, and one gets no answer before the connection breaks."""

    def answers(said: dict[str, Any]) -> list[dict[str, Any] | None]:
        match said:
            case {"type": "hello", "after": None}:
                return [STEP]
            case {"type": "hello"}:
                return []
            case {"choice": "accepted", "id": id}:
                return [{"type": "ack", "id": id, "seq": 8}]
            case {"choice": "refused", "id": id}:
                return [{"type": "refused", "id": id, "reason": "stale"}]
        lost.append(said)
        return [None] if len(lost) == 1 else [{"type": "over"}]

    lost: list[dict[str, Any]] = []

    async def play(live: RoomConnection) -> None:
        async for message in live:
            if message["type"] == "step":
                for choice in ("accepted", "refused", "unanswered"):
                    await live.choose(choice)
            elif message["type"] == "over":
                return

    first, second = connected(play, answers)
    assert [message.get("choice") for message in first] == [None, "accepted", "refused", "unanswered"]
    assert second[0] == {**second[0], "type": "hello", "after": 7}
    assert second[1:] == [first[3]], "under the same id"


def test_a_tournament_is_entered_when_a_server_that_restarts_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE", 0)
    asked = list[str]()

    class Player:
        async def call(self, method: str, path: str) -> client.Message:
            asked.append(path)
            if len(asked) < 3:
                raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
            return {}

        async def standings(self, tournament: str) -> AsyncIterator[client.Message]:
            yield {"type": "standings", "you": None, "tournament": {"phase": "over"}}

    player = cast("client.GuestClient", Player())
    told = asyncio.run(client.play_tournament(player, "t1", lambda message: ""))
    assert told["tournament"]["phase"] == "over"
    assert asked == ["/api/tournaments/t1/join"] * 3


@pytest.mark.parametrize(("method", "asked"), [("GET", 2), ("POST", 1)])
def test_a_call_that_meets_a_closing_connection_is_made_again_if_it_changes_nothing(method: str, asked: int) -> None:
    calls: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        calls.append(request.method)
        if len(calls) == 1:
            raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
        return httpx.Response(200, json={"player": "ann"})

    async def call() -> Any:
        async with client.GuestClient("http://table", None) as guest:
            await guest.http.aclose()
            guest.http = httpx.AsyncClient(base_url="http://table", transport=httpx.MockTransport(answer))
            return await guest.call(method, "/api/me")

    if method == "GET":
        assert asyncio.run(call()) == {"player": "ann"}
    else:
        with pytest.raises(httpx.RemoteProtocolError):
            asyncio.run(call())
    assert len(calls) == asked
