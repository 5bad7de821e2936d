"""Players who wait at different workers meet in one room, and nobody sits in two, even if two workers match at once."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.cluster import workers

from threedown.server.http import forwarding
from threedown.server.hub import Hub
from threedown.server.matching import play_now
from threedown.server.model.matching import CrowdSeen, TakePlace
from threedown.server.model.wire import NewGuest
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import places, queries
from threedown.server.store.leases import Worker

pytestmark = [pytest.mark.postgres, pytest.mark.slow]


@pytest.mark.parametrize("leased", [True, False])
def test_players_of_all_workers_sit_down_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leased: bool) -> None:
    """Without the lease, two workers match at the same time: the rows alone decide."""
    monkeypatch.setattr(play_now, "EVERY", 0.01)

    async def act(*hubs: Hub) -> None:
        for hub in hubs if not leased else ():
            always_hold(hub)
        clients = []
        for number in range(12):
            guest = await hubs[0].guests.new(NewGuest(f"Guest {number}"))
            client = Subscriber(guest.player)
            await hubs[number % 2].play_now.listen(client)
            await hubs[number // 2 % 2].play_now.take_place(guest, TakePlace("blitz31", 3), "")
            clients.append(client)
        rooms = await asyncio.gather(*(room_of(client) for client in clients))
        assert [rooms.count(room) for room in rooms] == [3] * 12
        stored, _ = await hubs[0].services.writer.do(queries.open_rooms)
        seated = [player for room in stored for player in room.plan.players]
        assert sorted(seated) == sorted(client.player for client in clients)
        for place in await hubs[0].services.writer.do(places.all_places):
            room = next(room for room in stored if room.room == place.room)
            assert place.player in room.plan.players

    workers(tmp_path, act)


async def room_of(client: Subscriber) -> str:
    """Return the room to which a client is sent."""
    while True:
        message = msgspec.json.decode(await asyncio.wait_for(client.next(), 30))
        if message["type"] == "matched":
            return str(message["room"])


def always_hold(hub: Hub) -> None:
    """Let a worker believe that it is the one that matches."""
    cluster: Any = hub.services.cluster
    claim = cluster.claim

    async def held(room: str, **how: Any) -> Worker | None:
        return None if room == play_now.LEASE else await claim(room, **how)

    cluster.claim = held


def test_the_people_of_all_workers_are_counted() -> None:
    own = msgspec.json.encode(CrowdSeen(3, {"war": 2, "champz": 1}, {"war": 4}))
    other = msgspec.json.encode(CrowdSeen(2, {"war": 1, "blitz31": 1}, {"war": 4}))
    summed = msgspec.json.decode(forwarding._summed(own, [other], forwarding.CROWD), type=CrowdSeen)
    assert summed == CrowdSeen(5, {"war": 3, "champz": 1, "blitz31": 1}, {"war": 4})
