"""Access control: our hostnames, the origins of pages, and the limits on what one client can do."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rexarium.server.limits import Limit, Tiers
from rexarium.server.runtime.settings import DEFAULTS, Settings

LOCAL = ("localhost", "127.0.0.1", "[::1]")
LOOPBACK = ("127.0.0.1", "::1")  # addresses of this machine only
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
class Access:
    """How open the server is; by default only to this machine."""

    hostnames: tuple[str, ...] = LOCAL  # our hostnames, without a port
    origins: tuple[str, ...] = ()  # pages elsewhere that may use the API
    is_secure: bool = False  # behind a proxy that speaks HTTPS
    proxies: int = 0  # number of our own proxies that a request passes through
    settings: Settings = DEFAULTS
    people: Limit = field(default_factory=lambda: newcomers(DEFAULTS))  # and tickets, by network
    tables: Tiers = field(default_factory=lambda: Tiers(Limit(20, 0.2), Limit(1, 0.2), Limit(300, 5)))
    requests: Tiers = field(default_factory=lambda: Tiers(Limit(200, 50), Limit(500, 50), Limit(1000, 200)))
    session_messages: Limit = field(default_factory=lambda: Limit(200, 100))  # by session
    messages: Tiers = field(
        default_factory=lambda: Tiers(Limit(600, 200), Limit(600, 200), Limit(3000, 1000))
    )
    chat: Limit = field(default_factory=lambda: Limit(5, 0.5))  # by person
    onlookers: Limit = field(default_factory=lambda: Limit(20, 1))  # shared by all of them, by table
    hints: Limit = field(default_factory=lambda: Limit(5, 0.5))  # by person
    changes: Limit = field(default_factory=lambda: Limit(30, 1))  # of mind, seats and the like, by person
    pictures: Limit = field(default_factory=lambda: Limit(60, 2))  # of tables' addresses, by network
    replays: Limit = field(default_factory=lambda: Limit(60, 2))  # by network
    analyses: Limit = field(default_factory=lambda: Limit(10, 0.1))  # analyses, by network

    @property
    def outside_name(self) -> str | None:
        """A hostname by which other machines find the server."""
        return next((name for name in self.hostnames if name not in LOCAL), None)

    def allows_hostname(self, host: str) -> bool:
        """True if this is one of our hostnames. Any other is a page elsewhere whose name was pointed at this server."""
        return _without_port(host) in self.hostnames

    def allows_origin(self, origin: str, host: str) -> bool:
        """True if a page from this origin may use the server under this hostname."""
        scheme = "https" if self.is_secure else "http"
        return origin in self.origins or origin.lower() == f"{scheme}://{host.lower()}"


def newcomers(settings: Settings) -> Limit:
    """How many new people a network may bring: a whole class at once, and a school within minutes."""
    return Limit(settings.newcomers, settings.newcomers / 60)


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()
