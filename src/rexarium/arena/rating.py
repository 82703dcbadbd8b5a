"""Ratings by maximum likelihood, on the scale of Elo, and how far they can be trusted.

One challenger of strength w among n - 1 opponents of strength v wins with the chance w / (w + (n - 1) v): Luce's choice
among n seats, Bradley and Terry's for two. Equals win 1 / n. A rating is 400 log10 w; all ratings of a contest have
the mean 0. A shared win counts in parts. Every pairing has one imaginary game in addition, shared out fairly, so that
even a bot that won everything has a rating.
"""

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rexarium.arena.statistics import CONFIDENCE, Interval

Pair = tuple[int, int]  # challenger and opponent, by their places in the list of contestants
Score = tuple[float, float]  # the challenger's wins, and the others'
Scores = Mapping[Pair, Score]

NOTHING: Score = (0.0, 0.0)
POINTS = 400 / math.log(10)  # in a factor of e
REPLICATES = 1000
BUNDLES = (
    400  # more deals than these are bundled before they are drawn: sums of independent deals are independent
)
STEPS, LONGEST_STEP, CLOSE = 100, 2.0, 1e-9
LEAST = 1e-6  # of an imaginary game


def share_of(points: float, seats: int) -> float:
    """The share of wins of a challenger that is this many points stronger than each of the others."""
    return 1 / (1 + (seats - 1) * math.exp(-points / POINTS))


def points_of(share: float, seats: int) -> float:
    """How many points stronger a challenger with this share is; infinite at 0 and 1."""
    if not 0 < share < 1:
        return math.copysign(math.inf, share - 0.5)
    return POINTS * (math.log(share / (1 - share)) + math.log(seats - 1))


# The most likely ratings


def _with_prior(scores: Scores, seats: int) -> dict[Pair, Score]:
    return {pair: (won + 1 / seats, lost + 1 - 1 / seats) for pair, (won, lost) in scores.items()}


def _points(strengths: Sequence[float]) -> list[float]:
    middle = sum(strengths) / len(strengths)
    return [POINTS * (strength - middle) for strength in strengths]


def _fit(scores: Scores, seats: int, start: Sequence[float]) -> list[float]:
    """The logarithms of the strengths, by Newton's method; the last one stays where it is.

    The likelihood has one maximum, and steps are limited so that they cannot diverge.
    """
    strengths = list(start)
    for _ in range(STEPS):
        step = [*_solve(*_bend_and_slope(scores, seats, strengths)), 0.0]
        longest = max(map(abs, step))
        scale = min(1.0, LONGEST_STEP / longest) if longest else 1.0
        strengths = [old + scale * new for old, new in zip(strengths, step, strict=True)]
        if longest < CLOSE:
            break
    return strengths


def _bend_and_slope(
    scores: Scores, seats: int, strengths: Sequence[float]
) -> tuple[list[list[float]], list[float]]:
    """The derivatives of the likelihood's logarithm, of all strengths but the last."""
    count = len(strengths)
    slope = [0.0] * count
    bend = [[0.0] * count for _ in range(count)]
    for (challenger, opponent), (won, lost) in scores.items():
        odds = math.exp(strengths[challenger] - strengths[opponent]) / (seats - 1)
        share, rest = odds / (1 + odds), 1 / (1 + odds)
        pull, weight = won * rest - lost * share, (won + lost) * share * rest
        slope[challenger] += pull
        slope[opponent] -= pull
        bend[challenger][challenger] += weight
        bend[opponent][opponent] += weight
        bend[challenger][opponent] -= weight
        bend[opponent][challenger] -= weight
    return [row[:-1] for row in bend[:-1]], slope[:-1]


def _solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gauss's elimination, in place; the matrix is positive definite and needs no pivots."""
    size = len(right)
    for at in range(size):
        for row in range(at + 1, size):
            factor = matrix[row][at] / matrix[at][at]
            if factor:
                for column in range(at, size):
                    matrix[row][column] -= factor * matrix[at][column]
                right[row] -= factor * right[at]
    for at in reversed(range(size)):
        rest = sum(matrix[at][column] * right[column] for column in range(at + 1, size))
        right[at] = (right[at] - rest) / matrix[at][at]
    return right


# How far they can be trusted


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings, and bootstrap samples of what they might have been."""

    points: list[float]
    replicates: list[list[float]]

    def interval(self, contestant: int) -> Interval:
        """The interval of a rating."""
        drawn = sorted(replicate[contestant] for replicate in self.replicates)
        cut = round((1 - CONFIDENCE) / 2 * (len(drawn) - 1))
        return Interval(drawn[cut], drawn[-1 - cut])

    def doubt(self, one: int, other: int) -> float:
        """The p-value of a difference: how easily equals would differ this much, in either direction."""
        above = sum(replicate[one] > replicate[other] for replicate in self.replicates)
        fewer = min(above, len(self.replicates) - above)
        return min(1.0, 2 * (fewer + 1) / (len(self.replicates) + 1))


def rate(
    deals: Sequence[Scores],
    pairs: Sequence[Pair],
    count: int,
    seats: int,
    seed: str,
    replicates: int = REPLICATES,
) -> Ratings:
    """The ratings of a number of contestants from the scores of each deal, with a bootstrap over the deals. Deals are
    drawn, not games, because the games of one deal are alike, even in different pairings. The imaginary game of each
    pairing is drawn too, for two seats by Jeffreys' prior, so that an interval is wide where nothing scatters because
    one side has won everything. The pairs must link all contestants, played or not.
    """
    bundles = _bundle(deals)
    columns = {pair: [bundle.get(pair, NOTHING) for bundle in bundles] for pair in pairs}
    won = {pair: [score[0] for score in column] for pair, column in columns.items()}
    lost = {pair: [score[1] for score in column] for pair, column in columns.items()}
    whole = {pair: (sum(won[pair]), sum(lost[pair])) for pair in pairs}
    best = _fit(_with_prior(whole, seats), seats, [0.0] * count)
    dice = random.Random(f"{seed}, ratings")
    found = []
    for _ in range(replicates):
        drawn = dice.choices(range(len(bundles)), k=len(bundles))
        scores = {
            pair: (
                sum(map(won[pair].__getitem__, drawn)) + _draw_prior(dice, 1 / seats),
                sum(map(lost[pair].__getitem__, drawn)) + _draw_prior(dice, 1 - 1 / seats),
            )
            for pair in pairs
        }
        found.append(_points(_fit(scores, seats, best)))
    return Ratings(_points(best), found)


def _draw_prior(dice: random.Random, mean: float) -> float:
    return max(LEAST, dice.gammavariate(0.5, 2 * mean))


def _bundle(deals: Sequence[Scores]) -> list[dict[Pair, Score]]:
    """The deals, or where there are many, sums of some of them."""
    bundles: list[dict[Pair, Score]] = [{} for _ in range(min(len(deals), BUNDLES))]
    for at, deal in enumerate(deals):
        bundle = bundles[at % BUNDLES]
        for pair, (won, lost) in deal.items():
            before = bundle.get(pair, NOTHING)
            bundle[pair] = before[0] + won, before[1] + lost
    return bundles
