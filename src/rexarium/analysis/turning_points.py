"""Where a game turned: which plies to look at, and between which of them the chances changed most."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from rexarium.analysis.chances import Chances

MOST_POINTS = 60
MOST_TURNS = 5
LEAST_SWING = 0.06  # anything less may be chance in the playouts


def sample_plies(plies: Sequence[int], most: int = MOST_POINTS) -> list[int]:
    """All plies, or if they are too many, evenly spaced ones with the first and the last."""
    if len(plies) <= most:
        return list(plies)
    last = len(plies) - 1
    return [plies[round(place * last / (most - 1))] for place in range(most)]


def find_swings(chances: Mapping[int, Chances]) -> list[tuple[int, int]]:
    """The stretches between neighbouring known plies in which most of the win changed hands, the greatest first."""
    swings = [(_swing(chances[one], chances[next_]), one, next_) for one, next_ in pairwise(sorted(chances))]
    swings.sort(key=lambda each: (-each[0], each[1]))
    return [(one, next_) for swing, one, next_ in swings[:MOST_TURNS] if swing >= LEAST_SWING]


def find_wanted(steps: Sequence[int], chances: Mapping[int, Chances]) -> list[int]:
    """The plies whose chances should be found next; none when every great swing has been narrowed down to one step.

    First come the points that are shown. In a long game several steps may lie between two of them: where the chances swing
    there, all of these steps are looked at.
    """
    points = [ply for ply in sample_plies(steps) if ply not in chances]
    return points or [ply for one, other in find_swings(chances) for ply in steps if one < ply < other]


def _swing(before: Chances, after: Chances) -> float:
    """How much of the win has changed hands."""
    return sum(abs(one - other) for one, other in zip(before, after, strict=True)) / 2
