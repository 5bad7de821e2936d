"""The version of the schema, and the migrations to it."""

import errno
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from threedown.server.store.tables import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = {file.stem.partition("_")[0] for file in (MIGRATIONS / "versions").glob("[0-9]*.py")}
NEWEST = max(VERSIONS)
"""The version of the schema."""
NEWER = "the database was written by a newer Threedown: update this one, or give another folder"
VERSION_TABLE = "alembic_version"
SERVING_LOCK = 0x3D08
"""The number of the advisory lock that serving processes share."""
ALONE = f"SELECT pg_try_advisory_xact_lock({SERVING_LOCK})"
"""A question that is answered with true, until the transaction ends, while no process serves the database."""
OLDER_SERVES = "processes of an older Threedown serve this database: stop them first"
MIGRATION_LOCK = 0x3D07
"""The number of the advisory lock under which one process at a time migrates a PostgreSQL database."""


def migrate(engine: Engine) -> None:
    """Migrate a database to the newest schema; raises OSError if it has a newer one.

    Importing alembic takes a second: it is done only if there is something to migrate. A new database gets the newest
    tables at once.
    """
    with engine.begin() as connection:
        is_postgres = engine.dialect.name == "postgresql"
        if is_postgres:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        current = version_of(connection)
        if current == NEWEST:
            return
        if current is not None and current not in VERSIONS:
            raise OSError(errno.EINVAL, NEWER)
        if is_postgres and current is not None and not connection.execute(text(ALONE)).scalar():
            raise BlockingIOError(errno.EAGAIN, OLDER_SERVES)
        if current is None:
            metadata.create_all(connection)
            connection.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
            connection.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES (:version)"), {"version": NEWEST})
        else:
            run_migrations(connection)


def run_migrations(connection: Connection) -> None:
    """Run the migrations that a database lacks; for an empty one, all of them."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def version_of(connection: Connection) -> str | None:
    """Return the version of a database's schema; None if it has no tables yet."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: str | None = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return found
