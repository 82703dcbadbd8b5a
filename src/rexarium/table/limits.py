"""How much of what one visitor may do: buckets of tokens that fill up again."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_VISITORS = 20_000  # whose buckets are remembered; the longest unseen is forgotten first

Time = Callable[[], float]


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_burst", "_now", "_rate", "_since", "_tokens")

    def __init__(self, burst: float, rate: float, now: Time = time.monotonic) -> None:
        self._burst = self._tokens = burst
        self._rate = rate
        self._now = now
        self._since = now()

    def allows(self) -> bool:
        """Take a token if there is one."""
        now = self._now()
        tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        is_allowed = tokens >= 1
        self._tokens, self._since = tokens - 1 if is_allowed else tokens, now
        return is_allowed


class Limit:
    """A bucket for each visitor."""

    def __init__(self, burst: float, rate: float, now: Time = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self) -> Bucket:
        """A full one, for who keeps it themselves."""
        return Bucket(self._burst, self._rate, self._now)

    def allows(self, visitor: str) -> bool:
        """Take a token of a visitor's, if there is one."""
        bucket = self._buckets.get(visitor)
        if bucket is None:
            bucket = self._buckets[visitor] = self.bucket()
            if len(self._buckets) > MOST_VISITORS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(visitor)
        return bucket.allows()
