"""Two servers of one database, on ports of their own; workers of this process live long."""

from collections.abc import Iterator

import pytest
from support.postgres import postgres
from support.workers import WorkerServing

from threedown.server.store import leases


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WorkerServing, WorkerServing]]:
    """Two servers of one database, on ports of their own."""
    folder = tmp_path_factory.mktemp("pair")
    url = postgres().create(f"pair{abs(hash(folder)):x}")
    first, second = WorkerServing(folder / "a", url), WorkerServing(folder / "b", url)
    yield first, second
    first.stop()
    second.stop()


@pytest.fixture(autouse=True)
def long_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take no worker of this process for dead because the machine is busy."""
    monkeypatch.setattr(leases, "LIFETIME", 600_000)
