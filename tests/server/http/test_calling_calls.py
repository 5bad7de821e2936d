"""The HTTP calls about calling players: each device has a subscription of its own, which ends with it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from threedown.server.http.app import server
from threedown.server.push import sending
from threedown.server.store.writer import Writer

pytest.importorskip("pywebpush")
from support.push_service import PushService

Client = TestClient[Any]
Headers = dict[str, str]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Client]:
    with TestClient(server(Writer(tmp_path), 0), base_url="http://127.0.0.1:8123") as found:
        yield found


@pytest.fixture
def wish() -> Iterator[dict[str, str]]:
    service = PushService()
    yield {**service.subscription(), "endpoint": "https://fcm.googleapis.com/fcm/send/x"}
    service.close()


def guest(house: Client, name: str) -> Headers:
    token = house.post("/api/guest", json={"program": True, "name": name}).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def test_a_device_is_called_until_it_says_no_more(house: Client, wish: dict[str, str]) -> None:
    ann = guest(house, "Ann")
    here = house.get("/api/push").json()
    assert here["available"]
    assert len(here["key"]) == 87
    told = house.post("/api/me/push", headers=ann, json=wish)
    assert told.status_code == 200, told.text
    assert (told.json()["here"], told.json()["devices"]) == (True, 1)
    assert house.get("/api/me/data", headers=ann).json()["calling"]["devices"] == 1
    assert house.delete("/api/me/push", headers=ann).json()["here"] is False


def test_a_browser_that_signs_in_as_somebody_else_is_called_for_them_alone(house: Client, wish: dict[str, str]) -> None:
    ann, ben = guest(house, "Ann"), guest(house, "Ben")
    for who in (ann, ann, ben):
        assert house.post("/api/me/push", headers=who, json=wish).status_code == 200
    assert house.get("/api/me/calling", headers=ann).json()["devices"] == 0
    assert house.get("/api/me/calling", headers=ben).json()["devices"] == 1


def test_a_device_that_is_signed_out_is_not_called(house: Client, wish: dict[str, str]) -> None:
    ann = guest(house, "Ann")
    code = house.post("/api/me/devices", headers=ann).json()["code"]
    token = house.post(f"/api/devices/{code}", json={"program": True}).json()["token"]
    other = {"Authorization": f"Bearer {token}"}
    house.post("/api/me/push", headers=other, json=wish)
    assert house.get("/api/me/calling", headers=ann).json()["devices"] == 1
    (lost,) = [one["id"] for one in house.get("/api/me/devices", headers=ann).json() if not one["this"]]
    house.delete(f"/api/me/devices/{lost}", headers=ann)
    assert house.get("/api/me/calling", headers=ann).json()["devices"] == 0


def test_quiet_hours_and_holidays(house: Client) -> None:
    ann = guest(house, "Ann")
    wishes = {"zone": "Europe/Rome", "quiet": {"start": 1320, "end": 480}}
    seen = house.put("/api/me/calling", headers=ann, json=wishes).json()
    assert (seen["zone"], seen["quiet"]) == (wishes["zone"], wishes["quiet"])
    assert house.put("/api/me/calling", headers=ann, json={"zone": "Europe/Atlantis"}).status_code == 400
    days = {"first": "2099-07-01", "last": "2099-07-10"}
    assert house.post("/api/me/holidays", headers=ann, json=days).json()["holidays"] == [days]
    assert house.post("/api/me/holidays", headers=ann, json=days).status_code == 409
    assert house.delete("/api/me/holidays/2099-07-01", headers=ann).json()["holidays"] == []
    assert house.delete("/api/me/holidays/2099-07-01", headers=ann).status_code == 404
    assert house.post("/api/me/holidays", headers=ann, json={"first": "2099-02-30", "last": "2099-03-01"}).is_error


def test_without_the_extra_the_page_hears_so(
    house: Client, wish: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "INSTALLED", False)
    ann = guest(house, "Ann")
    assert house.get("/api/push").json() == {"available": False, "key": None}
    answer = house.post("/api/me/push", headers=ann, json=wish)
    assert answer.status_code == 503
    assert "threedown[push]" in answer.json()["detail"]
