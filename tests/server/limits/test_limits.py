"""Callers that take more than their share must wait, and unfinished requests are dropped. Honest play goes on."""

import asyncio
import contextlib
import itertools
import json
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from support.hubs import in_a_house, until
from support.serving import Person, Serving, opened, people, usual, within
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from threedown.server.http import call_limit
from threedown.server.http import socket as room_socket
from threedown.server.http.app import server
from threedown.server.http.call_limit import CallLimit
from threedown.server.hub import Hub
from threedown.server.limits import limiter
from threedown.server.limits.limiter import Limiter
from threedown.server.limits.rates import (
    CALLS,
    DOCUMENT,
    GUESTS,
    HEAVY,
    MAX_DELAYED_PER_ADDRESS,
    MAX_KEYS,
    PAGES,
    PENALTY,
    PICTURE,
    Allowance,
    Meter,
)
from threedown.server.model import clock
from threedown.server.model.errors import Unavailable
from threedown.server.model.wire import NewGuest, NewRoom
from threedown.server.rooms import guests, room_limits
from threedown.server.store import passkeys
from threedown.server.store.passkeys import StoredPasskey
from threedown.server.store.writer import Writer

ELSEWHERE = {"X-Forwarded-For": "203.0.113.7"}
"""As a proxy on this machine says that somebody calls from there."""


