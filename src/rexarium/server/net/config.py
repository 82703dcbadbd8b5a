"""How a server is to be run."""

import socket
from dataclasses import dataclass, field, replace
from pathlib import Path

from rexarium.server.net.connection import room_for_connections
from rexarium.server.net.doors import LOCAL, Doors, newcomers
from rexarium.server.runtime.settings import DEFAULTS, Settings

PORT = 8765


SHARE = 4  # of all connections, one network has this part as WebSockets, and as much again as others, at most


@dataclass(frozen=True)
class Plan:
    """How a server is to be run."""

    store: str
    port: int = PORT
    is_lan: bool = False  # for the other machines of the house's network too
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    is_secure: bool = False
    proxies: int = 0
    settings: Settings = DEFAULTS
    workers: int | None = None  # in which bots think
    backups: Path | None = (
        None  # the folder of a backup before an upgrade, if the store is not a file that has one itself
    )
    control: Path | None = None  # the file that tells whoever keeps the house how to talk to it
    secret: Path | None = None  # the file without which nobody can tell the networks that are written down
    doors: Doors | None = field(default=None, compare=False)


def addresses(plan: Plan) -> list[str]:
    """Where the page is to be found, for this machine first; behind a proxy only that knows the port."""
    if plan.is_secure and plan.hosts:
        return [f"https://{name}/" for name in plan.hosts]
    names = ["localhost", *_lan_names()] if plan.is_lan else ["localhost"]
    return [f"http://{name}:{plan.port}/" for name in names]


def _lan_names() -> list[str]:
    """The address of this machine in its network; nothing is sent to find it out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return [probe.getsockname()[0]]
        except OSError:
            return []


def make_doors(plan: Plan) -> Doors:
    """Which names and origins are let in."""
    names = [*LOCAL, *plan.hosts]
    if plan.is_lan:
        names += [*_lan_names(), socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"]
    # However many connections the system lets us have, no network has all of them.
    most = min(plan.settings.connections, room_for_connections() // SHARE)
    settings = replace(plan.settings, connections=most)
    people = newcomers(settings)
    return Doors(tuple(names), plan.origins, plan.is_secure, plan.proxies, settings, people)
