"""Notices between workers (LISTEN/NOTIFY): a room has been taken over, with the last entry of its log.

A notice says nothing but that, and may be missed: a worker asks which rooms it holds every second anyway.
"""

import threading
from collections.abc import Callable

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from threedown.server.operations.log import log
from threedown.server.store import postgres

CHANNEL = "threedown"
LISTEN_SECONDS = 1.0
"""Seconds after which the listener looks whether it is to end."""


def notify(connection: Connection, room: str, seq: int) -> None:
    """Tell all workers, once the transaction is committed, that a room has been taken over after an entry."""
    connection.execute(text("SELECT pg_notify(:channel, :what)"), {"channel": CHANNEL, "what": f"{room} {seq}"})


class Listener:
    """A thread that calls ``noticed`` with the room and the entry of each notice."""

    def __init__(self, url: str, noticed: Callable[[str, int], None]) -> None:
        self._url, self._noticed = url, noticed
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread soon."""
        self._ended.set()

    def _run(self) -> None:
        import psycopg

        while not self._ended.is_set():
            try:
                self._listen()
            except (SQLAlchemyError, psycopg.Error) as error:
                log.warning("no notices arrive", reason=type(error).__name__)
                self._ended.wait(LISTEN_SECONDS)

    def _listen(self) -> None:
        engine = postgres.engine_of(self._url, patient=True).execution_options(isolation_level="AUTOCOMMIT")
        try:
            with engine.connect() as connection:
                connection.execute(text(f"LISTEN {CHANNEL}"))
                driver = connection.connection.driver_connection
                assert driver is not None
                while not self._ended.is_set():
                    for notice in driver.notifies(timeout=LISTEN_SECONDS):
                        room, _, seq = notice.payload.partition(" ")
                        self._noticed(room, int(seq))
        finally:
            engine.dispose()
