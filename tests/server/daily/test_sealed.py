"""A deal of the day is sealed while its day lasts: every call about its rooms is tried, also those to come."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from threedown.server.http.app import server
from threedown.server.hub import Hub
from threedown.server.limits.budget import Budget
from threedown.server.store.writer import Writer

SEALED = "Sealed until 00:00 UTC."
BET = {"winner": 0, "turns": 200, "longest": 1}
ALLOWED = {
    ("GET", "/api/rooms/{name:str}"), ("POST", "/api/rooms/{name:str}/join"), ("POST", "/api/rooms/{name:str}/report"),
}  # fmt: skip
"""The calls about a room that are answered all the same: nothing in their answers is of the cards."""
CARD = re.compile(r"\b(?:[2-9TJQKA]|10)[SHDC♠♥♦♣]\b")


@pytest.fixture
def app(tmp_path: Path) -> Litestar:
    return server(Writer(tmp_path), 0, names=["threedown.example"])


@pytest.fixture
def page(app: Litestar) -> Iterator[TestClient[Any]]:
    with TestClient(app, base_url="http://threedown.example") as client:
        yield client


def person(page: TestClient[Any], name: str) -> dict[str, str]:
    """Return the header of a new guest."""
    token = page.post("/api/guest", json={"name": name, "program": True}).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def played_war(page: TestClient[Any], by: dict[str, str]) -> str:
    """Return the room of a guest who has played today's War to its end."""
    room: str = page.post("/api/daily/war", json={"bet": BET}, headers=by).json()["room"]
    with page.websocket_connect(f"/api/rooms/{room}/live", headers=by) as socket:
        socket.send_json({"type": "hello", "after": None})
        seq, number = 0, 0
        while True:
            message = socket.receive_json()
            if message["type"] == "over":
                break
            if message["type"] in ("table", "step", "ack"):
                seq = max(seq, message["seq"] or 0)
            if message["type"] in ("table", "ack", "refused"):
                socket.send_json({"type": "go", "id": str(number := number + 1), "seq": seq, "until": "end"})
    assert message["secret"] == ""
    assert message["result"]["piles"] == {}
    return room


def calls_of_rooms(app: Litestar) -> list[tuple[str, str]]:
    """Return the method and path of every call about one room that the application has."""
    return [
        (method, route.path_format)
        for route in app.routes
        if route.path_format.startswith("/api/rooms/{name")
        for method in getattr(route, "methods", ())
        if method != "OPTIONS"
    ]


def check_calls(app: Litestar, page: TestClient[Any], room: str, by: dict[str, str], sealed: str) -> None:
    """Try every call about a sealed room: it tells that the room is ``sealed``, or nothing of its cards."""
    hub: Hub = app.state.hub
    calls = calls_of_rooms(app)
    assert len(calls) > 15, "the route table has changed its form"
    secret = hub.rooms[room]._secret.hex()
    for method, path in calls:
        answer = page.request(method, path.replace("{name}", room).replace("{seat}", "0"), headers=by, json={})
        assert secret not in answer.text
        if (method, path.replace("{name}", "{name:str}")) in ALLOWED:
            assert not CARD.search(json.dumps(answer.json().get("seats", answer.text)))
            continue
        assert answer.status_code == 403, (method, path)
        assert answer.json()["detail"] == sealed, (method, path)
    hub.services.budget = Budget()  # a game of War may have been a long one
    answer = page.post("/api/rooms", json={"from": {"room": room, "seq": 1}}, headers=by)
    assert not by or answer.json()["detail"] == sealed, "a fork would show the cards"


def test_every_call_about_a_sealed_room_is_refused(app: Litestar, page: TestClient[Any]) -> None:
    ann, stranger = person(page, "Ann"), person(page, "Ben")
    for room in (page.post("/api/daily/blitz31", headers=ann).json()["room"], played_war(page, ann)):
        for by in (ann, stranger, {}):
            check_calls(app, page, room, by, SEALED)


def test_every_call_about_a_table_of_a_knockout_is_refused(app: Litestar, page: TestClient[Any]) -> None:
    ann, ben, stranger = (person(page, name) for name in ("Ann", "Ben", "Cara"))
    wish = {"game": "blitz31", "kind": "knockout", "seats": 2, "in": 0}
    id = page.post("/api/tournaments", json=wish, headers=ann).json()["tournament"]
    for by in (ann, ben):
        assert page.post(f"/api/tournaments/{id}/join", headers=by).status_code == 200
    hub: Hub = app.state.hub
    while not (mine := page.get(f"/api/tournaments/{id}/me", headers=ann).json())["table"]:
        page.blocking_portal.call(hub.tournaments.step)
    room = mine["table"]["room"]
    for by in (ann, ben):
        assert page.post(f"/api/rooms/{room}/join", headers=by).json()["tournament"] == id
    assert hub.rooms[room].game is not None
    for by in (ann, stranger, {}):
        check_calls(app, page, room, by, "Sealed until the round is over.")
    with (
        page.websocket_connect(f"/api/rooms/{room}/live", headers=stranger) as socket,
        pytest.raises(WebSocketDisconnect, match="no spectators"),
    ):
        socket.receive()


def test_nobody_watches_a_sealed_game(page: TestClient[Any]) -> None:
    room = page.post("/api/daily/champz", headers=person(page, "Ann")).json()["room"]
    ben = person(page, "Ben")
    with (
        page.websocket_connect(f"/api/rooms/{room}/live", headers=ben) as socket,
        pytest.raises(WebSocketDisconnect, match="no spectators"),
    ):
        socket.receive()


def test_results_are_for_those_who_have_finished(app: Litestar, page: TestClient[Any]) -> None:
    ann, ben = person(page, "Ann"), person(page, "Ben")
    played_war(page, ann)
    day = page.get("/api/daily").json()["day"]
    path = f"/api/daily/war/{day}"
    hers, his = (page.get(path, headers=by).json() for by in (ann, ben))
    assert (hers["state"], hers["finished"], hers["mine"]["place"]) == ("over", 1, 1)
    assert sum(group["count"] for group in hers["groups"]) == 1
    assert (his["state"], his["finished"], his["mine"], his["groups"], his["levels"]) == ("new", 1, None, [], [])
    assert hers["secret"] is None
    assert page.get("/api/daily/war/2999-01-01", headers=ann).json()["detail"] == SEALED
    app.state.hub.services.budget = Budget()  # the game may have been a long one
    decided = page.get(f"{path}/decided", headers=ann)
    assert decided.json()["state"] in ("waiting", "compiling", "playing", "done")
    assert not CARD.search(decided.text)
    for by in (ben, {}):
        assert page.get(f"{path}/decided", headers=by).json()["detail"] == "You haven't finished this deal."
    picture = page.get(f"/preview/daily/war/{day}/{hers['mine']['share']}.png")
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png"), "its link needs no name"
    assert page.get(f"/preview/daily/war/{day}/{'0' * 16}.png").status_code == 404
    assert page.get(f"/preview/daily/champz/{day}/{hers['mine']['share']}.png").status_code == 404
