"""The server's answers at addresses outside the API: the built page, whole or in part."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.datastructures import State
from litestar.testing import TestClient, create_test_client

from threedown.server.http.errors import EXCEPTION_HANDLERS
from threedown.server.http.page import built_page, page

Client = TestClient[Any]


def client(folder: Path) -> Client:
    return create_test_client([page], state=State({"page": built_page(folder)}), exception_handlers=EXCEPTION_HANDLERS)


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Client]:
    """A page of two files, the script packed too."""
    (tmp_path / "index.html").write_text("<title>the app</title>")
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1a2b.js").write_text("play()")
    (tmp_path / "assets" / "index-1a2b.js.gz").write_bytes(gzip.compress(b"play()"))
    with client(tmp_path) as found:
        yield found


@pytest.mark.parametrize("path", ["/", "/r/KZ7M3Q", "/settings", "/rules/war/WP-09"])
def test_every_address_is_the_app(built: Client, path: str) -> None:
    answer = built.get(path)
    assert (answer.status_code, answer.text) == (200, "<title>the app</title>")
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/api", "/api/nothing", "/api/rooms/KZ7M3Q/nothing", "/assets/index-0.js", "/nix.png"]
)
def test_what_is_not_there_is_not_the_app(built: Client, path: str) -> None:
    answer = built.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_a_file_with_a_hash_is_kept_and_comes_packed_to_who_takes_that(built: Client) -> None:
    packed = built.get("/assets/index-1a2b.js", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["content-type"].startswith("text/javascript")
    assert "immutable" in packed.headers["cache-control"]
    for accepts in ("", "gzip;q=0", "gzip; q=0.0, identity"):
        plain = built.get("/assets/index-1a2b.js", headers={"Accept-Encoding": accepts})
        assert "content-encoding" not in plain.headers
        assert packed.text == plain.text == "play()"


def test_a_page_may_be_asked_for_its_head(built: Client) -> None:
    for path in ("/", "/r/KZ7M3Q", "/assets/index-1a2b.js"):
        whole, head = built.get(path), built.head(path)
        assert (head.status_code, head.headers["etag"]) == (200, whole.headers["etag"])
    assert built.head("/api/nothing").status_code == 404


def test_who_has_it_is_told_so(built: Client) -> None:
    tag = built.get("/").headers["etag"]
    again = built.get("/r/KZ7M3Q", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")


def test_nothing_outside_the_page_is_given(built: Client, tmp_path: Path) -> None:
    (tmp_path.parent / "secret.txt").write_text("secret")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert built.get(path).text != "secret"


def test_where_it_is_not_built_it_says_what_to_do(tmp_path: Path) -> None:
    with client(tmp_path / "nothing") as bare:
        answer = bare.get("/")
    assert answer.status_code == 200
    assert "make web" in answer.text
