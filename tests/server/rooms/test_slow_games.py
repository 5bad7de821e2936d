"""Games with days a move: the clock runs on disk, with or without players, and independent of memory."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.hubs import ANN, BEN, asked, in_a_house, opened, until
from support.server_rooms import listener_of

from threedown.server.hub import Hub
from threedown.server.model.errors import Invalid
from threedown.server.model.messages import Choose, Hello
from threedown.server.model.wire import ChoiceClock, Join, NewRoom
from threedown.server.rooms import absence, registry
from threedown.server.rooms.room_lists import rooms_of
from threedown.server.rooms.served_room import ServedRoom

HOUR, DAY = 3_600_000, 86_400_000
SLOW = ChoiceClock(DAY)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that nobody follows may leave memory at once."""
    monkeypatch.setattr(absence, "EMPTY_AFTER", 0)
    monkeypatch.setattr(registry, "IDLE_AFTER", 0)


async def left(hub: Hub, **wish: Any) -> ServedRoom:
    """A slow game against a bot in which Ann is asked, and whose page she has closed."""
    room = await opened(hub, clock=SLOW, **wish)
    room.disconnect(await asked(room))
    assert room.game is not None
    await until(lambda: room.game is not None and room.game.clock.slow.is_stored)
    return room


def choices(room: ServedRoom) -> int:
    """The number of entries of a room's log."""
    assert room.game is not None
    return room.game.seq


@pytest.mark.usefixtures("soon")
def test_a_clock_runs_out_in_a_game_that_has_left_memory(folder: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        room = await left(hub)
        before = choices(room)
        hub.rooms.evict()
        hub.rooms.evict()
        assert room.game is None, "a game that waits for days holds no memory"
        later(DAY - 1000)
        await hub.due_moves.look()
        assert room.game is None, "its time is not up yet"
        later(2000)
        await hub.due_moves.look()
        await until(lambda: room.game is not None and room.plan.chairs[0].away)
        ann = await asked_again(room)
        assert choices(room) > before, "a bot has chosen for Ann"
        assert not room.plan.chairs[0].away, "she plays for herself again"
        await room.handle(ann, Choose("c", choices(room), room.game.session.menu(0)[0]))  # type: ignore[union-attr]

    in_a_house(folder, act)


async def asked_again(room: ServedRoom) -> Any:
    """Ann's socket, once she has come back and is asked for the next choice."""
    ann, before = listener_of(ANN.player), choices(room)
    await room.handle(ann, Hello())
    await until(lambda: choices(room) > before and bool(room.game and room.game.waits_for(0)))
    return ann


def test_the_time_of_a_choice_survives_a_restart(folder: Path, later: Any) -> None:
    async def begin(hub: Hub) -> None:
        await left(hub)

    async def go_on(hub: Hub) -> None:
        (mine,) = await rooms_of(ANN, hub.rooms, hub.services.writer)
        assert (mine.waits, mine.asked) == (True, [0])
        assert mine.choice_left is not None
        assert abs(mine.choice_left - (DAY - 7 * HOUR)) < 60_000

    in_a_house(folder, begin)
    later(7 * HOUR)
    in_a_house(folder, go_on)
    in_a_house(folder, go_on)


@pytest.mark.usefixtures("soon")
def test_nothing_is_played_once_everybody_has_missed_their_time(folder: Path, later: Any) -> None:
    """Bots do not play a whole game to its end while no player is there."""

    async def act(hub: Hub) -> None:
        room = await left(hub)
        later(2 * DAY)
        await hub.due_moves.look()
        await until(lambda: room.plan.chairs[0].away)
        before = choices(room)
        for _ in range(5):
            await hub.due_moves.look()
            await asyncio.sleep(0.02)
        assert choices(room) == before

    in_a_house(folder, act)


@pytest.mark.usefixtures("soon")
def test_the_others_see_no_vote_and_their_game_goes_on_without_clients(folder: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        wish = NewRoom("blitz31", seats=2, clock=SLOW)
        room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
        await room.join(BEN, Join())
        await room.start(ANN.player)
        ann = await asked(room)
        assert room.view(0).absence is None, "Ben has gone, which is what games with days a move are for"
        room.disconnect(ann)
        await until(lambda: room.game is not None and room.game.clock.slow.is_stored)
        later(DAY + 1000)
        await hub.due_moves.look()
        await until(lambda: room.game is not None and room.game.waits_for(1))
        assert room.plan.chairs[0].away
        assert not room.plan.chairs[1].away

    in_a_house(folder, act)


def test_my_games_come_in_the_order_of_urgency(folder: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        calm = await left(hub)
        later(10 * HOUR)
        live = await opened(hub)
        await asked(live)
        late = await opened(hub, clock=ChoiceClock(6 * HOUR))
        await asked(late)
        mine = await rooms_of(ANN, hub.rooms, hub.services.writer)
        assert [one.room for one in mine] == [late.name, calm.name, live.name]

    in_a_house(folder, act)


def test_a_pause_stops_the_clock(folder: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        room = await left(hub)
        await room.change(replace(room.plan, paused=True))
        later(3 * DAY)
        await hub.due_moves.look()
        assert not room.plan.chairs[0].away
        await room.change(replace(room.plan, paused=False))
        (mine,) = await rooms_of(ANN, hub.rooms, hub.services.writer)
        assert mine.choice_left is not None
        assert abs(mine.choice_left - DAY) < 60_000

    in_a_house(folder, act)


@pytest.mark.parametrize(
    ("game", "wish"),
    [
        ("war", {"clock": SLOW}),
        ("pyanitsa", {"clock": SLOW}),
        ("blitzwar", {"clock": SLOW, "minutes": 60}),
    ],
)
def test_a_clock_of_days_that_makes_no_sense_is_refused(folder: Path, game: str, wish: dict[str, Any]) -> None:
    async def act(hub: Hub) -> None:
        with pytest.raises(Invalid):
            await hub.opener.open(ANN, NewRoom(game, **wish))

    in_a_house(folder, act)
