"""One person on several devices: a code that works once, a list of devices, and the end of a device."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from alembic import command
from alembic.config import Config
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from support.hubs import ANN, in_a_house

from threedown.server.http.agents import named_agent
from threedown.server.http.app import server
from threedown.server.hub import Hub
from threedown.server.limits.rates import CODES, Meter
from threedown.server.model import clock
from threedown.server.model.evening import PlayedGame
from threedown.server.model.wire import NewRoom
from threedown.server.rooms.guests import STORE_SEEN_AFTER, Guests
from threedown.server.rooms.link_codes import VALID_FOR
from threedown.server.rooms.room_lists import rooms_of
from threedown.server.rooms.subscriber import RESTART, SIGNED_OUT
from threedown.server.store.devices import MAX_DEVICES, SignedIn
from threedown.server.store.errors import NotSaved
from threedown.server.store.maintenance import prune
from threedown.server.store.salvage import salvage
from threedown.server.store.schema import MIGRATIONS
from threedown.server.store.sqlite import FILE, engine_of
from threedown.server.store.writer import Writer

Client = TestClient[Any]
Headers = dict[str, str]

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Client]:
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as found:
        yield found


def program(house: Client, **body: Any) -> Headers:
    """Become a guest; return the headers of the device."""
    return headers_of(house.post("/api/guest", json={"program": True, **body}))


def linked(house: Client, code: str) -> Headers:
    """Sign in with a code; return the headers of the device."""
    return headers_of(house.post(f"/api/devices/{code}", json={"program": True}))


def headers_of(answer: httpx.Response) -> Headers:
    assert answer.status_code == 201, answer.text
    return {"Authorization": f"Bearer {answer.json()['token']}"}


def new_code(house: Client, who: Headers) -> str:
    return str(house.post("/api/me/devices", headers=who).json()["code"])


def devices(house: Client, who: Headers) -> list[dict[str, Any]]:
    return list(house.get("/api/me/devices", headers=who).json())


def used(house: Client, code: str) -> int:
    return int(house.post(f"/api/devices/{code}", json={"program": True}).status_code)


def listen_to_the_end(socket: Any) -> None:
    while True:
        socket.receive_json()


def test_a_code_makes_another_device_the_same_person_once(house: Client) -> None:
    ann = program(house, name="Ann")
    told = house.post("/api/me/devices", headers=ann)
    assert told.status_code == 201
    code = told.json()["code"]
    assert (len(code), code[4]) == (9, "-")
    assert told.json()["url"] == f"/link/{code.replace('-', '')}"
    assert house.get(f"/api/devices/{code.lower()}").json() == house.get("/api/me", headers=ann).json()
    phone = linked(house, f" {code.lower().replace('-', ' ')} ")
    assert house.get("/api/me", headers=phone).json() == house.get("/api/me", headers=ann).json()
    assert phone != ann
    assert used(house, code) == 404, "it has been used"
    assert house.get(f"/api/devices/{code}").status_code == 404
    assert house.get("/link/KZ7M3QAB").status_code == 200


def test_a_code_ends_after_ten_minutes_and_with_the_next_one(house: Client, later: Any) -> None:
    ann = program(house)
    first = new_code(house, ann)
    second = house.post("/api/me/devices", headers=ann).json()
    assert second["left"] == 600_000
    assert used(house, first) == 404, "the second one replaced it"
    later(VALID_FOR - 1)
    assert used(house, second["code"]) == 201
    third = new_code(house, ann)
    later(VALID_FOR)
    assert used(house, third) == 404


def test_a_restart_voids_a_code_and_keeps_the_devices(tmp_path: Path) -> None:
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as before:
        ann = program(before)
        code = new_code(before, ann)
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as after:
        assert used(after, code) == 404
        assert [device["this"] for device in devices(after, ann)] == [True]


def test_codes_cannot_be_tried_without_end(house: Client) -> None:
    """Once an address has tried too many, even the right code is refused."""
    house.app.state.hub.limiter._codes = Meter(CODES, lambda: 0.0)
    code = new_code(house, program(house))
    assert [used(house, "22222222") for _ in range(21)] == [404] * 20 + [429]
    assert used(house, code) == 429


def test_a_signed_out_device_is_refused_and_its_sockets_end(house: Client) -> None:
    ann = program(house)
    phone = linked(house, new_code(house, ann))
    room = house.post("/api/rooms", json={"game": "war"}, headers=ann).json()["room"]
    (other,) = [device["id"] for device in devices(house, ann) if not device["this"]]
    with (
        house.websocket_connect(f"/api/rooms/{room}/live", headers=phone) as on_phone,
        house.websocket_connect(f"/api/rooms/{room}/live", headers=ann) as at_desk,
    ):
        for socket in (on_phone, at_desk):
            socket.send_json({"type": "hello", "after": None})
            assert socket.receive_json()["type"] == "table"
        assert house.delete(f"/api/me/devices/{other}", headers=ann).status_code == 204
        with pytest.raises(WebSocketDisconnect) as end:
            listen_to_the_end(on_phone)
        assert end.value.code == SIGNED_OUT
        at_desk.send_json({"type": "hello", "after": None})
        while at_desk.receive_json()["type"] != "table":
            pass
    assert house.get("/api/me", headers=phone).status_code == 401
    assert [device["this"] for device in devices(house, ann)] == [True]
    assert house.delete(f"/api/me/devices/{other}", headers=ann).status_code == 404


def test_a_socket_whose_device_cannot_be_looked_up_again_is_told_to_return(
    house: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database went out of reach while the socket began; its client gave up at "Internal Server Error"."""
    ann = program(house)
    room = house.post("/api/rooms", json={"game": "war"}, headers=ann).json()["room"]
    honest, looks = Guests.signed_in, list[str | None]()

    async def signed_in(guests: Guests, token: str | None) -> SignedIn | None:
        looks.append(token)
        if len(looks) == 2:
            raise NotSaved("out of reach")
        return await honest(guests, token)

    monkeypatch.setattr(Guests, "signed_in", signed_in)
    with (
        house.websocket_connect(f"/api/rooms/{room}/live", headers=ann) as socket,
        pytest.raises(WebSocketDisconnect) as end,
    ):
        listen_to_the_end(socket)
    assert (end.value.code, len(looks)) == (RESTART, 2)


