"""A room over a real socket."""

import asyncio
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from support.serving import PATIENCE, opened
from threedown.client import GuestClient, Message


class Wire:
    """A bare socket: the test says what to send, and reads messages one by one."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def say(self, **message: Any) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def send(self, text: str | bytes) -> None:
        await self._socket.send(text)

    async def next(self, kind: str) -> Message:
        """The next message of a kind; others are passed over."""
        while True:
            message = msgspec.json.decode(await asyncio.wait_for(self._socket.recv(), PATIENCE))
            if message["type"] == kind:
                return dict(message)

    async def closed(self) -> int | None:
        """Wait until the socket is closed, and return the close code."""
        await asyncio.wait_for(self._socket.wait_closed(), PATIENCE)
        return self._socket.close_code

    async def until_asked(self, table: Message, seat: int = 0) -> Message:
        """Return the table or step that asks a seat, and play on until there is one."""
        while table["question"] is None or table["question"]["seat"] != seat:
            assert not table["view"]["over"]
            if table["question"] is None:
                await self.say(type="go", id=f"go {table['seq']}", seq=table["seq"])
            table = await self.next("step")
        return table

    async def answer(self, id: str) -> Message:
        """The answer to a command."""
        while True:
            message = msgspec.json.decode(await asyncio.wait_for(self._socket.recv(), PATIENCE))
            if message.get("id") == id and message["type"] in ("ack", "refused", "hint", "chances"):
                return dict(message)


def wired(url: str, room: str, player: GuestClient | None, **headers: str) -> connect:
    """Open a bare socket, of a player or anonymous."""
    if player is not None:
        headers["Authorization"] = f"Bearer {player.token}"
    address = url.replace("http", "ws", 1) + f"/api/rooms/{room}/live"
    return connect(address, additional_headers=headers, max_size=1 << 22, proxy=None)


async def started(players: list[GuestClient], game: str, **wish: Any) -> str:
    room = await opened(players, game, **wish)
    await players[0].call("POST", f"/api/rooms/{room}/start")
    return room


async def seated(socket: Any) -> tuple[Wire, Message]:
    """Open a socket and say hello; return it with the table."""
    wire = Wire(socket)
    await wire.say(type="hello", after=None)
    return wire, await wire.next("table")
