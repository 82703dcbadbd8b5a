"""Who may come in by which door: names of this house, origins of pages, and limits on what one visitor does."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rexarium.server.limits import Limit, Tiers
from rexarium.server.runtime.settings import DEFAULTS, Settings

LOCAL = ("localhost", "127.0.0.1", "[::1]")
LOOPBACK = ("127.0.0.1", "::1")  # addresses from which only this machine calls
COOKIE = "rexarium"
CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self';"
    " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Mapping[str, str] = {
    "content-security-policy": CONTENT_SECURITY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


@dataclass
class Doors:
    """How open the house is; by default to this machine only."""

    hosts: tuple[str, ...] = LOCAL  # names under which it is called, without a port
    origins: tuple[str, ...] = ()  # pages elsewhere that may talk to it
    is_secure: bool = False  # it stands behind a proxy that speaks HTTPS
    proxies: int = 0  # how many proxies of our own a request comes through
    settings: Settings = DEFAULTS
    people: Limit = field(default_factory=lambda: newcomers(DEFAULTS))  # and tickets, by network
    tables: Tiers = field(default_factory=lambda: Tiers(Limit(20, 0.2), Limit(1, 0.2), Limit(300, 5)))
    requests: Tiers = field(default_factory=lambda: Tiers(Limit(200, 50), Limit(500, 50), Limit(1000, 200)))
    commands: Limit = field(default_factory=lambda: Limit(200, 100))  # by wire
    messages: Tiers = field(
        default_factory=lambda: Tiers(Limit(600, 200), Limit(600, 200), Limit(3000, 1000))
    )
    speech: Limit = field(default_factory=lambda: Limit(5, 0.5))  # by person
    onlookers: Limit = field(
        default_factory=lambda: Limit(20, 1)
    )  # what all of them say at a table, by table
    hints: Limit = field(default_factory=lambda: Limit(5, 0.5))  # by person
    changes: Limit = field(default_factory=lambda: Limit(30, 1))  # of mind, of seats and the like, by person
    pictures: Limit = field(default_factory=lambda: Limit(60, 2))  # of tables' addresses, by network
    replays: Limit = field(default_factory=lambda: Limit(60, 2))  # by network
    studies: Limit = field(default_factory=lambda: Limit(10, 0.1))  # games to look back on, by network

    @property
    def outside_name(self) -> str | None:
        """A name by which other machines find the house."""
        return next((name for name in self.hosts if name not in LOCAL), None)

    def knows_host(self, host: str) -> bool:
        """Is this a name of the house? Another one is a page elsewhere that had its name point here."""
        return _without_port(host) in self.hosts

    def knows_origin(self, origin: str, host: str) -> bool:
        """May a page of this origin talk to the house under this name?"""
        scheme = "https" if self.is_secure else "http"
        return origin in self.origins or origin.lower() == f"{scheme}://{host.lower()}"


def newcomers(settings: Settings) -> Limit:
    """How many people a network may bring: all of a class at once, and a school within minutes."""
    return Limit(settings.newcomers, settings.newcomers / 60)


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()
