"""How OpenSpiel's moves are counted; only where it is installed."""

from random import Random

import pytest

from bench import spiel

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel belongs to the bench tier")


def test_spades_is_four_bids_and_fifty_two_cards() -> None:
    rollouts = spiel.Rollouts(pyspiel, "spades", tables=1)
    assert rollouts.lengths == [56.0]
    assert rollouts.batch() == 56.0 * spiel.ROLLOUTS
    assert spiel.DrivenDealt(pyspiel, "spades", tables=1).batch() == 56


@pytest.mark.parametrize("name", spiel.GAMES)
def test_all_chance_comes_evenly_and_before_the_first_decision(name: str) -> None:
    random = Random(3)
    for _ in range(5):
        assert spiel.decisions_from(spiel.deal(pyspiel.load_game(name), random), random) > 0


def test_chance_counts_as_a_step_and_not_as_a_decision() -> None:
    whole = spiel.WholeGames(pyspiel, "spades")
    assert (whole.steps, whole.decisions) == (108 * 2 * spiel.LENGTHS, 56 * 2 * spiel.LENGTHS)
    driven = spiel.Driven(pyspiel, "spades")
    assert driven.batch() == 108
    assert (driven.steps, driven.decisions) == (108, 56)


@pytest.mark.parametrize("name", spiel.SEARCHED)
def test_a_search_has_something_to_choose_in_every_position(name: str) -> None:
    searching = spiel.Searching(pyspiel, name, 20, tables=3)
    assert all(len(table.legal_actions()) > 1 for table in searching.tables)
    assert searching.batch() == 20
    assert searching.at == 1
