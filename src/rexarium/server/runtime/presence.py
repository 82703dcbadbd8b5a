"""Who is connected to a table, and how long the others have been away."""

from collections.abc import Callable
from typing import Protocol

from rexarium.kernel.facts import SPECTATOR
from rexarium.server.model.moment import Actor, Moment
from rexarium.server.model.table import Table
from rexarium.server.wire import messages


class Recipient(Protocol):
    """A client connected to a table."""

    actor: Actor
    eyes: int

    def send(self, message: bytes) -> None:
        """Queue a message; never waits."""

    def reset(self) -> None:
        """Drop queued messages: a snapshot comes next."""

    def close(self, sentence: str) -> None:
        """Close the connection; the client reconnects by itself."""


class Presence:
    """The connections to one table."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._live_since = now()
        self._away_since: dict[int, int] = {}  # by seat: when its last connection closed
        self.recipients: set[Recipient] = set()
        self.is_untold = False  # has somebody come, left or changed seats without the others being told?

    def seats(self) -> list[int]:
        """The seats that are connected."""
        return sorted({recipient.eyes for recipient in self.recipients} - {SPECTATOR})

    def has_players(self) -> bool:
        """True if a player is connected. Bots that nobody waits for think after those that somebody does."""
        return bool(self.seats())

    def moment(self) -> Moment:
        """The current time and who is connected."""
        people = {recipient.actor.person for recipient in self.recipients}
        return Moment(self._now(), self.seats(), self._away_since, self._live_since, people)

    def leave(self, recipient: Recipient, table: Table) -> None:
        """Remove a connection."""
        self.recipients.discard(recipient)
        if recipient.eyes not in self.seats():
            self._away_since[recipient.eyes] = self._now()
        for seat, person in table.substituted.items():  # a bot plays for them while they look on
            if person == recipient.actor.person:
                self._away_since[seat] = self._now()
        self.is_untold = True

    def excuse(self, until: int) -> None:
        """Do not count time away before the end of an outage: nobody could connect or answer then."""
        if until > self._live_since:
            self._live_since = until
            self._away_since.clear()

    def move(self, table: Table) -> dict[Recipient, int]:
        """Give everyone who has sat down or got up their new eyes, and return their connections."""
        moved = {
            recipient: eyes
            for recipient in self.recipients
            if (eyes := table.eyes_of(recipient.actor.id)) != recipient.eyes
        }
        for recipient, eyes in moved.items():
            recipient.eyes = eyes
        self.is_untold = self.is_untold or bool(moved)
        return moved

    def tell(self) -> None:
        """Tell everyone who is connected."""
        self.is_untold = False
        watching = sum(recipient.eyes == SPECTATOR for recipient in self.recipients)
        message = messages.encode(messages.Presence([seat + 1 for seat in self.seats()], watching))
        for recipient in self.recipients:
            recipient.send(message)

    def dismiss(self, sentence: str) -> None:
        """Disconnect everybody."""
        gone, self.recipients = self.recipients, set()  # first, so that nobody is told of the others leaving
        for recipient in gone:
            recipient.close(sentence)
