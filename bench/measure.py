"""Measuring on a noisy machine: short slices by turns, the best and the median of each, ratios by round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, thread_time

Rates = Mapping[
    str, float
]  # what a slice found, by name, per second: of processor time, if not said otherwise
Contender = Callable[[float], Rates]  # measures for about so many seconds


@dataclass(frozen=True)
class Pace:
    """How long a slice is, and how many each contender gets."""

    slice: float = 0.25
    rounds: int = 12

    @classmethod
    def of(cls, seconds: float | None, *, is_quick: bool) -> "Pace":
        """A number of seconds for each contender in total; by default three, or next to nothing if quick."""
        slice_ = 0.02 if is_quick else cls.slice
        total = (2 if is_quick else cls.rounds) * slice_ if seconds is None else seconds
        return cls(slice_, max(2, round(total / slice_)))

    def halved(self) -> "Pace":
        """Half as many slices, for what has no target to reach."""
        return Pace(self.slice, max(2, self.rounds // 2))


@dataclass(frozen=True)
class Series:
    """What one contender reached in each round, per second."""

    rates: Sequence[float]

    @property
    def best(self) -> float:
        return max(self.rates)

    @property
    def median(self) -> float:
        return median(self.rates)


@dataclass(frozen=True)
class Ratio:
    """How many times as fast ours is as theirs."""

    ours: Series
    theirs: Series

    @property
    def best(self) -> float:
        """The best slice of each: what an undisturbed machine allows."""
        return self.ours.best / self.theirs.best

    @property
    def by_round(self) -> list[float]:
        """Slices of the same round, which had about the same noise, against each other."""
        return [ours / theirs for ours, theirs in zip(self.ours.rates, self.theirs.rates, strict=True)]


Results = Mapping[tuple[str, str], Series]  # by contender and by rate


def by_turns(contenders: Mapping[str, Contender], pace: Pace) -> Results:
    """A, B, C, A, B, C, …: every contender once a round."""
    for contender in contenders.values():
        contender(pace.slice / 4)  # caches, branch predictors and clock speeds warm up
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(pace.rounds):
        for name, contender in contenders.items():
            for rate, value in contender(pace.slice).items():
                found.setdefault((name, rate), []).append(value)
    return {key: Series(rates) for key, rates in found.items()}


def rate_of(batch: Callable[[], float], seconds: float) -> float:
    """The rate for each second of this thread's processor time; each call of the batch returns how much it did."""
    done = 0.0
    end, start = perf_counter() + seconds, thread_time()
    while True:
        done += batch()
        if perf_counter() >= end:
            return done / (thread_time() - start)
