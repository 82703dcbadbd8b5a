"""Where a database lies: `sqlite:///path`, a bare path, or `postgresql://…`."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from rexarium.server.storage.store import CannotOpen

POSTGRES = ("postgresql://", "postgres://")


def sqlite_path(url: str) -> Path | None:
    """The file that an address names, or None if it names a PostgreSQL database."""
    if url.startswith(POSTGRES):
        return None
    if url.startswith("sqlite:///"):
        path = url.removeprefix("sqlite:///")
    elif "://" in url or url.startswith("sqlite:"):
        raise CannotOpen(
            f"{url} is no address of a database: say sqlite:///path or postgresql://user@host/name"
        )
    else:
        path = url
    if not path:
        raise CannotOpen(
            "the address of the database is empty: say sqlite:///path or postgresql://user@host/name"
        )
    return Path(os.path.realpath(os.path.expanduser(path)))  # unlike pathlib's, they never raise


def database_name(url: str) -> str:
    """What a PostgreSQL database is called, as part of the name of a file."""
    name = "".join(sign if sign.isalnum() or sign in "-_" else "_" for sign in urlsplit(url).path.strip("/"))
    return name or "rexarium"


def say_address(url: str) -> str:
    """An address as it may be shown: without user and password."""
    path = sqlite_path(url)
    if path is not None:
        return str(path)
    parts = urlsplit(url)
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"
