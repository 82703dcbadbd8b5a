"""A table's host and the network it was opened from, so that nobody can fill the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
IS_IN_LOBBY = sa.text("is_open AND stage <> 'over'")
IS_GATHERING = sa.text("stage = 'gathering'")


def upgrade() -> None:
    op.add_column("tables", sa.Column("host", ID, nullable=False, server_default=""))
    op.add_column("tables", sa.Column("network", sa.Text, nullable=False, server_default=""))
    # Where these were opened from is unknown. Each gets a network of its own, or they would hide one another.
    op.execute("UPDATE tables SET network = id WHERE stage <> 'over'")
    op.drop_index("tables_in_lobby", "tables")
    op.create_index(
        "tables_in_lobby",
        "tables",
        ["network", "stage", "changed_at", "id"],
        sqlite_where=IS_IN_LOBBY,
        postgresql_where=IS_IN_LOBBY,
    )
    for column in ("host", "network"):
        op.create_index(
            f"tables_of_{column}",
            "tables",
            [column],
            sqlite_where=IS_GATHERING,
            postgresql_where=IS_GATHERING,
        )


def downgrade() -> None:
    for index in ("tables_of_network", "tables_of_host", "tables_in_lobby"):
        op.drop_index(index, "tables")
    op.create_index(
        "tables_in_lobby",
        "tables",
        ["changed_at", "id"],
        sqlite_where=IS_IN_LOBBY,
        postgresql_where=IS_IN_LOBBY,
    )
    op.drop_column("tables", "network")
    op.drop_column("tables", "host")
