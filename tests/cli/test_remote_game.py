"""A room of a server as the terminal's table hears it, without a server."""

import asyncio
from typing import Any, cast

from support.serving import PATIENCE

from threedown.cli.table.remote_game import RemoteGame
from threedown.client import GuestClient, Message, RoomConnection

ROOM = {"room": "r", "url": "/r/r", "game": "war", "preset": "bicycle", "options": {}, "seats": [{}, {}], "next": None}


class Swift:
    """A socket whose room has answered before the command is sent to its end."""

    def __init__(self) -> None:
        self.away: RemoteGame | None = None

    async def command(self, kind: str, id: str = "its own", **said: Any) -> str:
        assert self.away is not None
        self.away.take({"type": "ack", "id": id, "seq": 1})
        return id


class Guest:
    """A player whose sockets are swift."""

    def __init__(self) -> None:
        self.socket = Swift()

    def live(self, room: str) -> RoomConnection:
        return cast(RoomConnection, self.socket)


def test_an_answer_that_is_there_at_once_is_not_missed() -> None:
    async def run() -> Message:
        guest = Guest()
        guest.socket.away = away = RemoteGame(cast(GuestClient, guest), ROOM)
        async with asyncio.timeout(PATIENCE):
            return await away.send_command("go")

    assert asyncio.run(run())["seq"] == 1
