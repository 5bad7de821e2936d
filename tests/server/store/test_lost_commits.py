"""A commit without an answer: whether it counts is asked of PostgreSQL, whatever happened to the server meanwhile."""

import signal
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, text
from support.postgres import Postgres

from threedown.server.store.postgres import PostgresDatabase

pytestmark = pytest.mark.postgres


@pytest.fixture
def server() -> Iterator[Postgres]:
    """A server of this test alone, which it may crash."""
    found = Postgres()
    yield found
    found.remove()


@pytest.fixture
def database(server: Postgres) -> Iterator[PostgresDatabase]:
    found = PostgresDatabase(server.create("rooms"))
    yield found
    found.close()


MOST_CRASHES = 30


def write(connection: Connection, key: str) -> None:
    connection.execute(text("INSERT INTO findings VALUES ('test', :key, 'x', 1)"), {"key": key})


def was_committed(database: PostgresDatabase, mark: str) -> bool | None:
    with database.engine.connect() as connection, connection.begin():
        return database.was_committed(connection, mark)


def crashed_before_the_commit(server: Postgres, database: PostgresDatabase) -> str:
    """Return the mark of a transaction that a crash of the server took with it."""
    connection: Any = database.engine.connect()
    connection.begin()
    write(connection, "lost")
    mark = database.mark(connection)
    assert mark is not None
    server.stop(signal.SIGQUIT)
    server.start()
    connection.invalidate()
    connection.close()
    return mark


def test_a_lost_transaction_is_not_taken_for_another_with_its_number(
    server: Postgres, database: PostgresDatabase
) -> None:
    """After a crash the numbers of lost transactions are given out again: here the next one commits.

    Not if the server's log with the transaction was already on disk, so it crashes until it was not.
    """
    for crash in range(MOST_CRASHES):
        mark = crashed_before_the_commit(server, database)
        other = PostgresDatabase(database.source)
        with other.engine.connect() as connection, connection.begin():
            write(connection, f"other {crash}")
            again = other.mark(connection)
        assert again is not None
        assert was_committed(database, mark) is False
        assert was_committed(other, again) is True
        other.close()
        if again.split()[0] == mark.split()[0]:
            return
    raise AssertionError(f"no number was given out again in {MOST_CRASHES} crashes")


def test_a_lost_transaction_whose_number_nobody_has_is_not_committed(
    server: Postgres, database: PostgresDatabase
) -> None:
    assert was_committed(database, crashed_before_the_commit(server, database)) is False


def test_a_commit_is_found_and_one_under_way_is_waited_for(database: PostgresDatabase) -> None:
    with database.engine.connect() as connection:
        with connection.begin():
            write(connection, "kept")
            mark = database.mark(connection)
            assert mark is not None
            assert was_committed(database, mark) is None
        assert was_committed(database, mark) is True
        with connection.begin() as transaction:
            write(connection, "rolled back")
            later = database.mark(connection)
            assert later is not None
            transaction.rollback()
        assert was_committed(database, later) is False


def test_a_transaction_that_only_reads_has_no_mark(database: PostgresDatabase) -> None:
    with database.engine.connect() as connection, connection.begin():
        connection.execute(text("SELECT count(*) FROM findings"))
        assert database.mark(connection) is None