def test_a_meter_gives_back_what_was_used_in_time_and_no_more_than_all() -> None:
    now = [0.0]
    meter = Meter(Allowance(3, 2.0), lambda: now[0])
    assert [meter.wait() for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    now[0] = 0.5
    assert [meter.wait(), meter.wait()] == [0.0, 0.5]
    now[0] = 100.0
    assert [meter.wait() for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert meter.wait("dear", price=3) == 0.0
    assert meter.wait("dear") == 0.5
    assert [meter.wait("here", factor=2) for _ in range(7)] == [0.0] * 6 + [0.25]


def test_a_meter_forgets_rather_than_grows() -> None:
    meter = Meter(Allowance(1, 1.0), lambda: 0.0)
    for key in range(2 * MAX_KEYS):
        meter.wait(f"{key}")
    assert len(meter._full_at) <= MAX_KEYS
    assert meter.wait(f"{2 * MAX_KEYS - 1}") == 1.0, "the newest are remembered"


def test_an_address_makes_so_many_guests_at_once_and_is_told_when_to_come_back(url: str) -> None:
    with httpx.Client(base_url=url, trust_env=False, headers={"X-Forwarded-For": "198.51.100.4"}) as caller:
        answers = [caller.post("/api/guest", json={"program": True}) for _ in range(GUESTS.burst)]
        while answers[-1].status_code == 201:  # on a slow machine one more may have become free meanwhile
            answers.append(caller.post("/api/guest", json={"program": True}))
    assert [answer.status_code for answer in answers[: GUESTS.burst]] == [201] * GUESTS.burst
    last = answers[-1]
    assert (last.status_code, last.json()["title"]) == (429, "Too many requests")
    assert last.headers["content-type"].startswith("application/problem+json")
    assert 1 <= int(last.headers["retry-after"]) <= 1 / GUESTS.per_second
    assert httpx.post(f"{url}/api/guest", trust_env=False).status_code == 201, "another address is another's"


def test_there_are_so_many_guests_in_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guests, "MAX_GUESTS", 2)

    async def fill(hub: Hub) -> None:
        await hub.guests.new(NewGuest())

    async def act(hub: Hub) -> None:
        await hub.guests.new(NewGuest())
        with pytest.raises(Unavailable, match="too many guests"):
            await hub.guests.new(NewGuest())

    in_a_house(folder, fill)
    in_a_house(folder, act)


def test_guests_who_never_sat_down_make_room_for_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch, later: Any
) -> None:
    """One address made 100,000 guests in six days; after that nobody else could ever become one."""
    monkeypatch.setattr(guests, "MAX_GUESTS", 4)

    async def act(hub: Hub) -> None:
        seated, idle, busy, linked = [await hub.guests.new(NewGuest()) for _ in range(4)]
        await hub.opener.open(seated, NewRoom("war"))
        key = StoredPasskey("k", linked.player, b"credential", b"key", 0, clock.now())
        await hub.services.writer.do(partial(passkeys.add_passkey, new=key))
        with pytest.raises(Unavailable):
            await hub.guests.new(NewGuest())
        later(guests.UNUSED_AFTER + 1)
        await hub.guests.of(busy.token)
        await until(lambda: not hub.services.tasks - background)
        assert (await hub.guests.new(NewGuest())).token
        found = [await hub.guests.of(each.token) for each in (seated, idle, busy, linked)]
        assert [each is None for each in found] == [False, True, False, False]
        with pytest.raises(Unavailable):
            await hub.guests.new(NewGuest())

    async def run(hub: Hub) -> None:
        background.update(hub.services.tasks)
        await act(hub)

    background: set[Any] = set()
    in_a_house(folder, run)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusals, and answers to wrong calls, that do not wait before they are told."""
    monkeypatch.setattr(call_limit, "MAX_DELAY", 0.0)
    monkeypatch.setattr(limiter, "WRONG_DELAY", 0.0)


def test_an_address_makes_so_many_calls_at_once(url: str) -> None:
    """80 wrong calls at once cost 800, with 300 allowed: the next one is refused for 25 seconds.

    A call pays when it is answered, so how many are refused depends on how many were begun by then.
    """

    async def run() -> httpx.Response:
        headers = {"X-Forwarded-For": "198.51.100.5"}
        async with httpx.AsyncClient(base_url=url, trust_env=False, headers=headers, timeout=60) as caller:
            wrong = await asyncio.gather(*(caller.get("/api/rooms/nowhere") for _ in range(80)))
            assert {each.status_code for each in wrong} <= {404, 429}
            assert sum(each.status_code == 404 for each in wrong) >= 30
            return await caller.get("/api/rooms/nowhere")

    answer = asyncio.run(run())
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1


@pytest.mark.usefixtures("at_once")
def test_a_call_that_was_wrong_and_a_socket_that_had_to_be_closed_cost_their_address_more() -> None:
    state = SimpleNamespace(hub=SimpleNamespace(limiter=(measured := Limiter())))
    measured._calls = Meter(CALLS, lambda: 0.0)

    def answered(status: int) -> int:
        """Return the answer to a call if the application answers like this."""
        told: list[int] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": status})

        async def send(message: Any) -> None:
            told.append(message.get("status"))

        app.state = state  # type: ignore[attr-defined]
        scope: Any = {"type": "http", "path": "/api/x", "headers": [], "client": ("203.0.113.7", 1)}
        asyncio.run(CallLimit(app)(scope, None, send))  # type: ignore[arg-type]
        return told[0]

    assert [answered(status) for status in (200, 409)] == [200, 409]
    wrong = [answered(404) for _ in range(40)]
    assert wrong == [404] * 30 + [429] * 10, "300 - 2 calls, ten for each that is wrong; the last one is owed"
    measured.charge_wrong_socket("203.0.113.8")
    left = sum(measured.call("203.0.113.8") == 0.0 for _ in range(CALLS.burst))
    assert left == pytest.approx(CALLS.burst - PENALTY, abs=1)


def test_wrong_calls_of_an_address_are_answered_ever_later() -> None:
    """By hand: of 300 calls a wrong one takes nine more, so the first is answered after 9/300 of a second."""
    measured = Limiter()
    measured._calls = Meter(CALLS, lambda: 0.0)
    delays = [measured.charge_wrong_call("203.0.113.7") for _ in range(40)]
    assert delays[:3] == pytest.approx([0.03, 0.06, 0.09])
    assert delays[-1] == 1
    assert measured.charge_wrong_call("203.0.113.8") == pytest.approx(0.03), "others are answered as before"
    assert measured.charge_wrong_call("127.0.0.1") < 0.001


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("path", ["/api/games", "//api/games", "///api//games", "/healthz", "/metrics"])
def test_there_is_no_way_around_the_measure(path: str) -> None:
    """Litestar takes two slashes for one."""
    state = SimpleNamespace(hub=SimpleNamespace(limiter=SimpleNamespace(call=lambda host: 7.0)))
    told: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        told.append(message)

    scope: Any = {"type": "http", "path": path, "headers": [], "client": ("203.0.113.7", 1)}
    asyncio.run(CallLimit(SimpleNamespace(state=state))(scope, None, send))  # type: ignore[arg-type]
    assert told[0]["status"] == 429
    assert (b"retry-after", b"7") in told[0]["headers"]


@pytest.mark.usefixtures("at_once")
def test_the_files_of_the_page_have_a_limit_too() -> None:
    """2,600 requests a second of one address for the page took a whole core, and held up every game."""
    state = SimpleNamespace(hub=SimpleNamespace(limiter=(measured := Limiter())))
    measured._pages = Meter(PAGES, lambda: 0.0)
    told: list[int] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200})

    async def send(message: Any) -> None:
        if "status" in message:
            told.append(message["status"])

    app.state = state  # type: ignore[attr-defined]
    for path, price in (("/r/room", DOCUMENT), ("/preview/room.png", PICTURE), ("/docs/", 1), ("/assets/a.js", 1)):
        told.clear()
        measured._pages = Meter(PAGES, lambda: 0.0)
        scope: Any = {"type": "http", "path": path, "headers": [], "client": ("203.0.113.7", 1)}
        for _ in range(PAGES.burst // price + 1):
            asyncio.run(CallLimit(app)(scope, None, send))  # type: ignore[arg-type]
        assert (told[-1], set(told[: PAGES.burst // price - 1])) == (429, {200})


def test_an_address_cannot_keep_the_connections_of_the_server_waiting() -> None:
    """Of many refusals that are delayed at a time, most are told at once and their connections closed."""
    state = SimpleNamespace(hub=SimpleNamespace(limiter=SimpleNamespace(call=lambda host: 7.0)))
    limit = CallLimit(SimpleNamespace(state=state))  # type: ignore[arg-type]
    headers: list[dict[bytes, bytes]] = []

    async def send(message: Any) -> None:
        if "headers" in message:
            headers.append(dict(message["headers"]))

    async def run() -> None:
        scope: Any = {"type": "http", "path": "/api/games", "headers": [], "client": ("203.0.113.7", 1)}
        calls = [asyncio.create_task(limit(scope, None, send)) for _ in range(2 * MAX_DELAYED_PER_ADDRESS)]  # type: ignore[arg-type]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert [each.get(b"connection") for each in headers] == [b"close"] * MAX_DELAYED_PER_ADDRESS
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)

    asyncio.run(run())
    assert not limit._delayed, "whoever has gone is not counted"


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server whose deadlines are short."""
    code = (
        "from threedown.server.http import socket; from threedown.server.http import timeouts;"
        "timeouts.REQUEST_SECONDS = timeouts.CLOSING_SECONDS = timeouts.PING_SECONDS = 0.3;"
        "socket.HELLO_SECONDS = 0.3; from threedown.cli import main; main()"
    )
    serving = Serving(tmp_path_factory.mktemp("rooms"), program=("-c", code))
    yield serving
    serving.stop()


