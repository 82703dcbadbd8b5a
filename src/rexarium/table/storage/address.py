"""Where a database lies: `sqlite:///path`, a bare path, or `postgresql://…`."""

from pathlib import Path
from urllib.parse import urlsplit

from rexarium.table.storage.store import CannotOpen

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
    return Path(path).expanduser().resolve()


def say_address(url: str) -> str:
    """An address as it may be shown: without user and password."""
    path = sqlite_path(url)
    if path is not None:
        return str(path)
    parts = urlsplit(url)
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"
