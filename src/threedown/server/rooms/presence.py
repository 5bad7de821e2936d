"""The people of a room with an open socket, and how long the others have been gone."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from threedown.server.model import clock
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import RoomSeen
from threedown.server.rooms.subscriber import Subscriber


class Presence:
    """The connections of a room; times are in milliseconds since 1970."""

    def __init__(self, plan: Callable[[], RoomPlan], greeted: Callable[[], Iterator[Subscriber]]) -> None:
        self._plan, self._greeted = plan, greeted
        self._opened = clock.now()
        self._gone: dict[str, int] = {}
        """When the last socket of a player was closed; players who have not come since the start are not in it."""

    def seats(self) -> set[int]:
        """Return the seats whose players have an open socket."""
        connected = {subscriber.player for subscriber in self._greeted()}
        return {seat for seat, chair in enumerate(self._plan().chairs) if chair.player in connected}

    def note_gone(self, player: str) -> None:
        """Note that a player's last socket is closed."""
        self._gone[player] = clock.now()

    def gone_since(self, seat: int) -> int:
        """Return when the last socket of a seat's player was closed."""
        return self._gone.get(self._plan().chairs[seat].player, self._opened)

    def empty_since(self) -> int | None:
        """Return when the last socket was closed; None if one is open."""
        return None if any(self._greeted()) else max([self._opened, *self._gone.values()])

    def seen(self, room: RoomSeen) -> RoomSeen:
        """Return a room with its spectators counted, and how long its absent players have been gone."""
        if room.state not in ("waiting", "playing"):
            return room
        now = clock.now()
        seats = [
            one if one.here or one.kind != "person" else replace(one, gone=max(0, now - self.gone_since(one.seat)))
            for one in room.seats
        ]
        watching = sum(self._plan().seat_of(subscriber.player) is None for subscriber in self._greeted())
        return replace(room, seats=seats, watching=watching)
