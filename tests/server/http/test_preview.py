"""The pictures that links are shown with."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from threedown.art.front import HEIGHT, WIDTH, front_svg
from threedown.server.http.app import server
from threedown.server.http.preview import drawable
from threedown.server.store.writer import Writer


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    with TestClient(server(Writer(tmp_path), 0), base_url="http://localhost") as found:
        yield found


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_game_and_a_room_have_pictures(client: TestClient[Any]) -> None:
    client.post("/api/guest", json={"name": "Ann"})
    wish = {"game": "war", "bots": {"1": "random"}, "options": {"turn_cap": 5}, "pace": 0}
    room = client.post("/api/rooms", json=wish).json()["room"]
    pictures = [client.get(path) for path in ("/preview.png", "/preview/war.png", f"/preview/{room}.png")]
    assert [answer.headers["content-type"] for answer in pictures] == ["image/png"] * 3
    assert [size_of(answer.content) for answer in pictures] == [(WIDTH, HEIGHT)] * 3
    client.post(f"/api/rooms/{room}/start")
    assert client.get(f"/preview/{room}.png").status_code == 200
    assert client.get("/preview/nowhere.png").status_code == 404


def test_the_picture_of_a_game_without_spectators_shows_no_course(client: TestClient[Any]) -> None:
    client.post("/api/guest", json={"name": "Ann"})
    wish = {"game": "war", "bots": {"1": "random"}, "options": {"turn_cap": 1}, "pace": 0}
    pictures = {}
    for watch in ("anybody", "nobody"):
        room = client.post("/api/rooms", json={**wish, "watch": watch}).json()["room"]
        client.post(f"/api/rooms/{room}/start")
        pictures[watch] = client.get(f"/preview/{room}.png").content
    assert pictures["nobody"] == client.get("/preview/war.png").content != pictures["anybody"]


def test_the_border_is_as_high_as_the_share_below_it() -> None:
    """Of 490 pixels between the margins a quarter of the cards holds 122.5, above the lower margin of 70."""
    picture = front_svg("War", [[13, 39], [13, 39]])
    assert 'class="line" d="M0.0 437.5C600.0 437.5 600.0 437.5 1200.0 437.5"' in picture


def test_colours_are_mixed_for_programs_that_cannot() -> None:
    assert "color-mix" not in front_svg("War", [[1, 1]], with_cards=True)


@pytest.mark.parametrize("rows", [None, [], [[3]], [[2, -1]], [[0, 0]]])
def test_without_a_course_there_is_none_to_draw(rows: list[list[int]] | None) -> None:
    assert drawable(rows) is None
