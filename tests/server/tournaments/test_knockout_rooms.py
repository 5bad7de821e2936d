"""A knockout over real rooms: its tables get the same cards, which are nobody's to see until the round is over."""

import asyncio
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.hubs import ANN, BEN, in_a_house, until

from threedown.server.hub import Hub
from threedown.server.model.errors import Invalid, NotNow, NotYours
from threedown.server.model.tournament import NewTournament
from threedown.server.model.wire import Guest, Join
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.tournaments import showing
from threedown.server.tournaments.knockout import BETWEEN_DEALS, BETWEEN_ROUNDS, DEALS
from threedown.server.tournaments.tables import TO_SIT_DOWN
from threedown.session.record import record_in

CARA, DAN = Guest("p2", "Cara"), Guest("p3", "Dan")
FOUR = (ANN, BEN, CARA, DAN)
WAR = NewTournament("war", kind="knockout", options={"turn_cap": 1}, seats=2, wait=0)
"""Two seats, one turn, nothing to choose."""
Later = Callable[[int], None]
pytestmark = pytest.mark.usefixtures("quick")


async def begun(hub: Hub, *guests: Guest, request: NewTournament = WAR) -> str:
    """A knockout with these players, whose first deals are open."""
    id = await hub.tournaments.open(guests[0], request)
    for guest in guests:
        await hub.tournaments.join(id, guest, False)
    await hub.tournaments.step()
    return id


async def rooms_of(hub: Hub, id: str) -> list[ServedRoom]:
    open_tables = (await hub.tournaments.find(id)).tables
    return [await hub.rooms.find(table.room) for table in sorted(open_tables, key=lambda one: one.number)]


async def sit(room: ServedRoom) -> None:
    """Seat the players of a table: its game begins."""
    for guest in FOUR:
        if room.plan.seat_of(guest.player) is not None:
            async with room.lock:
                await room.join(guest, Join(part_hash="ab" * 32))


async def played(hub: Hub, id: str, later: Later) -> list[ServedRoom]:
    """Play the deals that are open to their end, and open the next ones; return the rooms played."""
    rooms = await rooms_of(hub, id)
    for room in rooms:
        await sit(room)
    for room in rooms:
        await until(lambda room=room: room.state == "over")  # type: ignore[misc]
    await hub.tournaments.step()
    later(BETWEEN_DEALS)
    await hub.tournaments.step()
    return rooms


def test_two_tables_play_the_same_cards_and_show_their_players_names(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, *FOUR, request=NewTournament("blitz31", kind="knockout", seats=2, wait=0))
        first, second = await rooms_of(hub, id)
        for room in (first, second):
            await sit(room)
        games = [room.game for room in (first, second)]
        assert games[0] is not None
        assert games[1] is not None
        states = [game.session.table_state.words.tobytes() for game in games]
        assert states[0] == states[1]
        assert games[0].header.settled() == games[1].header.settled()
        for room, game in zip((first, second), games, strict=True):
            assert game is not None
            assert list(game.seating.names) == [chair.name for chair in room.plan.chairs]
            assert set(game.seating.names) < {"Ann", "Ben", "Cara", "Dan"}
            assert list(game.header.names) == ["Seat A", "Seat B"]
        assert {first.plan.commitment} == {second.plan.commitment}

    in_a_house(folder, act)


def test_games_stay_sealed_until_the_round_is_over_and_then_anybody_may_check_them(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, *FOUR)
        [one, _] = await played(hub, id, later)
        for reader in (one.plan.chairs[0].player, "somebody"):
            with pytest.raises(NotYours, match="Sealed until the round is over"):
                await hub.archive.record(one.name, reader)
        assert one.game is not None
        assert one.game.over is not None
        assert (one.game.over.secret, one.game.over.result["piles"]) == ("", {})
        plan = await hub.rooms.plan_of(one.name)
        assert plan is not None
        assert plan.is_sealed
        for _ in range(DEALS - 1):
            first = showing.seen(await hub.tournaments.find(id), 0).rounds[0]
            assert [table.rooms for table in first.tables] == [[], []]
            await played(hub, id, later)
        plan = await hub.rooms.plan_of(one.name)
        assert plan is not None
        assert not plan.is_sealed
        first = showing.seen(await hub.tournaments.find(id), 0).rounds[0]
        rooms = [room for table in first.tables for room in table.rooms]
        assert len(rooms) == 2 * DEALS
        record = await hub.archive.record(one.name, "somebody")
        assert len(record_in(io.BytesIO(record)).inputs) > 0
        story = json.loads((await hub.archive.story(one.name, None, True, 0, "")).body)
        assert story["names"] == [chair.name for chair in one.plan.chairs]

    in_a_house(folder, act)


