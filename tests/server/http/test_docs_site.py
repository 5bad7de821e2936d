"""The documentation under /docs: its files where it is built, a plain 404 where it is not."""

from pathlib import Path
from typing import Any

import pytest
from litestar.datastructures import State
from litestar.testing import TestClient, create_test_client

from threedown.server.http.app import HANDLERS
from threedown.server.http.docs import docs
from threedown.server.http.security_headers import HEADERS


def client(site: Path) -> TestClient[Any]:
    return create_test_client([docs], state=State({"docs": site}), response_headers=HEADERS)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "rules").mkdir(parents=True)
    (site / "index.html").write_text("<title>Threedown</title>")
    (site / "rules" / "war.html").write_text("<title>War</title>")
    (tmp_path / "secret.txt").write_text("a secret beside the site")
    return site


def test_the_site_is_served(site: Path) -> None:
    with client(site) as server:
        home, war = server.get("/docs/index.html"), server.get("/docs/rules/war.html")
        assert (home.status_code, home.text) == (200, "<title>Threedown</title>")
        assert (war.status_code, war.text) == (200, "<title>War</title>")
        assert war.headers["content-type"].startswith("text/html")
        assert "script-src" not in war.headers["content-security-policy"], "inline scripts are allowed"


def test_the_server_serves_it() -> None:
    assert docs in HANDLERS


@pytest.mark.parametrize("address", ["/docs", "/docs/"])
def test_the_folder_leads_to_its_first_page(site: Path, address: str) -> None:
    """Links of the page are relative: they work only from an address inside the folder."""
    with client(site) as server:
        assert server.head(address, follow_redirects=False).headers["location"] == "/docs/index.html"
        answer = server.get(address)
        assert str(answer.url).endswith("/docs/index.html")
        assert answer.text == "<title>Threedown</title>"


@pytest.mark.parametrize("path", ["nothing.html", "../secret.txt", "%2e%2e/secret.txt", "rules/../../secret.txt"])
def test_nothing_but_the_site_is_served(site: Path, path: str) -> None:
    with client(site) as server:
        answer = server.get(f"/docs/{path}")
        assert answer.status_code == 404
        assert "secret beside" not in answer.text


@pytest.mark.parametrize("address", ["/docs", "/docs/", "/docs/rules/war.html"])
def test_without_a_site_it_says_so(tmp_path: Path, address: str) -> None:
    with client(tmp_path) as server:
        answer = server.get(address)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/plain")
        assert "make site" in answer.text
