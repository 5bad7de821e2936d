"""The WebSocket of a room: commands are carried out one by one, and outgoing messages wait in a bounded queue."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from threedown.language import say
from threedown.limits import shortened
from threedown.server.http.caller import check_site, host_of, token_of
from threedown.server.hub import Hub
from threedown.server.limits.addresses import rate_key
from threedown.server.limits.rates import HEAVY, MAX_DELAY, TURNS, Allowance, Meter
from threedown.server.model.errors import NotYours, RequestError
from threedown.server.model.messages import (
    AskChances,
    AskHint,
    GoOn,
    Hello,
    Refusal,
    Said,
    Say,
    ShowEmote,
    TakeBack,
    read_said,
)
from threedown.server.operations import metrics
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.operations.tracing import span
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import NOT_YOURS, RESTART, SIGNED_OUT, TOO_SLOW, Subscriber
from threedown.server.store.errors import Lost, NotSaved

LARGEST_FRAME = 4096
ACK, STEP = b'{"type":"ack"', b'{"type":"step"'
HELLO_SECONDS = 10
"""The time for a client to say hello."""
STOOD_STILL = 1.0
"""Seconds by which a deadline comes late only if this process stood still: what clients have said lies unread then."""
MOST_REFUSED = Allowance(15, 0.5)
"""Messages above the limit that a socket may send; after more it is closed."""
RETURN_AFTER = 1000
"""Milliseconds after which clients return to a server that restarts."""
FAREWELL_SECONDS = 3
"""The time for a client to receive its last messages before the server stops."""
NO_HELLO, NOT_HERE, TOO_MANY, TOO_LARGE = 4408, 4404, 4429, 1009
"""The close codes of sockets."""
REASONS = {
    NO_HELLO: f"No hello arrived within {HELLO_SECONDS} seconds.",
    NOT_YOURS: "This room has no spectators.",
    SIGNED_OUT: "This device has been signed out.",
    TOO_MANY: "Too many messages, or too many sockets from your address. Please try again later.",
    RESTART: "The server is restarting. Please reconnect in a moment.",
    TOO_SLOW: "You read too slowly. Please reconnect: the game continues where you were.",
}


@websocket("/api/rooms/{name:str}/live", while_sealed=True)
async def live(socket: WebSocket[Any, Any, State], name: FromPath[str]) -> None:
    """Serve the socket of a player or a spectator until it is closed."""
    hub: Hub = socket.app.state.hub
    if not await accept_own_site(socket):
        return
    with hub.limiter.socket(host_of(socket)) as fits:
        if not fits or hub.stopping:
            await asyncio.sleep(0 if hub.stopping else MAX_DELAY)
            await close_with(socket, RESTART if hub.stopping else TOO_MANY)
            return
        try:
            signed_in = await hub.guests.signed_in(token_of(socket))
            room = await hub.rooms.find(name)
        except RequestError as error:
            await socket.close(NOT_HERE, error.detail)
            return
        except (NotSaved, Lost):  # the database is out of reach, or the room goes on elsewhere
            await close_with(socket, RESTART)
            return
        player, device = ("", "") if signed_in is None else (signed_in.player, signed_in.device)
        if not room.may_watch(player):
            await close_with(socket, NOT_YOURS)
            return
        subscriber = Subscriber(player, rate_key(host_of(socket)), device)
        hub.subscribers.add(subscriber)
        try:
            if device and await hub.guests.signed_in(token_of(socket)) is None:  # signed out in the meantime
                subscriber.end(SIGNED_OUT)
            await _serve(socket, hub, room, subscriber)
        except NotSaved:  # the database went out of reach before it could say whether the device is signed out
            subscriber.end(RESTART)
        finally:
            hub.subscribers.discard(subscriber)
            room.disconnect(subscriber)
        if subscriber.code in (TOO_MANY, TOO_LARGE):
            hub.limiter.charge_wrong_socket(host_of(socket))
        if subscriber.code:
            await close_with(socket, subscriber.code)


async def accept_own_site(socket: WebSocket[Any, Any, State]) -> bool:
    """Accept a socket, and close it again if another site's page has opened it; return True if it stays open."""
    await socket.accept()
    try:
        check_site(socket)
    except NotYours:
        await socket.close(NOT_YOURS, "This call comes from another site's page.")
        return False
    return True


async def _serve(socket: WebSocket[Any, Any, State], hub: Hub, room: ServedRoom, subscriber: Subscriber) -> None:
    """Receive and send until the client has gone, or the socket is to be closed."""
    _expect_hello(subscriber)
    try:
        await send_while(_receive(socket, hub, room, subscriber), socket, subscriber)
    finally:
        if subscriber.no_hello is not None:
            subscriber.no_hello.cancel()


