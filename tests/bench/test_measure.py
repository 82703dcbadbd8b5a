"""Measuring: contenders by turns, the best slice of each, the ratio of every round."""

import pytest

from bench.measure import Pace, Rates, Ratio, Series, by_turns, rate_of

QUICK = Pace(slice=0.001, rounds=3)


def test_contenders_take_turns() -> None:
    calls: list[str] = []

    def contender(name: str, rate: float) -> Rates:
        calls.append(name)
        return {"moves": rate}

    results = by_turns({"a": lambda _: contender("a", 2.0), "b": lambda _: contender("b", 1.0)}, QUICK)
    assert "".join(calls) == "ab" + "ababab"  # once to warm up, then the rounds
    assert results["a", "moves"].rates == [2.0, 2.0, 2.0]


def test_a_ratio_takes_the_best_slice_of_each() -> None:
    ratio = Ratio(Series([1.0, 4.0, 2.0]), Series([2.0, 2.0, 8.0]))
    assert ratio.best == 0.5
    assert ratio.by_round == [0.5, 2.0, 0.25]
    assert ratio.ours.median == 2.0


def test_a_rate_is_counted_per_second() -> None:
    calls: list[int] = []

    def batch() -> float:
        calls.append(1)
        return 10.0

    assert rate_of(batch, 0.0) > 0
    assert calls == [1]


@pytest.mark.parametrize(
    ("seconds", "is_quick", "rounds"),
    [(None, False, 12), (None, True, 2), (5.0, False, 20), (0.0, False, 2)],
)
def test_the_seconds_are_a_total_per_contender(seconds: float | None, is_quick: bool, rounds: int) -> None:
    assert Pace.of(seconds, is_quick=is_quick).rounds == rounds


def test_half_the_pace_runs_half_the_rounds_and_at_least_two() -> None:
    assert Pace(0.25, 12).halved() == Pace(0.25, 6)
    assert Pace(0.25, 3).halved() == Pace(0.25, 2)
