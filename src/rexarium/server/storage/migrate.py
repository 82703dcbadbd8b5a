"""Migrations between any schema the database has ever had and the newest, in both directions.

Alembic only renders them as SQL (see `migrations/env.py`), and the database's own driver runs that in one transaction:
so a migration happens completely or not at all, and PostgreSQL needs no second driver.
"""

import io
import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from rexarium.server.model.log import FORMAT
from rexarium.server.storage.store import CannotOpen, TooNew

FOLDER = Path(__file__).parent / "migrations"
START = "base"
NEWEST = "head"
MARK = f"INSERT INTO format (id, number) VALUES (1, {FORMAT}) ON CONFLICT (id) DO UPDATE SET number = excluded.number"


class Form(NamedTuple):
    """The revision of a database's schema, None if it is empty, and the format of its entries."""

    revision: str | None
    format: int


# Where a database stands


def newest() -> str:
    """The newest revision this program knows."""
    return str(scripts().get_current_head())


def known(revision: str | None, tables: Collection[str], name: str) -> str | None:
    """Return a database's revision; refuse one that is newer than this program, or not Rexarium's."""
    if revision is None and tables:
        raise CannotOpen(
            f"{name} contains tables that are not Rexarium's: give Rexarium a database of its own"
        )
    if revision is not None and revision not in {script.revision for script in scripts().walk_revisions()}:
        sentence = (
            f"{name} was written by a newer Rexarium (schema {revision}, this one knows up to {newest()})"
        )
        raise TooNew(f"{sentence}: use that version")
    return revision


def known_format(number: int | None, name: str) -> int:
    """Return the format of a database's entries; refuse one that is newer than this program."""
    if number is not None and number > FORMAT:
        sentence = (
            f"{name} was written by a newer Rexarium (entry format {number}, this one knows up to {FORMAT})"
        )
        raise TooNew(f"{sentence}: use that version")
    return number or 1


def newest_form() -> Form:
    """The schema and entry format this program works with."""
    return Form(newest(), FORMAT)


def need_newest(revision: str | None, name: str) -> None:
    """Refuse to read a database whose schema is not this program's."""
    if revision is None:
        raise CannotOpen(f"{name} has no Rexarium data in it")
    if revision != newest():
        raise CannotOpen(f"{name} has an older schema ({revision}): start the server once to upgrade it")


def sqlite_revision(connection: sqlite3.Connection, name: str) -> str | None:
    """The revision of an SQLite database; refuses what this program does not know."""
    return sqlite_form(connection, name).revision


def sqlite_form(connection: sqlite3.Connection, name: str) -> Form:
    """The schema and entry format of an SQLite database; refuses what this program does not know."""
    tables = [table for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    if "alembic_version" not in tables:
        return Form(known(None, tables, name), 1)
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
    number = None
    if "format" in tables:
        (number,) = connection.execute("SELECT number FROM format").fetchone() or (None,)
    return Form(known(revision, tables, name), known_format(number, name))


async def postgres_revision(connection: Any, name: str) -> str | None:
    """The revision of a PostgreSQL database; refuses what this program does not know."""
    return (await postgres_form(connection, name)).revision


async def postgres_form(connection: Any, name: str) -> Form:
    """The schema and entry format of a PostgreSQL database; refuses what this program does not know."""
    rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    tables = [table for (table,) in rows]
    if "alembic_version" not in tables:
        return Form(known(None, tables, name), 1)
    revision = await connection.fetchval("SELECT version_num FROM alembic_version")
    number = await connection.fetchval("SELECT number FROM format") if "format" in tables else None
    return Form(known(revision, tables, name), known_format(number, name))


# Moving it


def upgrade_sqlite(connection: sqlite3.Connection, name: str, until: str = NEWEST) -> None:
    """Upgrade an SQLite database to a revision."""
    since = sqlite_revision(connection, name)
    if since != newest():
        run_sqlite(connection, way_forward("sqlite", since, until))


async def upgrade_postgres(connection: Any, name: str) -> None:
    """Upgrade a PostgreSQL database to the newest revision."""
    since = await postgres_revision(connection, name)
    if since != newest():
        await connection.execute(way_forward("postgresql", since, NEWEST))


def run_sqlite(connection: sqlite3.Connection, script: str) -> None:
    """Run a script that has its own BEGIN and COMMIT; if it fails, nothing has changed."""
    connection.execute("PRAGMA foreign_keys = OFF")  # a migration may rebuild a table that others refer to
    try:
        connection.executescript(script)
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.execute("PRAGMA foreign_keys = ON")


def way_forward(dialect: str, since: str | None, until: str) -> str:
    """Render the upgrade from a revision, or from nothing, to a later one as SQL."""
    script = io.StringIO()
    command.upgrade(alembic(dialect, script), f"{since or START}:{until}", sql=True)
    return script.getvalue()


def way_back(dialect: str, since: str, until: str) -> str:
    """Render the downgrade from a revision to an earlier one as SQL."""
    script = io.StringIO()
    command.downgrade(alembic(dialect, script), f"{since}:{until}", sql=True)
    return script.getvalue()


def alembic(dialect: str, script: io.StringIO) -> Config:
    """Alembic's configuration, without a file."""
    config = Config(output_buffer=script, attributes={"dialect": dialect})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def scripts() -> ScriptDirectory:
    """All revisions."""
    return ScriptDirectory(str(FOLDER))
