"""The socket of a room: what is said is heard one by one, what is told waits in a bounded queue."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from threedown.limits import shortened
from threedown.server.limits.caller import is_ours, token_of
from threedown.server.limits.defence import host_of, times_for
from threedown.server.limits.rates import BREATH, DEAR, MESSAGES, Allowance, Meter
from threedown.server.model.errors import Denied
from threedown.server.model.wire import AskHint, Closing, Hello, Refusal, Said, ShowEmote, TakeBack, read_said
from threedown.server.operations import metrics
from threedown.server.operations.crash import Crash, reached
from threedown.server.rooms.hub import Hub
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import NOT_YOURS, TOO_SLOW, Listener

LARGEST_FRAME = 4096
ACK, STEP = b'{"type":"ack"', b'{"type":"step"'
HELLO_SECONDS = 10
"""For somebody to say hello."""
MOST_REFUSED = Allowance(15, 0.5)
"""Messages of a socket that were too many; of more it is closed."""
AGAIN = 1000
"""Milliseconds after which to come back to a server that stops for a moment."""
LAST_SECONDS = 3
"""For a socket to take what was told it before a server stops."""
SILENT, NOT_HERE, TOO_MANY, TOO_LARGE, RESTART = 4408, 4404, 4429, 1009, 1012
"""Why a socket is closed."""
REASONS = {
    SILENT: f"say hello within {HELLO_SECONDS} seconds",
    NOT_YOURS: "nobody watches here",
    TOO_MANY: "too many messages, or too many sockets from your address: come back later",
    RESTART: "back in a moment",
    TOO_SLOW: "you read too slowly: come back, and go on where you were",
}


@websocket("/api/rooms/{name:str}/live")
async def live(socket: WebSocket[Any, Any, State], name: str) -> None:
    """A player's or a spectator's socket, until he goes."""
    hub: Hub = socket.app.state.hub
    await socket.accept()
    if not is_ours(socket):
        await socket.close(NOT_YOURS, "this comes from another site's page")
        return
    with hub.defence.socket(socket) as fits:
        if not fits or hub.stopping:
            await asyncio.sleep(0 if hub.stopping else BREATH)
            await _close(socket, RESTART if hub.stopping else TOO_MANY)
            return
        guest = await hub.guests.of(token_of(socket))
        player = "" if guest is None else guest.player
        try:
            room = await hub.room(name)
        except Denied as denied:
            await socket.close(NOT_HERE, denied.detail)
            return
        if not room.may_watch(player):
            await _close(socket, NOT_YOURS)
            return
        listener = Listener(player)
        hub.listeners.add(listener)
        await _attend(socket, room, listener)
        hub.listeners.discard(listener)
        room.gone(listener)
        if listener.code in (TOO_MANY, TOO_LARGE):
            hub.defence.wrong_socket(socket)
        if listener.code:
            await _close(socket, listener.code)


async def _attend(socket: WebSocket[Any, Any, State], room: ServedRoom, listener: Listener) -> None:
    """Listens and tells until the other end has gone, or the socket is to be closed."""
    silence = asyncio.get_running_loop().call_later(HELLO_SECONDS, _still_silent, listener)
    tasks = [
        asyncio.create_task(_listen(socket, room, listener)),
        asyncio.create_task(_tell(socket, listener)),
        asyncio.create_task(listener.ending.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        silence.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(socket: WebSocket[Any, Any, State], room: ServedRoom, listener: Listener) -> None:
    meter, patience, times = Meter(MESSAGES), Meter(MOST_REFUSED), times_for(host_of(socket))
    while True:
        try:
            text = await socket.receive_data("text")
        except WebSocketDisconnect:
            return
        if len(text) > LARGEST_FRAME:
            listener.end(TOO_LARGE)
            return
        try:
            said = read_said(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            metrics.REFUSED.labels("unreadable").inc()
            listener.tell(Refusal(None, shortened(f"this cannot be read: {error}"), None))
            said = None
        if wait := meter.wait(price=_price(said), times=times):
            metrics.REFUSED.labels("too many").inc()
            if patience.wait():
                listener.end(TOO_MANY)
                return
            if said is not None:
                listener.refuse(Refusal(getattr(said, "id", None), "too many messages: say it again in a moment", None))
            await asyncio.sleep(min(wait, BREATH))  # meanwhile nothing is read: a flood waits where it comes from
        elif said is not None:
            # What is begun is brought to its end, even if whoever said it is gone by then.
            await asyncio.shield(room.house.spawn(_heard(room, listener, said)))


async def _heard(room: ServedRoom, listener: Listener, said: Said) -> None:
    began = time.perf_counter()
    async with listener.hearing:
        if not listener.ending.is_set():
            await room.hear(listener, said)
    metrics.ANSWERING.observe(time.perf_counter() - began)


def _price(said: Said | None) -> int:
    return DEAR if said is None or isinstance(said, (Hello, AskHint, ShowEmote, TakeBack)) else 1


async def _tell(socket: WebSocket[Any, Any, State], listener: Listener) -> None:
    while True:
        message = await listener.next()
        try:
            await socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError):
            return
        if message.startswith(ACK):
            reached(Crash.ACKNOWLEDGED)
        elif message.startswith(STEP):
            reached(Crash.TOLD_TO_ONE)
        listener.sent()


def _still_silent(listener: Listener) -> None:
    if not listener.greeted:
        listener.end(SILENT)


async def say_goodbye(hub: Hub) -> None:
    """Before a server stops: what people have said is carried out and answered, and they are told when to come back."""
    hub.stopping = True
    await asyncio.gather(*(_part(listener) for listener in list(hub.listeners)))


async def _part(listener: Listener) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LAST_SECONDS), listener.hearing:
            if listener.greeted:
                listener.tell(Closing("the server stops, and will be back in a moment", AGAIN))
            await listener.all_sent()
            listener.end(RESTART)


async def _close(socket: WebSocket[Any, Any, State], code: int) -> None:
    try:
        await socket.close(code, REASONS.get(code, ""))
    except (WebSocketDisconnect, RuntimeError):
        return
