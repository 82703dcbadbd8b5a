"""What is known about a person's devices: since when each is theirs, when it was last seen, and what it is."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def key_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("fingerprint", sa.LargeBinary, primary_key=True),
        sa.Column("person_id", ID, sa.ForeignKey("people.id"), nullable=False),
    ]


def device_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("since", sa.BigInteger),
        sa.Column("seen_at", sa.BigInteger),
        sa.Column("browser", sa.Text, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
    ]


def upgrade() -> None:
    rebuild(
        [*key_columns(), *device_columns()],
        "INSERT INTO keys (fingerprint, person_id, browser, system) SELECT fingerprint, person_id, '', '' FROM old_keys",
    )
    op.create_index("keys_by_person", "keys", ["person_id"])


def downgrade() -> None:
    rebuild(
        key_columns(),
        "INSERT INTO keys (fingerprint, person_id) SELECT fingerprint, person_id FROM old_keys",
    )


def rebuild(columns: list[sa.Column[object]], refill: str) -> None:
    """Recreate the table with these columns: SQLite could only add one after the constraints, unlike in the schema."""
    op.execute("CREATE TABLE old_keys AS SELECT * FROM keys")
    op.drop_table("keys")
    op.create_table("keys", *columns)
    op.execute(refill)
    op.drop_table("old_keys")
