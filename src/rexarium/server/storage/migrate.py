"""From any form that the database ever had to the newest, and back.

Alembic writes the way as SQL (`migrations/env.py` says how), and the database's own driver runs it in one transaction:
so it happens wholly or not at all, and PostgreSQL needs no second driver.
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
    """The revision of a database's schema, None if there is nothing in it, and the format of its entries."""

    revision: str | None
    format: int


# What a database is at, and what there is


def newest() -> str:
    """The newest revision that this program knows."""
    return str(scripts().get_current_head())


def known(revision: str | None, tables: Collection[str], name: str) -> str | None:
    """The revision that a database is at; refuses one of a newer program, or of another."""
    if revision is None and tables:
        raise CannotOpen(f"{name} has tables that are not Rexarium's: give it a database of its own")
    if revision is not None and revision not in {script.revision for script in scripts().walk_revisions()}:
        sentence = f"{name} was written by a newer Rexarium (schema {revision}, this one knows {newest()})"
        raise TooNew(f"{sentence}: use that one")
    return revision


def known_format(number: int | None, name: str) -> int:
    """The format of the entries of a database; refuses one of a newer program."""
    if number is not None and number > FORMAT:
        sentence = (
            f"{name} was written by a newer Rexarium (entries of format {number}, this one knows {FORMAT})"
        )
        raise TooNew(f"{sentence}: use that one")
    return number or 1


def newest_form() -> Form:
    """The form that this program works with."""
    return Form(newest(), FORMAT)


def need_newest(revision: str | None, name: str) -> None:
    """Refuse to read what is not in the form that this program reads."""
    if revision is None:
        raise CannotOpen(f"{name} has nothing of Rexarium's in it")
    if revision != newest():
        raise CannotOpen(f"{name} is in an older form (schema {revision}): start the server once to renew it")


def sqlite_revision(connection: sqlite3.Connection, name: str) -> str | None:
    """Which revision an SQLite database is at; refuses what this program does not know."""
    return sqlite_form(connection, name).revision


def sqlite_form(connection: sqlite3.Connection, name: str) -> Form:
    """In which form an SQLite database is; likewise."""
    tables = [table for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    if "alembic_version" not in tables:
        return Form(known(None, tables, name), 1)
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or (None,)
    number = None
    if "format" in tables:
        (number,) = connection.execute("SELECT number FROM format").fetchone() or (None,)
    return Form(known(revision, tables, name), known_format(number, name))


async def postgres_revision(connection: Any, name: str) -> str | None:
    """Which revision a PostgreSQL database is at; refuses what this program does not know."""
    return (await postgres_form(connection, name)).revision


async def postgres_form(connection: Any, name: str) -> Form:
    """In which form a PostgreSQL database is; likewise."""
    rows = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    tables = [table for (table,) in rows]
    if "alembic_version" not in tables:
        return Form(known(None, tables, name), 1)
    revision = await connection.fetchval("SELECT version_num FROM alembic_version")
    number = await connection.fetchval("SELECT number FROM format") if "format" in tables else None
    return Form(known(revision, tables, name), known_format(number, name))


# The way


def upgrade_sqlite(connection: sqlite3.Connection, name: str, until: str = NEWEST) -> None:
    """Bring an SQLite database to a revision."""
    since = sqlite_revision(connection, name)
    if since != newest():
        run_sqlite(connection, way_forward("sqlite", since, until))


async def upgrade_postgres(connection: Any, name: str) -> None:
    """Bring a PostgreSQL database to the newest revision."""
    since = await postgres_revision(connection, name)
    if since != newest():
        await connection.execute(way_forward("postgresql", since, NEWEST))


def run_sqlite(connection: sqlite3.Connection, script: str) -> None:
    """Run a script that begins and commits by itself; if it fails, nothing has changed."""
    connection.execute("PRAGMA foreign_keys = OFF")  # a table may be built anew under those that point to it
    try:
        connection.executescript(script)
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.execute("PRAGMA foreign_keys = ON")


def way_forward(dialect: str, since: str | None, until: str) -> str:
    """The SQL from a revision, or from nothing, to a later one."""
    script = io.StringIO()
    command.upgrade(alembic(dialect, script), f"{since or START}:{until}", sql=True)
    return script.getvalue()


def way_back(dialect: str, since: str, until: str) -> str:
    """The SQL from a revision to an earlier one."""
    script = io.StringIO()
    command.downgrade(alembic(dialect, script), f"{since}:{until}", sql=True)
    return script.getvalue()


def alembic(dialect: str, script: io.StringIO) -> Config:
    """Alembic's settings, which need no file."""
    config = Config(output_buffer=script, attributes={"dialect": dialect})
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def scripts() -> ScriptDirectory:
    """All revisions that there are."""
    return ScriptDirectory(str(FOLDER))
