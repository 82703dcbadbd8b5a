"""How much of what one visitor may do: buckets of tokens that fill up again."""

import time
from collections import OrderedDict
from collections.abc import Callable

MOST_VISITORS = 20_000  # whose buckets are remembered; the longest unseen is forgotten first


class Limit:
    """So many at once, and so many a second after that, for each visitor."""

    def __init__(self, burst: float, rate: float, now: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = rate
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, visitor: str) -> bool:
        """Take a token if there is one."""
        now = self._now()
        tokens, since = self._buckets.pop(visitor, (self._burst, now))
        tokens = min(self._burst, tokens + (now - since) * self._rate)
        is_allowed = tokens >= 1
        self._buckets[visitor] = (tokens - 1 if is_allowed else tokens, now)
        if len(self._buckets) > MOST_VISITORS:
            self._buckets.popitem(last=False)
        return is_allowed
