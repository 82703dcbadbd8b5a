"""Who sends a command, and what the log does not know: the time and who is connected."""

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever sends a command: a person, or the program that plays a seat."""

    person: str = ""
    name: str = ""
    key: str = ""  # the fingerprint of a program's key

    @property
    def id(self) -> str:
        """The id by which the log names them."""
        return self.person or self.key


@dataclass(frozen=True, slots=True)
class Moment:
    """What the log does not know: the time, who is connected, and since when the other seats have not been."""

    now: int
    connected: Collection[int] = ()
    away_since: dict[int, int] | None = None
    live_since: int = 0  # when the table became live; nobody counts as away before that
    present: Collection[str] = ()  # the people who are connected, with or without a seat

    def away(self, seat: int) -> int:
        """How long a seat has been without a connection."""
        return 0 if seat in self.connected else self.now - (self.away_since or {}).get(seat, self.live_since)