def test_a_knockout_goes_on_after_a_restart_to_its_winner(folder: Path, later: Later) -> None:
    ids: list[str] = []

    async def before(hub: Hub) -> None:
        ids.append(await begun(hub, *FOUR))
        await played(hub, ids[0], later)

    async def after(hub: Hub) -> None:
        id = ids[0]
        assert [table.played for table in (await hub.tournaments.find(id)).rounds[0].tables] == [1, 1]
        for _ in range(DEALS - 1):
            await played(hub, id, later)
        assert (await hub.tournaments.find(id)).rounds[-1].begins > 0
        assert await rooms_of(hub, id) == []
        later(BETWEEN_ROUNDS)
        await hub.tournaments.step()
        for _ in range(DEALS):
            assert len(await played(hub, id, later)) == 1
        tournament = await hub.tournaments.find(id)
        assert tournament.phase == "over"
        lines = showing.results(tournament)
        assert [line.round for line in lines] == [2, 2, 1, 1]
        assert [line.games for line in lines] == [6, 6, 3, 3]

    in_a_house(folder, before)
    in_a_house(folder, after)


def test_players_who_look_at_a_result_are_led_to_the_next_deal(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, *FOUR)
        [one, other] = await played(hub, id, later)
        [following, of_other] = await rooms_of(hub, id)
        assert (one.plan.next, other.plan.next) == (following.name, of_other.name)
        assert sorted(one.plan.players) == sorted(following.plan.players)
        assert one.view(0).next == following.name
        assert one.view(None).next is None
        hub.rooms.lose([one.name])
        assert (await hub.rooms.find(one.name)).plan.next == following.name, "it is on disk"

    in_a_house(folder, act)


def test_who_never_comes_is_out_and_the_others_play_on(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, ANN, BEN)
        for _ in range(DEALS):
            [room] = await rooms_of(hub, id)
            async with room.lock:
                await room.join(ANN, Join())
            later(TO_SIT_DOWN)
            hub.rooms.lose([room.name])  # as after a restart: the time is over when the room is read
            room = await hub.rooms.find(room.name)
            await asyncio.wait_for(until(lambda room=room: room.state == "over"), 30)  # type: ignore[misc]
            await hub.tournaments.step()
            later(BETWEEN_DEALS)
            await hub.tournaments.step()
        lines = showing.results(await hub.tournaments.find(id))
        assert lines[0].name == "Ann"
        assert (lines[1].name, lines[1].points) == ("Ben", 0)

    in_a_house(folder, act)


def test_a_knockout_is_entered_before_it_begins_and_has_no_pause(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, ANN, BEN)
        with pytest.raises(NotNow, match="has begun"):
            await hub.tournaments.join(id, CARA, False)
        with pytest.raises(NotNow, match="no pause"):
            await hub.tournaments.pause(id, ANN)
        for game, seats in (("blitz31", 3), ("blitz31", 5), ("champz", 1)):
            with pytest.raises(Invalid, match="Half of each table"):
                await hub.tournaments.open(ANN, NewTournament(game, kind="knockout", seats=seats))
        default = await hub.tournaments.open(ANN, NewTournament("blitz31", kind="knockout"))
        assert len((await hub.tournaments.find(default)).plan.chairs) == 4

    in_a_house(folder, act)


def test_a_deleted_guest_leaves_the_rounds_too(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, *FOUR)
        await played(hub, id, later)
        await hub.deleter.delete_guest(ANN.player)
        tournament = await hub.tournaments.find(id)
        assert ANN.player not in str(tournament)
        assert [one.name for one in tournament.entrants if one.player == ANN.player] == []

    in_a_house(folder, act)
