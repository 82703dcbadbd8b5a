"""The clocks of a table as plain data: who has how long, since when a clock runs, when it runs out.

Nothing here looks at a clock: every time comes in from the log, so that the log gives the same clocks for ever.
"""

from collections.abc import Iterable

from rexarium.server.model.log import Clock

SECOND = 1000


class Clocks:
    """One clock a seat; times are milliseconds."""

    def __init__(self, rule: Clock, seats: int) -> None:
        self.since: dict[int, int] = {}  # the seats whose clocks run, and from when
        self._fill(rule, seats)

    def _fill(self, rule: Clock, seats: int) -> None:
        self.rule = rule
        self.left = [rule.bank * SECOND] * seats
        self.least = [(rule.bank + rule.increment) * SECOND // 4] * seats  # for who takes over

    def change(self, rule: Clock, now: int) -> None:
        """Another rule from now on; everybody has all of its time."""
        self._fill(rule, len(self.left))
        self.since = dict.fromkeys(self.since, now)

    def renew(self, seat: int) -> None:
        """A move of the seat lies open: it is given what a move brings."""
        if self.rule.kind == "days":
            self.left[seat] = self.rule.bank * SECOND
        else:
            self.left[seat] += self.rule.increment * SECOND

    def take_back(self, seat: int) -> None:
        """What the move brought is given back with it, or one could make moves for the sake of time."""
        if self.rule.kind == "live":
            self.left[seat] = max(0, self.left[seat] - self.rule.increment * SECOND)

    def hand_over(self, seat: int, now: int) -> None:
        """Somebody else plays the seat from now on, and has time to begin with, though the one before has left none.

        Days are given anew, for the move is theirs. A live clock has at least a quarter of bank and increment, and half
        as much whenever it was filled up so: who goes and comes back again and again gains less than twice that in all.
        """
        self.stop(seat, now)
        if self.rule.kind == "days":
            self.renew(seat)
        elif self.left[seat] < self.least[seat]:
            self.left[seat] = self.least[seat]
            self.least[seat] //= 2

    def run(self, seats: Iterable[int], now: int) -> None:
        """From now on exactly these seats think."""
        wanted = set(seats)
        for seat in set(self.since) - wanted:
            self.stop(seat, now)
        for seat in wanted - set(self.since):
            self.since[seat] = now

    def stop(self, seat: int, now: int) -> None:
        """The seat has chosen, or may not."""
        if seat in self.since:
            self.left[seat] = max(0, self.left[seat] - (now - self.since.pop(seat)))

    def credit(self, time: int) -> None:
        """What nobody could use is nobody's loss."""
        self.since = {seat: since + time for seat, since in self.since.items()}

    def deadline(self, seat: int) -> int | None:
        """When the seat's time is up; None if its clock does not run, or there is none."""
        if self.rule.kind == "none" or seat not in self.since:
            return None
        return self.since[seat] + self.left[seat]

    def overdue(self, now: int) -> list[int]:
        """The seats whose time is up, the longest overdue first."""
        due = [(deadline, seat) for seat in self.since if (deadline := self.deadline(seat)) is not None]
        return [seat for deadline, seat in sorted(due) if deadline <= now]

    def next_deadline(self) -> int | None:
        """When the first of them will be."""
        if self.rule.kind == "none":
            return None
        found = [deadline for seat in self.since if (deadline := self.deadline(seat)) is not None]
        return min(found, default=None)
