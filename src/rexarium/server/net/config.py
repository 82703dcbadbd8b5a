"""A server's configuration."""

import socket
from dataclasses import dataclass, field, replace
from pathlib import Path

from rexarium.server.net.access import LOCAL, Access, newcomers
from rexarium.server.net.connection import connection_limit
from rexarium.server.runtime.settings import DEFAULTS, Settings

PORT = 8765
SHARE = 4  # one network can have a quarter of all connections as WebSockets, and another quarter as others


@dataclass(frozen=True)
class ServerConfig:
    """A server's configuration."""

    store: str
    port: int = PORT
    is_lan: bool = False  # reachable from other machines on the local network
    hostnames: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    is_secure: bool = False
    proxies: int = 0
    settings: Settings = DEFAULTS
    workers: int | None = None  # for bots
    backups: Path | None = None  # folder for a backup before an upgrade, unless the store is an SQLite file
    control: Path | None = None  # the file through which the operator reaches the running server
    secret: Path | None = None  # the file without which stored networks cannot be identified
    access: Access | None = field(default=None, compare=False)


def addresses(config: ServerConfig) -> list[str]:
    """The page's URLs, this machine's first; behind a proxy only the proxy knows the port."""
    if config.is_secure and config.hostnames:
        return [f"https://{name}/" for name in config.hostnames]
    names = ["localhost", *_lan_names()] if config.is_lan else ["localhost"]
    return [f"http://{name}:{config.port}/" for name in names]


def _lan_names() -> list[str]:
    """This machine's address on its local network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0]]
        except OSError:
            return []


def access_for(config: ServerConfig) -> Access:
    """Which hostnames and origins are allowed, and all limits."""
    names = [*LOCAL, *config.hostnames]
    if config.is_lan:
        names += [*_lan_names(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"]
    # However many connections the system allows, no network gets all of them.
    most = min(config.settings.connections, connection_limit() // SHARE)
    settings = replace(config.settings, connections=most)
    people = newcomers(settings)
    return Access(tuple(names), config.origins, config.is_secure, config.proxies, settings, people)
