"""Law 1, conformance, for every game, number of seats, edition and ruling."""

import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rexarium.games import AnyGame, all_games
from rexarium.kernel.errors import UnreadableMove
from rexarium.kernel.game import Setup
from rexarium.testkit import conformance
from rexarium.testkit.walk import begin, stroll, walk
from tests.laws.registry import every_game, every_table


@pytest.mark.mutation
@every_table
def test_every_legal_move_plays_and_nothing_else_does(game: AnyGame, setup: Setup) -> None:
    for match in stroll(game, setup, seed=1, step=9):
        conformance.check_position(game, match)


@every_table
def test_positions_between_moves_are_sound(game: AnyGame, setup: Setup) -> None:
    for seed in range(2, 12):
        match = begin(game, setup, seed)
        for _ in walk(match, seed):
            conformance.check_questions(game, match.state())


@every_table
def test_the_game_ends_within_its_bound(game: AnyGame, setup: Setup) -> None:
    for seed in range(1000, 5000, 1000):
        conformance.check_ends(game, setup, seed)


@pytest.mark.mutation
@every_table
def test_a_time_out_makes_a_legal_move(game: AnyGame, setup: Setup) -> None:
    for match in stroll(game, setup, seed=3, step=11):
        conformance.check_time_outs(game, match)


@every_table
def test_a_deal_and_its_box_read_back(game: AnyGame, setup: Setup) -> None:
    conformance.check_box(game, setup)
    for seed in range(20):
        conformance.check_deal(game, begin(game, setup, seed))


@every_table
def test_a_written_position_is_the_same_position(game: AnyGame, setup: Setup) -> None:
    for seed in range(3):
        for match in stroll(game, setup, seed, step=3):
            conformance.check_position_text(game, match)


@every_table
def test_a_state_can_be_copied_and_pickled_at_every_ply(game: AnyGame, setup: Setup) -> None:
    match = begin(game, setup, 6)
    for ply in walk(match, 6):
        conformance.check_twins(game, match.state(), seed=ply)


COPIES = """
import pickle, sys, rexarium
from rexarium.games import all_games
from rexarium.testkit.conformance import check_twins
from rexarium.testkit.walk import begin, walk
assert not rexarium.is_compiled()
states = pickle.load(sys.stdin.buffer)
for game, state in zip(all_games().values(), states, strict=True):
    match = begin(game, game.setup(game.max_seats), 6)
    assert state.fields() == match.state().fields()
    for ply in walk(match, 6):
        if ply % 9 == 0 or match.is_over:
            check_twins(game, match.state(), seed=ply)
sys.stdout.buffer.write(pickle.dumps(states))
"""


def test_uncompiled_states_are_copied_likewise_and_compiled_ones_travel_there_and_back() -> None:
    states = [begin(game, game.setup(game.max_seats), 6).state() for game in all_games().values()]
    done = subprocess.run(
        [sys.executable, "-c", COPIES],
        env=dict(os.environ, REXARIUM_PURE="1"),
        input=pickle.dumps(states),
        capture_output=True,
        check=True,
    )
    again = pickle.loads(done.stdout)
    assert [state.fields() for state in again] == [state.fields() for state in states]


@every_game
def test_moves_read_back(game: AnyGame) -> None:
    conformance.check_notation(game)


@every_game
def test_the_tables_of_the_game_agree(game: AnyGame) -> None:
    conformance.check_table(game)


@every_game
@given(text=st.text())
def test_any_other_text_is_refused_as_unreadable(game: AnyGame, text: str) -> None:
    try:
        move = game.read(text)
    except UnreadableMove:
        return
    assert game.read(game.say(move)) == move


@pytest.mark.parametrize("word", ["", " ", "play", "1", "play blue 7 now", "\x00", "play blue 07"])
@every_game
def test_a_near_move_is_not_a_move(game: AnyGame, word: str) -> None:
    with pytest.raises(UnreadableMove):
        game.read(word)