def closed(serving: Serving, *parts: bytes) -> bytes:
    """Return the server's bytes to a connection that sends these parts and then nothing, until it is closed."""
    with socket.create_connection(("127.0.0.1", serving.port), timeout=60) as line:
        for part in parts:
            line.sendall(part)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while part := line.recv(1 << 16):
                answer += part
        return answer


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_an_address_has_so_many_rooms_that_wait_or_are_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address makes guest after guest: each of their rooms takes memory until they have left it."""
    monkeypatch.setattr(room_limits, "MAX_ROOMS_PER_ADDRESS", 2)
    with TestClient(server(Writer(tmp_path), 0, names=["testserver.local"]), raise_server_exceptions=False) as client:

        def guest() -> dict[str, str]:
            told = client.post("/api/guest", json={"program": True}).json()
            client.cookies.clear()
            return {"Authorization": f"Bearer {told['token']}"}

        def opens(headers: dict[str, str]) -> httpx.Response:
            return client.post("/api/rooms", json={"game": "war", "bots": {"1": "random"}}, headers=headers)

        ann, ben = guest(), guest()
        played, waiting = (opens(headers).json()["room"] for headers in (ann, ben))
        assert client.post(f"/api/rooms/{played}/start", headers=ann).json()["state"] == "playing"
        refused = opens(guest())
        assert refused.status_code == 429
        assert refused.json()["detail"] == "There are too many rooms from your address: leave one, or finish its game."
        hub: Hub = client.app.state.hub
        assert {room.address for room in hub.rooms.values()} == {"testclient"}
        with hub.opener._limits.reserve("p", "203.0.113.7"):
            pass  # another address is another's
        assert client.post(f"/api/rooms/{waiting}/leave", headers=ben).json()["state"] == "stopped"
        assert opens(guest()).status_code == 201
        assert opens(guest()).status_code == 429


def test_an_unfinished_request_is_dropped(impatient: Serving) -> None:
    assert closed(impatient) == b""
    assert closed(impatient, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ") == b""
    body = (
        b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\nContent-Type: application/json\r\n\r\n{"
    )
    assert b"201" not in closed(impatient, body)
    whole = b"GET /api/rooms/nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n"
    assert b"404" in closed(impatient, whole, b"GET /healthz HTTP/1.1\r\nX-Slow: "), "nor after an honest one"


def test_a_large_or_malformed_request_is_refused(impatient: Serving) -> None:
    assert b"400" in closed(impatient, b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 17_000)
    assert b"400" in closed(impatient, b"\x16\x03\x01 this is not HTTP \r\n\r\n")


def test_answers_do_not_name_the_server_software(url: str) -> None:
    assert "server" not in httpx.get(f"{url}/healthz", trust_env=False).headers


def test_a_socket_without_hello_is_closed(impatient: Serving) -> None:
    async def run() -> None:
        async with people(impatient.url, "Ann") as (ann,):
            room = await opened([ann], "war")
            async with connect(f"ws://127.0.0.1:{impatient.port}/api/rooms/{room}/live", proxy=None) as line:
                with pytest.raises(ConnectionClosed) as closing:
                    await line.recv()
            assert closing.value.rcvd is not None
            assert closing.value.rcvd.code == room_socket.NO_HELLO
            assert "hello" in closing.value.rcvd.reason

    asyncio.run(run())


def test_too_many_sockets_are_refused_for_a_while(url: str) -> None:
    async def run() -> list[int | None]:
        async with people(url, "Ann") as (ann,):
            address, codes = f"{url.replace('http', 'ws')}/api/rooms/{await opened([ann], 'war')}/live", []
            for _ in range(CALLS.burst // HEAVY + 30):
                headers = {"X-Forwarded-For": "198.51.100.6"}
                async with connect(address, proxy=None, additional_headers=headers) as line:
                    with contextlib.suppress(ConnectionClosed):
                        await line.send('{"type":"hello"}')
                        await line.recv()
                codes.append(line.close_code)
                if line.close_code == room_socket.TOO_MANY:
                    break
            return codes

    codes = asyncio.run(run())
    assert set(codes[: CALLS.burst // HEAVY]) == {1000}
    assert codes[-1] == room_socket.TOO_MANY


def test_a_flood_on_a_socket_is_refused_and_then_closed_while_others_play(url: str) -> None:
    async def flood(room: str) -> tuple[list[dict[str, object]], int]:
        told = []
        address = f"{url.replace('http', 'ws')}/api/rooms/{room}/live"
        async with connect(address, proxy=None, additional_headers=ELSEWHERE) as line:
            await line.send('{"type":"hello"}')

            async def send() -> None:
                with contextlib.suppress(ConnectionClosed):
                    for number in itertools.count():
                        await line.send(json.dumps({"type": "go", "id": f"{number}", "seq": 0}))
                        await asyncio.sleep(0)  # it reads the answers meanwhile

            sending = asyncio.create_task(send())
            with contextlib.suppress(ConnectionClosed):
                while True:
                    told.append(json.loads(await line.recv()))
            await sending
            return told, line.close_code or 0

    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await opened([ann], "blitz31", bots={"1": "simple"}, pace=0, options={"lives": 1})
            await ann.call("POST", f"/api/rooms/{room}/start")
            person = Person(ann, room, usual)
            (told, code), over = await within(flood(room), person.play())
            assert over["type"] == "over"
            reasons = [str(message.get("reason")) for message in told if message["type"] == "refused"]
            assert any(
                reason.startswith("Too many messages. Please repeat this one in a moment.") for reason in reasons
            )
            assert "Spectators can't play." in reasons
            assert code == room_socket.TOO_MANY

    asyncio.run(run())


@pytest.mark.slow
def test_a_reader_that_has_stalled_is_cut_off(impatient: Serving) -> None:
    """It takes nothing, not even that it is closed; a connection of which nobody ever hears again."""

    async def run() -> None:
        async with people(impatient.url, "Ann") as (ann,):
            room = await opened([ann], "war", pace=0)
            address = f"ws://127.0.0.1:{impatient.port}/api/rooms/{room}/live"
            for greedy in (False, True):
                line = await connect(address, proxy=None)
                await line.send('{"type":"hello"}')
                await line.recv()
                line.transport.pause_reading()
                with contextlib.suppress(ConnectionClosed):
                    while greedy:  # until all that lies between the two is full
                        await line.send('{"type":"hello"}')
                while "\nthreedown_sockets 0.0" not in (await ann.http.get("/metrics")).text:
                    await asyncio.sleep(0.05)
                line.transport.abort()

    asyncio.run(asyncio.wait_for(run(), 60))