async def send_while(
    receiving: Coroutine[Any, Any, None], socket: WebSocket[Any, Any, State], subscriber: Subscriber
) -> None:
    """Send a client its messages until ``receiving`` returns, or the socket is to be closed."""
    tasks = [
        asyncio.create_task(receiving),
        asyncio.create_task(send_messages(socket, subscriber)),
        asyncio.create_task(subscriber.ending.wait()),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _receive(socket: WebSocket[Any, Any, State], hub: Hub, room: ServedRoom, subscriber: Subscriber) -> None:
    excess_meter, host = Meter(MOST_REFUSED), host_of(socket)
    while True:
        try:
            text = await socket.receive_data("text")
        except WebSocketDisconnect:
            return
        if len(text) > LARGEST_FRAME:
            subscriber.end(TOO_LARGE)
            return
        try:
            message = read_said(text)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
            metrics.REFUSED.labels("unreadable").inc()
            subscriber.send(Refusal(None, shortened(f"This message can't be read: {error}"), None))
            message = None
        subscriber.said_hello |= isinstance(message, Hello)
        if wait := hub.services.budget.wait(host, subscriber.player, _price(message)):
            metrics.REFUSED.labels("too many").inc()
            if excess_meter.wait():
                subscriber.end(TOO_MANY)
                return
            if message is not None:
                subscriber.refuse(
                    Refusal(
                        getattr(message, "id", None), "Too many messages. Please repeat this one in a moment.", None
                    )
                )
            await asyncio.sleep(min(wait, MAX_DELAY))  # until then nothing is read from this socket
        elif isinstance(message, (ShowEmote, Say)) and hub.limiter.talk(host, subscriber.player, room.name):
            subscriber.refuse(Refusal(message.id, "Please wait a little before the next message.", None))
        elif message is not None:
            # A command that has begun is carried out even if its client disconnects.
            await asyncio.shield(room.services.spawn(_handle(room, subscriber, message)))


async def _handle(room: ServedRoom, subscriber: Subscriber, message: Said) -> None:
    began = time.perf_counter()
    with span(str(message.__struct_config__.tag), root=True, room=room.name, game=room.plan.game):
        async with subscriber.busy:
            if room.holding.lost:
                subscriber.end(RESTART)
            elif not subscriber.ending.is_set():
                try:
                    await room.handle(subscriber, message)
                except (NotSaved, Lost):
                    subscriber.end(RESTART)
    metrics.ANSWERING.observe(time.perf_counter() - began)


def _price(message: Said | None) -> int:
    if isinstance(message, GoOn):
        return 1 if message.until == "turn" else TURNS
    return (
        HEAVY if message is None or isinstance(message, (Hello, AskHint, AskChances, ShowEmote, Say, TakeBack)) else 1
    )


async def send_messages(socket: WebSocket[Any, Any, State], subscriber: Subscriber) -> None:
    """Send the messages of a subscriber as they come, until its client has gone."""
    while True:
        message = await subscriber.next()
        try:
            await socket.send_text(message.decode())
        except (WebSocketDisconnect, RuntimeError):
            return
        if message.startswith(ACK):
            crash_point(CrashPoint.ACKNOWLEDGED)
        elif message.startswith(STEP):
            crash_point(CrashPoint.STEP_SENT)
        subscriber.sent()


def _expect_hello(subscriber: Subscriber) -> None:
    loop = asyncio.get_running_loop()
    due = loop.time() + HELLO_SECONDS
    subscriber.no_hello = loop.call_at(due, _end_without_hello, subscriber, due)


def _end_without_hello(subscriber: Subscriber, due: float) -> None:
    if subscriber.said_hello or subscriber.ending.is_set():
        return
    if asyncio.get_running_loop().time() - due > STOOD_STILL:
        _expect_hello(subscriber)
    else:
        subscriber.end(NO_HELLO)


async def say_goodbye(hub: Hub) -> None:
    """Finish and answer the commands of all clients before the server stops, and tell them when to return."""
    hub.stopping = True
    await asyncio.gather(*(subscriber.dismiss(_restarting, RETURN_AFTER) for subscriber in list(hub.subscribers)))


def _restarting() -> str:
    return say("The server is restarting and will be back in a moment.")


async def close_with(socket: WebSocket[Any, Any, State], code: int) -> None:
    """Close a socket with a code and its reason."""
    try:
        await socket.close(code, REASONS.get(code, ""))
    except (WebSocketDisconnect, RuntimeError):
        return
