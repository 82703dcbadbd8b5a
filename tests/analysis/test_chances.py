"""Chances: right where one can count, the same for the same seed, and found on slow machines too."""

import pytest

from rexarium.analysis import chances, find_chances
from rexarium.analysis.chances import seed_for
from rexarium.games import AnyGame, find_game
from rexarium.kernel.game import winners
from rexarium.match import Match
from tests.analysis.games import play_out
from tests.laws.registry import every_game


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few playouts are enough to see that they are made."""
    monkeypatch.setattr(chances, "PLAYOUTS", 200)


@every_game
def test_chances_are_the_shares_of_playouts_and_the_same_for_the_same_seed(game: AnyGame) -> None:
    match = play_out(game, 3, 20)
    state = match.fork(8).state()
    once = find_chances(state, 1)
    assert once == find_chances(state, 1)
    assert once != find_chances(state, 2)
    assert once != find_chances(match.fork(4).state(), 1)
    assert all(0 <= chance <= 1 for chance in once)
    assert sum(once) == pytest.approx(1)


def test_a_seed_is_of_one_ply_of_one_record() -> None:
    assert seed_for("a record", 8) == seed_for("a record", 8)
    assert len({seed_for(record, ply) for record in ("a record", "another") for ply in range(50)}) == 100


def test_a_certain_winner_has_every_chance() -> None:
    """At the last question of a game that only one seat can still win, both before and after it."""
    game = find_game("tyrannosaurus")
    sure = 0
    for number in range(12):
        match = play_out(game, 2, seed=f"sure {number}")
        last = match.plies[-1].asked_at
        ends = [_end(match, last, choice) for choice in range(4)]
        if all(end == ends[0] for end in ends):
            sure += 1
            expected = [(seat in ends[0]) / len(ends[0]) for seat in range(2)]
            for ply in (last, match.ply):
                assert list(find_chances(match.fork(ply).state(), ply)) == expected
    assert sure


def _end(match: Match, ply: int, choice: int) -> list[int]:
    again = match.fork(ply)
    while not again.is_over:
        decision = again.decision(again.waiting()[0])
        assert decision is not None
        again.submit(decision.seat, decision.choices[choice % len(decision.choices)].move)
    return winners(again.state())


def test_a_slow_machine_makes_fewer_playouts_but_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chances, "SECONDS", 0.0)
    monkeypatch.setattr(chances, "PLAYOUTS", 10**9)
    state = play_out(find_game("trex"), 2, 5).state()
    assert sum(find_chances(state, 1)) == pytest.approx(1)
