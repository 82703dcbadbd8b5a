"""Ratings: against closed formulas, and against made-up contests whose truth is known."""

import math
import random
from itertools import permutations

import pytest

from rexarium.arena.rating import BUNDLES, Pair, Scores, points_of, rate, share_of

MANY = 10**7  # games, so that the one that is thought of does not count


def points_from(scores: Scores, count: int, seats: int) -> list[float]:
    """The ratings alone."""
    return rate([scores], list(scores), count, seats, "", replicates=0).points


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_equals_win_their_fair_share(seats: int) -> None:
    assert share_of(0, seats) == pytest.approx(1 / seats)
    assert points_of(1 / seats, seats) == pytest.approx(0)
    one, other = points_from({(0, 1): (MANY, (seats - 1) * MANY)}, 2, seats)
    assert one - other == pytest.approx(0, abs=1e-6)


def test_known_differences() -> None:
    assert share_of(400, 2) == pytest.approx(10 / 11)
    assert share_of(-400, 2) == pytest.approx(1 / 11)
    assert points_of(0.5, 4) == pytest.approx(400 * math.log10(3)), "half of the wins among three others"
    one, other = points_from({(0, 1): (MANY, MANY)}, 2, 4)
    assert one - other == pytest.approx(400 * math.log10(3), abs=0.01)
    assert one + other == pytest.approx(0)


@pytest.mark.parametrize("seats", [2, 5])
@pytest.mark.parametrize("points", [-900.0, -20.0, 0.0, 333.0])
def test_points_and_shares_are_each_others_inverse(points: float, seats: int) -> None:
    assert points_of(share_of(points, seats), seats) == pytest.approx(points)


def test_no_share_at_all_is_beyond_all_points() -> None:
    assert points_of(0.0, 3) == -math.inf
    assert points_of(1.0, 3) == math.inf


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_truth_is_found_again(seats: int) -> None:
    truth = [150.0, 20.0, -30.0, -140.0]
    scores = {
        (one, other): (share * MANY, (1 - share) * MANY)
        for one, other in permutations(range(4), 2)
        for share in [share_of(truth[one] - truth[other], seats)]
    }
    assert points_from(scores, 4, seats) == pytest.approx(truth, abs=0.01)


def test_nothing_fits_better() -> None:
    """Scores that no ratings explain: every way off from the ones that are found is less likely."""
    seats = 3
    scores: Scores = {(0, 1): (30, 30), (1, 2): (25, 35), (2, 0): (18, 42), (1, 0): (9, 51)}
    best = points_from(scores, 3, seats)

    def likelihood(points: list[float]) -> float:
        total = 0.0
        for (one, other), (won, lost) in scores.items():
            share = share_of(points[one] - points[other], seats)
            total += (won + 1 / seats) * math.log(share) + (lost + 1 - 1 / seats) * math.log(1 - share)
        return total

    for at in range(3):
        for step in (-1.0, 1.0):
            other = [points + step * (place == at) for place, points in enumerate(best)]
            assert likelihood(other) < likelihood(best)


def test_a_bot_that_wins_everything_has_a_rating_and_a_wide_interval() -> None:
    found = rate([{(0, 1): (2.0, 0.0)}] * 50, [(0, 1)], 2, 2, "x")
    assert found.points[0] == pytest.approx(200 * math.log10(100.5 / 0.5))
    interval = found.interval(0)
    assert interval.low < found.points[0] - 50
    assert found.points[0] + 50 < interval.high < math.inf
    assert found.doubt(0, 1) < 0.01


def test_a_bot_that_has_not_played_is_rated_too() -> None:
    found = rate([{(0, 1): (2.0, 0.0)}], [(0, 1), (1, 2), (0, 2)], 3, 2, "x", 50)
    assert found.points[0] > found.points[2] > found.points[1]
    assert all(math.isfinite(points) for points in found.points)


def test_the_same_seed_draws_the_same() -> None:
    deals: list[Scores] = [{(0, 1): (float(deal % 3), 2.0 - deal % 3)} for deal in range(40)]
    one, again, other = (rate(deals, [(0, 1)], 2, 2, seed, 50) for seed in ("x", "x", "y"))
    assert one == again
    assert one.points == other.points
    assert one.replicates != other.replicates


def test_games_of_one_deal_that_are_alike_count_as_one() -> None:
    dice = random.Random(3)
    single: list[Scores] = [{(0, 1): (float(won), 1.0 - won)} for won in dice.choices((0, 1), k=200)]
    tenfold: list[Scores] = [{(0, 1): (10 * deal[0, 1][0], 10 * deal[0, 1][1])} for deal in single]
    widths = []
    for deals in (single, tenfold):
        interval = rate(deals, [(0, 1)], 2, 2, "x").interval(0)
        widths.append(interval.high - interval.low)
    assert widths[1] == pytest.approx(widths[0], rel=0.1)


def test_bundled_deals_have_the_same_interval() -> None:
    dice = random.Random(4)
    number = 5 * BUNDLES
    deals: list[Scores] = [{(0, 1): (float(won), 2.0 - won)} for won in dice.choices((0, 1, 2), k=number)]
    found = rate(deals, [(0, 1)], 2, 2, "x")
    interval = found.interval(0)
    error = math.sqrt(2 / 3 / number) / 2  # of the share
    reach = 1.96 * error * 4 * 400 / math.log(10) / 2  # at a half, and half of the difference
    assert (interval.high - interval.low) / 2 == pytest.approx(reach, rel=0.1)


# Made-up contests


def make_up(
    dice: random.Random, truth: list[float], seats: int, deals: int
) -> list[dict[Pair, tuple[float, float]]]:
    """Deals that are good or bad for a contestant wherever it meets another."""
    found = []
    for _ in range(deals):
        lean = [dice.choice((0.7, 1.3)) for _ in truth]
        deal = {}
        for one, other in permutations(range(len(truth)), 2):
            share = share_of(truth[one] - truth[other], seats) * lean[one]
            won = float(sum(dice.random() < share for _ in range(seats)))
            deal[one, other] = won, seats - won
        found.append(deal)
    return found


def test_intervals_hold_the_truth_and_equals_are_seldom_told_apart() -> None:
    dice = random.Random(1)
    truth, seats = [60.0, -30.0, -30.0], 3
    rounds, covered, told_apart = 80, 0, 0
    for number in range(rounds):
        deals = make_up(dice, truth, seats, 40)
        found = rate(deals, list(permutations(range(3), 2)), 3, seats, str(number), 200)
        for at, points in enumerate(truth):
            interval = found.interval(at)
            covered += interval.low <= points <= interval.high
        told_apart += found.doubt(1, 2) < 0.05
    assert 0.9 <= covered / (3 * rounds) <= 0.99
    assert told_apart / rounds <= 0.12
