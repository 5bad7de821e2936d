"""Tournaments over real rooms: tables open, begin by themselves and count, also after a restart."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from support.hubs import ANN, BEN, in_a_house, until

from threedown.server.hub import Hub
from threedown.server.model.errors import NotNow, NotYours, RequestError, TooMany, Unknown
from threedown.server.model.plan import ENDED
from threedown.server.model.tournament import NewTournament, Tournament
from threedown.server.model.wire import Guest, Join, NewRoom
from threedown.server.rooms.eyes import with_seat_shown
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.tournaments import showing
from threedown.server.tournaments.arena import GATHER
from threedown.server.tournaments.tables import TO_SIT_DOWN

WAR = NewTournament("war", options={"turn_cap": 1}, wait=0)
"""Two seats, one turn, nothing to choose."""
Later = Callable[[int], None]
pytestmark = pytest.mark.usefixtures("quick")


async def begun(hub: Hub, later: Later, *guests: Guest, request: NewTournament = WAR) -> str:
    """A tournament with these players, whose first tables are open."""
    id = await hub.tournaments.open(guests[0], request)
    for guest in guests:
        await hub.tournaments.join(id, guest, False)
    await hub.tournaments.step()
    later(GATHER)
    await hub.tournaments.step()
    return id


async def table_of(hub: Hub, id: str) -> ServedRoom:
    """The only table of a tournament."""
    [table] = (await hub.tournaments.find(id)).tables
    return hub.rooms[table.room]


async def sit(room: ServedRoom, *guests: Guest) -> None:
    for guest in guests:
        async with room.lock:
            await room.join(guest, Join())


async def counted(hub: Hub, id: str) -> Tournament:
    """The tournament once its table has ended and counts."""
    room = await table_of(hub, id)
    await until(lambda: room.state == "over")
    await hub.tournaments.step()
    return await hub.tournaments.find(id)


def test_a_table_begins_when_both_have_come_and_counts(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, later, ANN, BEN)
        room = await table_of(hub, id)
        await sit(room, ANN)
        assert room.state == "waiting"
        await sit(room, BEN)
        assert room.state != "waiting"
        tournament = await counted(hub, id)
        assert [one.games for one in tournament.entrants] == [1, 1]
        assert sum(one.points for one in tournament.entrants) == 2
        lines = showing.results(tournament)
        assert [(line.place, line.points, line.wins) for line in lines] in (
            [(1, 2, 1), (2, 0, 0)],
            [(1, 1, 0), (1, 1, 0)],
        )

    in_a_house(folder, act)


async def called_in_vain(hub: Hub, id: str, later: Later) -> Tournament:
    """The tournament once the time to come to its only table is over."""
    room = await table_of(hub, id)
    later(TO_SIT_DOWN)
    hub.rooms.lose([room.name])  # as after a restart: the time is over when the room is read
    room = await hub.rooms.find(room.name)
    await until(lambda: room.state in ENDED)
    await hub.tournaments.step()
    return await hub.tournaments.find(id)


def test_a_bot_plays_for_a_player_who_does_not_come_and_wins_nothing_for_them(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, later, ANN, BEN)
        await sit(await table_of(hub, id), ANN)
        tournament = await called_in_vain(hub, id, later)
        ann, ben = tournament.entrants
        assert (ann.games, ann.paused) == (1, False)
        assert (ben.points, ben.games, ben.paused) == (0, 1, True)

    in_a_house(folder, act)


def test_players_who_never_come_are_not_called_again(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, later, ANN, BEN)
        tournament = await called_in_vain(hub, id, later)
        assert [(one.points, one.paused) for one in tournament.entrants] == [(0, True)] * 2
        later(10 * GATHER)
        await hub.tournaments.step()
        assert (await hub.tournaments.find(id)).tables == []

    in_a_house(folder, act)


def test_a_restart_loses_no_table_and_no_point(folder: Path, later: Later) -> None:
    ids: list[str] = []

    async def before(hub: Hub) -> None:
        ids.append(await begun(hub, later, ANN, BEN))
        await sit(await table_of(hub, ids[0]), ANN)

    async def after(hub: Hub) -> None:
        room = await table_of(hub, ids[0])
        assert (room.state, room.plan.tournament) == ("waiting", ids[0])
        await sit(room, BEN)
        tournament = await counted(hub, ids[0])
        assert sum(one.points for one in tournament.entrants) == 2
        later(GATHER)
        await hub.tournaments.step()
        assert (await table_of(hub, ids[0])).name != room.name

    in_a_house(folder, before)
    in_a_house(folder, after)


def test_nobody_sits_at_two_tables_of_two_tournaments(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        ids = [await begun(hub, later, ANN, BEN) for _ in range(2)]
        assert [len((await hub.tournaments.find(id)).tables) for id in ids] == [1, 0]
        room = await table_of(hub, ids[0])
        await sit(room, ANN, BEN)
        await counted(hub, ids[0])
        later(GATHER)
        await hub.tournaments.step()
        assert sorted([len((await hub.tournaments.find(id)).tables) for id in ids]) == [0, 1]

    in_a_house(folder, act)


def test_a_table_keeps_its_rules_its_seats_and_its_cards_to_itself(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, later, ANN, BEN, request=NewTournament("blitz31", seats=2, wait=0))
        room = await table_of(hub, id)
        cara = Guest("p2", "Cara")
        for refused, act in (
            (NotYours, room.join(cara, Join())),
            (NotNow, room.leave(ANN.player)),
            (NotYours, room.give_seat(ANN.player, 1, "keen")),
            (NotYours, room.change_rules(ANN, NewRoom(seats=3))),
            (NotYours, room.start(ANN.player)),
        ):
            with pytest.raises(refused):
                await act
        with pytest.raises(NotNow):
            with_seat_shown(room.plan, room.state, ANN.player, True)
        await sit(room, ANN, BEN)
        assert not room.plan.hints
        assert room.game is not None
        assert not any(room.game.can_undo(seat) for seat in (0, 1))
        with pytest.raises(RequestError):
            await hub.opener.rematch(room, ANN)

    in_a_house(folder, act)


def test_a_player_who_pauses_gets_no_table_until_they_join_again(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await hub.tournaments.open(ANN, WAR)
        for guest in (ANN, BEN):
            await hub.tournaments.join(id, guest, False)
        await hub.tournaments.step()
        await hub.tournaments.pause(id, BEN)
        later(10 * GATHER)
        await hub.tournaments.step()
        assert (await hub.tournaments.find(id)).tables == []
        await hub.tournaments.join(id, BEN, False)
        later(GATHER)
        await hub.tournaments.step()
        assert (await table_of(hub, id)).state == "waiting"

    in_a_house(folder, act)


def test_followers_are_told_their_own_place_and_table(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, later, ANN, BEN)
        ann, nobody = Subscriber(ANN.player), Subscriber("")
        for subscriber in (ann, nobody):
            await hub.tournaments.follow(id, subscriber)
        told = [(await one.next()).decode() for one in (ann, nobody)]
        assert '"you":true' in told[0]
        assert told[1].endswith('"you":null}')

    in_a_house(folder, act)


def test_a_deleted_guest_leaves_every_tournament(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, later, ANN, BEN)
        await hub.deleter.delete_guest(ANN.player)
        tournament = await hub.tournaments.find(id)
        assert [one.player for one in tournament.entrants] == [BEN.player]
        assert ANN.player not in str(tournament)

    in_a_house(folder, act)


def test_nobody_opens_more_than_their_share(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        for _ in range(3):
            await hub.tournaments.open(ANN, WAR)
        with pytest.raises(TooMany):
            await hub.tournaments.open(ANN, WAR)
        await hub.tournaments.open(BEN, WAR)
        with pytest.raises(Unknown):
            await hub.tournaments.join("nothing", ANN, False)

    in_a_house(folder, act)


def test_tables_go_on_when_nobody_follows_them(folder: Path, later: Later) -> None:
    async def act(hub: Hub) -> None:
        id = await begun(hub, later, ANN, BEN)
        room = await table_of(hub, id)
        await sit(room, ANN, BEN)
        later(10 * 60_000)
        assert room.game is None or not room.game.absence.pauses
        await asyncio.wait_for(until(lambda: room.state == "over"), 30)

    in_a_house(folder, act)
