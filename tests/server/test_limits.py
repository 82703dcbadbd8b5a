"""Buckets: a burst, then a rate per second, counted per client, in bounded memory."""

from hypothesis import given
from hypothesis import strategies as st

from rexarium.server import limits
from rexarium.server.limits import Limit


class Time:
    """A clock that advances only when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_and_then_the_rate_applies() -> None:
    time = Time()
    limit = Limit(3, 0.5, time)
    assert [limit.try_take("a") for _ in range(4)] == [True, True, True, False]
    time.now += 1.9
    assert not limit.try_take("a")
    time.now += 0.2
    assert limit.try_take("a")
    assert not limit.try_take("a")


def test_one_client_does_not_use_up_anothers_allowance() -> None:
    limit = Limit(1, 0, Time())
    assert limit.try_take("a")
    assert not limit.try_take("a")
    assert limit.try_take("b")


def test_a_bucket_refills_up_to_its_size() -> None:
    time = Time()
    limit = Limit(2, 1, time)
    time.now += 1000
    assert [limit.try_take("a") for _ in range(3)] == [True, True, False]


def test_the_least_recently_seen_client_is_forgotten_first() -> None:
    limit = Limit(1, 0, Time())
    for number in range(limits.MOST_VISITORS + 50):
        limit.try_take(str(number))
        limit.try_take("regular")
    assert len(limit._buckets) == limits.MOST_VISITORS
    assert not limit.try_take("regular")
    assert limit.try_take("0")


@given(st.integers(1, 9), st.floats(0.1, 5), st.lists(st.floats(0, 3), max_size=60))
def test_no_more_than_a_burst_plus_the_rate_is_allowed(burst: int, rate: float, pauses: list[float]) -> None:
    time = Time()
    limit = Limit(burst, rate, time)
    allowed = 0
    for pause in pauses:
        time.now += pause
        allowed += limit.try_take("a")
    assert allowed <= burst + rate * time.now + 1e-6
