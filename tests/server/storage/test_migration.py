"""Migrations: forward and back on both databases, wholly or not at all, and to just what the schema says."""

import asyncio
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Dialect, create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateIndex, CreateTable

from bench.postgres import execute
from rexarium.server.storage import maintenance, migrate, open_store
from rexarium.server.storage.address import sqlite_path
from rexarium.server.storage.postgres.connection import connect
from rexarium.server.storage.schema import METADATA
from rexarium.server.storage.store import CannotOpen, TooNew
from tests.server.storage.conftest import Make, in_use
from tests.server.storage.samples import everything, fill

NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{newest}"


def upgrade() -> None:
    op.add_column("people", sa.Column("colour", sa.Text, nullable=False, server_default="green"))
    op.create_table("hats", sa.Column("id", sa.Text, primary_key=True))
    op.execute("INSERT INTO hats (id) SELECT id FROM people")
    {more}


def downgrade() -> None:
    op.drop_table("hats")
    op.drop_column("people", "colour")
"""


def make_next(folder: Path, more: str = "") -> Path:
    """The migrations of a Rexarium to come, which has one revision more."""
    copy = folder / "migrations"
    shutil.copytree(migrate.FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "versions" / "next.py").write_text(NEXT.format(newest=migrate.newest(), more=more))
    return copy


async def tables_of(address: str) -> list[str]:
    path = sqlite_path(address)
    if path is not None:
        with closing(sqlite3.connect(path)) as connection:
            return sorted(
                name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            )
    connection = await connect(address)
    try:
        rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    finally:
        await connection.close()
    return sorted(name for (name,) in rows)


async def filled(address: str) -> dict[str, object]:
    """Put something of everything into a database; all that can be read of it."""
    store = await open_store(address)
    await fill(store)
    found = await everything(store)
    await store.close()
    return found


async def contents(address: str, backups: Path | None = None) -> dict[str, object]:
    store = await open_store(address, backups=backups)
    found = await everything(store)
    await store.close()
    return found


async def test_every_migration_runs_forward_back_and_forward_again(address: str) -> None:
    for _ in range(2):
        await maintenance.upgrade(address)
        assert await maintenance.current(address) == migrate.newest()
        assert await tables_of(address) == sorted([*METADATA.tables, "alembic_version"])
        await maintenance.upgrade(address)  # and now there is nothing to do
        await maintenance.downgrade(address, "base")
        assert await maintenance.current(address) is None
        assert await tables_of(address) == []
    await maintenance.downgrade(address, "base")


async def test_stored_data_survives_a_revision_forward_and_back(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await filled(address)
    old = migrate.newest()
    monkeypatch.setattr(migrate, "FOLDER", make_next(tmp_path))
    assert await contents(address, tmp_path) == before  # to open is to migrate
    assert await maintenance.current(address) == "next"
    assert "hats" in await tables_of(address)
    await maintenance.downgrade(address, old)
    assert await maintenance.current(address) == old
    assert "hats" not in await tables_of(address)
    monkeypatch.undo()
    assert await contents(address) == before


async def test_a_database_of_a_newer_program_is_refused(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as future:
        future.setattr(migrate, "FOLDER", make_next(tmp_path))
        await maintenance.upgrade(address)
    for is_read_only in (False, True):
        with pytest.raises(TooNew, match=r"newer Rexarium \(schema next, this one knows up to 0"):
            await open_store(address, is_read_only=is_read_only)
    for refused in (
        maintenance.upgrade(address),
        maintenance.downgrade(address, "base"),
        maintenance.current(address),
    ):
        with pytest.raises(TooNew):
            await refused


async def test_an_older_database_is_not_read_before_its_upgrade(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await maintenance.upgrade(address)
    monkeypatch.setattr(migrate, "FOLDER", make_next(tmp_path))
    with pytest.raises(CannotOpen, match="older schema"):
        await open_store(address, is_read_only=True)
    assert await maintenance.current(address) != "next"


async def test_a_migration_that_fails_changes_nothing(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await filled(address)
    tables = await tables_of(address)
    with monkeypatch.context() as future:
        future.setattr(
            migrate, "FOLDER", make_next(tmp_path, more='op.execute("INSERT INTO nowhere VALUES (1)")')
        )
        with pytest.raises(Exception, match="nowhere"):
            await maintenance.upgrade(address)
    assert await tables_of(address) == tables
    assert await contents(address) == before


async def test_a_database_in_use_is_not_migrated(address: str) -> None:
    store = await open_store(address)
    for refused in (maintenance.upgrade(address), maintenance.downgrade(address, "base")):
        with in_use():
            await refused
    assert await maintenance.current(address) == migrate.newest()
    await store.close()


# Migrations and schema agree


async def test_the_migrations_lead_to_the_schema_in_sqlite(tmp_path: Path) -> None:
    await maintenance.upgrade(f"{tmp_path}/migrated.db")
    engine = create_engine(f"sqlite:///{tmp_path}/migrated.db")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


async def test_the_migrations_lead_to_the_same_statements_in_sqlite(tmp_path: Path) -> None:
    await maintenance.upgrade(f"{tmp_path}/migrated.db")
    engine = create_engine(f"sqlite:///{tmp_path}/created.db")
    METADATA.create_all(engine)
    engine.dispose()
    assert statements(tmp_path / "migrated.db") == statements(tmp_path / "created.db")


def statements(path: Path) -> list[list[str]]:
    """The pieces of each statement: SQLite writes a column that was added behind the constraints."""
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND tbl_name <> 'alembic_version'"
    with closing(sqlite3.connect(path)) as connection:
        found = [re.split(r"[,()]", " ".join(sql.split())) for (sql,) in connection.execute(query)]
    return sorted(sorted(piece.strip() for piece in pieces if piece.strip()) for pieces in found)


CATALOGUE = (
    "SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name"
    " FROM information_schema.columns WHERE table_schema = current_schema()",
    "SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
    " WHERE connamespace = current_schema()::regnamespace",
)


async def test_the_migrations_lead_to_the_schema_in_postgres(postgres: Make) -> None:
    migrated, created = await asyncio.to_thread(postgres), await asyncio.to_thread(postgres)
    await maintenance.upgrade(migrated)
    await execute(migrated, "DROP TABLE alembic_version")
    await execute(created, *creation())
    found = await catalogue(migrated)
    assert found == await catalogue(created)
    assert all(len(part) > 8 for part in found)


def creation() -> list[str]:
    """The statements that make the schema in PostgreSQL."""
    dialect: Dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    tables = METADATA.sorted_tables
    indices = [index for table in tables for index in table.indexes]
    made = [CreateTable(table).compile(dialect=dialect) for table in tables]
    return [str(one) for one in (*made, *(CreateIndex(index).compile(dialect=dialect) for index in indices))]


async def catalogue(address: str) -> list[list[tuple[object, ...]]]:
    """PostgreSQL's own description of columns, indices and constraints."""
    connection = await connect(address)
    try:
        return [sorted(map(tuple, await connection.fetch(query)), key=repr) for query in CATALOGUE]
    finally:
        await connection.close()
