"""Alembic's way to the database: the connection that it is given (see ``server/store/writer.py``)."""

from alembic import context

from threedown.server.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
