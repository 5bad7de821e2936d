"""Two workers and a game with days a move: its clock outlives the worker that held it, and one worker sends."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, update
from support.cluster import workers
from support.hubs import ANN, opened, until

from threedown.server.hub import Hub
from threedown.server.model.wire import ChoiceClock
from threedown.server.push import calls
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.store.tables import moves_due

pytestmark = [pytest.mark.postgres, pytest.mark.usefixtures("known_cards")]


async def waiting(hub: Hub) -> ServedRoom:
    """A game with days a move in which Ann is asked, with its clock on disk."""
    room = await opened(hub, clock=ChoiceClock(86_400_000))
    await until(lambda: room.game is not None and room.game.clock.slow.is_stored)
    return room


def run_out(connection: Connection) -> None:
    """Have the time of every choice be up."""
    connection.execute(update(moves_due).values(due=0))


def test_the_worker_that_takes_a_game_over_enforces_its_clock(folder: Path) -> None:
    async def act(first: Hub, second: Hub) -> None:
        room = await waiting(first)
        await first.services.writer.do(run_out)
        await second.due_moves.look()
        assert room.name not in second.rooms, "the room is the other worker's"
        await first.services.close()
        await until(lambda: room.name in second.rooms and second.rooms[room.name].game is not None)
        await second.due_moves.look()
        taken = second.rooms[room.name]
        await until(lambda: taken.plan.chairs[0].away)
        assert taken.seat_of(ANN.player) == 0

    workers(folder, act)


def test_one_worker_sends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "EVERY", 3600.0)

    async def act(first: Hub, second: Hub) -> None:
        cluster, other = first.services.cluster, second.services.cluster
        assert (await cluster.claim(calls.LEASE) is None) != (await other.claim(calls.LEASE) is None)

    workers(folder, act)
