"""The loops of random play: they leave their argument alone, repeat themselves, and run side by side."""

from concurrent.futures import ThreadPoolExecutor

from rexarium.games import AnyGame
from rexarium.kernel import bits, dice
from rexarium.kernel.game import Setup
from rexarium.search import playout
from rexarium.testkit.walk import begin
from tests.laws.registry import every_game, every_table


@every_table
def test_a_playout_is_a_game_of_random_moves(game: AnyGame, setup: Setup) -> None:
    """The same moves as a person would make who throws the same dice."""
    state = begin(game, setup, 91).state()
    by_hand, seed, moves = state.copy(), 17, 0
    while by_hand.waiting:
        seat = bits.lowest(by_hand.waiting)
        legal = by_hand.moves(seat)
        seed = dice.advance(seed)
        by_hand.apply(seat, legal[dice.below(seed, len(legal))])
        moves += 1
    assert playout.play_out(state, 17) == moves <= game.ply_bound
    assert state.fields() == by_hand.fields()


@every_game
def test_a_state_is_not_changed_by_playing_from_it(game: AnyGame) -> None:
    state = begin(game, game.setup(game.max_seats), 92).state()
    before = state.fields()
    assert playout.deal_and_play(state, 5, 1) > 5
    assert playout.imagine_and_play(state, 0, 5, 1) > 5
    playout.copy_many(state, 5)
    assert state.fields() == before


@every_game
def test_threads_play_as_one_would(game: AnyGame) -> None:
    states = [begin(game, game.setup(game.min_seats), seed).state() for seed in range(8)]
    alone = [playout.deal_and_play(state, 50, seed) for seed, state in enumerate(states)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda seed: playout.deal_and_play(states[seed], 50, seed), range(8)))
    assert together == alone
