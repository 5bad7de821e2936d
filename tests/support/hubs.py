"""All rooms of a folder in this process, restored, with people whose cards are known."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.server_rooms import drained
from threedown.server.hub import Hub
from threedown.server.model.messages import Hello
from threedown.server.model.wire import Guest, NewRoom
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.writer import Writer

SECRET = bytes(range(32))
"""Of every game here: the cards are always the same."""


ANN, BEN = Guest("p0", "Ann"), Guest("p1", "Ben")


async def opened(hub: Hub, **wish: Any) -> ServedRoom:
    """Start a room of 31 in which Ann plays against a bot."""
    room = hub.rooms[(await hub.opener.open(ANN, NewRoom("blitz31", bots={"1": "simple"}, **wish))).room]
    await room.start(ANN.player)
    return room


async def until(fact: Callable[[], bool]) -> None:
    """Waits until something is true."""
    while not fact():
        await asyncio.sleep(0.01)


def in_a_house(folder: Path, act: Callable[[Hub], Any]) -> None:
    """Does something with all rooms of a folder, restored."""

    async def run() -> None:
        services = Services(Writer(folder), 0)
        try:
            hub = Hub(services)
            await hub.open()
            await asyncio.wait_for(act(hub), 60)
        finally:
            await services.close()

    asyncio.run(run())


async def asked(room: ServedRoom) -> Subscriber:
    """Ann's socket, once she is asked. She is there before, or else a game whose bot begins may pause for want of
    people."""
    subscriber = Subscriber(ANN.player)
    assert room.game is not None
    await room.handle(subscriber, Hello())
    await until(lambda: room.game is not None and room.game.shared_game.asked_people() == [0])
    drained(subscriber)
    return subscriber


async def over(hub: Hub) -> ServedRoom:
    """A room whose game is over; Ann has sat there, and left."""
    wish = NewRoom("war", bots={"1": "random"}, options={"turn_cap": 1}, pace=0)
    room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
    await room.start(ANN.player)
    await room.leave(ANN.player)
    await until(lambda: room.state == "over")
    return room
