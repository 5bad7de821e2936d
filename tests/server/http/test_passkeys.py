"""Passkeys: a guest who has lost every device gets back, and nobody else does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient
from support.authenticator import PRESENT, Authenticator

from threedown.server.http.app import server
from threedown.server.rooms import challenges
from threedown.server.rooms.challenges import VALID_FOR, Challenges
from threedown.server.store.devices import MAX_DEVICES
from threedown.server.store.passkeys import MAX_PASSKEYS
from threedown.server.store.salvage import salvage
from threedown.server.store.sqlite import FILE
from threedown.server.store.writer import Writer

Client = TestClient[Any]
Headers = dict[str, str]
HERE = "http://localhost"
NAME = "cards.example"

pytestmark = [
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Client]:
    with TestClient(server(Writer(tmp_path), 0, names=[NAME]), base_url=HERE) as found:
        yield found


def guest(house: Client, name: str) -> Headers:
    token = house.post("/api/guest", json={"program": True, "name": name}).json()["token"]
    return {"Authorization": f"Bearer {token}"}


def options_to_add(house: Client, who: Headers) -> dict[str, Any]:
    answer = house.post("/api/me/passkeys/options", headers=who)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def add(house: Client, who: Headers, answer: dict[str, Any]) -> httpx.Response:
    return house.post("/api/me/passkeys", headers=who, json={"credential": answer})


def added(house: Client, who: Headers) -> Authenticator:
    key = Authenticator(HERE)
    assert add(house, who, key.create(options_to_add(house, who))).status_code == 201
    return key


def options_to_sign_in(house: Client) -> dict[str, Any]:
    return dict(house.post("/api/passkeys/options").json())


def sign_in(house: Client, answer: dict[str, Any]) -> httpx.Response:
    return house.post("/api/passkeys", json={"credential": answer})


def test_a_guest_without_any_device_gets_back_with_a_passkey(house: Client) -> None:
    ann = guest(house, "Ann")
    options = options_to_add(house, ann)
    assert options["rp"] == {"id": "localhost", "name": "Threedown"}
    assert options["user"]["name"] == "Ann"
    key = Authenticator(HERE)
    told = add(house, ann, key.create(options))
    assert told.status_code == 201
    assert house.get("/api/me/passkeys", headers=ann).json() == [told.json()]
    assert house.get("/api/me/data", headers=ann).json()["passkeys"] == [told.json()]
    me = house.get("/api/me", headers=ann).json()
    (device,) = house.get("/api/me/devices", headers=ann).json()
    house.delete(f"/api/me/devices/{device['id']}", headers=ann)
    for _ in range(2):
        house.cookies.clear()
        answer = sign_in(house, key.get(options_to_sign_in(house)))
        assert (answer.status_code, answer.json()) == (201, me)
        assert house.get("/api/me").json() == me


def test_an_answer_works_once_and_within_five_minutes(house: Client, later: Any) -> None:
    key = added(house, guest(house, "Ann"))
    answer = key.get(options_to_sign_in(house))
    assert [sign_in(house, answer).status_code for _ in range(2)] == [201, 400]
    for passed, status in ((VALID_FOR - 1, 201), (VALID_FOR, 400)):
        options = options_to_sign_in(house)
        later(passed)
        assert sign_in(house, key.get(options)).status_code == status


@pytest.mark.parametrize("change", ["origin", "site", "unverified", "owner", "counter", "signature", "unknown"])
def test_a_forged_or_copied_passkey_signs_nobody_in(house: Client, change: str) -> None:
    ann, eve = guest(house, "Ann"), guest(house, "Eve")
    key, other = added(house, ann), added(house, eve)
    assert sign_in(house, key.get(options_to_sign_in(house))).status_code == 201
    house.cookies.clear()
    match change:
        case "origin":
            key.origin = "http://localhost:8000"
        case "site":
            key.rp_id = "evil.example"
        case "unverified":
            key.flags = PRESENT
        case "owner":
            key.owner = other.owner
        case "counter":
            key.uses -= 1
        case "signature":
            other.credential, other.owner, other.uses = key.credential, key.owner, key.uses
            key = other
        case "unknown":
            key.credential = b"somebody else's"
    answer = sign_in(house, key.get(options_to_sign_in(house)))
    assert answer.status_code == (404 if change == "unknown" else 400)
    assert not house.cookies


def test_the_challenge_of_another_guest_adds_no_passkey(house: Client) -> None:
    ann, eve = guest(house, "Ann"), guest(house, "Eve")
    assert add(house, eve, Authenticator(HERE).create(options_to_add(house, ann))).status_code == 400
    assert add(house, ann, Authenticator(HERE).create(options_to_add(house, ann))).status_code == 201
    signing = Authenticator(HERE)
    to_sign_in = {**options_to_sign_in(house), "user": options_to_add(house, eve)["user"]}
    assert add(house, eve, signing.create(to_sign_in)).status_code == 400, "it was made to sign in"
    key = added(house, ann)
    assert sign_in(house, key.get(options_to_add(house, ann))).status_code == 400, "it was made to add a passkey"
    assert house.get("/api/me/passkeys", headers=eve).json() == []


def test_a_passkey_is_one_persons(house: Client) -> None:
    ann, eve = guest(house, "Ann"), guest(house, "Eve")
    key = added(house, ann)
    assert add(house, eve, key.create(options_to_add(house, eve))).status_code == 409
    (hers,) = house.get("/api/me/passkeys", headers=ann).json()
    assert house.delete(f"/api/me/passkeys/{hers['id']}", headers=eve).status_code == 404
    assert house.delete(f"/api/me/passkeys/{hers['id']}", headers=ann).status_code == 204
    key.owner = Authenticator(HERE).owner
    assert sign_in(house, key.get(options_to_sign_in(house))).status_code == 404
    assert house.post("/api/me/passkeys/options").status_code == 401


def test_the_options_name_the_passkeys_that_a_guest_has(house: Client) -> None:
    ann = guest(house, "Ann")
    key = added(house, ann)
    (excluded,) = options_to_add(house, ann)["excludeCredentials"]
    assert excluded["id"] == key.create(options_to_add(house, ann))["id"]
    for _ in range(MAX_PASSKEYS - 1):
        added(house, ann)
    assert add(house, ann, Authenticator(HERE).create(options_to_add(house, ann))).status_code == 409


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"response": None},
        {"response": {"clientDataJSON": 7}, "rawId": 7},
        {"response": {"clientDataJSON": "bnVsbA"}, "rawId": "AA"},
        {"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "e30"}},
    ],
)
def test_a_malformed_answer_is_refused(house: Client, answer: dict[str, Any]) -> None:
    assert add(house, guest(house, "Ann"), answer).status_code == 400
    assert sign_in(house, answer).status_code == 400


def test_a_deleted_guest_has_no_passkey(house: Client) -> None:
    ann = guest(house, "Ann")
    key = added(house, ann)
    assert house.delete("/api/me", headers=ann).status_code == 204
    assert sign_in(house, key.get(options_to_sign_in(house))).status_code == 404


def test_a_passkey_makes_room_among_the_devices(house: Client) -> None:
    """All of them may be lost, and none of them can be signed out from there."""
    ann = guest(house, "Ann")
    key = added(house, ann)
    for _ in range(MAX_DEVICES - 1):
        code = house.post("/api/me/devices", headers=ann).json()["code"]
        house.post(f"/api/devices/{code}", json={"program": True})
    assert sign_in(house, key.get(options_to_sign_in(house))).status_code == 201
    assert len(house.get("/api/me/devices").json()) == MAX_DEVICES


@pytest.mark.parametrize(
    ("url", "available"),
    [
        (f"https://{NAME}", True),
        (f"http://{NAME}", False),
        ("http://localhost:8000", True),
        ("https://127.0.0.1", False),
    ],
)
def test_passkeys_need_a_name_and_https_or_localhost(house: Client, url: str, available: bool) -> None:
    assert house.get(f"{url}/api/passkeys").json() == {"available": available}
    answer = house.post(f"{url}/api/passkeys/options")
    assert answer.status_code == (200 if available else 409)
    if available:
        assert answer.json()["rpId"] == url.split("//")[1].split(":")[0]


def test_a_server_without_the_extra_names_it(house: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.app.state.hub.passkeys, "installed", False)
    ann = guest(house, "Ann")
    assert house.get("/api/passkeys").json() == {"available": False}
    for answer in (house.post("/api/passkeys/options"), house.post("/api/me/passkeys/options", headers=ann)):
        assert answer.status_code == 503
        assert "pip install 'threedown[passkey]'" in answer.json()["detail"]
    assert house.get("/api/me/passkeys", headers=ann).json() == []


def test_challenges_are_so_many_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MAX_CHALLENGES", 2)
    made = Challenges()
    first, second, third = (made.new(None) for _ in range(3))
    for challenge in (second, third):
        made.use(challenge, None)
    with pytest.raises(challenges.Invalid):
        made.use(first, None)


@pytest.mark.sqlite
def test_a_salvaged_database_knows_the_passkeys(tmp_path: Path) -> None:
    with TestClient(server(Writer(tmp_path), 0), base_url=HERE) as house:
        key = added(house, guest(house, "Ann"))
    rescued = tmp_path / "rescued"
    rescued.mkdir()
    assert salvage(tmp_path, rescued / FILE).sound
    with TestClient(server(Writer(rescued), 0), base_url=HERE) as house:
        assert sign_in(house, key.get(options_to_sign_in(house))).json()["name"] == "Ann"
