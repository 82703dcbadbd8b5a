"""A format number for the entries, so that a program can refuse a store whose entries it could not read."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "format",
        sa.Column("id", sa.SmallInteger, sa.CheckConstraint("id = 1"), primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("format")
