"""The socket of a room: what is said is heard one by one, what is told waits in a bounded queue."""

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from threedown.limits import shortened
from threedown.server.connection import is_ours, token_of
from threedown.server.denied import Denied
from threedown.server.hub import Hub
from threedown.server.listener import Listener
from threedown.server.served import ServedRoom
from threedown.server.wire import Refusal, read_said

LARGEST_FRAME = 4096
NOT_HERE, NOT_YOURS, TOO_LARGE, TOO_SLOW = 4404, 4403, 1009, 1013
"""Why a socket is closed."""


@websocket("/api/rooms/{name:str}/live")
async def live(socket: WebSocket[Any, Any, State], name: str) -> None:
    """A player's or a spectator's socket, until he goes."""
    hub: Hub = socket.app.state.hub
    await socket.accept()
    if not is_ours(socket):
        await socket.close(NOT_YOURS, "this comes from another site's page")
        return
    guest = await hub.guest_of(token_of(socket))
    player = "" if guest is None else guest.player
    try:
        room = await hub.room(name)
    except Denied as denied:
        await socket.close(NOT_HERE, denied.detail)
        return
    if not room.may_watch(player):
        await socket.close(NOT_YOURS, "nobody watches here")
        return
    listener = Listener(player)
    code = await _attend(socket, room, listener)
    room.gone(listener)
    if code is not None:
        await _close(socket, code)


async def _attend(socket: WebSocket[Any, Any, State], room: ServedRoom, listener: Listener) -> int | None:
    """Listens and tells until one of both ends; with what code the socket is to be closed, if it is open still."""
    tasks = [
        asyncio.create_task(_listen(socket, room, listener)),
        asyncio.create_task(_tell(socket, listener)),
        asyncio.create_task(_too_slow(listener)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next((task.result() for task in done if task.exception() is None), None)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(socket: WebSocket[Any, Any, State], room: ServedRoom, listener: Listener) -> int | None:
    while True:
        try:
            text = await socket.receive_data("text")
        except WebSocketDisconnect:
            return None
        if len(text) > LARGEST_FRAME:
            return TOO_LARGE
        try:
            said = read_said(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            listener.tell(Refusal(None, shortened(f"this cannot be read: {error}"), None))
            continue
        # What is begun is brought to its end, even if whoever said it is gone by then.
        await asyncio.shield(room.house.spawn(room.hear(listener, said)))


async def _tell(socket: WebSocket[Any, Any, State], listener: Listener) -> int | None:
    while True:
        message = await listener.next()
        try:
            await socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError):
            return None


async def _too_slow(listener: Listener) -> int | None:
    await listener.too_slow.wait()
    return TOO_SLOW


async def _close(socket: WebSocket[Any, Any, State], code: int) -> None:
    try:
        await socket.close(code)
    except (WebSocketDisconnect, RuntimeError):
        return
