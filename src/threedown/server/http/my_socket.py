"""The WebSocket of a guest: messages about them, in whatever room they sit. The client says nothing."""

import asyncio
import contextlib
from typing import Any

from litestar import WebSocket, websocket
from litestar.datastructures import State
from litestar.exceptions import WebSocketDisconnect

from threedown.language import accepted
from threedown.server.http.caller import host_of, token_of
from threedown.server.http.socket import TOO_MANY, accept_own_site, close_with, send_while
from threedown.server.hub import Hub
from threedown.server.limits.addresses import rate_key
from threedown.server.limits.rates import MAX_DELAY
from threedown.server.rooms.subscriber import RESTART, SIGNED_OUT, Subscriber
from threedown.server.store.errors import NotSaved


@websocket("/api/me/live")
async def my_live(socket: WebSocket[Any, Any, State]) -> None:
    """Serve the socket of a guest until it is closed."""
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
        except NotSaved:  # the database is out of reach
            await close_with(socket, RESTART)
            return
        if signed_in is None:
            await socket.close(SIGNED_OUT, "Become a guest first (POST /api/guest).")
            return
        subscriber = Subscriber(signed_in.player, rate_key(host_of(socket)), signed_in.device)
        subscriber.greet(accepted(socket.headers.get("accept-language", "")), parts=False)
        hub.subscribers.add(subscriber)
        try:
            await hub.play_now.listen(subscriber)
            await send_while(_until_it_speaks(socket, subscriber), socket, subscriber)
        except NotSaved:
            subscriber.end(RESTART)
        finally:
            hub.subscribers.discard(subscriber)
            hub.services.spawn(hub.play_now.forget(subscriber))
        if subscriber.code:
            await close_with(socket, subscriber.code)


async def _until_it_speaks(socket: WebSocket[Any, Any, State], subscriber: Subscriber) -> None:
    with contextlib.suppress(WebSocketDisconnect):
        await socket.receive_data("text")
        subscriber.end(TOO_MANY)
