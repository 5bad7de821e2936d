"""The number of rooms that may wait or be played at a time: each takes memory until it ends."""

from collections import Counter
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from threedown.server.limits.addresses import rate_key
from threedown.server.limits.limiter import allowance_factor
from threedown.server.model.errors import TooMany, Unavailable
from threedown.server.model.plan import ENDED
from threedown.server.operations.memory import MemoryLimit
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.store import queries

MAX_ROOMS, MAX_ROOMS_PER_ADDRESS, MAX_ROOMS_PER_GUEST = 10_000, 200, 20
"""Rooms in all; opened from one address since the server started (a class may share it); and of one host."""
MAX_PUBLIC_SEATS = 5
"""Seats that a guest may hold in public rooms before the deal: nobody can fill the seats that others look for."""


class Elsewhere(NamedTuple):
    """The rooms at other workers: those that a player hosts, their seats in public ones that wait, the ones opened here
    from the player's address, and all."""

    player: str
    hosted: int
    seats: int
    opened: int
    rooms: int


class RoomLimits:
    """The limits on ``rooms``, and on the ``memory`` of the server.

    ``handed_over`` are the rooms that were opened here and are held by other workers, with the rate keys of addresses.
    """

    def __init__(
        self, rooms: Mapping[str, ServedRoom], memory: MemoryLimit, handed_over: MutableMapping[str, str] | None = None
    ) -> None:
        self._rooms, self._memory = rooms, memory
        self._handed_over = {} if handed_over is None else handed_over
        self._opening: Counter[tuple[str, str]] = Counter()
        """Rooms that are being written to disk, by player and rate key."""
        self._sitting: Counter[str] = Counter()
        """Seats in public rooms that are being written to disk, by player."""
        self._elsewhere = Elsewhere("", 0, 0, 0, 0)

    async def look(self, services: Services, player: str, host: str = "") -> None:
        """Look up the rooms at other workers, which count as well, before :meth:`reserve` or :meth:`sit`.

        ``host`` is the player's address.
        """
        if not services.cluster.is_shared:
            return
        key = rate_key(host)
        given = [name for name, address in self._handed_over.items() if address == key]
        stored, total = await services.writer.do(partial(queries.open_rooms_of, player=player))
        still = await services.writer.do(partial(queries.open_among, names=given)) if given else set()
        for name in set(given) - still:
            self._handed_over.pop(name, None)
        there = [room for room in stored if room.room not in self._rooms]
        self._elsewhere = Elsewhere(
            player,
            sum(room.plan.host == player for room in there),
            sum(room.plan.listed and room.state == "waiting" for room in there),
            len(still - self._rooms.keys()),
            max(0, total - sum(room.state not in ENDED for room in self._rooms.values())),
        )

    def _there(self, player: str) -> "Elsewhere":
        known = self._elsewhere
        return known if known.player == player else known._replace(hosted=0, seats=0, opened=0)

    @contextmanager
    def reserve(self, player: str, host: str) -> Iterator[None]:
        """Reserve a place while a player opens a room from the address ``host``.

        Concurrent calls therefore open no more rooms than calls one after another. Raises TooMany or Unavailable if
        there is no place left.
        """
        key = rate_key(host)
        live = [room for room in self._rooms.values() if room.state in ("waiting", "playing")]
        taken = [(room.plan.host, room.address) for room in live] + list(self._opening.elements())
        there = self._there(player)
        if sum(by == player for by, _ in taken) + there.hosted >= MAX_ROOMS_PER_GUEST:
            raise TooMany("You have {n} rooms: leave one, or finish its game.", n=MAX_ROOMS_PER_GUEST)
        opened = sum(address == key for _, address in taken) + there.opened
        if opened >= MAX_ROOMS_PER_ADDRESS * allowance_factor(host):
            raise TooMany("There are too many rooms from your address: leave one, or finish its game.")
        if len(taken) + there.rooms >= MAX_ROOMS or self._memory.is_exceeded:
            raise Unavailable("All rooms are taken. Please try again later.")
        self._opening[player, key] += 1
        try:
            yield
        finally:
            self._opening -= Counter([(player, key)])

    @contextmanager
    def sit(self, player: str, is_public: bool) -> Iterator[None]:
        """Reserve a seat while a player sits down in a room; raises TooMany if it is one public room too many."""
        if not is_public:
            yield
            return
        waiting = [room for room in self._rooms.values() if room.plan.listed and room.state == "waiting"]
        held = sum(room.seat_of(player) is not None for room in waiting) + self._sitting[player]
        held += self._there(player).seats
        if held >= MAX_PUBLIC_SEATS:
            raise TooMany("You hold seats in {n} public rooms: leave one first.", n=MAX_PUBLIC_SEATS)
        self._sitting[player] += 1
        try:
            yield
        finally:
            self._sitting -= Counter([player])
