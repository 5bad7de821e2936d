"""A tournament of two workers: one runs it, both serve it, and the other goes on with it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.cluster import workers
from support.hubs import ANN, BEN, until

from threedown.server.hub import Hub
from threedown.server.model.tournament import NewTournament
from threedown.server.model.wire import Join
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.tournaments import arena, knockout, tables

pytestmark = [pytest.mark.postgres]


def test_one_worker_seats_and_the_other_goes_on_when_it_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PACE", 0)
    monkeypatch.setattr(arena, "GATHER", 0)

    async def act(first: Hub, second: Hub) -> None:
        id = await first.tournaments.open(ANN, NewTournament("war", options={"turn_cap": 1}, wait=0))
        await asyncio.gather(first.tournaments.join(id, ANN, False), second.tournaments.join(id, BEN, True))
        follower = Subscriber(BEN.player)
        await second.tournaments.follow(id, follower)
        while '"you":true' not in (told := (await follower.next()).decode()):
            pass
        assert '"program":true' in told
        [table] = (await second.tournaments.find(id)).tables
        holder = first if table.room in first.rooms else second
        other = second if holder is first else first
        assert table.room not in other.rooms
        room: Any = await holder.rooms.find(table.room)
        for guest in (ANN, BEN):
            async with room.lock:
                await room.join(guest, Join())
        await until(lambda: room.state == "over")
        await holder.services.cluster.leave()
        holder.tournaments.step = other.tournaments.step  # type: ignore[method-assign]  # that worker is gone
        while not (found := await other.tournaments.find(id)).ended:
            await asyncio.sleep(0.05)
        assert sum(one.points for one in found.entrants) == 2

    workers(folder, act)


def test_the_end_of_a_round_opens_its_cards_at_every_worker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "PACE", 0)
    monkeypatch.setattr(knockout, "BETWEEN_DEALS", 0)

    async def act(first: Hub, second: Hub) -> None:
        wish = NewTournament("war", kind="knockout", options={"turn_cap": 1}, seats=2, wait=0)
        id = await first.tournaments.open(ANN, wish)
        await asyncio.gather(first.tournaments.join(id, ANN, False), second.tournaments.join(id, BEN, True))
        names = []
        for deal in range(knockout.DEALS):
            while not (tables_now := (await second.tournaments.find(id)).tables) or tables_now[0].room in names:
                await asyncio.sleep(0.02)
            name = tables_now[0].room
            names.append(name)
            while name not in first.rooms and name not in second.rooms:
                await asyncio.sleep(0.02)
            holder = first if name in first.rooms else second
            room: Any = await holder.rooms.find(name)
            for guest in (ANN, BEN):
                async with room.lock:
                    await room.join(guest, Join())
            await until(lambda room=room: room.state == "over")  # type: ignore[misc]
            if deal < knockout.DEALS - 1:
                for hub in (first, second):
                    plan = await hub.rooms.plan_of(name)
                    assert plan is not None
                    assert plan.is_sealed
        while (await first.tournaments.find(id)).phase != "over":
            await asyncio.sleep(0.05)
        for hub in (first, second):
            for name in names:
                plan = await hub.rooms.plan_of(name)
                assert plan is not None
                assert not plan.is_sealed

    workers(folder, act)
