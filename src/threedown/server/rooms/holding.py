"""This worker's hold on a room: it writes about the room as long as no other worker has taken the room over."""

import contextlib
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeVar

from threedown.language import say
from threedown.server.model.messages import Ack, Command, Refusal
from threedown.server.operations.log import log
from threedown.server.rooms.refusals import STALE
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import queries
from threedown.server.store.errors import Lost, NotSaved

T = TypeVar("T")
MOVED_AFTER = 100
"""Milliseconds after which clients return to a room that another worker holds."""


def _moved() -> str:
    return say("This room is moving to another server process and will be back in a moment.")


class Holding:
    """The hold on a room, from the moment it is in memory.

    Once it is lost, ``let_go`` stops the room here, and its clients (``subscribers``) go to the other worker.
    """

    def __init__(
        self, services: Services, room: str, let_go: Callable[[], None], subscribers: Collection[Subscriber]
    ) -> None:
        self._services, self._room, self._let_go, self._subscribers = services, room, let_go, subscribers
        self.lost = False
        """True once another worker holds the room: nothing that this one has of it counts any more."""

    async def write(self, work: Callable[[Any], T]) -> T:
        """Do work about the room, during which no other worker can take it over, and return its result once it is on
        disk.

        Raises NotSaved if it can't be written, and Lost, also from then on, if another worker holds the room.
        """
        self.check()
        try:
            return await self._services.writer.do(self._services.cluster.fenced(self._room, work))
        except Lost:
            self.lose()
            raise

    def check(self) -> None:
        """Raise Lost if another worker holds the room."""
        if self.lost:
            raise Lost(self._room)

    async def lose_if_behind(self, last: int, seen: int) -> bool:
        """Lose the hold if a client has seen an entry after the ``last`` one here, and the log on disk has it: then
        another worker wrote it. Return True if the hold is lost.

        An entry that nobody wrote changes nothing. Raises NotSaved if the log can't be read now: nobody can say then
        whether the table here is older than what the client has seen.
        """
        if seen > last and await self._last_entry() >= seen:
            self.lose()
        return self.lost

    async def _last_entry(self) -> int:
        """Return the number of the last entry of the game's log on disk."""
        return await self._services.writer.do(partial(queries.last_entry, room=self._room))

    def lose(self) -> None:
        """Stop the room here, because another worker holds it."""
        if not self.lost:
            log.warning("a room goes on at another worker", room=self._room)
            self.lost = True
            self._let_go()
            for subscriber in list(self._subscribers):
                self._services.spawn(subscriber.dismiss(_moved, MOVED_AFTER))

    async def hand_over(self, to: str) -> None:
        """Stop the room, which has no clients, here and give it to another worker.

        If that can't be saved, this worker still holds it, and reads it from the database when it is needed again.
        """
        self.lost = True
        self._let_go()
        with contextlib.suppress(NotSaved):
            await self._services.cluster.hand_over(self._room, to)

    async def answer(self, subscriber: Subscriber, command: Command) -> None:
        """Answer a command as it stands on disk now that the hold is lost: it became an entry, or others came first.

        If neither is so, it stays unanswered: the client repeats it at the other worker, under its id.
        """
        find = partial(queries.entry_of, room=self._room, player=subscriber.player, command=command.id)
        with contextlib.suppress(NotSaved):
            found = await self._services.writer.do(find)
            last = await self._last_entry()
            if found is not None:
                subscriber.send(Ack(command.id, found[0]))
            elif last > getattr(command, "seq", last):
                subscriber.refuse(Refusal(command.id, STALE, None))
