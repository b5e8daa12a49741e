"""Alembic's entry: migrate the connection that `database.upgrade` hands in."""

from alembic import context

from duiyi.server.store.tables import metadata

__all__ = ["migrate"]


def migrate() -> None:
    """Run the migrations that the connection has not seen."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


# Alembic gives the module `context` its names only while it runs this file; an import for the documentation has none.
if hasattr(context, "config"):
    migrate()
