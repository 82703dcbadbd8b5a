"""Buckets: so many at once, so many a second after that, each visitor by themselves, and no memory without end."""

from hypothesis import given
from hypothesis import strategies as st

from rexarium.server import limits
from rexarium.server.limits import Limit


class Time:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_is_allowed_and_then_it_goes_by_the_second() -> None:
    time = Time()
    limit = Limit(3, 0.5, time)
    assert [limit.try_take("a") for _ in range(4)] == [True, True, True, False]
    time.now += 1.9
    assert not limit.try_take("a")
    time.now += 0.2
    assert limit.try_take("a")
    assert not limit.try_take("a")


def test_one_visitor_does_not_use_up_what_is_anothers() -> None:
    limit = Limit(1, 0, Time())
    assert limit.try_take("a")
    assert not limit.try_take("a")
    assert limit.try_take("b")


def test_rest_fills_the_bucket_but_no_further() -> None:
    time = Time()
    limit = Limit(2, 1, time)
    time.now += 1000
    assert [limit.try_take("a") for _ in range(3)] == [True, True, False]


def test_the_longest_unseen_is_forgotten_first_and_memory_has_an_end() -> None:
    limit = Limit(1, 0, Time())
    for number in range(limits.MOST_VISITORS + 50):
        limit.try_take(str(number))
        limit.try_take("regular")
    assert len(limit._buckets) == limits.MOST_VISITORS
    assert not limit.try_take("regular")
    assert limit.try_take("0")


@given(st.integers(1, 9), st.floats(0.1, 5), st.lists(st.floats(0, 3), max_size=60))
def test_never_more_than_a_burst_and_what_the_time_gives(
    burst: int, rate: float, pauses: list[float]
) -> None:
    time = Time()
    limit = Limit(burst, rate, time)
    allowed = 0
    for pause in pauses:
        time.now += pause
        allowed += limit.try_take("a")
    assert allowed <= burst + rate * time.now + 1e-6