def test_guests_cannot_sign_out_strangers(house: Client) -> None:
    ann, eve = program(house), program(house)
    (hers,) = devices(house, ann)
    assert house.delete(f"/api/me/devices/{hers['id']}", headers=eve).status_code == 404
    assert house.get("/api/me", headers=ann).status_code == 200


def test_a_browser_that_changes_persons_is_signed_out_of_the_first(house: Client) -> None:
    ann = program(house, name="Ann")
    house.post("/api/guest", json={"name": "Ben"})
    ben = {"Authorization": f"Bearer {house.cookies['threedown']}"}
    code = new_code(house, ann)
    answer = house.post(f"/api/devices/{code}")
    assert "token" not in answer.json()
    assert house.get("/api/me").json()["name"] == "Ann"
    assert house.get("/api/me", headers=ben).status_code == 401
    (here,) = [device["id"] for device in devices(house, {}) if device["this"]]
    assert house.delete(f"/api/me/devices/{here}").status_code == 204
    assert not house.cookies


def test_a_guest_has_so_many_devices_at_most(house: Client) -> None:
    ann = program(house)
    for _ in range(MAX_DEVICES - 1):
        linked(house, new_code(house, ann))
    assert used(house, new_code(house, ann)) == 409
    assert len(devices(house, ann)) == MAX_DEVICES


@pytest.mark.sqlite
def test_the_last_use_is_written_at_most_once_an_hour(tmp_path: Path, later: Any) -> None:
    def seen() -> int:
        with closing(sqlite3.connect(tmp_path / FILE)) as database:
            return int(database.execute("SELECT seen FROM devices").fetchone()[0])

    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as house:
        ann = program(house)
        began = clock.now()
        later(STORE_SEEN_AFTER)
        house.get("/api/me", headers=ann)
        assert seen() == began
        later(1)
        house.get("/api/me", headers=ann)
        house.get("/healthz")  # it is written before this
        assert seen() == began + STORE_SEEN_AFTER + 1
    later(1000)
    assert prune(tmp_path, began + STORE_SEEN_AFTER, ("over",), False).guests == 0, "seen since"
    assert prune(tmp_path, clock.now(), ("over",), False).guests == 1


