"""What counts as a move, counted again in Python."""

import pytest

from bench import driven, ours, threads
from bench.contests import CONTESTS, CUBOSAURS, CUBOSAURS_DNA, TREX, TYRANNOSAURUS, Contest
from rexarium.games import find_game
from rexarium.kernel import dice
from rexarium.kernel.state import State
from rexarium.search import playout

SEEDS = (1, 2**63 + 5)
every_game = pytest.mark.parametrize("row", CONTESTS, ids=lambda row: row.name)


def dealt_and_played(state: State, games: int, seed: int) -> int:
    moves = 0
    for _ in range(games):
        seed = state.deal(seed)
        moves += ours.play_some(state, dice.branch(seed))
    return moves


@pytest.mark.parametrize("seed", SEEDS)
@every_game
def test_the_core_counts_every_move_of_every_game(row: Contest, seed: int) -> None:
    for seats in row.seats:
        state = row.table(seats)
        assert playout.deal_and_play(state, 5, seed) == dealt_and_played(state.copy(), 5, seed)


@pytest.mark.parametrize("seed", SEEDS)
@every_game
def test_the_core_counts_only_the_moves_after_the_position(row: Contest, seed: int) -> None:
    root = ours.mid_game(row.table(4), seed)
    world = root.copy()
    after = world.imagine(0, seed)
    assert playout.imagine_and_play(root, 0, 1, seed) == ours.play_some(world, dice.branch(after))


@every_game
def test_mid_game_is_after_half_the_moves(row: Contest) -> None:
    whole = row.table(4)
    seed = whole.deal(7)
    moves = ours.play_some(whole, seed)
    again = row.table(4)
    ours.play_some(again, again.deal(7), moves // 2)
    assert ours.mid_game(row.table(4), 7).fields() == again.fields()


def test_the_driver_in_python_counts_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    contender = driven.Driven(TREX.table(4))
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


def test_a_games_length_is_the_average_of_all_games_played() -> None:
    playing = ours.Playing(TREX.table(4))
    moves = [playing.batch() for _ in range(4)]
    assert playing.moves_per_game() == pytest.approx(sum(moves) / (4 * ours.GAMES))
    assert playing.noise(1e9) < playing.noise(4 * ours.GAMES)


@every_game
def test_imagined_playouts_and_moves_are_counted_together(row: Contest) -> None:
    imagining = ours.Imagining(row.table(4), positions=2)
    rates = imagining(0.0)
    assert imagining.playouts == 2 * imagining.worlds
    assert rates["imagined"] / rates["playouts"] == pytest.approx(imagining.moves / imagining.playouts)


@every_game
def test_a_call_imagines_about_as_many_moves_in_every_game(row: Contest) -> None:
    for seats in row.seats:
        imagining = ours.Imagining(row.table(seats), positions=16)
        assert imagining.batch() / 16 == pytest.approx(ours.MOVES, rel=0.25)


@every_game
def test_the_table_names_every_ruling(row: Contest) -> None:
    """But those whose default the number of seats decides, as in the C programs."""
    rulings = find_game(row.game).rulings
    assert set(row.rulings) == {ruling.id for ruling in rulings if not ruling.default_by_seats}


def test_the_tables_have_the_rulings_of_the_c_programs() -> None:
    fields = TREX.table(4).fields()
    assert (fields["flip_with_one"], fields["shower_is_extra_loss"]) == (1, 0)
    fields = TYRANNOSAURUS.table(2).fields()
    assert (fields["directions"], fields["play_on"]) == (255, 0)
    for contest, dna in ((CUBOSAURS, 0), (CUBOSAURS_DNA, 1)):
        fields = contest.table(2).fields()
        assert (fields["dna"], fields["zero_majority"], fields["late_window"], fields["rounds"]) == (
            dna,
            1,
            0,
            3,
        )
        assert contest.table(4).fields()["rounds"] == 2


@every_game
def test_a_search_counts_its_simulations_and_has_something_to_choose(row: Contest) -> None:
    searching = ours.Searching(row.table(4), 30, positions=4)
    assert all(len(root.moves(seat)) > 1 for root, seat in searching.roots)
    for _ in range(5):
        assert searching.batch() == 30
        _, seat = searching.roots[searching.at]
        assert sum(visits for _, visits, _, _ in searching.tree.weigh(seat)) == 30


@pytest.mark.parametrize("count", [1, 2])
def test_threads_that_think_count_the_simulations_of_all(count: int) -> None:
    thinking = threads.Thinking(count, positions=2)
    assert thinking.decide() == count * threads.Thinking.SIMULATIONS
    assert thinking(0.0)["simulations"] > 0
