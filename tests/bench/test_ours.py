"""What is counted as a move, counted over again in Python."""

import pytest

from bench import driven, ours
from rexarium.kernel import dice
from rexarium.kernel.state import State
from rexarium.search import playout

SEEDS = (1, 2**63 + 5)


def dealt_and_played(state: State, games: int, seed: int) -> int:
    moves = 0
    for _ in range(games):
        seed = state.deal(seed)
        moves += ours.play_some(state, dice.branch(seed))
    return moves


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seats", range(2, 6))
def test_the_core_counts_every_move_of_every_game(seats: int, seed: int) -> None:
    state = ours.table(seats)
    assert playout.deal_and_play(state, 5, seed) == dealt_and_played(state.copy(), 5, seed)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_core_counts_only_the_moves_after_the_position(seed: int) -> None:
    root = ours.mid_game(ours.table(4), seed)
    world = root.copy()
    after = world.imagine(0, seed)
    assert playout.imagine_and_play(root, 0, 1, seed) == ours.play_some(world, dice.branch(after))


def test_mid_game_is_after_half_the_moves() -> None:
    whole = ours.table(4)
    seed = whole.deal(7)
    moves = ours.play_some(whole, seed)
    again = ours.table(4)
    ours.play_some(again, again.deal(7), moves // 2)
    assert ours.mid_game(ours.table(4), 7).fields() == again.fields()


def test_the_driver_in_python_counts_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    contender = driven.Driven(4)
    applied: list[int] = []

    class Spy:
        """The state, with every move noted."""

        def __init__(self, state: State) -> None:
            self.state = state
            self.deal = state.deal
            self.moves = state.moves

        @property
        def waiting(self) -> int:
            return self.state.waiting

        def apply(self, seat: int, move: int) -> None:
            assert move in self.state.moves(seat)
            applied.append(move)
            self.state.apply(seat, move)

    monkeypatch.setattr(contender, "state", Spy(contender.state))
    assert contender.batch() == len(applied) > 0


def test_imagined_playouts_and_moves_are_counted_together() -> None:
    imagining = ours.Imagining(3, positions=2)
    rates = imagining(0.0)
    assert imagining.playouts == ours.WORLDS
    assert rates["imagined"] / rates["playouts"] == pytest.approx(imagining.moves / imagining.playouts)


def test_the_table_has_the_rulings_of_the_c_program() -> None:
    fields = ours.table(4).fields()
    assert (fields["flip_with_one"], fields["shower_is_extra_loss"]) == (1, 0)
