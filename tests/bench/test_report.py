"""The report: what a line says, and the verdict on a target."""

import pytest

from bench.measure import Ratio, Series
from bench.report import Report, Target, scaled


@pytest.mark.parametrize(
    ("value", "said"), [(43_610_000, "43.61 M"), (1_500, "1.5 k"), (12.0, "12"), (999_999, "1000 k")]
)
def test_large_numbers_are_abbreviated(value: float, said: str) -> None:
    assert scaled(value) == said


@pytest.mark.parametrize(
    ("value", "is_floor", "verdict"),
    [(0.80, True, "met"), (0.79, True, "MISSED"), (0.79, False, "met"), (0.80, False, "MISSED")],
)
def test_a_target_is_a_floor_or_a_ceiling(value: float, is_floor: bool, verdict: str) -> None:
    target = Target("speed", value, 0.80, is_floor=is_floor)
    assert str(target).endswith(verdict)
    assert ("≥" in str(target)) == is_floor


def test_a_ratio_is_shown_with_its_spread(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report()
    report.ratio("ours / theirs", Ratio(Series([1.0, 3.0, 2.0]), Series([2.0, 2.0, 2.0])))
    assert " ".join(report.lines[0].split()) == "ours / theirs ratio 1.50 by round 0.50 – 1.00 – 1.50"
    assert capsys.readouterr().out.splitlines() == report.lines


def test_without_targets_there_is_no_summary() -> None:
    assert Report().summary() == []
