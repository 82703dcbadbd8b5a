"""The sequential test errs as seldom as it says, in made-up matches whose truth is known."""

import math
import random

import pytest

from rexarium.arena.rating import share_of
from rexarium.arena.sequential import Course, Trial, Verdict
from rexarium.arena.statistics import FEW

ROUNDS = 300


def run(dice: random.Random, trial: Trial, seats: int, points: float, lean: float) -> Course:
    """Blocks until the verdict: deals lean to one seat, some wins are shared, the mean is as the points say."""
    course = Course(trial, seats)
    fair = share_of(points, seats)
    while course.verdict is Verdict.OPEN:
        assert len(course.path) < 20_000
        tilt = dice.choice((-lean, lean)) * fair
        won = 0.0
        for seat in range(seats):
            share = fair + (tilt if seat == 0 else -tilt / (seats - 1))
            drawn = dice.random()
            won += 1.0 if drawn < 0.9 * share else 0.5 if drawn < 1.1 * share else 0.0
        course.add(won / seats)
    return course


@pytest.mark.parametrize("lean", [0.0, 0.6])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_it_errs_as_seldom_as_it_says(seats: int, lean: float) -> None:
    """Of 300 rounds, 5 % are 15 give or take 4: twice that would be beyond chance and approximation."""
    trial = Trial(elo0=-10, elo1=50)
    dice = random.Random(f"{seats} {lean}")
    accepted = {
        points: sum(run(dice, trial, seats, points, lean).verdict is Verdict.ACCEPTED for _ in range(ROUNDS))
        for points in (trial.elo0, trial.elo1)
    }
    assert accepted[trial.elo0] / ROUNDS <= 0.09
    assert 1 - accepted[trial.elo1] / ROUNDS <= 0.09
    assert accepted[trial.elo0] + ROUNDS - accepted[trial.elo1] > 0, "a test that never errs wastes games"


def test_other_risks_have_other_bounds() -> None:
    bounds = Trial(alpha=0.05, beta=0.1).bounds
    assert bounds.low == pytest.approx(math.log(0.1 / 0.95))
    assert bounds.high == pytest.approx(math.log(0.9 / 0.05))


def test_the_ratio_is_that_of_two_normal_distributions() -> None:
    trial, seats = Trial(0, 100), 2
    course = Course(trial, seats)
    means = [0.5, 1.0, 0.5, 0.0, 0.75, 0.5] * 20
    for mean in means:
        course.add(mean)
    middle = sum(means) / len(means)
    variance = (sum((mean - middle) ** 2 for mean in means) + 0.125) / len(means)
    low, high = share_of(0, 2), share_of(100, 2)
    wanted = sum(((mean - low) ** 2 - (mean - high) ** 2) / (2 * variance) for mean in means)
    assert course.ratio == pytest.approx(wanted)
    assert len(course.path) == len(means)


@pytest.mark.parametrize(("mean", "verdict"), [(1.0, Verdict.ACCEPTED), (0.0, Verdict.REJECTED)])
def test_even_the_clearest_match_has_enough_blocks(mean: float, verdict: Verdict) -> None:
    course = Course(Trial(), 2)
    while course.verdict is Verdict.OPEN:
        course.add(mean)
    assert len(course.path) == FEW
    assert course.verdict is verdict
    assert math.isfinite(course.ratio)


def test_nothing_is_known_before_anything_is_played() -> None:
    course = Course(Trial(), 3)
    assert (course.ratio, course.verdict) == (0.0, Verdict.OPEN)
