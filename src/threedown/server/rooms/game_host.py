"""The room as its game sees it: the facts that a game needs, and its requests to the room."""

import asyncio
from collections.abc import Callable, Collection, Iterator
from typing import Any, Protocol

from threedown.server.model.messages import Refusal
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import State
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.holding import Holding
from threedown.server.rooms.presence import Presence
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber


class GameHost(Protocol):
    """Implemented by :class:`~threedown.server.rooms.served_room.ServedRoom`."""

    services: Services
    name: str
    address: str | None
    """The rate key of the address that opened the room; None for a room from before the server started."""
    plan: RoomPlan
    state: State
    presence: Presence
    holding: Holding
    """This worker's hold on the room."""
    lock: asyncio.Lock
    """Held while anything changes the room or its game."""

    def time_is_up(self) -> bool:
        """True if the minutes of a timed game have passed."""
        ...

    def seat_of(self, player: str) -> int | None:
        """Return a player's seat."""
        ...

    def eyes_of(self, subscriber: Subscriber) -> Eyes:
        """Return a client's seat, and the seat whose cards it sees."""
        ...

    def greeted(self) -> Iterator[Subscriber]:
        """Iterate over the sockets that have said hello."""
        ...

    def refuse(self, subscriber: Subscriber, refusal: Refusal) -> None:
        """Send a refusal, and remember it for when the command is repeated."""
        ...

    def publish_room(self) -> None:
        """Send the room to everybody."""
        ...

    async def reveal_part(self, player: str, part: str) -> None:
        """Add the part that a player has committed to; the last one brings the deal."""
        ...

    async def store_absent(self, absent: Collection[int]) -> None:
        """Write to disk for which players bots play, and send the room to everybody."""
        ...

    async def stop(self, reason: str) -> None:
        """Stop this room alone."""
        ...

    async def finish(self, plan: RoomPlan, work: Callable[[Any], None]) -> None:
        """Store the end of the game, which leaves this plan; called with the lock held."""
        ...
