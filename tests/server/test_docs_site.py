"""The documentation under /docs: its files where it is built, a plain 404 where it is not."""

from pathlib import Path

import pytest
from litestar.testing import create_test_client

from threedown.server.http.docs import docs_handlers


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "rules").mkdir(parents=True)
    (site / "index.html").write_text("<title>Threedown</title>")
    (site / "rules" / "war.html").write_text("<title>War</title>")
    (tmp_path / "secret.txt").write_text("a secret beside the site")
    return site


def test_the_site_is_served(site: Path) -> None:
    with create_test_client(docs_handlers(site)) as client:
        home, war = client.get("/docs/index.html"), client.get("/docs/rules/war.html")
        assert (home.status_code, home.text) == (200, "<title>Threedown</title>")
        assert (war.status_code, war.text) == (200, "<title>War</title>")
        assert war.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize("address", ["/docs", "/docs/"])
def test_the_folder_leads_to_its_first_page(site: Path, address: str) -> None:
    """Links of the page are relative: they work only from an address inside the folder."""
    with create_test_client(docs_handlers(site)) as client:
        answer = client.get(address)
        assert str(answer.url).endswith("/docs/index.html")
        assert answer.text == "<title>Threedown</title>"


@pytest.mark.parametrize("path", ["nothing.html", "../secret.txt", "%2e%2e/secret.txt", "rules/../../secret.txt"])
def test_nothing_but_the_site_is_served(site: Path, path: str) -> None:
    with create_test_client(docs_handlers(site)) as client:
        answer = client.get(f"/docs/{path}")
        assert answer.status_code == 404
        assert "secret beside" not in answer.text


@pytest.mark.parametrize("address", ["/docs", "/docs/", "/docs/rules/war.html"])
def test_without_a_site_it_says_so(tmp_path: Path, address: str) -> None:
    with create_test_client(docs_handlers(tmp_path)) as client:
        answer = client.get(address)
        assert answer.status_code == 404
        assert answer.headers["content-type"].startswith("text/plain")
        assert "make site" in answer.text
