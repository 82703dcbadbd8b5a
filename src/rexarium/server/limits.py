"""Rate limits: buckets of tokens that refill over time."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

MOST_VISITORS = 20_000  # buckets kept; the one that has been unused longest is dropped first

Time = Callable[[], float]


class Excess(NamedTuple):
    """What a refusal says about a limit: how high it is, and when to try again."""

    burst: int  # allowed at once
    rate: int  # allowed per minute after that
    seconds: int  # until one more is allowed


class Bucket:
    """A token bucket: `burst` at once, and `rate` per second after that."""

    __slots__ = ("_burst", "_now", "_rate", "_since", "_tokens")

    def __init__(self, burst: float, rate: float, now: Time = time.monotonic) -> None:
        self._burst = self._tokens = burst
        self._rate = rate
        self._now = now
        self._since = now()

    def try_take(self) -> bool:
        """Take a token if there is one."""
        now = self._now()
        tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        is_allowed = tokens >= 1
        self._tokens, self._since = tokens - 1 if is_allowed else tokens, now
        return is_allowed

    def give_back(self) -> None:
        """Put back a token that was not used after all."""
        self._tokens += 1

    def excess(self) -> Excess:
        """What to tell a visitor who has just been refused a token."""
        lacking = max(0.0, 1 - self._tokens)
        seconds = math.ceil(lacking / self._rate) if self._rate else 0
        return Excess(int(self._burst), round(self._rate * 60), max(1, seconds))


class Limit:
    """A bucket for each visitor."""

    def __init__(self, burst: float, rate: float, now: Time = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self) -> Bucket:
        """A full bucket, for callers that keep their own."""
        return Bucket(self._burst, self._rate, self._now)

    def bucket_of(self, visitor: str) -> Bucket:
        """A visitor's own bucket, which is kept for next time."""
        bucket = self._buckets.get(visitor)
        if bucket is None:
            bucket = self._buckets[visitor] = self.bucket()
            if len(self._buckets) > MOST_VISITORS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(visitor)
        return bucket

    def try_take(self, visitor: str) -> bool:
        """Take one of a visitor's tokens, if there is one left."""
        return self.bucket_of(visitor).try_take()

    def take(self, visitor: str) -> Excess | None:
        """Take one of a visitor's tokens; if there is none left, return what to tell them."""
        bucket = self.bucket_of(visitor)
        return None if bucket.try_take() else bucket.excess()


@dataclass(frozen=True)
class Tiers:
    """Limits per person and per network; all unknown visitors from one network share a single limit.

    This lets many people share an address without any of them being able to use it all up.
    """

    person: Limit
    guests: Limit
    network: Limit

    def take(self, person: str, network: str) -> Excess | None:
        """Take a token from both tiers or from neither; if refused, return what to tell the visitor."""
        own = self.person.bucket_of(person) if person else self.guests.bucket_of(network)
        if not own.try_take():
            return own.excess()
        shared = self.network.bucket_of(network)
        if shared.try_take():
            return None
        own.give_back()
        return shared.excess()
