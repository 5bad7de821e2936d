"""The rooms of the simulation: tiny games, each with its people seated, as an image of the database."""

import random
from functools import cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from support.simulation.disk import Disk, SimulatedWriter
from support.simulation.loop import SeededLoop, ends
from support.virtual import InlineServices
from threedown.games.laying import LaidTable
from threedown.server.http import app
from threedown.server.hub import Hub
from threedown.server.model.wire import ChoiceClock, Guest, Join, NewGuest, NewRoom
from threedown.session.fairness import part_hash

CARDS = 8
"""Each room is there with so many secrets."""
PART = "c0ffee"
"""The part of the chance of every player who commits to one."""
CLOCK = ChoiceClock(2000)
LAID_WAR = LaidTable({"deck 0": "7C 2C KC 5H", "deck 1": "7D 2D QD 6D"}, {})
LAID_RACE = LaidTable({"deck 0": "4C AS 5H", "deck 1": "7D QD 6D"}, {})
LAID_STEAL = LaidTable({"deck 0": "KH 2H KS", "deck 1": "3S 2D 2S", "won 0": "KD", "won 1": "3C"}, {})
LAID_THREE_STEAL = LaidTable({"deck 0": "3S KC", "deck 1": "3D 2C", "deck 2": "2D KH",
                              "won 0": "KS", "won 1": "2S", "won 2": "3H"}, {})  # fmt: skip
"""Tables on which both seats, and all three, are asked at the same time."""
ONE_STEAL, TWO_STEAL = (
    {"game": "steal-war", "seats": seats, "laid": laid, "options": {"turn_cap": 1}}
    for seats, laid in ((2, LAID_STEAL), (3, LAID_THREE_STEAL))
)

ROOMS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"game": "war", "options": {"turn_cap": 2}, "pace": 1000}),
    (1, {"game": "war", "laid": LAID_WAR, "options": {"turn_cap": 2}, "bots": {"1": "random"}, "pace": 500}),
    (2, {"game": "war", "laid": LAID_WAR, "options": {"turn_cap": 2}, "pace": 500}),
    (2, {"game": "war", "preset": "race-to-ace", "laid": LAID_RACE, "options": {"turn_cap": 3}, "pace": 500}),
    (2, {**ONE_STEAL, "pace": 500}),
    (2, {**ONE_STEAL, "pace": 0, "clock": CLOCK}),
    (2, {**TWO_STEAL, "bots": {"2": "random"}, "clock": CLOCK}),
    (2, {"game": "casino-war", "seats": 2, "options": {"rounds": 1}, "clock": CLOCK, "pace": 0}),
    (1, {"game": "blitz31", "seats": 2, "options": {"lives": 1}, "bots": {"1": "simple"}, "clock": CLOCK}),
    (3, {**TWO_STEAL, "pace": 500}),
)
"""The number of people of each room, and what it is opened with."""
WAR, RACE, STEAL, CASINO, THREE_STEAL = 0, 3, 4, 7, 9
"""The numbers of some of these rooms."""


class OpenedRoom(NamedTuple):
    """A room that waits for its host to start: the first person is the host."""

    room: str
    seats: list[int]
    """The seats of the first guests."""


class Opened(NamedTuple):
    """The rooms of a seed on a disk. The same guests sit in all of them."""

    image: bytes
    rooms: list[OpenedRoom]
    guests: list[Guest]
    spectator: Guest


@cache
def opened(places: tuple[int, ...], cards: int) -> Opened:
    """Open rooms, and seat their people."""
    pick = random.Random(f"{places} {cards}")
    loop, disk = SeededLoop(pick, 0.0, False), Disk(Disk.empty, pick, 0.0, 0.0)

    async def run() -> Opened:
        services = InlineServices(SimulatedWriter(disk, lambda: None), 0.0)
        hub = Hub(services)
        await hub.open()
        most = max(ROOMS[place][0] for place in places)
        guests = [await hub.guests.new(NewGuest(f"Guest {number}", True)) for number in range(most + 1)]
        rooms = [await _open(hub, guests[: ROOMS[place][0]], ROOMS[place][1]) for place in places]
        return Opened(disk.image(), rooms, guests[:most], guests[most])

    found = loop.run_until_complete(run())
    ends(loop)
    return found


async def _open(hub: Hub, guests: list[Guest], wish: dict[str, Any]) -> OpenedRoom:
    request = SimpleNamespace(client=None)
    room = (await app.open_room.fn(NewRoom(**wish), guests[0], hub, request)).room
    sealed = None if "laid" in wish else part_hash(PART)
    for guest in guests:
        await app.join.fn(room, guest, hub, Join(part_hash=sealed))
    seats = [hub.rooms[room].seat_of(guest.player) for guest in guests]
    assert None not in seats
    return OpenedRoom(room, seats)  # type: ignore[arg-type]
