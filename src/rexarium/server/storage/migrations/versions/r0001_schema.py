"""The first schema: tables with their logs, people with their keys, and the server's pulse and outages."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
IS_IN_LOBBY = sa.text("is_open AND stage <> 'over'")
IS_WAITING = sa.text("wake_at IS NOT NULL")


def upgrade() -> None:
    add_tables()
    add_people()
    add_server()


def add_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
        sa.Column("wake_at", sa.BigInteger),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("people", sa.Text, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
    )
    op.create_index(
        "tables_in_lobby",
        "tables",
        ["changed_at", "id"],
        sqlite_where=IS_IN_LOBBY,
        postgresql_where=IS_IN_LOBBY,
    )
    op.create_index(
        "tables_waiting", "tables", ["wake_at", "id"], sqlite_where=IS_WAITING, postgresql_where=IS_WAITING
    )
    op.create_index("tables_by_stage", "tables", ["stage", "id"])
    op.create_table(
        "entries",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("person_id", ID, primary_key=True),
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sqlite_with_rowid=False,
    )


def add_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", ID, primary_key=True),
        sa.Column("nickname", sa.Text, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("feed", sa.Text, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("fingerprint", sa.LargeBinary, primary_key=True),
        sa.Column("person_id", ID, sa.ForeignKey("people.id"), nullable=False),
    )
    op.create_table(
        "tickets",
        sa.Column("ticket", sa.LargeBinary, primary_key=True),
        sa.Column("person_id", ID, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_index("tickets_by_end", "tickets", ["until"])


def add_server() -> None:
    op.create_table(
        "pulse",
        sa.Column("id", sa.SmallInteger, sa.CheckConstraint("id = 1"), primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("since", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until", sa.BigInteger, primary_key=True, autoincrement=False),
    )
    op.create_index("outages_by_end", "outages", ["until"])


def downgrade() -> None:
    for table in ("outages", "pulse", "tickets", "keys", "people", "seats", "entries", "tables"):
        op.drop_table(table)
