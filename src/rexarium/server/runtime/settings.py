"""Limits per person and per network that an operator can set, as options of `rexarium serve`."""

from dataclasses import dataclass, field


def _option(default: int, help_: str) -> int:
    """A setting with its help text for the command line."""
    made: int = field(default=default, metadata={"help": help_})
    return made


@dataclass(frozen=True)
class Settings:
    """Limits that depend on the audience: a few friends, or a school behind one address."""

    waiting: int = _option(3, "tables that one person may have waiting for players")
    waiting_network: int = _option(100, "the same for everybody in one network")
    listed: int = _option(5, "tables of one network that the lobby shows while others have some too")
    newcomers: int = _option(60, "newcomers from one network: so many at once, and then as many a minute")
    connections: int = _option(1000, "WebSockets, and as many other connections, of one network")
    connections_person: int = _option(10, "WebSockets of one person")
    connections_guests: int = _option(200, "WebSockets of all those in one network who have no nickname")


DEFAULTS = Settings()
