"""Where to look, and where the game turned."""

from itertools import pairwise

import pytest

from rexarium.analysis import Chances, find_swings, find_wanted, sample_plies
from rexarium.analysis.turning_points import MOST_POINTS


@pytest.mark.parametrize("most", [20, MOST_POINTS])
@pytest.mark.parametrize("plies", [1, 2, 59, 60, 61, 230, 3000])
def test_points_are_even_and_have_the_first_and_the_last(plies: int, most: int) -> None:
    chosen = sample_plies(range(plies), most)
    assert chosen == sorted(set(chosen))
    assert (chosen[0], chosen[-1]) == (0, plies - 1)
    assert len(chosen) == min(plies, most)
    gaps = [b - a for a, b in pairwise(chosen)]
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_swings_are_the_greatest_and_not_mere_noise() -> None:
    chances: dict[int, Chances] = {
        0: (0.5, 0.5),
        3: (0.52, 0.48),
        4: (0.9, 0.1),
        9: (0.6, 0.4),
        10: (0.6, 0.4),
    }
    assert find_swings(chances) == [(3, 4), (4, 9)]
    assert find_swings({}) == []


@pytest.mark.parametrize("turn", [0, 1, 100, 101, 102, 298])
def test_in_a_long_game_few_plies_are_looked_at_and_the_step_is_found(turn: int) -> None:
    steps, chances = range(300), dict[int, Chances]()
    while wanted := find_wanted(steps, chances):
        assert not chances.keys() & set(wanted), "a ply is looked at once"
        chances |= {ply: (0.9, 0.1) if ply > turn else (0.4, 0.6) for ply in wanted}
    assert find_swings(chances) == [(turn, turn + 1)]
    assert len(chances) < MOST_POINTS + 12


def test_in_a_short_game_every_step_is_looked_at_once() -> None:
    steps = (0, 2, 3, 7)
    assert find_wanted(steps, {}) == [0, 2, 3, 7]
    assert find_wanted(steps, {ply: (ply / 7, 1 - ply / 7) for ply in steps}) == []
