"""Who is connected to a table, and how long the others have been away."""

from collections.abc import Callable
from typing import Protocol

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.room import Room
from rexarium.server.wire import messages


class Wire(Protocol):
    """Somebody's connection to a table."""

    actor: Actor
    eyes: int

    def send(self, message: bytes) -> None:
        """Send it when the line is free; never waits."""

    def catch_up(self) -> None:
        """Throw away what waits: what is sent next says it all anew."""

    def hang_up(self, sentence: str) -> None:
        """Close the connection; the client comes again by itself."""


class Presence:
    """The connections to one table."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._live_since = now()
        self._away_since: dict[int, int] = {}  # by seat, when its last connection ended
        self.wires: set[Wire] = set()
        self.is_untold = False  # has somebody come, gone or changed seats, and the others do not know?

    def seats(self) -> list[int]:
        """The seats that are connected."""
        return sorted({wire.eyes for wire in self.wires} - {SPECTATOR})

    def has_players(self) -> bool:
        """Is anybody here who plays? Bots that nobody waits for think after those whom somebody does."""
        return bool(self.seats())

    def moment(self) -> Moment:
        """The time, and who is connected."""
        people = {wire.actor.person for wire in self.wires}
        return Moment(self._now(), self.seats(), self._away_since, self._live_since, people)

    def leave(self, wire: Wire, room: Room) -> None:
        """A connection has ended."""
        self.wires.discard(wire)
        if wire.eyes not in self.seats():
            self._away_since[wire.eyes] = self._now()
        for seat, person in room.left.items():  # a bot plays for them, and they looked on
            if person == wire.actor.person:
                self._away_since[seat] = self._now()
        self.is_untold = True

    def excuse(self, until: int) -> None:
        """Whoever was away in an outage that ended then, or did not answer, could not help it."""
        if until > self._live_since:
            self._live_since = until
            self._away_since.clear()

    def move(self, room: Room) -> dict[Wire, int]:
        """Those who see with other eyes now than before, with these: they have sat down or got up."""
        moved = {wire: eyes for wire in self.wires if (eyes := room.eyes_of(wire.actor.id)) != wire.eyes}
        for wire, eyes in moved.items():
            wire.eyes = eyes
        self.is_untold = self.is_untold or bool(moved)
        return moved

    def tell(self) -> None:
        """Tell everybody who is here."""
        self.is_untold = False
        watching = sum(wire.eyes == SPECTATOR for wire in self.wires)
        message = messages.encode(messages.Presence([seat + 1 for seat in self.seats()], watching))
        for wire in self.wires:
            wire.send(message)

    def dismiss(self, sentence: str) -> None:
        """Send everybody away."""
        gone, self.wires = self.wires, set()  # before the first has left, so that nobody is told of it
        for wire in gone:
            wire.hang_up(sentence)
