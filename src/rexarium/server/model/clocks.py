"""A table's clocks as plain data: how much time each seat has left, when its clock started, and when it runs out.

Nothing here reads the system time. Every time comes from the log, so folding the same log always gives the same clocks.
"""

from collections.abc import Iterable

from rexarium.server.model.log import Clock

SECOND = 1000


class Clocks:
    """One clock per seat; all times are in milliseconds."""

    def __init__(self, rule: Clock, seats: int) -> None:
        self.since: dict[int, int] = {}  # the seats whose clocks are running, and when they started
        self._fill(rule, seats)

    def _fill(self, rule: Clock, seats: int) -> None:
        self.rule = rule
        self.left = [rule.bank * SECOND] * seats
        # What anyone who takes over the seat starts with, at the least.
        self.least = [(rule.bank + rule.increment) * SECOND // 4] * seats

    def change(self, rule: Clock, now: int) -> None:
        """Switch to another rule, with every clock full."""
        self._fill(rule, len(self.left))
        self.since = dict.fromkeys(self.since, now)

    def renew(self, seat: int) -> None:
        """Give a seat the time that a move earns, once the move has been revealed."""
        if self.rule.kind == "days":
            self.left[seat] = self.rule.bank * SECOND
        else:
            self.left[seat] += self.rule.increment * SECOND

    def take_back(self, seat: int) -> None:
        """Take away the time that a move earned, so that nobody gains time by moving and taking back."""
        if self.rule.kind == "live":
            self.left[seat] = max(0, self.left[seat] - self.rule.increment * SECOND)

    def hand_over(self, seat: int, now: int) -> None:
        """Make sure that a seat's new player has some time, even if the previous one used it all up.

        With a clock in days, the new player gets the full time for the move. A live clock is topped up to a quarter of
        bank and increment. That minimum halves with every top-up, so leaving and coming back over and over gains less
        than half of bank and increment in all.
        """
        self.stop(seat, now)
        if self.rule.kind == "days":
            self.renew(seat)
        elif self.left[seat] < self.least[seat]:
            self.left[seat] = self.least[seat]
            self.least[seat] //= 2

    def run(self, seats: Iterable[int], now: int) -> None:
        """Run the clocks of exactly these seats from now on."""
        wanted = set(seats)
        for seat in set(self.since) - wanted:
            self.stop(seat, now)
        for seat in wanted - set(self.since):
            self.since[seat] = now

    def stop(self, seat: int, now: int) -> None:
        """Stop a seat's clock."""
        if seat in self.since:
            self.left[seat] = max(0, self.left[seat] - (now - self.since.pop(seat)))

    def credit(self, time: int) -> None:
        """Do not count this much time against any running clock."""
        self.since = {seat: since + time for seat, since in self.since.items()}

    def deadline(self, seat: int) -> int | None:
        """When the seat's time is up; None if its clock is not running or the table has none."""
        if self.rule.kind == "none" or seat not in self.since:
            return None
        return self.since[seat] + self.left[seat]

    def overdue(self, now: int) -> list[int]:
        """The seats whose time is up, longest overdue first."""
        due = [(deadline, seat) for seat in self.since if (deadline := self.deadline(seat)) is not None]
        return [seat for deadline, seat in sorted(due) if deadline <= now]

    def next_deadline(self) -> int | None:
        """When the first running clock will run out."""
        if self.rule.kind == "none":
            return None
        found = [deadline for seat in self.since if (deadline := self.deadline(seat)) is not None]
        return min(found, default=None)
