"""People delete what the server has of them: a room as its host, a guest with all their rooms."""

from pathlib import Path

import msgspec
import pytest
from litestar.testing import TestClient
from support.hubs import BEN, asked, in_a_house, opened, over, until

from threedown.server.http.app import server
from threedown.server.hub import Hub
from threedown.server.model.errors import NotNow, NotYours, Unknown
from threedown.server.model.evening import Next, PlayedGame
from threedown.server.model.wire import Guest, Join, NewGuest, NewRoom
from threedown.server.store.sqlite import FILE
from threedown.server.store.writer import Writer


def test_a_host_deletes_a_room_with_its_game(folder: Path) -> None:
    names: list[str] = []

    async def act(hub: Hub) -> None:
        room, played = await over(hub), await opened(hub)
        names.extend([room.name, played.name])
        host = room.plan.host
        with pytest.raises(NotYours):
            await hub.deleter.delete_room(room.name, BEN.player)
        ann = await asked(played)
        for name in names:
            await hub.deleter.delete_room(name, host)
            with pytest.raises(Unknown):
                await hub.rooms.find(name)
        assert ann in played.subscribers
        assert played.view().stopped == "the host has deleted it"

    in_a_house(folder, act)
    in_a_house(folder, lambda hub: _is_gone(hub, names))


async def _is_gone(hub: Hub, names: list[str]) -> None:
    for name in names:
        with pytest.raises(Unknown):
            await hub.rooms.find(name)


@pytest.mark.sqlite
def test_a_guest_is_deleted_and_a_bot_plays_on_for_the_others(folder: Path) -> None:
    shared: list[str] = []
    guests: list[Guest] = []

    async def act(hub: Hub) -> None:
        ann, ben = [await hub.guests.new(NewGuest(name)) for name in ("Ann", "Ben")]
        guests.extend([ann, ben])
        alone = (await hub.opener.open(ann, NewRoom("war"))).room
        room = hub.rooms[(await hub.opener.open(ann, NewRoom("blitz31", seats=2))).room]
        await room.join(ben, Join())
        await room.start(ann.player)
        with pytest.raises(NotNow, match="Other people are playing"):
            await hub.deleter.delete_room(room.name, ann.player)
        await hub.deleter.delete_guest(ann.player)
        assert await hub.guests.of(ann.token) is None
        with pytest.raises(Unknown):
            await hub.rooms.find(alone)
        assert (room.plan.host, room.plan.players) == (ben.player, [ben.player])
        assert room.game is not None
        await until(lambda: room.game is not None and room.game.shared_game.asked_people() == [1])
        shared.append(room.name)

    async def again(hub: Hub) -> None:
        assert await hub.guests.of(guests[0].token) is None
        room = await hub.rooms.find(shared[0])
        assert (room.state, room.plan.players) == ("playing", [guests[1].player])

    in_a_house(folder, act)
    in_a_house(folder, again)
    assert guests[0].player.encode() not in (folder / FILE).read_bytes()


@pytest.mark.sqlite
def test_a_guest_who_left_earlier_is_deleted_from_the_evening_of_the_others(folder: Path) -> None:
    rooms: list[str] = []

    async def act(hub: Hub) -> None:
        ann, ben = [await hub.guests.new(NewGuest(name)) for name in ("Ann", "Ben")]
        room = hub.rooms[(await hub.opener.open(ann, NewRoom("war"))).room]
        evening = [PlayedGame("before", "war", ["Ben"], {ann.player: "Ann", ben.player: "Ben"}, [ben.player])]
        wants: dict[str, Next] = {ben.player: "rematch"}
        async with room.lock:
            plan = msgspec.structs.replace(room.plan, evening=evening, kicked={ben.player: "Bye"}, wants=wants)
            await room.change(plan)
        await hub.deleter.delete_guest(ben.player)
        assert room.plan.evening == [PlayedGame("before", "war", ["Ben"], {ann.player: "Ann"}, [])]
        assert room.plan.players == [ann.player]
        rooms.extend([room.name, ben.player])

    in_a_house(folder, act)
    assert rooms[1].encode() not in (folder / FILE).read_bytes()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_both_can_be_called_over_the_wire(tmp_path: Path) -> None:
    with TestClient(server(Writer(tmp_path), 0, names=["testserver.local"])) as browser:
        browser.post("/api/guest", json={"name": "Ann"})
        room = browser.post("/api/rooms", json={"game": "war"}).json()["room"]
        assert browser.delete(f"/api/rooms/{room}").status_code == 204
        assert browser.get(f"/api/rooms/{room}").status_code == 404
        assert browser.delete("/api/me").status_code == 204
        assert not browser.cookies
        assert browser.get("/api/me").status_code == 401
