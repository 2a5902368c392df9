"""Alembic runs this; the connection comes from `schema.upgrade`."""

from alembic import context

from charidice.storage.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
