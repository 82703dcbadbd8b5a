"""Measuring on a noisy machine: short slices in turn, the best and median of each, and ratios by round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter, thread_time

Rates = Mapping[str, float]  # a slice's results by name, per second of processor time unless noted otherwise
Contender = Callable[[float], Rates]  # measures for about this many seconds


@dataclass(frozen=True)
class Pace:
    """How long a slice is, and how many each contender gets."""

    slice: float = 0.25
    rounds: int = 12

    @classmethod
    def of(cls, seconds: float | None, *, is_quick: bool) -> "Pace":
        """A pace that gives each contender this many seconds in total; three by default, hardly any if quick."""
        slice_ = 0.02 if is_quick else cls.slice
        total = (2 if is_quick else cls.rounds) * slice_ if seconds is None else seconds
        return cls(slice_, max(2, round(total / slice_)))

    def halved(self) -> "Pace":
        """Half as many slices, for measurements without a target."""
        return Pace(self.slice, max(2, self.rounds // 2))


@dataclass(frozen=True)
class Series:
    """One contender's rate in each round, per second."""

    rates: Sequence[float]

    @property
    def best(self) -> float:
        return max(self.rates)

    @property
    def median(self) -> float:
        return median(self.rates)


@dataclass(frozen=True)
class Ratio:
    """Our speed divided by theirs."""

    ours: Series
    theirs: Series

    @property
    def best(self) -> float:
        """The ratio of the best slices: what an undisturbed machine would give."""
        return self.ours.best / self.theirs.best

    @property
    def by_round(self) -> list[float]:
        """The ratio in each round, whose slices saw about the same noise."""
        return [ours / theirs for ours, theirs in zip(self.ours.rates, self.theirs.rates, strict=True)]


Results = Mapping[tuple[str, str], Series]  # by contender and by rate


def by_turns(contenders: Mapping[str, Contender], pace: Pace) -> Results:
    """Run the contenders in turn, A, B, C, A, B, C, …, each once a round."""
    for contender in contenders.values():
        contender(pace.slice / 4)  # warms up caches, branch predictors and clock speeds
    found: dict[tuple[str, str], list[float]] = {}
    for _ in range(pace.rounds):
        for name, contender in contenders.items():
            for rate, value in contender(pace.slice).items():
                found.setdefault((name, rate), []).append(value)
    return {key: Series(rates) for key, rates in found.items()}


def rate_of(batch: Callable[[], float], seconds: float) -> float:
    """The work done per second of this thread's processor time; each call of `batch` returns how much it did."""
    done = 0.0
    end, start = perf_counter() + seconds, thread_time()
    while True:
        done += batch()
        if perf_counter() >= end:
            return done / (thread_time() - start)
