"""The search: what it learns is what a plain count says, the same compiled and not, and it finds what is to be found."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rexarium.bots import Thinker, Thought
from rexarium.games import AnyGame, find_game
from rexarium.kernel import bits
from rexarium.kernel.chance import Chance
from rexarium.kernel.outline import read_outline
from rexarium.kernel.state import State
from rexarium.search.thinking import appraise, think
from rexarium.search.tree import Tree
from rexarium.testkit.information import twins
from rexarium.testkit.walk import begin, walk
from tests.laws.registry import every_game

ROOT = Path(__file__).parents[2]


def dealt(game: AnyGame, seats: int) -> State:
    setup = game.setup(seats)
    return game.start(setup, game.deal(setup, Chance.of("search")))


def asked(state: State) -> int:
    return bits.lowest(state.waiting)


@every_game
def test_every_simulation_is_counted_once(game: AnyGame) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        state = dealt(game, seats)
        tree = Tree(5000)
        tree.horizon = 2
        think(tree, state, asked(state), 300, 7)
        weighed = tree.weigh(asked(state))
        assert sum(visits for _, visits, _, _ in weighed) == 300
        assert {move for move, _, _, _ in weighed} <= set(state.moves(asked(state)))
        for _, visits, total, squares in weighed:
            assert 0 <= squares <= total <= visits


@every_game
def test_the_root_is_left_as_it_was(game: AnyGame) -> None:
    state = dealt(game, game.max_seats)
    before = state.fields()
    think(Tree(1000), state, asked(state), 50, 1)
    assert state.fields() == before


@every_game
def test_the_same_seed_thinks_the_same_and_another_differently(game: AnyGame) -> None:
    state = dealt(game, game.max_seats)

    def weighed(seed: int) -> object:
        tree = Tree(2000)
        tree.horizon = 2
        tree.care = 2
        think(tree, state, asked(state), 200, seed)
        return tree.weigh(asked(state))

    assert weighed(3) == weighed(3)
    assert weighed(3) != weighed(4)


@every_game
def test_what_playouts_bring_is_shared_out_among_all_and_the_same_for_the_same_seed(game: AnyGame) -> None:
    for seats in range(game.min_seats, game.max_seats + 1):
        state = dealt(game, seats)
        before = state.fields()

        def shares(seed: int, state: State = state, care: int = 2) -> list[float]:
            tree = Tree(1)
            tree.care, tree.horizon = care, 255
            appraise(tree, state, 300, seed)
            return [float(tree.sums[seat]) for seat in range(state.seats)]

        assert sum(shares(3)) == pytest.approx(300)
        assert shares(3) == shares(3)
        assert shares(3) != shares(4)
        assert state.fields() == before


@every_game
def test_a_full_tree_goes_on_without_growing(game: AnyGame) -> None:
    state = dealt(game, game.max_seats)
    tree = Tree(40)
    tree.horizon = 1
    think(tree, state, asked(state), 400, 9)
    assert tree.size == 40


PROBE = """
import json, sys
from rexarium.games import all_games
from rexarium.kernel import bits
from rexarium.kernel.chance import Chance
from rexarium.search.thinking import appraise, think
from rexarium.search.tree import Tree
found = {}
for name, game in all_games().items():
    setup = game.setup(game.max_seats)
    state = game.start(setup, game.deal(setup, Chance.of("probe")))
    tree = Tree(3000)
    tree.horizon, tree.care = 2, 2
    seat = bits.lowest(state.waiting)
    think(tree, state, seat, 60, 11)
    found[name] = [(move, visits, round(total, 9)) for move, visits, total, _ in tree.weigh(seat)]
    tree.clear()
    tree.is_clairvoyant = True
    think(tree, state, seat, 60, 11)
    found[name + " seen"] = [(move, visits, round(total, 9)) for move, visits, total, _ in tree.weigh(seat)]
    appraise(tree, state, 20, 11)
    found[name + " appraised"] = [round(tree.sums[seat], 9) for seat in range(state.seats)]
    found[name + " judgement"] = [
        [state.chapter(), *(round(state.outlook(seat), 9) for seat in range(state.seats))],
        [state.appeal(seat, move) for move in state.moves(seat)],
    ]
