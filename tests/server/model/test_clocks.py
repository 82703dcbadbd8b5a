"""Clocks are plain data: the same times in give the same times out, and no time is ever made or lost."""

from hypothesis import given
from hypothesis import strategies as st

from rexarium.server.model.clocks import Clocks
from rexarium.server.model.log import Clock

LIVE = Clock("live", bank=60, increment=5)
DAYS = Clock("days", bank=86_400)


def test_a_live_clock_counts_down_while_its_seat_thinks_and_a_move_adds_to_it() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.run([0], 1_000)
    assert clocks.deadline(0) == 61_000
    clocks.stop(0, 11_000)
    assert clocks.left == [50_000, 60_000]
    clocks.renew(0)
    assert clocks.left == [55_000, 60_000]
    clocks.take_back(0)
    assert clocks.left == [50_000, 60_000]


def test_every_move_resets_the_days_and_they_never_add_up() -> None:
    clocks = Clocks(DAYS, 2)
    clocks.run([0], 0)
    clocks.stop(0, 80_000_000)
    assert clocks.left[0] == 6_400_000
    clocks.renew(0)
    clocks.renew(0)
    clocks.take_back(0)
    assert clocks.left[0] == 86_400_000


def test_a_seat_still_to_move_keeps_its_running_clock() -> None:
    clocks = Clocks(LIVE, 3)
    clocks.run([0, 1], 0)
    clocks.run([1, 2], 10_000)
    assert clocks.since == {1: 0, 2: 10_000}
    assert clocks.left == [50_000, 60_000, 60_000]


def test_a_stopped_or_missing_clock_has_no_deadline() -> None:
    clocks = Clocks(LIVE, 1)
    assert clocks.deadline(0) is None
    assert clocks.next_deadline() is None
    endless = Clocks(Clock(), 1)
    endless.run([0], 0)
    assert endless.deadline(0) is None
    assert endless.overdue(10**15) == []


def test_the_most_overdue_clock_comes_first() -> None:
    clocks = Clocks(LIVE, 3)
    clocks.left = [60_000, 10_000, 30_000]
    clocks.run([0, 1, 2], 0)
    assert clocks.next_deadline() == 10_000
    assert clocks.overdue(9_999) == []
    assert clocks.overdue(10_000) == [1]
    assert clocks.overdue(59_999) == [1, 2]
    assert clocks.overdue(99_000) == [1, 2, 0]


def test_a_clock_never_goes_below_zero() -> None:
    clocks = Clocks(LIVE, 1)
    clocks.run([0], 0)
    clocks.stop(0, 10**9)
    assert clocks.left == [0]
    clocks.take_back(0)
    assert clocks.left == [0]


def test_only_running_clocks_are_credited() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.run([0], 0)
    clocks.credit(30_000)
    assert clocks.deadline(0) == 90_000
    clocks.stop(0, 40_000)
    assert clocks.left == [50_000, 60_000]


def test_taking_over_a_seat_tops_its_clock_up_to_a_quarter() -> None:
    clocks = Clocks(LIVE, 2)
    clocks.run([0], 0)
    clocks.hand_over(0, 50_000)
    clocks.run([0], 50_000)
    assert clocks.left == [16_250, 60_000]
    assert clocks.deadline(0) == 66_250
    clocks.hand_over(1, 50_000)
    assert clocks.left[1] == 60_000


def test_taking_over_a_seat_gives_the_full_days_for_a_move() -> None:
    clocks = Clocks(DAYS, 1)
    clocks.run([0], 0)
    clocks.hand_over(0, 86_000_000)
    clocks.run([0], 86_000_000)
    assert clocks.deadline(0) == 172_400_000


def test_leaving_and_returning_gains_no_time() -> None:
    clocks, now, used = Clocks(LIVE, 1), 0, 0
    for _ in range(100):
        clocks.run([0], now)
        used += clocks.left[0]
        now += clocks.left[0]
        clocks.hand_over(0, now)
    assert used < 60_000 + 2 * 16_250


@given(st.lists(st.tuples(st.integers(0, 20), st.sets(st.integers(0, 2))), max_size=20))
def test_a_clock_loses_exactly_the_time_used(steps: list[tuple[int, set[int]]]) -> None:
    """Whatever the order of questions, a seat loses just the time in which it was asked."""
    clocks, now, used, asked = Clocks(Clock("live", bank=10_000), 3), 0, [0, 0, 0], set[int]()
    for seconds, seats in steps:
        for seat in asked:
            used[seat] += seconds * 1000
        now += seconds * 1000
        clocks.run(seats, now)
        asked = seats
    clocks.run([], now)
    assert clocks.left == [10_000_000 - time for time in used]
