"""Where Alembic begins: it writes the way from one revision to another as SQL, in the dialect that is asked for.

Alembic runs this file; nobody imports it. Nothing is connected here: each database's own driver runs the SQL, in one
transaction. So a revision consists of operations and SQL, and asks the database nothing.
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
        context.execute("DROP TABLE alembic_version")  # all the way back, nothing of ours is left
