"""A full disk: commands that cannot be stored are refused with the reason and told to no one; play goes on when there
is space again."""

import asyncio
import contextlib
import resource
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection
from support.serving import Serving, people
from support.wire import seated, started, wired

from threedown.server.store.errors import NotSaved
from threedown.server.store.writer import Writer

pytestmark = pytest.mark.sqlite

CANNOT = "Couldn't save that, so it doesn't count. Please try again."


@contextlib.contextmanager
def full(serving: Serving) -> Iterator[None]:
    """The system lets the process write nothing to any file any more: as on a disk that is full."""
    assert serving.process is not None
    before = resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    yield
    resource.prlimit(serving.process.pid, resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def locked(serving: Serving) -> Iterator[None]:
    """Another process writes to the database, and does not end."""
    other = sqlite3.connect(serving.folder / "threedown.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@pytest.mark.parametrize("trouble", [full, locked])
def test_an_act_that_cannot_be_saved_is_refused_and_counts_later(
    served: Serving, trouble: Callable[[Serving], AbstractContextManager[None]]
) -> None:
    def healthy() -> int:
        return httpx.get(f"{served.url}/healthz", trust_env=False, timeout=60).status_code

    async def run() -> None:
        async with people(served.url, "Ann") as (ann,):
            room = await started([ann], "blitz31", bots={"1": "simple"})
            async with wired(served.url, room, ann) as socket, wired(served.url, room, None) as other:
                (wire, table), (watcher, _) = await seated(socket), await seated(other)
                table = await wire.until_asked(table)
                seq, choice = table["seq"], table["question"]["choices"][0]
                with trouble(served):
                    assert await asyncio.to_thread(healthy) == 503
                    await wire.say(type="choose", id="a", seq=seq, choice=choice)
                    assert await wire.answer("a") == {"type": "refused", "id": "a", "reason": CANNOT, "seq": seq}
                assert await asyncio.to_thread(healthy) == 200
                await wire.say(type="choose", id="a", seq=seq, choice=choice)
                assert await wire.answer("a") == {"type": "ack", "id": "a", "seq": seq + 1}
                told = await watcher.next("step")
                while told["seq"] <= seq:
                    told = await watcher.next("step")
                assert told["seq"] == seq + 1, "nobody was told of what was refused"

    asyncio.run(run())


def pragma(text: str) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA {text}")

    return work


@pytest.mark.parametrize(
    ("broken", "whole", "reason"),
    [
        ("max_page_count = 1", "max_page_count = 1000000", "full"),
        ("query_only = ON", "query_only = OFF", "readonly"),
    ],
)
def test_the_writer_says_what_is_wrong_and_goes_on(folder: Path, broken: str, whole: str, reason: str) -> None:
    """The caller gets SQLite's own words, and no value of the row."""

    def much(connection: Connection) -> None:
        connection.exec_driver_sql(
            "INSERT INTO guests (player, name, came) VALUES ('p1', ?, 0)", ("secret name" * 10_000,)
        )

    async def run() -> None:
        writer = Writer(folder)
        await writer.do(pragma(broken))
        with pytest.raises(NotSaved, match=reason) as error:
            await writer.do(much)
        assert "secret name" not in str(error.value)
        await writer.do(pragma(whole))
        await writer.do(much)
        writer.close()

    asyncio.run(run())
