"""Several workers of one PostgreSQL database in this process, each with a hub of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from support.hubs import until
from support.postgres import postgres
from threedown.server.hub import Hub
from threedown.server.model.messages import Hello
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.writer import Writer


async def begin(folder: Path, url: str, address: str = "127.0.0.1:1") -> Hub:
    """Return the hub of a worker that has begun."""
    writer = Writer(folder, database=url)
    cluster = Shared(writer, address)
    await cluster.register()
    hub = Hub(Services(writer, 0, cluster=cluster))
    await hub.open()
    return hub


def workers(folder: Path, act: Callable[..., Awaitable[Any]], count: int = 2) -> None:
    """Do something with so many workers of an empty database."""

    async def run() -> None:
        url = postgres().create(f"c{abs(hash(folder)):x}")
        hubs = [await begin(folder, url) for _ in range(count)]
        try:
            await asyncio.wait_for(act(*hubs), 60)
        finally:
            for hub in hubs:
                await hub.services.close()

    asyncio.run(run())


async def greeted(room: ServedRoom, player: str) -> Subscriber:
    """Return the socket of a player who has said hello."""
    subscriber = Subscriber(player)
    await room.handle(subscriber, Hello())
    while not subscriber.queue.empty():
        await subscriber.next()
        subscriber.sent()
    return subscriber


async def asked(room: ServedRoom) -> int:
    """Wait until Ann is asked; return the last entry."""
    assert room.game is not None
    await until(lambda: room.game is not None and room.game.shared_game.asked_people() == [0])
    return room.game.seq
