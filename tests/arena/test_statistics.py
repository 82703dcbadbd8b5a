"""Intervals and averages against values that others worked out, and against slow and literal ones."""

import math
import random
import statistics

import pytest

from rexarium.arena.statistics import FEW, Average, wilson


@pytest.mark.parametrize(
    ("wins", "number", "low", "high"),
    [
        (8, 10, 0.4902, 0.9433),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 2, 0.0945, 0.9055),
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),  # the same
        (0, 20, 0.0, 0.1611),  # the same
        (1, 29, 0.0061, 0.1718),  # the same
    ],
)
def test_wilson_agrees_with_published_intervals(wins: int, number: int, low: float, high: float) -> None:
    found = wilson(wins / number, number)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@pytest.mark.parametrize("number", [1, 3, 1000, 10**9])
@pytest.mark.parametrize("share", [0.0, 1e-9, 0.25, 0.5, 1.0])
def test_wilson_holds_the_share_and_stays_a_share(share: float, number: int) -> None:
    found = wilson(share, number)
    assert 0 <= found.low <= share <= found.high <= 1


def average_of(blocks: list[list[float]]) -> Average:
    average = Average()
    for block in blocks:
        average.add(sum(block), len(block))
    return average


def test_games_one_by_one_have_the_textbook_error() -> None:
    values = [3.0, 5.0, 4.0, 9.0, 4.0]
    average = average_of([[value] for value in values])
    assert average.mean == statistics.mean(values)
    assert average.error == pytest.approx(statistics.stdev(values) / math.sqrt(len(values)))
    reach = 1.959964 * average.error
    found = average.interval()
    assert (found.low, found.high) == pytest.approx((average.mean - reach, average.mean + reach))


def test_blocks_of_one_size_have_the_error_of_their_means() -> None:
    blocks = [[1.0, 3.0], [5.0, 5.0], [2.0, 8.0], [0.0, 1.0]]
    means = [statistics.mean(block) for block in blocks]
    average = average_of(blocks)
    assert average.mean == statistics.mean(means)
    assert average.error == pytest.approx(statistics.stdev(means) / 2)


def test_blocks_of_other_sizes_are_weighed() -> None:
    average = average_of([[1.0], [2.0, 3.0], [4.0, 4.0, 4.0]])
    assert average.mean == pytest.approx(3.0)
    residuals = [1 - 3, 5 - 6, 12 - 9]
    assert average.error == pytest.approx(math.sqrt(sum(r * r for r in residuals) * 3 / 2) / 6)


def test_a_single_block_tells_no_error() -> None:
    assert math.isnan(average_of([[1.0, 2.0]]).error)
    assert average_of([[1.0, 0.0]]).share_interval() == wilson(0.5, 2)


def test_merged_averages_are_the_average_of_all() -> None:
    blocks = [[float(a), float(a * a)] for a in range(9)]
    merged = average_of(blocks[:4])
    merged.merge(average_of(blocks[4:]))
    assert merged == average_of(blocks)


def test_independent_games_have_wilsons_interval() -> None:
    blocks = [[1.0]] * 300 + [[0.0]] * 700
    found, wanted = average_of(blocks).share_interval(), wilson(0.3, 1000)
    assert (found.low, found.high) == pytest.approx((wanted.low, wanted.high), abs=1e-4)


def test_a_deal_that_favours_a_seat_widens_the_interval_and_rotation_narrows_it() -> None:
    lucky = average_of([[1.0, 1.0]] * 50 + [[0.0, 0.0]] * 50)
    plain = wilson(0.5, 200)
    assert lucky.share_interval().low < plain.low
    rotated = average_of([[1.0, 0.0]] * 90 + [[1.0, 1.0]] * 5 + [[0.0, 0.0]] * 5)
    assert rotated.share_interval().low > plain.low


@pytest.mark.parametrize(
    "blocks", [[[0.0, 0.0]] * 50, [[1.0, 1.0]] * 50, [[1.0, 0.0]] * 50, [[1.0, 0.0]] * (FEW - 1)]
)
def test_where_nothing_scatters_games_count_as_independent(blocks: list[list[float]]) -> None:
    average = average_of(blocks)
    assert average.share_interval() == wilson(average.mean, 2 * len(blocks))


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    """Deals that favour one of two seats, shared wins: 95 % of the intervals hold the true share."""
    dice = random.Random(1)
    covered = 0
    for _ in range(400):
        average = Average()
        for _ in range(60):
            chance = dice.choice((0.1, 0.5))
            wins = [dice.choices((1.0, 0.5, 0.0), (chance, 0.1, 0.9 - chance))[0] for _ in range(3)]
            average.add(sum(wins), 3)
        found = average.share_interval()
        covered += found.low <= 0.35 <= found.high
    assert 0.92 <= covered / 400 <= 0.98
