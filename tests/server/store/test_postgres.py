"""The writer on PostgreSQL: the same promises as on SQLite, also when the connection or the server is lost."""

import asyncio
import contextlib
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, inspect, text
from support.postgres import Postgres, postgres
from support.proxy import Proxy

from threedown.server.store import postgres as store
from threedown.server.store.devices import store_guest
from threedown.server.store.errors import NotSaved
from threedown.server.store.postgres import BadUrl, PostgresDatabase, checked_url, engine_of, shown
from threedown.server.store.tables import metadata
from threedown.server.store.writer import Writer

pytestmark = pytest.mark.postgres


@pytest.fixture
def server() -> Postgres:
    return postgres()


@pytest.fixture
def url(server: Postgres, tmp_path: Path) -> str:
    """A database without tables."""
    return server.create(f"w{abs(hash(tmp_path)):x}")


@pytest.fixture
def own_server() -> Iterator[Postgres]:
    """A PostgreSQL server that the test may stop."""
    found = Postgres()
    yield found
    found.remove()


def add(number: int) -> Any:
    """Work that stores a guest."""
    return lambda connection: store_guest(connection, f"p{number}", f"d{number}", bytes([number]), "Ann")


def known(url: str) -> list[str]:
    """The guests that another connection sees."""
    with contextlib.closing(psycopg.connect(url.replace("+psycopg", ""))) as connection:
        return sorted(row[0] for row in connection.execute("SELECT player FROM guests"))


@contextlib.contextmanager
def writing(folder: Path, url: str) -> Iterator[Writer]:
    writer = Writer(folder, database=url)
    try:
        yield writer
    finally:
        writer.close()


def test_a_finished_write_is_visible_to_all(folder: Path, url: str) -> None:
    with writing(folder, url) as writer:

        async def run() -> None:
            await writer.do(add(1))
            assert known(url) == ["p1"]
            done = await asyncio.gather(*(writer.do(add(number)) for number in (2, 1, 3)), return_exceptions=True)
            assert [type(value) for value in done] == [type(None), NotSaved, type(None)]

        asyncio.run(run())
    assert known(url) == ["p1", "p2", "p3"]


def test_an_error_tells_no_values(folder: Path, url: str) -> None:
    with writing(folder, url) as writer:

        async def run() -> None:
            await writer.do(add(1))
            with pytest.raises(NotSaved) as found:
                await writer.do(add(1))
            assert "guests_pkey" in str(found.value)
            assert "p1" not in str(found.value)

        asyncio.run(run())


def test_the_tables_are_those_of_the_code(url: str) -> None:
    PostgresDatabase(url).close()
    engine = engine_of(url)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}
        assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"
    engine.dispose()


def test_processes_that_start_together_make_the_tables_once(url: str) -> None:
    failed: list[BaseException] = []

    def open_it() -> None:
        try:
            PostgresDatabase(url).close()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_database_of_a_newer_version_is_left_alone(folder: Path, server: Postgres, url: str) -> None:
    Writer(folder, database=url).close()
    with server.connect(url.partition("@/")[2].partition("?")[0]) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(OSError, match="written by a newer Threedown"):
        Writer(folder, database=url)


def test_a_server_that_comes_back_is_used_again(folder: Path, own_server: Postgres) -> None:
    url = own_server.create("rooms")
    with writing(folder, url) as writer:

        async def run() -> None:
            await writer.do(add(1))
            own_server.stop(signal.SIGQUIT)
            with pytest.raises(NotSaved):
                await writer.do(add(2))
            own_server.start()
            await writer.do(add(3))

        asyncio.run(run())
    assert known(url) == ["p1", "p3"]


@pytest.mark.parametrize("arrives", [False, True])
def test_a_commit_without_an_answer_counts_if_it_was_made(folder: Path, url: str, arrives: bool) -> None:
    """The connection is cut at the commit: before it has arrived, or before its answer has."""
    with Proxy(f"{postgres().folder}/.s.PGSQL.5432") as proxy, writing(folder, proxy.url(url)) as writer:

        async def run() -> None:
            await writer.do(add(1))
            proxy.cut_at(b"COMMIT", arrives)
            done = asyncio.gather(*(writer.do(add(number)) for number in (2, 3)), return_exceptions=True)
            found = await done
            assert proxy.cuts == 1
            assert found == [None, None], "what was not written in the first transaction is, in another"
            assert known(url) == ["p1", "p2", "p3"]
            proxy.cut_at(b"COMMIT", arrives)
            if arrives:
                await writer.do(add(4))
            else:
                with pytest.raises(NotSaved):
                    await writer.do(add(4))
            assert ("p4" in known(url)) == arrives

        asyncio.run(run())


def test_a_server_that_stands_still_is_given_up(folder: Path, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PATIENCE_SECONDS", 0.5)
    with Proxy(f"{postgres().folder}/.s.PGSQL.5432") as proxy, writing(folder, proxy.url(url)) as writer:

        async def run() -> None:
            await writer.do(add(1))
            proxy.hold_at(b"INSERT INTO guests")
            with pytest.raises(NotSaved):
                await asyncio.wait_for(writer.do(add(2)), 30)
            proxy.release()
            await writer.do(add(3))

        asyncio.run(run())
    assert known(url) == ["p1", "p3"]


def test_work_that_fails_inside_leaves_nothing(folder: Path, url: str) -> None:
    def half(connection: Connection) -> None:
        store_guest(connection, "p9", "d9", b"9", "Half")
        raise ValueError("in the middle")

    with writing(folder, url) as writer:

        async def run() -> None:
            with pytest.raises(ValueError, match="in the middle"):
                await writer.do(half)

        asyncio.run(run())
    assert known(url) == []


@pytest.mark.parametrize("wrong", ["rooms.db", "mysql://host/rooms", "sqlite:///rooms.db"])
def test_another_url_is_refused_with_the_right_form(wrong: str) -> None:
    with pytest.raises(BadUrl, match="postgresql\\+psycopg://USER:PASSWORD@HOST/NAME"):
        checked_url(wrong)


def test_a_password_is_not_shown() -> None:
    assert "secret" not in shown("postgresql+psycopg://ann:secret@host/rooms")
    assert checked_url("postgresql://ann@host/rooms").drivername == "postgresql+psycopg"


AT_0008 = {"guests", "devices", "passkeys", "rooms", "seated", "entries", "commands", "held", "analyses", "snapshots",
           "disk_probe"}  # fmt: skip


@pytest.mark.parametrize("serves", [False, True])
def test_an_older_database_is_migrated_unless_processes_serve_it(folder: Path, url: str, serves: bool) -> None:
    writer = Writer(folder, database=url)

    def as_before(connection: Connection) -> None:
        newer = ", ".join(sorted(metadata.tables.keys() - AT_0008))
        connection.exec_driver_sql(f"DROP TABLE {newer}")
        connection.exec_driver_sql("ALTER TABLE guests DROP COLUMN shows_profile")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0008'")

    asyncio.run(writer.do(lambda connection: None))  # it serves the database from now on
    older = engine_of(url)
    with older.begin() as connection:
        as_before(connection)
    older.dispose()
    if serves:
        with pytest.raises(BlockingIOError, match="an older Threedown serve this database: stop"):
            PostgresDatabase(url)
        writer.close()
        return
    writer.close()
    PostgresDatabase(url).close()
    engine = engine_of(url)
    with engine.connect() as connection:
        assert metadata.tables.keys() <= set(inspect(connection).get_table_names())
    engine.dispose()
