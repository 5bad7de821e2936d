"""The database of several machines: PostgreSQL, reached through psycopg (``postgresql+psycopg://…``).

Commits are synchronous, whatever the default of the PostgreSQL server is: a commit survives a crash of either machine.
"""

import contextlib
import errno
import os
import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from threedown.server.operations.log import log
from threedown.server.store.errors import NotSaved, not_saved
from threedown.server.store.schema import ALONE, SERVING_LOCK, migrate

DRIVER = "postgresql+psycopg"
FORM = f"a database is given as {DRIVER}://USER:PASSWORD@HOST/NAME"
EXTRA = "PostgreSQL needs the extra postgres: pip install 'threedown[postgres]'"
BUSY = "server processes use this database"
MAINTAINED = "rooms are being deleted or moved: try again in a moment"
UNSAFE = "PostgreSQL runs with fsync off: a power cut can lose choices that were acknowledged"
MARK = text(
    "INSERT INTO commits (writer, token, written)"
    " SELECT :writer, :token, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    " WHERE pg_current_xact_id_if_assigned() IS NOT NULL"
    " ON CONFLICT (writer) DO UPDATE SET token = excluded.token, written = excluded.written"
    " RETURNING pg_current_xact_id()"
)
STATUS = text("SELECT pg_xact_status(CAST(:number AS xid8))")
LAST = text("SELECT token FROM commits WHERE writer = :writer")
NOT_GIVEN_OUT = "22023"
"""The error of PostgreSQL for the number of a transaction that has not been given out yet, or not again."""
CONNECT_SECONDS = 3
"""Seconds after which a PostgreSQL server that doesn't answer is out of reach."""
PATIENCE_SECONDS = 10.0
"""Seconds after which the connection of a transaction without an answer is cut."""


class BadUrl(OSError):
    """The URL of a database is not one, or its driver is missing."""


class PostgresDatabase:
    """A PostgreSQL database, its tables created or migrated if need be.

    Raises OSError if it can't be reached, or is of a newer version.
    """

    def __init__(self, url: str, durable: bool = True) -> None:
        self.source = url
        self.engine = engine_of(url, durable)
        try:
            patient = engine_of(url, patient=True)
            try:
                migrate(patient)
            finally:
                patient.dispose()
            with self.engine.connect() as connection:
                if connection.execute(text("SHOW fsync")).scalar() == "off":
                    log.warning("commits are not safe", why=UNSAFE)
        except SQLAlchemyError as error:
            self.engine.dispose()
            raise not_saved(error) from error
        except BaseException:
            self.engine.dispose()
            raise
        self._watchdog = Watchdog(PATIENCE_SECONDS)
        self._locked: object = None
        self._writer = secrets.token_hex(8)
        """The name of this process among those that write."""

    def watched(self, connection: Connection) -> contextlib.AbstractContextManager[None]:
        """Return a context for a transaction: if it gets no answer for long, its connection is cut."""
        return self._watchdog.over(connection)

    def mark(self, connection: Connection) -> str | None:
        """Return the number and the name of the transaction, by which :meth:`was_committed` finds it; None if it wrote
        nothing."""
        named = {"writer": self._writer, "token": secrets.token_hex(8)}
        found = connection.execute(MARK, named).first()
        return None if found is None else f"{found[0]} {named['token']}"

    def confirm(self, connection: Connection) -> None:
        """Share the lock of the serving processes if this connection is new. Raises NotSaved during maintenance."""
        driver = connection.connection.driver_connection
        if self._locked is driver:
            return
        if not connection.execute(text(f"SELECT pg_try_advisory_lock_shared({SERVING_LOCK})")).scalar_one():
            raise NotSaved(MAINTAINED)
        self._locked = driver

    def was_committed(self, connection: Connection, mark: str) -> bool | None:
        """Return whether the transaction with a mark was committed; None while it is still under way.

        Its number alone doesn't say so: a server that crashed gives the numbers of lost transactions out again.
        """
        number, token = mark.split()
        try:
            with connection.begin_nested():
                status = connection.execute(STATUS, {"number": number}).scalar()
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != NOT_GIVEN_OUT:
                raise
            status = None
        if status == "in progress":
            return None
        return bool(connection.execute(LAST, {"writer": self._writer}).scalar() == token)

    def close(self) -> None:
        """Close the connections."""
        self._watchdog.close()
        self.engine.dispose()


