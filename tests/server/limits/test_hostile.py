"""Whatever is sent to a room that no player would send: it is refused or the socket is closed, and beside it people
play a game to its end whose record is true."""

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from support.serving import PATIENCE, Person, any_choice, check_record, opened, people, within
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from threedown.client import GuestClient, Message
from threedown.server.http.socket import LARGEST_FRAME
from threedown.session.record import read_record

UNREADABLE = [
    "", "null", "[]", "7", '"hello"', "{", "{}", "NaN", "\x00", '{"type":"hello"', '{"type":"no such"}',
    '{"type":7}', '{"type":"hello","after":"0"}', '{"type":"hello","after":0.5}', '{"type":"hello","more":1}',
    '{"type":"choose"}', '{"type":"choose","id":"a","seq":0}',
    '{"type":"choose","id":"","seq":0,"choice":"knock"}', '{"type":"choose","id":7,"seq":0,"choice":"knock"}',
    '{"type":"choose","id":"' + "a" * 65 + '","seq":0,"choice":"knock"}',
    '{"type":"choose","id":"a","seq":null,"choice":"knock"}', '{"type":"choose","id":"a","seq":0,"choice":["knock"]}',
    '{"type":"choose","id":"a","seq":0,"choice":"' + "k" * 201 + '"}', '{"type":"go","id":"a","seq":true}',
    '{"type":"undo","id":"a"}', '{"type":"emote","id":"a"}', '{"type":"ack","id":"a","seq":1}',
    "[" * 2000, '{"type":' * 500, '{"type":"hello","after":' + "[" * 1500 + "]" * 1500 + "}",
]  # fmt: skip
"""Frames that are no messages: each is answered with its fault, and none closes the socket."""
ILLEGAL = [
    '{"type":"choose","id":"b1","seq":-1,"choice":"knock"}', '{"type":"choose","id":"b2","seq":99999,"choice":"knock"}',
    '{"type":"choose","id":"b3","seq":1' + "0" * 400 + ',"choice":"knock"}', '{"type":"go","id":"b4","seq":0}',
    '{"type":"choose","id":"b5","seq":0,"choice":"\\u0000\\ud83d\\ude00"}', '{"type":"undo","id":"b6","seq":0}',
    '{"type":"choose","id":"b7","seq":0,"choice":""}', '{"type":"hint","id":"b8","seq":-5}',
    '{"type":"emote","id":"b9","emote":"<script>"}',
]  # fmt: skip
"""Messages that are not allowed."""


class Hostile:
    """A room in which Ann plays honestly against a bot, and sockets to it of others."""

    def __init__(self, url: str, room: str) -> None:
        self._address = f"{url.replace('http', 'ws')}/api/rooms/{room}/live"

    def line(self, token: str = "") -> Any:
        """A socket with a token."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return connect(self._address, proxy=None, additional_headers=headers, max_size=1 << 22)


async def told(line: ClientConnection, kind: str, id: str | None = None) -> Message:
    """The next message of a kind (with an id)."""
    async for text in line:
        message: Message = json.loads(text)
        if message["type"] == kind and (id is None or message["id"] == id):
            return message
    raise AssertionError(f"closed before {kind}: {line.close_code}")


async def nonsense(hostile: Hostile, token: str) -> None:
    """Sizes, depths, types."""
    async with hostile.line(token) as line:
        await line.send('{"type":"hello"}')
        await told(line, "table")
        for text in UNREADABLE:
            await line.send(text)
            refusal = await told(line, "refused")
            assert refusal["id"] is None
            assert refusal["reason"].startswith("This message can't be read: "), text
            assert len(refusal["reason"]) <= 400
        for text in ILLEGAL:
            await line.send(text)
            assert (await told(line, "refused", json.loads(text)["id"]))["seq"] is not None
        await line.send(b'{"type":"hello"}')
        await line.send('{"type":"hello"}')
        await told(line, "table")


async def closed_with(hostile: Hostile, code: int, *sent: str | list[str] | bytes) -> None:
    """Frames that close the socket; bytes are sent raw on the line."""
    async with hostile.line() as line:
        await line.send('{"type":"hello"}')
        with contextlib.suppress(ConnectionClosed):
            for one in sent:
                if isinstance(one, bytes):
                    line.transport.write(one)
                else:
                    await line.send(one)
        await line.wait_closed()
        assert line.close_code == code


async def foreign(hostile: Hostile, token: str) -> None:
    """A guest without a seat, or with another guest's name, only watches."""
    for other in (token, token[:-1], "x" * 5000, ""):
        async with hostile.line(other) as line:
            await line.send('{"type":"hello"}')
            table = await told(line, "table")
            assert table["you"] is None
            assert table["question"] is None or "choices" not in table["question"]
            await line.send(json.dumps({"type": "choose", "id": "c", "seq": table["seq"], "choice": "draw stock"}))
            assert (await told(line, "refused", "c"))["reason"] == "Spectators can't play."


