"""A test that runs until it can decide: is the challenger stronger by elo1 points, or only by elo0?

The generalised sequential probability ratio test of fishtest, in its normal approximation. The observations are the
means of blocks (one deal with the challenger once on every seat); their variance is estimated from the blocks. See
Wald 1945, and Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution".
"""

import math
from dataclasses import dataclass
from enum import Enum

from rexarium.arena.rating import share_of
from rexarium.arena.statistics import FEW, Average, Interval


class Verdict(Enum):
    """The verdict of a test so far."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Trial:
    """The hypotheses and the risks of mistaking one for the other: alpha is the risk of accepting a challenger no
    better than elo0."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> Interval:
        """Below the lower bound the challenger is rejected, above the upper one accepted (Wald)."""
        return Interval(math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))


class Course:
    """A trial in progress: blocks come in one by one, in the order of the deals."""

    def __init__(self, trial: Trial, seats: int) -> None:
        self.trial = trial
        self.path: list[float] = []  # the logarithm of the likelihood ratio after each block
        self._blocks = Average()
        self._shares = share_of(trial.elo0, seats), share_of(trial.elo1, seats)
        fair = 1 / seats
        self._doubt = (
            fair * (1 - fair) / seats
        )  # the standard deviation of the mean of independent games between equals

    def add(self, mean: float) -> None:
        """The challenger's share of the wins in one more block."""
        self._blocks.add(mean, 1)
        self.path.append(self._ratio())

    def _ratio(self) -> float:
        """The likelihood ratio of two normal distributions with one variance, estimated with one imaginary block."""
        number, mean = self._blocks.blocks, self._blocks.mean
        scatter = max(0.0, self._blocks.total_squared - number * mean * mean)
        variance = (scatter + self._doubt) / number
        low, high = self._shares
        return number * (high - low) * (2 * mean - low - high) / (2 * variance)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio, elo1 against elo0."""
        return self.path[-1] if self.path else 0.0

    @property
    def verdict(self) -> Verdict:
        """The verdict; none before there are enough blocks to know their variance."""
        bounds = self.trial.bounds
        if len(self.path) < FEW or bounds.low < self.ratio < bounds.high:
            return Verdict.OPEN
        return Verdict.ACCEPTED if self.ratio >= bounds.high else Verdict.REJECTED
