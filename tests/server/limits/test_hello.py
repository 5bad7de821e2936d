"""A client has some seconds to say hello, of the time in which the server could hear it."""

import asyncio
import json
import signal
from pathlib import Path

from support.serving import Serving, opened, people
from websockets.asyncio.client import connect

from threedown.server.http import socket as room_socket
from threedown.server.rooms.subscriber import Subscriber


def test_a_hello_that_lay_unread_while_the_process_stood_still_is_in_time(tmp_path: Path) -> None:
    """A machine that was asleep, a container that was paused: its clients did nothing wrong."""
    code = "from threedown.server.http import socket; socket.HELLO_SECONDS = 2; from threedown.cli import main; main()"
    serving = Serving(tmp_path, program=("-c", code))

    async def run() -> str:
        async with people(serving.url, "Ann") as (ann,):
            room = await opened([ann], "war")
            async with connect(f"ws://127.0.0.1:{serving.port}/api/rooms/{room}/live", proxy=None) as line:
                assert serving.process is not None
                serving.process.send_signal(signal.SIGSTOP)
                await line.send('{"type":"hello","after":null}')
                await asyncio.sleep(5)
                serving.process.send_signal(signal.SIGCONT)
                return str(json.loads(await line.recv())["type"])

    try:
        assert asyncio.run(run()) == "table"
    finally:
        serving.stop()


def test_a_hello_that_waits_to_be_answered_is_in_time() -> None:
    async def run() -> None:
        for said, code in ((True, 0), (False, room_socket.NO_HELLO)):
            subscriber = Subscriber("p")
            subscriber.said_hello = said
            room_socket._end_without_hello(subscriber, asyncio.get_running_loop().time())
            assert subscriber.code == code

    asyncio.run(run())
