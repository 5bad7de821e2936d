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
from threedown.server.http.caller import host_of, is_same_origin, token_of
from threedown.server.limits.limiter import allowance_factor
from threedown.server.limits.rates import HEAVY, MAX_DELAY, MESSAGES, Allowance, Meter
from threedown.server.model.errors import RequestError
from threedown.server.model.wire import AskHint, Closing, Hello, Refusal, Said, ShowEmote, TakeBack, read_said
from threedown.server.operations import metrics
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.rooms.hub import Hub
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import NOT_YOURS, TOO_SLOW, Subscriber

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
    if not is_same_origin(socket):
        await socket.close(NOT_YOURS, "this comes from another site's page")
        return
    with hub.limiter.socket(host_of(socket)) as fits:
        if not fits or hub.stopping:
            await asyncio.sleep(0 if hub.stopping else MAX_DELAY)
            await _close(socket, RESTART if hub.stopping else TOO_MANY)
            return
        guest = await hub.guests.of(token_of(socket))
        player = "" if guest is None else guest.player
        try:
            room = await hub.room(name)
        except RequestError as denied:
            await socket.close(NOT_HERE, denied.detail)
            return
        if not room.may_watch(player):
            await _close(socket, NOT_YOURS)
            return
        subscriber = Subscriber(player)
        hub.subscribers.add(subscriber)
        await _attend(socket, room, subscriber)
        hub.subscribers.discard(subscriber)
        room.gone(subscriber)
        if subscriber.code in (TOO_MANY, TOO_LARGE):
            hub.limiter.charge_wrong_socket(host_of(socket))
        if subscriber.code:
            await _close(socket, subscriber.code)


async def _attend(socket: WebSocket[Any, Any, State], room: ServedRoom, subscriber: Subscriber) -> None:
    """Listens and tells until the other end has gone, or the socket is to be closed."""
    silence = asyncio.get_running_loop().call_later(HELLO_SECONDS, _still_silent, subscriber)
    tasks = [
        asyncio.create_task(_listen(socket, room, subscriber)),
        asyncio.create_task(_tell(socket, subscriber)),
        asyncio.create_task(subscriber.ending.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        silence.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _listen(socket: WebSocket[Any, Any, State], room: ServedRoom, subscriber: Subscriber) -> None:
    meter, patience, factor = Meter(MESSAGES), Meter(MOST_REFUSED), allowance_factor(host_of(socket))
    while True:
        try:
            text = await socket.receive_data("text")
        except WebSocketDisconnect:
            return
        if len(text) > LARGEST_FRAME:
            subscriber.end(TOO_LARGE)
            return
        try:
            said = read_said(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            metrics.REFUSED.labels("unreadable").inc()
            subscriber.tell(Refusal(None, shortened(f"this cannot be read: {error}"), None))
            said = None
        if wait := meter.wait(price=_price(said), factor=factor):
            metrics.REFUSED.labels("too many").inc()
            if patience.wait():
                subscriber.end(TOO_MANY)
                return
            if said is not None:
                subscriber.refuse(
                    Refusal(getattr(said, "id", None), "too many messages: say it again in a moment", None)
                )
            await asyncio.sleep(min(wait, MAX_DELAY))  # meanwhile nothing is read: a flood waits where it comes from
        elif said is not None:
            # What is begun is brought to its end, even if whoever said it is gone by then.
            await asyncio.shield(room.services.spawn(_heard(room, subscriber, said)))


async def _heard(room: ServedRoom, subscriber: Subscriber, said: Said) -> None:
    began = time.perf_counter()
    async with subscriber.hearing:
        if not subscriber.ending.is_set():
            await room.hear(subscriber, said)
    metrics.ANSWERING.observe(time.perf_counter() - began)


def _price(said: Said | None) -> int:
    return HEAVY if said is None or isinstance(said, (Hello, AskHint, ShowEmote, TakeBack)) else 1


async def _tell(socket: WebSocket[Any, Any, State], subscriber: Subscriber) -> None:
    while True:
        message = await subscriber.next()
        try:
            await socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError):
            return
        if message.startswith(ACK):
            crash_point(CrashPoint.ACKNOWLEDGED)
        elif message.startswith(STEP):
            crash_point(CrashPoint.TOLD_TO_ONE)
        subscriber.sent()


def _still_silent(subscriber: Subscriber) -> None:
    if not subscriber.greeted:
        subscriber.end(SILENT)


async def say_goodbye(hub: Hub) -> None:
    """Before a server stops: what people have said is carried out and answered, and they are told when to come back."""
    hub.stopping = True
    await asyncio.gather(*(_part(subscriber) for subscriber in list(hub.subscribers)))


async def _part(subscriber: Subscriber) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LAST_SECONDS), subscriber.hearing:
            if subscriber.greeted:
                subscriber.tell(Closing("the server stops, and will be back in a moment", AGAIN))
            await subscriber.all_sent()
            subscriber.end(RESTART)


async def _close(socket: WebSocket[Any, Any, State], code: int) -> None:
    try:
        await socket.close(code, REASONS.get(code, ""))
    except (WebSocketDisconnect, RuntimeError):
        return