@contextmanager
def exclusive(url: str) -> Iterator[Connection]:
    """Open a database in one transaction while no server runs, migrated to its newest schema.

    Raises OSError if a server runs.
    """
    engine = engine_of(url, patient=True)
    try:
        migrate(engine)
        with engine.begin() as connection:
            if not connection.execute(text(ALONE)).scalar_one():
                raise BlockingIOError(errno.EAGAIN, f"{BUSY}: stop them first")
            yield connection
    finally:
        engine.dispose()


@contextmanager
def snapshot(url: str) -> Iterator[Connection]:
    """Open a database for reading, as it is at one moment."""
    engine = engine_of(url, patient=True, read_only=True)
    try:
        with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
            yield connection
    finally:
        engine.dispose()


class Watchdog:
    """Cuts the connection of a transaction that has had no answer for ``patience`` seconds.

    A PostgreSQL server, or the way to it, can stand still without an error, and the driver waits for ever.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._watched: tuple[float, int] | None = None
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="database watchdog", daemon=True)
        self._thread.start()

    @contextmanager
    def over(self, connection: Connection) -> Iterator[None]:
        """Watch a transaction of a connection."""
        driver = connection.connection.driver_connection
        assert driver is not None
        with self._lock:
            self._watched = time.monotonic() + self._patience, driver.fileno()
        try:
            yield
        finally:
            with self._lock:
                self._watched = None

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(min(1.0, self._patience / 2)):
            with self._lock:  # the transaction can't end meanwhile, so the number is that of its connection
                if self._watched is not None and time.monotonic() > self._watched[0]:
                    log.warning("a transaction has had no answer: its connection is cut", seconds=self._patience)
                    _cut(self._watched[1])
                    self._watched = None


def _cut(descriptor: int) -> None:
    """Shut down a connection; whatever waits for it gets an error."""
    with contextlib.suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as wire:
        wire.shutdown(socket.SHUT_RDWR)


def checked_url(url: str) -> URL:
    """Return the parsed URL of a PostgreSQL database. Raises BadUrl if it is not one, or the driver is missing."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadUrl(errno.EINVAL, FORM) from None
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername=DRIVER)
    if parsed.drivername != DRIVER:
        raise BadUrl(errno.EINVAL, FORM)
    return parsed


def shown(url: str) -> str:
    """Return a URL as it may be printed: without its password.

    >>> shown("postgresql+psycopg://ann:secret@db.example/cards")
    'postgresql+psycopg://ann:***@db.example/cards'
    """
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return "the database"


def engine_of(url: str, durable: bool = True, read_only: bool = False, patient: bool = False) -> Engine:
    """Return the engine of a PostgreSQL database; ``patient`` work may take long.

    Without ``durable`` a crash loses acknowledged choices.
    """
    timeout = 0 if patient else round(PATIENCE_SECONDS * 1000)
    settings = {
        "synchronous_commit": "on" if durable else "off",
        "statement_timeout": timeout,
        "idle_in_transaction_session_timeout": timeout,
        "default_transaction_read_only": "on" if read_only else "off",
    }
    parsed = checked_url(url)
    options = " ".join([
        *([str(parsed.query["options"])] if "options" in parsed.query else []),
        *(f"-c {name}={value}" for name, value in settings.items()),
    ])  # fmt: skip
    arguments = {
        "application_name": "threedown", "connect_timeout": CONNECT_SECONDS, "keepalives_idle": 5,
        "keepalives_interval": 2, "keepalives_count": 3, "tcp_user_timeout": round(PATIENCE_SECONDS * 1000),
        "options": options,
    }  # fmt: skip
    try:
        return create_engine(parsed, connect_args=arguments, poolclass=NullPool if read_only else None)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise BadUrl(errno.EINVAL, EXTRA) from error
