"""Two servers of one database, on ports of their own."""

from collections.abc import Iterator

import pytest
from support.postgres import postgres
from support.workers import WorkerServing


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WorkerServing, WorkerServing]]:
    """Two servers of one database, on ports of their own."""
    folder = tmp_path_factory.mktemp("pair")
    url = postgres().create(f"pair{abs(hash(folder)):x}")
    first, second = WorkerServing(folder / "a", url), WorkerServing(folder / "b", url)
    yield first, second
    first.stop()
    second.stop()
