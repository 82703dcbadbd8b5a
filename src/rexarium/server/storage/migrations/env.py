"""Alembic's entry point: renders the migration between two revisions as SQL, in the dialect asked for.

Alembic runs this file; nobody imports it. It connects to nothing: each database's own driver runs the SQL, in one
transaction. So a revision consists of operations and SQL only, and cannot query the database.
"""

from alembic import context

from rexarium.server.storage.schema import METADATA

context.configure(
    dialect_name=context.config.attributes["dialect"],
    target_metadata=METADATA,
    transactional_ddl=True,
    literal_binds=True,
)
with context.begin_transaction():
    context.run_migrations()
    if context.get_revision_argument() in (None, "base"):
        context.execute("DROP TABLE alembic_version")  # a full downgrade leaves nothing of ours behind
