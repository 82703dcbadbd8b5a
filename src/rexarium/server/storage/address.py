"""Database addresses: `sqlite:///path`, a bare path, or `postgresql://…`."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from rexarium.server.storage.store import CannotOpen

POSTGRES = ("postgresql://", "postgres://")


def sqlite_path(url: str) -> Path | None:
    """The file that an address names; None for a PostgreSQL database."""
    if url.startswith(POSTGRES):
        return None
    if url.startswith("sqlite:///"):
        path = url.removeprefix("sqlite:///")
    elif "://" in url or url.startswith("sqlite:"):
        raise CannotOpen(
            f"{url} is not a database address: use sqlite:///path or postgresql://user@host/name"
        )
    else:
        path = url
    if not path:
        raise CannotOpen("the database address is empty: use sqlite:///path or postgresql://user@host/name")
    return Path(os.path.realpath(os.path.expanduser(path)))  # pathlib's equivalents may raise


def database_name(url: str) -> str:
    """The name of a PostgreSQL database, made safe for a file name."""
    name = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in urlsplit(url).path.strip("/"))
    return name or "rexarium"


def say_address(url: str) -> str:
    """An address that is safe to show: without user and password."""
    path = sqlite_path(url)
    if path is not None:
        return str(path)
    parts = urlsplit(url)
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"
