"""The writer: finished work is on disk, together with the work queued meanwhile; failing work fails alone."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select

from threedown.server.store.devices import store_guest
from threedown.server.store.errors import NotSaved
from threedown.server.store.schema import NEWEST, run_migrations, version_of
from threedown.server.store.sqlite import GONE, engine_of
from threedown.server.store.tables import guests, metadata
from threedown.server.store.writer import Writer

pytestmark = pytest.mark.sqlite


def add(number: int):  # type: ignore[no-untyped-def]
    """Work that keeps a guest."""
    return lambda connection: store_guest(connection, f"p{number}", f"d{number}", bytes([number]), "Ann")


def known(folder: Path) -> list[str]:
    """The guests that another connection sees, as one would after a crash."""
    with sqlite3.connect(folder / "threedown.db") as connection:
        return sorted(row[0] for row in connection.execute("SELECT player FROM guests"))


def test_a_finished_write_is_visible_to_all(folder: Path) -> None:
    writer = Writer(folder)

    async def run() -> None:
        await writer.do(add(1))
        assert known(folder) == ["p1"]
        await asyncio.gather(*(writer.do(add(number)) for number in range(2, 9)))
        assert len(known(folder)) == 8

    asyncio.run(run())
    writer.close()


def test_work_that_comes_after_the_end_is_refused(folder: Path) -> None:
    """A caller who waited for it, cancelled or not, would wait for ever."""

    async def run() -> None:
        writer = Writer(folder)
        before = asyncio.ensure_future(writer.do(add(1)))
        await asyncio.sleep(0)
        writer.close()
        with pytest.raises(NotSaved, match="the database is closed"):
            await writer.do(add(2))
        await before

    asyncio.run(run())
    assert known(folder) == ["p1"]


def test_work_that_fails_takes_no_other_with_it(folder: Path) -> None:
    """One write of a transaction breaks a constraint of the database; the others are committed."""
    writer = Writer(folder)

    async def run() -> None:
        await writer.do(add(1))
        done = await asyncio.gather(*(writer.do(add(number)) for number in (2, 1, 3)), return_exceptions=True)
        assert [type(value) for value in done] == [type(None), NotSaved, type(None)]

    asyncio.run(run())
    assert known(folder) == ["p1", "p2", "p3"]
    writer.close()


def test_half_of_a_piece_of_work_is_never_kept(folder: Path) -> None:
    writer = Writer(folder)

    def half(connection: Connection) -> None:
        connection.execute(insert(guests).values(player="p9", name="Half"))
        raise ValueError("in the middle")

    async def run() -> None:
        with pytest.raises(ValueError, match="in the middle"):
            await writer.do(half)
        assert await writer.do(lambda connection: connection.execute(select(guests)).all()) == []

    asyncio.run(run())
    writer.close()


def test_one_process_at_a_time_serves_a_folder(folder: Path) -> None:
    writer = Writer(folder)
    with pytest.raises(BlockingIOError, match="another process serves"):
        Writer(folder)
    writer.close()
    Writer(folder).close()


@pytest.mark.parametrize("replaced", [False, True])
def test_an_entry_that_would_be_lost_is_not_acknowledged(folder: Path, replaced: bool) -> None:
    """A file that was deleted can be written as long as it is open, and nobody finds it after a restart."""
    writer, file = Writer(folder), folder / "threedown.db"

    async def run() -> None:
        await writer.do(add(1))
        if replaced:
            copy = folder / "copy.db"
            copy.write_bytes(file.read_bytes())
            copy.replace(file)
        else:
            file.unlink()
        done = await asyncio.gather(*(writer.do(add(number)) for number in (2, 3)), return_exceptions=True)
        assert [str(error) for error in done] == [GONE, GONE]

    asyncio.run(run())
    writer.close()


def test_a_lock_whose_file_was_deleted_is_taken_again(folder: Path) -> None:
    writer = Writer(folder)
    (folder / "threedown.db.lock").unlink()
    asyncio.run(writer.do(add(1)))
    with pytest.raises(BlockingIOError, match="another process serves"):
        Writer(folder)
    writer.close()


def test_two_that_serve_a_folder_do_not_both_save(folder: Path) -> None:
    """The second one came in because the first one's lock was deleted: the first one says so, and leaves it alone."""
    first = Writer(folder)
    (folder / "threedown.db.lock").unlink()
    second = Writer(folder)

    async def run() -> None:
        with pytest.raises(NotSaved, match="another process serves these rooms"):
            await first.do(add(1))
        await second.do(add(2))
        first.close()
        await second.do(add(3))

    asyncio.run(run())
    assert known(folder) == ["p2", "p3"]
    with pytest.raises(BlockingIOError):
        Writer(folder)
    second.close()


def test_an_empty_file_is_no_house_without_rooms(folder: Path) -> None:
    folder.mkdir()
    (folder / "threedown.db").touch()
    with pytest.raises(OSError, match="the database is an empty file"):
        Writer(folder)


def test_a_database_of_a_newer_version_is_left_alone(folder: Path) -> None:
    Writer(folder).close()
    with closing(sqlite3.connect(folder / "threedown.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(OSError, match="written by a newer Threedown"):
        Writer(folder)
    with closing(sqlite3.connect(folder / "threedown.db")) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]


def test_every_commit_is_on_disk_before_it_returns(folder: Path) -> None:
    Writer(folder).close()
    with engine_of(folder / "threedown.db").connect() as connection:
        told = {pragma: connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() for pragma in PRAGMAS}
    assert told == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_the_migrations_make_the_tables_that_the_code_has(folder: Path) -> None:
    folder.mkdir()
    with engine_of(folder / "threedown.db").begin() as connection:
        run_migrations(connection)
        assert version_of(connection) == NEWEST
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
