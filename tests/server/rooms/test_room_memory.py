"""The server keeps to its memory: paused games leave it for the disk, and come back as they were."""

import asyncio
import random
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.hubs import ANN, asked, in_a_house, opened, until
from support.server_rooms import drained, heard, sit_and_start

from threedown.server.hub import Hub
from threedown.server.model.errors import Unavailable
from threedown.server.model.messages import Choose
from threedown.server.model.wire import NewRoom
from threedown.server.operations.memory import resident
from threedown.server.rooms import absence, registry
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.room_lists import rooms_of
from threedown.server.rooms.served_room import ServedRoom

ENTRIES, WARM_UP = 100_000, 20_000
MOST_GROWTH = 64 << 20
"""Bytes by which a server may grow from entry 20,000 to 100,000 of games that are held one after another."""


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that nobody follows pause at once, and may leave memory at once."""
    monkeypatch.setattr(absence, "EMPTY_AFTER", 0)
    monkeypatch.setattr(registry, "IDLE_AFTER", 0)


async def left(hub: Hub) -> ServedRoom:
    """A room in which Ann has been asked, and whose page she has closed."""
    room = await opened(hub)
    room.disconnect(await asked(room))
    return room


@pytest.mark.usefixtures("soon")
def test_a_paused_game_leaves_memory_and_comes_back_as_it_was(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await left(hub)
        assert room.game is not None
        before = replace(room.game.whole_table(room.view(0), Eyes(0), "en"), room=None)
        assert hub.rooms.shed() == 1
        assert room.game is None
        (mine,) = await rooms_of(ANN, hub.rooms, hub.services.writer)
        assert mine.waits, "a list says so of a game that is on disk"
        assert (await hub.rooms.find(room.name)) is room
        assert replace(room.game.whole_table(room.view(0), Eyes(0), "en"), room=None) == before
        ann = await asked(room)
        seq = room.game.seq
        await room.handle(ann, Choose("c", seq, room.game.session.menu(0)[0]))
        (ack,) = heard(ann, "ack")
        assert ack["seq"] == seq + 1

    in_a_house(folder, act)


@pytest.mark.usefixtures("soon")
def test_a_game_that_is_followed_or_was_asked_for_lately_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(hub: Hub) -> None:
        followed, recent = await opened(hub), await left(hub)
        await asked(followed)
        monkeypatch.setattr(registry, "IDLE_AFTER", 60_000)
        assert hub.rooms.shed() == 0
        assert recent.game is not None
        monkeypatch.setattr(registry, "IDLE_AFTER", 0)
        await recent.lock.acquire()
        assert hub.rooms.shed() == 0, "something is under way"
        recent.lock.release()
        assert hub.rooms.shed() == 1
        assert followed.game is not None

    in_a_house(folder, act)


@pytest.mark.usefixtures("soon")
@pytest.mark.skipif(resident() is None, reason="the system does not say how much memory a process has")
def test_above_its_limit_the_server_lets_games_go_and_opens_no_room(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "WATCH_MEMORY_EVERY", 0.01)

    async def act(hub: Hub) -> None:
        room = await left(hub)
        hub.services.memory.most = 1
        await until(lambda: room.game is None)
        with pytest.raises(Unavailable):
            await hub.opener.open(ANN, NewRoom("war"))
        hub.services.memory.most = None
        await hub.opener.open(ANN, NewRoom("war"))

    in_a_house(folder, act)


async def play(seed: int, entries: int) -> int:
    """Play a game of 31 against five bots, and return the number of its entries."""
    pick = random.Random(seed)
    bots = dict.fromkeys(range(1, 6), "simple")
    room, (ann, spectator) = await sit_and_start("blitz31", 6, bots=bots, options={"lives": 20}, seed=seed)
    assert room.game is not None
    while not room.game.session.over and room.game.seq < entries:
        await until(lambda: room.game is not None and (room.game.waits_for(0) or room.game.session.over))
        drained(ann), drained(spectator)
        if room.game.session.pending is not None and 0 in room.game.shared_game.asked_people():
            choice = pick.choice(room.game.session.menu(0))
            await room.handle(ann, Choose(f"{room.game.seq}", room.game.seq, choice))
    return room.game.seq


@pytest.mark.soak
@pytest.mark.skipif(resident() is None, reason="the system does not say how much memory a process has")
def test_100_000_entries_take_no_more_memory_than_20_000() -> None:
    async def run() -> None:
        played, warm = 0, None
        for seed in range(ENTRIES):
            played += await play(seed, ENTRIES)
            if warm is None and played >= WARM_UP:
                warm = resident()
            if played >= ENTRIES:
                break
        assert warm is not None
        assert (resident() or 0) - warm <= MOST_GROWTH

    asyncio.run(run())
