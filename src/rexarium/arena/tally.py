"""Counts of many games, added up."""

from collections.abc import Iterable, Sequence

from rexarium.arena.statistics import Average
from rexarium.kernel.counts import Count

WON = "won"  # a seat's share of the win, added to the counts of seats by the lab
Key = tuple[str, str, str]  # group, label, number; of the whole table, group and label are empty


class Tally:
    """The averages of every number in every group, block after block."""

    def __init__(self) -> None:
        self.games = 0
        self.averages: dict[Key, Average] = {}
        self.shares: set[Key] = set()  # the numbers that are shares of the games

    def add_block(self, games: Sequence[Iterable[Count]]) -> None:
        """The games of one deal."""
        self.games += len(games)
        sums: dict[Key, list[float]] = {}
        for counts in games:
            for count in counts:
                self._add_count(count, sums)
        for key, values in sums.items():
            self.averages.setdefault(key, Average()).add(sum(values), len(values))

    def _add_count(self, count: Count, sums: dict[Key, list[float]]) -> None:
        is_whole = not count.groups and count.seat is None
        for group, label in [("", "")] if is_whole else count.groups.items():
            for name, value in count.numbers.items():
                key = group, label, name
                sums.setdefault(key, []).append(value)
                if name == WON or isinstance(value, bool):
                    self.shares.add(key)

    def merge(self, other: "Tally") -> None:
        """Add all blocks of another tally."""
        self.games += other.games
        self.shares |= other.shares
        for key, average in other.averages.items():
            self.averages.setdefault(key, Average()).merge(average)
