"""How many rooms there may be that wait or are played: each takes memory until somebody has left it, or its end."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from threedown.server.limits.limiter import allowance_factor
from threedown.server.limits.rates import rate_key
from threedown.server.model.errors import TooMany, Unavailable
from threedown.server.rooms.served_room import ServedRoom

MOST_ROOMS, MOST_ROOMS_AN_ADDRESS, MOST_ROOMS_A_GUEST = 10_000, 200, 20
"""In all; opened from an address since the server has started: a class plays behind one; and of a host."""


class RoomLimits:
    """The places for ``rooms``, by name."""

    def __init__(self, rooms: Mapping[str, ServedRoom]) -> None:
        self._rooms = rooms
        self._opening: Counter[tuple[str, str]] = Counter()
        """Rooms that are being put on disk, by host and by what the address is measured under."""

    @contextmanager
    def one_for(self, player: str, host: str) -> Iterator[None]:
        """While a player opens a room from an address (``host``) its place is taken: many calls at once open no more
        rooms than one after another. Raises :class:`RequestError` where there is none."""
        key = rate_key(host)
        live = [room for room in self._rooms.values() if room.state in ("waiting", "playing")]
        taken = [(room.plan.host, room.address) for room in live] + list(self._opening.elements())
        if sum(by == player for by, _ in taken) >= MOST_ROOMS_A_GUEST:
            raise TooMany("you have {n} rooms: leave one, or play it to its end", n=MOST_ROOMS_A_GUEST)
        if sum(address == key for _, address in taken) >= MOST_ROOMS_AN_ADDRESS * allowance_factor(host):
            raise TooMany("too many rooms from your address: leave one, or play it to its end")
        if len(taken) >= MOST_ROOMS:
            raise Unavailable("all rooms are taken: try again later")
        self._opening[player, key] += 1
        try:
            yield
        finally:
            self._opening -= Counter([(player, key)])