async def gone_in_the_middle(hostile: Hostile) -> None:
    """Connections that end wherever they are."""
    for _ in range(10):
        line = await hostile.line()
        await line.send('{"type":"hello"}')
        line.transport.abort()
    reader, writer = await asyncio.open_connection("127.0.0.1", int(hostile._address.split(":")[2].split("/")[0]))
    writer.write(b"GET /api/games HTTP/1.1\r\nHost: here\r\n\r\n")
    writer.write_eof()
    await reader.read(1)
    writer.transport.abort()


async def fickle(player: GuestClient, room: str) -> None:
    """Play a game of one's own: say everything twice, and leave before the answers come."""
    live, seen = player.live(room), None
    acks: dict[str, int] = {}
    async for message in live:
        if message["type"] == "over":
            break
        if message["type"] == "ack":
            assert acks.setdefault(message["id"], message["seq"]) == message["seq"]
        if message["type"] not in ("table", "step") or message["seq"] == seen:
            continue
        seen, question = message["seq"], message["question"]
        if question is not None and question.get("choices"):
            id = await live.choose(question["choices"][0])
            await live._send(live._unanswered.get(id, {"type": "hello"}))
            await live.drop()
    assert acks
    assert len(set(acks.values())) == len(acks), "none has become two entries, nor two one"


def test_hostile_messages_beside_honest_play(url: str, tmp_path: Path) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Eve", "Fay") as (ann, eve, fay):
            lives = {"lives": 3}  # a 31 on the deal costs one, and then the game goes on
            room = await opened([ann], "blitz31", bots={"1": "simple"}, pace=0, options=lives)
            own = await opened([fay], "blitz31", bots={"1": "simple"}, pace=0, options=lives)
            await ann.call("POST", f"/api/rooms/{room}/start")
            await fay.call("POST", f"/api/rooms/{own}/start")
            person, hostile = Person(ann, room, any_choice(1)), Hostile(url, room)
            long = "x" * (LARGEST_FRAME + 1)
            await within(
                nonsense(hostile, str(eve.token)),
                foreign(hostile, str(eve.token)),
                gone_in_the_middle(hostile),
                closed_with(hostile, 1009, long),
                closed_with(hostile, 1009, ["x" * 1000] * 5),
                closed_with(hostile, 1007, b"\x81\x82\x00\x00\x00\x00\xff\xfe"),  # no UTF-8
                closed_with(hostile, 1002, b"\x81\x02{}"),  # a client masks what it sends
                closed_with(hostile, 1002, b"\xc1\x82\x00\x00\x00\x00{}"),  # compressed, without having negotiated it
                fickle(fay, own),
            )
            [over] = await within(person.play())
            file = tmp_path / "honest.3d"
            file.write_bytes(await ann.call("GET", over["record"]))
            check_record(read_record(file), [person])

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


@pytest.mark.parametrize("token", ["x", ";", "é", "a b", "x" * 8000])
def test_a_foreign_token_opens_nothing(url: str, token: str) -> None:
    async def run() -> int:
        async with GuestClient(url, None) as nobody:
            headers = {"Authorization": b"Bearer " + token.encode(), "Cookie": b"threedown=" + token.encode()}
            return (await nobody.http.get("/api/me", headers=headers)).status_code

    assert asyncio.run(run()) == 401
