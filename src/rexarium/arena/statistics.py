"""Averages of games that come in blocks, and how reliable they are.

A block is one deal, played once with every seat first. Its games are alike, so uncertainty is measured between blocks
and not between games.
"""

import math
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
FEW = 30  # with fewer blocks their variance is unreliable, and games count as independent


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval that holds the truth with a confidence of 95 %."""

    low: float
    high: float


def wilson(share: float, number: float) -> Interval:
    """Wilson's interval of a share in a number of trials; it stays between 0 and 1."""
    spread = Z * Z / number
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * math.sqrt(share * (1 - share) / number + spread / number / 4) / (1 + spread)
    return Interval(max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach)))


@dataclass(slots=True)
class Average:
    """The mean of a number over all games, kept as sums over blocks so that averages can be added up."""

    blocks: int = 0
    total: float = 0
    number: int = 0  # the number of values in `total`
    total_squared: float = 0
    total_times_number: float = 0
    number_squared: float = 0

    def add(self, total: float, number: int) -> None:
        """Add a block: its sum, and the number of values in it."""
        self.merge(Average(1, total, number, total * total, total * number, number * number))

    def merge(self, other: "Average") -> None:
        """Add all blocks of another average."""
        self.blocks += other.blocks
        self.total += other.total
        self.number += other.number
        self.total_squared += other.total_squared
        self.total_times_number += other.total_times_number
        self.number_squared += other.number_squared

    @property
    def mean(self) -> float:
        """The average itself."""
        return self.total / self.number

    @property
    def error(self) -> float:
        """Its standard error, from the scatter of the blocks (a ratio estimator); NaN for a single block."""
        if self.blocks < 2:
            return math.nan
        mean = self.mean
        scatter = self.total_squared - 2 * mean * self.total_times_number + mean * mean * self.number_squared
        return math.sqrt(max(0.0, scatter) * self.blocks / (self.blocks - 1)) / self.number

    def interval(self) -> Interval:
        """The mean, twice its error up and down."""
        return Interval(self.mean - Z * self.error, self.mean + Z * self.error)

    def share_interval(self) -> Interval:
        """Wilson's interval, for the number of independent games that would have the same variance. So shared wins and
        lucky deals need no other formula.
        """
        share, error = self.mean, self.error
        is_telling = self.blocks >= FEW and error > 0 and 0 < share < 1
        return wilson(share, share * (1 - share) / error**2 if is_telling else self.number)
