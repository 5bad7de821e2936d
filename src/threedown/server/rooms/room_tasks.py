"""The tasks of a room in the background: one that fails stops this room alone."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from threedown.server.operations.tracing import span
from threedown.server.rooms.game_host import GameHost
from threedown.server.store.errors import NotSaved

RETRY_AFTER = 1.0
"""Seconds after which an act of a bot or a timer that could not be saved is tried again."""


class RoomTasks:
    """Background tasks of a room, beside the commands of people."""

    def __init__(self, host: GameHost) -> None:
        self._host = host

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a task in the background; if it fails, this room alone stops."""

        async def run() -> None:
            try:
                await work
            except Exception as error:
                await self._host.stop(f"something is wrong with this game ({type(error).__name__})")

        self._host.services.spawn(run())

    async def retry_until_saved(self, counts: Callable[[], bool], act: Callable[[], Awaitable[None]]) -> None:
        """Act while that still ``counts``, again and again while it cannot be saved."""
        while True:
            async with self._host.lock:
                if not counts() or self._host.state != "playing" or self._host.plan.paused:
                    return
                with contextlib.suppress(NotSaved), span("act", root=True, room=self._host.name):
                    await act()
                    return
            await asyncio.sleep(RETRY_AFTER)
