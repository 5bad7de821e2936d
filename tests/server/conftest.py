"""One server for the tests that do not kill it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.hubs import SECRET
from support.serving import Serving

from threedown.server.rooms import opening


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(tmp_path_factory.mktemp("rooms"))
    yield serving
    serving.stop()


@pytest.fixture(scope="session")
def url(served: Serving) -> str:
    return served.url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "rooms"


@pytest.fixture
def known_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal every room from the same secret."""
    monkeypatch.setattr(opening, "new_secret", lambda: SECRET)