def test_a_new_name_is_that_of_every_device(house: Client) -> None:
    ann = program(house, name="Ann")
    phone = linked(house, new_code(house, ann))
    assert house.patch("/api/me", json={"name": " Anna "}, headers=phone).json()["name"] == "Anna"
    assert house.get("/api/me", headers=ann).json()["name"] == "Anna"
    assert house.patch("/api/me", json={"name": ""}, headers=ann).status_code == 400
    room = house.post("/api/rooms", json={"game": "war"}, headers=ann).json()["room"]
    assert house.get(f"/api/rooms/{room}").json()["seats"][0]["name"] == "Anna"


def test_codes_and_tokens_are_in_no_file(tmp_path: Path) -> None:
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as house:
        ann = program(house)
        code = new_code(house, ann)
        phone = linked(house, code)
        spoken = [code, code.replace("-", ""), *(who["Authorization"].split()[1] for who in (ann, phone))]
        for file in tmp_path.rglob("*"):
            if file.is_file():
                assert not [word for word in spoken if word.encode() in file.read_bytes()], file


@pytest.mark.sqlite
def test_a_salvaged_database_knows_the_devices(tmp_path: Path) -> None:
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as house:
        ann = program(house, name="Ann")
        phone = linked(house, new_code(house, ann))
    rescued = tmp_path / "rescued"
    rescued.mkdir()
    assert salvage(tmp_path, rescued / FILE).sound
    with TestClient(server(Writer(rescued), 0), base_url="http://localhost") as house:
        assert [house.get("/api/me", headers=who).json()["name"] for who in (ann, phone)] == ["Ann", "Ann"]


@pytest.mark.sqlite
def test_a_guest_of_an_older_database_stays_signed_in(tmp_path: Path) -> None:
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as house:
        ann = program(house, name="Ann")
    engine = engine_of(tmp_path / FILE)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.downgrade(config, "0006")
    engine.dispose()
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as house:
        assert house.get("/api/me", headers=ann).json()["name"] == "Ann"
        assert len(devices(house, ann)) == 1


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", ("Firefox", "Linux")),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
            " Version/17.5 Mobile/15E148 Safari/604.1",
            ("Safari", "iPhone"),
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0"
            " Mobile Safari/537.36",
            ("Chrome", "Android"),
        ),
        ("", (None, None)),
        ("x" * 8000, (None, None)),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(header: str, names: tuple[str | None, str | None]) -> None:
    assert named_agent(header) == names


def test_a_browser_is_listed_by_its_name_in_the_callers_language(house: Client) -> None:
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
    ann = program(house)
    assert devices(house, ann)[0]["label"] == "A program or an unknown browser"
    house.post(f"/api/devices/{new_code(house, ann)}", headers={"User-Agent": agent})
    italian = {**ann, "Accept-Language": "it"}
    while "Firefox su Linux" not in (labels := [device["label"] for device in devices(house, italian)]):
        assert len(labels) == 2
        time.sleep(0.2)  # a thread finds the names out


def test_my_data_are_all_that_is_mine_and_nothing_else(house: Client) -> None:
    ann, ben = program(house, name="Ann"), program(house, name="Ben")
    room = house.post("/api/rooms", json={"game": "war"}, headers=ann).json()["room"]
    house.post("/api/rooms", json={"game": "war"}, headers=ben)
    answer = house.get("/api/me/data", headers=ann)
    assert answer.headers["content-disposition"] == 'attachment; filename="threedown.json"'
    told = answer.json()
    assert told["guest"] == house.get("/api/me", headers=ann).json()
    assert ([device["this"] for device in told["devices"]], [one["room"] for one in told["rooms"]]) == ([True], [room])
    assert told["records"] == []
    assert house.get("/api/me/data").status_code == 401


@pytest.mark.parametrize(
    ("winners", "won", "result"), [(["Ann"], [ANN.player], "won"), (["Ben"], [], "lost"), ([], [], "draw")]
)
def test_my_list_says_how_a_game_ended(folder: Path, winners: list[str], won: list[str], result: str) -> None:
    async def act(hub: Hub) -> None:
        room = hub.rooms[(await hub.opener.open(ANN, NewRoom("war"))).room]
        assert [one.result for one in await rooms_of(ANN, hub.rooms, hub.services.writer)] == [None]
        played = PlayedGame(room.name, "war", winners, {ANN.player: "Ann"}, won)
        await room.change(msgspec.structs.replace(room.plan, evening=[played]))
        assert [one.result for one in await rooms_of(ANN, hub.rooms, hub.services.writer)] == [result]

    in_a_house(folder, act)
