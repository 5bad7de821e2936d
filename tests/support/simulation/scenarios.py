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
from threedown.server.model.wire import ChoiceClock, Guest, Join, NewGuest, NewRoom
from threedown.server.rooms.hub import Hub
from threedown.session.fairness import part_hash

CARDS = 8
"""Each room is there with so many secrets."""
PART = "c0ffee"
"""The part of the chance of every player who commits to one."""
CLOCK = ChoiceClock(2000)
WAR = LaidTable({"deck 0": "7C 2C KC 5H", "deck 1": "7D 2D QD 6D"}, {})
RACE = LaidTable({"deck 0": "4C 9C AS 5H", "deck 1": "7D 2D QD 6D"}, {})
STEAL = LaidTable({"deck 0": "KH 2H KS", "deck 1": "3S 2D 2S", "won 0": "KD", "won 1": "3C"}, {})
THREE_STEAL = LaidTable({"deck 0": "3S KC", "deck 1": "3D 2C", "deck 2": "2D KH",
                         "won 0": "KS", "won 1": "2S", "won 2": "3H"}, {})  # fmt: skip
"""Tables on which both seats, and all three, are asked at the same time."""

ROOMS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"game": "war", "options": {"turn_cap": 3}, "pace": 1000}),
    (1, {"game": "war", "laid": WAR, "options": {"turn_cap": 3}, "bots": {"1": "random"}, "pace": 500}),
    (2, {"game": "war", "laid": WAR, "options": {"turn_cap": 3}, "pace": 500}),
    (2, {"game": "war", "preset": "race-to-ace", "laid": RACE, "options": {"turn_cap": 4}, "pace": 500}),
    (2, {"game": "steal-war", "seats": 2, "laid": STEAL, "options": {"turn_cap": 3}, "pace": 500}),
    (2, {"game": "steal-war", "seats": 2, "laid": STEAL, "options": {"turn_cap": 3}, "pace": 0, "clock": CLOCK}),
    (
        2,
        {
            "game": "steal-war",
            "seats": 3,
            "laid": THREE_STEAL,
            "options": {"turn_cap": 2},
            "bots": {"2": "random"},
            "clock": CLOCK,
        },
    ),
    (2, {"game": "casino-war", "seats": 2, "options": {"rounds": 1}, "clock": CLOCK, "pace": 0}),
    (1, {"game": "blitz31", "seats": 2, "options": {"lives": 1}, "bots": {"1": "simple"}, "clock": CLOCK}),
)
"""The number of people of each room, and what it is opened with."""


class Opened(NamedTuple):
    """A room that waits for its host to start, on a disk."""

    image: bytes
    room: str
    guests: list[Guest]
    seats: list[int]
    spectator: Guest


@cache
def opened(place: int, cards: int) -> Opened:
    """Open a room, and seat its people."""
    pick = random.Random(f"{place} {cards}")
    loop, disk = SeededLoop(pick, 0.0, False), Disk(Disk.empty, pick, 0.0, 0.0)
    people, wish = ROOMS[place]

    async def run() -> Opened:
        services = InlineServices(SimulatedWriter(disk, lambda: None), 0.0)
        hub = Hub(services)
        await hub.open()
        guests = [await hub.guests.new(NewGuest(f"Guest {number}", True)) for number in range(people + 1)]
        request = SimpleNamespace(client=None)
        room = (await app.open_room.fn(NewRoom(**wish), guests[0], hub, request)).room
        sealed = None if "laid" in wish else part_hash(PART)
        for guest in guests[:people]:
            await app.join.fn(room, guest, hub, Join(part_hash=sealed))
        seats = [hub.rooms[room].seat_of(guest.player) for guest in guests[:people]]
        assert None not in seats
        return Opened(disk.image(), room, guests[:people], seats, guests[people])  # type: ignore[arg-type]

    found = loop.run_until_complete(run())
    ends(loop)
    return found
