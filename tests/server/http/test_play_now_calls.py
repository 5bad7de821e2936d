"""The queue over HTTP and its socket, as a page and a program use it."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from support.serving import people

from threedown.client import RequestRefused
from threedown.server.http.app import server
from threedown.server.matching import play_now
from threedown.server.store.writer import Writer

House = TestClient[Any]
pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(play_now, "EVERY", 0.01)
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as found:
        yield found


def guest(house: House, name: str) -> dict[str, str]:
    token = house.post("/api/guest", json={"program": True, "name": name}).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def test_two_people_wait_meet_and_play(house: House) -> None:
    ann, ben = guest(house, "Ann"), guest(house, "Ben")
    with (
        house.websocket_connect("/api/me/live", headers=ann) as of_ann,
        house.websocket_connect("/api/me/live", headers=ben) as of_ben,
    ):
        assert of_ann.receive_json() == of_ben.receive_json() == {"type": "place", "place": None}
        place = house.post("/api/queue", json={"game": "war", "seats": 2}, headers=ann).json()
        assert [sitter["name"] for sitter in place["players"]] == ["Ann"]
        assert place["room"] is None
        assert of_ann.receive_json()["place"]["table"] == 2
        house.post("/api/queue", json={"game": "war"}, headers=ben)
        room = received(of_ann)["room"]
        assert received(of_ben)["room"] == room
    for who in (ann, ben):
        seen = house.post(f"/api/rooms/{room}/join", json={}, headers=who).json()
    assert seen["state"] == "playing"
    assert sorted(seat["name"] for seat in seen["seats"]) == ["Ann", "Ben"]
    with house.websocket_connect(f"/api/rooms/{room}/live", headers=ann) as table:
        table.send_json({"type": "hello"})
        table.receive_json()
        house.app.state.hub.play_now._crowd = None
        assert house.get("/api/queue").json() == {"people": 1, "playing": {"war": 1}, "waiting": {}}


def received(socket: Any) -> dict[str, Any]:
    """Return the message that a table is ready."""
    while (message := dict(socket.receive_json()))["type"] != "matched":
        pass
    return message


def test_the_home_page_counts_who_waits(house: House) -> None:
    ann = guest(house, "Ann")
    assert house.get("/api/queue").json() == {"people": 0, "playing": {}, "waiting": {}}
    house.post("/api/queue", json={"game": "blitz31", "seats": 4}, headers=ann)
    house.app.state.hub.play_now._crowd = None
    assert house.get("/api/queue").json()["waiting"] == {"blitz31": 1}
    assert house.delete("/api/queue", headers=ann).status_code == 204
    house.app.state.hub.play_now._crowd = None
    assert house.get("/api/queue").json()["waiting"] == {}


def test_strangers_and_wrong_wishes_are_refused(house: House) -> None:
    ann = guest(house, "Ann")
    assert house.post("/api/queue", json={"game": "war"}).status_code == 401
    refused = house.post("/api/queue", json={"game": "war", "seats": 9}, headers={**ann, "Accept-Language": "it"})
    assert refused.status_code == 400
    assert refused.json()["allowed"] == ["2", "3", "4", "5", "6"]
    assert refused.json()["detail"] == "War non ha tavoli di questa grandezza."
    with pytest.raises(WebSocketDisconnect) as closed, house.websocket_connect("/api/me/live") as socket:
        socket.receive_json()
    assert closed.value.code == 4401
    with house.websocket_connect("/api/me/live", headers=ann) as socket:
        socket.receive_json()
        socket.send_text("hello")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4429


def test_two_programs_find_each_other_and_play(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as players:
            with pytest.raises(RequestRefused, match="there is no game"):
                await players[0].find_players("chess")
            rooms = await asyncio.gather(players[0].find_players("war", seats=2), players[1].find_players("war"))
            assert rooms[0] == rooms[1]
            seen = [await player.sit(rooms[0]) for player in players]
            assert sorted(seat["name"] for seat in seen[1]["seats"]) == ["Ann", "Ben"]

    asyncio.run(run())