json.dump(found, sys.stdout)
"""


def probe(pure: str) -> object:
    environment = dict(os.environ, REXARIUM_PURE=pure, PYTHONPATH=str(ROOT / "src"))
    words = [sys.executable, "-c", PROBE]
    return json.loads(
        subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout
    )


def test_compiled_and_uncompiled_think_the_same() -> None:
    assert probe("") == probe("1")


def test_a_win_in_one_move_is_found() -> None:
    """TR-37, TR-52: in the last round the egg that makes the square win is taken, not the other."""
    game = find_game("trex")
    lines = """
        round: 12
        phase: take
        rank: 1 2
        open eggs: red, green
        seat 1:
          eggs: 3 red, 2 green
        seat 2:
          eggs: 1 blue, 4 brown, 1 yellow
    """
    state = game.read_position(game.setup(2), read_outline(lines.replace("\n        ", "\n").strip()))
    seat = asked(state)
    prospects = Thinker(Thought(400)).ponder(state, seat, 5)
    assert game.say(prospects[0].move) == "take red"


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_share_the_simulations(threads: int) -> None:
    state = dealt(find_game("trex"), 4)
    thinker = Thinker(Thought(500, horizon=1), threads)
    prospects = thinker.ponder(state, asked(state), 1)
    assert sum(prospect.visits for prospect in prospects) == 500
    assert prospects == thinker.ponder(state, asked(state), 1)
    assert [prospect.visits for prospect in prospects] == sorted(
        (prospect.visits for prospect in prospects), reverse=True
    )


@pytest.mark.parametrize("seconds", [0.05, 0])
def test_thinking_in_time_ends_in_time_and_never_before_it_has_begun(seconds: float) -> None:
    """On a busy machine the time may be over as soon as it begins."""
    state = dealt(find_game("tyrannosaurus"), 4)
    prospects = Thinker(Thought(1, horizon=1)).ponder_for(state, asked(state), 1, seconds)
    assert sum(prospect.visits for prospect in prospects) >= 256


def test_simultaneous_choices_do_not_see_each_other() -> None:
    """TY-16: the tree holds the choices of all seats side by side behind one node, not one behind the other."""
    state = dealt(find_game("tyrannosaurus"), 4)
    tree = Tree(5000)
    tree.horizon = 1
    think(tree, state, asked(state), 300, 3)
    for seat in bits.members(state.waiting):
        assert sum(visits for _, visits, _, _ in tree.weigh(seat)) == 300


def weigh_in_twins(game: AnyGame, *, is_clairvoyant: bool) -> list[bool]:
    """In the middle of some games: does the search find the same where only what is hidden is otherwise?"""
    found = []
    for deal in range(8):
        match = begin(game, game.setup(game.max_seats), deal)
        for ply in walk(match, deal):
            if ply == 12 + deal:
                break
        state = match.state()
        tree = Tree(3000)
        tree.horizon = 2
        tree.is_clairvoyant = is_clairvoyant
        weighed = []
        for world in (state, *twins(state, asked(state), deal, 1)):
            tree.clear()
            think(tree, world, asked(state), 60, 5)
            weighed.append(tree.weigh(asked(state)))
        found.append(weighed[0] == weighed[1])
    return found


@every_game
def test_only_a_clairvoyant_depends_on_what_is_hidden(game: AnyGame) -> None:
    assert all(weigh_in_twins(game, is_clairvoyant=False))
    assert not all(weigh_in_twins(game, is_clairvoyant=True))


def test_a_clairvoyant_takes_hidden_choices_as_they_are() -> None:
    """TY-16: who has chosen already chooses no more, while the others are thought to be choosing still."""
    state = dealt(find_game("tyrannosaurus"), 4)
    first, *others = bits.members(state.waiting)
    state.apply(first, state.moves(first)[0])
    for is_clairvoyant in (False, True):
        tree = Tree(5000)
        tree.horizon = 1
        tree.is_clairvoyant = is_clairvoyant
        think(tree, state, others[0], 200, 3)
        assert sum(visits for _, visits, _, _ in tree.weigh(first)) == (0 if is_clairvoyant else 200)
        for seat in others:
            assert sum(visits for _, visits, _, _ in tree.weigh(seat)) == 200
