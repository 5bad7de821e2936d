"""Enforces the clocks of games with days a move, also of those that have left memory."""

import asyncio
from functools import partial

from threedown.server.model import clock
from threedown.server.operations.log import log
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.services import Services
from threedown.server.rooms.turn_clock import MIN_TIME_AFTER_RESTART
from threedown.server.store import moves_due

LOOK_EVERY = 5.0
"""Seconds between two looks for clocks that have run out."""


class DueMoves:
    """The clocks that run on disk. Each worker looks after those of the rooms that it holds."""

    def __init__(self, services: Services, rooms: RoomRegistry) -> None:
        self._services, self._rooms = services, rooms

    async def run(self) -> None:
        """Look regularly until cancelled; after a start, first give people time to connect."""
        await asyncio.sleep(MIN_TIME_AFTER_RESTART / 1000)
        while True:
            try:
                await self.look()
            except Exception as error:  # whatever it is, the next look may find the database in order
                log.error("clocks can't be read", reason=type(error).__name__)
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Let bots choose for the players whose time is up."""
        overdue = await self._services.writer.do(partial(moves_due.overdue, now=clock.now()))
        for name, seq in overdue:
            if name in self._rooms:
                room = await self._rooms.find(name)
                if room.game is not None and room.state == "playing":
                    await room.game.on_timeout(seq)
                    await self._services.writer.do(partial(moves_due.delete_moves, room=name, until=seq))
