"""The queries about reports: functions of a connection, and how their owner reads them beside a running server."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import SQLAlchemyError

from threedown.server.model.report import StoredReport
from threedown.server.store import postgres, sqlite
from threedown.server.store.database import Place
from threedown.server.store.errors import not_saved
from threedown.server.store.maintenance import file_in
from threedown.server.store.schema import version_of
from threedown.server.store.tables import guests, reports
from threedown.server.store.transfer import check_version


def store_report(connection: Connection, report: StoredReport) -> None:
    """Store a report in place of an earlier one by the same person about the same player in this room.

    Nothing is stored if one of the two has been deleted meanwhile.
    """
    its = (
        (reports.c.room == report.room) & (reports.c.player == report.player) & (reports.c.reporter == report.reporter)
    )
    connection.execute(delete(reports).where(its))
    both = select(guests.c.player).where(guests.c.player.in_([report.player, report.reporter]))
    if len(connection.execute(both).all()) == 2:
        connection.execute(insert(reports).values(report._asdict()))


def reports_by(connection: Connection, player: str) -> list[StoredReport]:
    """Return the reports that a player has made, the first one first."""
    theirs = select(reports).where(reports.c.reporter == player).order_by(reports.c.sent, reports.c.room)
    return [StoredReport(**row._mapping) for row in connection.execute(theirs)]


def reports_kept(place: Place) -> list[StoredReport]:
    """Return the reports in a database, the newest first, also while a server runs. Raises OSError if that fails."""
    newest = select(reports).order_by(reports.c.sent.desc(), reports.c.room, reports.c.player, reports.c.reporter)
    with _reading(place) as connection:
        check_version(version_of(connection))
        return [StoredReport(**row._mapping) for row in connection.execute(newest)]


@contextmanager
def _reading(place: Place) -> Iterator[Connection]:
    try:
        if isinstance(place, str):
            with postgres.snapshot(place) as connection:
                yield connection
        else:
            engine = sqlite.reading_engine(file_in(place))
            try:
                with engine.connect() as connection:
                    yield connection
            finally:
                engine.dispose()
    except SQLAlchemyError as error:
        raise not_saved(error) from error
