"""Who may come in by which door: names of this house, origins of pages, and limits on what one visitor does."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from rexarium.table.limits import Limit

LOCAL = ("localhost", "127.0.0.1", "[::1]")
LOOPBACK = ("127.0.0.1", "::1")  # addresses from which only this machine calls
COOKIE = "rexarium"
CONNECTIONS = 60  # WebSockets, and as many other connections, that one address may have
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
    wires_a_visitor: int = CONNECTIONS
    connections_a_visitor: int = CONNECTIONS  # besides those; behind proxies it is theirs to count
    people: Limit = field(default_factory=lambda: Limit(10, 0.2))  # newcomers and tickets, by address
    tables: Limit = field(default_factory=lambda: Limit(20, 0.2))  # new tables, by person
    requests: Limit = field(default_factory=lambda: Limit(200, 50))  # by address
    commands: Limit = field(default_factory=lambda: Limit(200, 100))  # by wire
    messages: Limit = field(default_factory=lambda: Limit(600, 200))  # over all wires of an address
    speech: Limit = field(default_factory=lambda: Limit(5, 0.5))  # by person
    hints: Limit = field(default_factory=lambda: Limit(5, 0.5))  # by person
    changes: Limit = field(default_factory=lambda: Limit(30, 1))  # of mind, of seats and the like, by person
    pictures: Limit = field(default_factory=lambda: Limit(30, 1))  # of tables' addresses, by address
    replays: Limit = field(default_factory=lambda: Limit(30, 1))  # by address
    studies: Limit = field(default_factory=lambda: Limit(10, 0.1))  # games to look back on, by address

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


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def visitor_of(connection: HTTPConnection, doors: Doors) -> str:
    """The address that a visitor comes from, told by our own proxies if there are any."""
    lines = connection.headers.getlist("x-forwarded-for")  # a proxy may add a line to what a visitor made up
    passed = [part.strip() for part in ",".join(lines).split(",") if part.strip()]
    if doors.proxies and len(passed) >= doors.proxies:
        return passed[-doors.proxies]
    return connection.client.host if connection.client else "nowhere"
