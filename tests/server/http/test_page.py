"""The server's answers at addresses outside the API: the built page, whole or in part."""

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.datastructures import State
from litestar.di import Provide
from litestar.testing import TestClient, create_test_client

from threedown.server.http.errors import EXCEPTION_HANDLERS
from threedown.server.http.games import games_in
from threedown.server.http.page import built_page, page
from threedown.server.hub import Hub
from threedown.server.model.errors import Unknown

Client = TestClient[Any]


class NoRooms:
    async def find(self, name: str) -> Any:
        raise Unknown("There is no such room.")


async def empty_hub() -> Hub:
    hub = object.__new__(Hub)
    hub.rooms = NoRooms()  # type: ignore[assignment]
    return hub


def client(folder: Path) -> Client:
    return create_test_client(
        [page],
        state=State({"page": built_page(folder)}),
        dependencies={"hub": Provide(empty_hub)},
        exception_handlers=EXCEPTION_HANDLERS,
    )


INDEX = '<html lang="en"><head><title>the app</title></head><body><div id="app"></div></body></html>'


@pytest.fixture
def built(tmp_path: Path) -> Iterator[Client]:
    """A page of a document and a script, which is there only compressed, as in the package."""
    (tmp_path / "index.html").write_text(INDEX)
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "index-1a2b.js.gz").write_bytes(gzip.compress(b"play()"))
    with client(tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Threedown"),
        ("/mine/", "My games · Threedown"),
        ("/settings", "Settings · Threedown"),
        ("/rules", "Rules · Threedown"),
        ("/rules/war", "War: the rules · Threedown"),
        ("/rules/war/WP-09", "War, WP-09 · Threedown"),
        ("/rules/war/W-R03", "War, W-R03 · Threedown"),
        ("/lab", "War in the lab · Threedown"),
        ("/lab/blitzkrieg?vary=depth", "Blitzkrieg in the lab · Threedown"),
        ("/v/war?name=Ann%27s%20%3Cb%3E", "Ann&#x27;s &lt;b&gt; · Threedown"),
    ],
)
def test_every_page_is_the_app_with_a_title(built: Client, path: str, title: str) -> None:
    answer = built.get(path)
    assert answer.status_code == 200
    assert f"<title>{title}</title>" in answer.text
    assert '<div id="app"></div>' in answer.text
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/mine/1", "/r", "/r/KZ7M3Q", "/r/KZ7M3Q/story", "/r/KZ7M3Q/tale", "/rules/chess", "/rules/war/XX-99",
     "/rules/war/WP-09/more", "/lab/chess", "/lab/war/x", "/v"],
)  # fmt: skip
def test_an_address_without_a_page_is_the_app_with_status_404(built: Client, path: str) -> None:
    answer = built.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert '<div id="app"></div>' in answer.text


def test_the_head_previews_the_page_in_the_callers_language(built: Client) -> None:
    text = built.get("/rules/war", headers={"Accept-Language": "it"}).text
    assert '<html lang="it">' in text
    assert '<meta property="og:title" content="War: le regole · Threedown" />' in text
    assert '<meta property="og:image" content="http://testserver.local/preview/war.png" />' in text
    (described,) = re.findall(r'<meta name="description" content="([^"]+)"', text)
    assert f'<meta property="og:description" content="{described}" />' in text
    assert len(described) <= 200


def test_the_document_holds_the_facts_of_all_games(built: Client) -> None:
    for language in ("en", "it"):
        text = built.get("/", headers={"Accept-Language": language}).text
        (facts,) = re.findall(rf'<script type="application/json" id="games" lang="{language}">(.*?)</script>', text)
        assert json.loads(facts) == json.loads(msgspec.json.encode(games_in(language)))


@pytest.mark.parametrize(
    "path", ["/api", "/api/nothing", "/api/rooms/KZ7M3Q/nothing", "/assets/index-0.js", "/nix.png"]
)
def test_a_missing_file_is_not_the_page(built: Client, path: str) -> None:
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
    for path in ("/", "/rules/war", "/assets/index-1a2b.js"):
        whole, head = built.get(path), built.head(path)
        assert (head.status_code, head.headers["etag"]) == (200, whole.headers["etag"])
    assert built.head("/api/nothing").status_code == 404


def test_an_unchanged_file_is_not_sent_again(built: Client) -> None:
    tag = built.get("/").headers["etag"]
    again = built.get("/", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert built.get("/rules", headers={"If-None-Match": tag}).status_code == 200


def test_nothing_outside_the_page_is_given(built: Client, tmp_path: Path) -> None:
    (tmp_path.parent / "secret.txt").write_text("secret")
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert built.get(path).text != "secret"


def test_without_a_built_page_the_server_says_what_to_do(tmp_path: Path) -> None:
    with client(tmp_path / "nothing") as bare:
        answer = bare.get("/")
    assert answer.status_code == 200
    assert "make web" in answer.text
