"""Alembic's entry: migrate the connection that `database.upgrade` hands in."""

from alembic import context

from duiyi.server.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
