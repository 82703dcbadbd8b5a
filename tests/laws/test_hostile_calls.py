"""Whatever Python can reach of the core is checked: it works or is refused, and never writes where it should not."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from rexarium.games import AnyGame, all_games
from rexarium.kernel import guard
from rexarium.kernel.state import State
from rexarium.search import playout
from rexarium.search.thinking import think
from rexarium.search.tree import Tree
from rexarium.testkit.walk import begin
from tests.laws.registry import every_game

BAD_SEATS = (-1, 5, 9, 255, 1_000_000, 1 << 40, 1 << 70)
BAD_MOVES = (-1, 63, 64, 3000, 1 << 31, 1 << 70)
NO_NUMBERS = (None, 1.0, "1", b"1", [1], float("nan"))


def fresh(game: AnyGame) -> State:
    return begin(game, game.setup(game.max_seats), 6).state()


def assert_refused(state: State, call: Callable[..., object], *arguments: object) -> None:
    before = state.fields()
    with pytest.raises((TypeError, ValueError)):
        call(*arguments)
    assert state.fields() == before


@pytest.mark.parametrize("variables", [{}, {"REXARIUM_PURE": "1"}], ids=["as it is", "uncompiled"])
def test_no_hostile_call_brings_the_core_down(variables: dict[str, str]) -> None:
    """In a process of its own, since what is looked for would end this one."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-m", "rexarium.testkit.hostility", "1"],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("were refused") == len(all_games())


@every_game
def test_a_move_that_is_not_legal_is_not_made(game: AnyGame) -> None:
    state = fresh(game)
    seat = next(seat for seat in range(state.seats) if state.legal[seat])
    move = state.moves(seat)[0]
    for bad in (*BAD_SEATS, *NO_NUMBERS):
        assert_refused(state, state.apply, bad, move)
    for bad in (*BAD_MOVES, *NO_NUMBERS):
        assert_refused(state, state.apply, seat, bad)
    assert_refused(state, state.apply, seat)
    assert_refused(state, state.apply, seat, move, 0)
    state.apply(seat, move)


@every_game
@pytest.mark.parametrize("name", ["score", "outlook", "default_move", "moves"])
def test_a_seat_that_nobody_has_is_refused(game: AnyGame, name: str) -> None:
    state = fresh(game)
    for bad in (*BAD_SEATS, *NO_NUMBERS):
        assert_refused(state, getattr(state, name), bad)


@every_game
def test_anyone_without_a_seat_is_a_spectator(game: AnyGame) -> None:
    state = fresh(game)
    worlds = []
    for eyes in (-1, 9, 255, 1 << 70):
        world = state.copy()
        assert world.imagine(eyes, 7) == state.copy().imagine(255, 7)
        worlds.append(world.fields())
    assert worlds == [worlds[0]] * len(worlds)


@every_game
def test_a_field_takes_only_what_has_its_shape(game: AnyGame) -> None:
    state = fresh(game)
    legal = list(state.legal)
    for bad in ([1], [], [*legal, 0], legal * 1000, [None] * 5, ["1"] * 5, 7, "11111", None):
        assert_refused(state, state.assign, {"waiting": 0, "legal": bad})
    assert_refused(state, state.assign, {"waiting": 0, "seats": "3"})
    assert_refused(state, state.assign, {"waiting": 0, "nonsense": 3})
    for place in (-1, 5, 1 << 70):
        assert_refused(state, state.assign_at, "legal", place, 1)


@pytest.mark.compiled
@every_game
@pytest.mark.parametrize(
    "fields",
    [{"seats": 100}, {"seats": 1}, {"waiting": 255}, {"waiting": 1 << 40}, {"committed": 255},
     {"legal": [(1 << 64) - 1] * 5}, {"legal": [0] * 5}],
    ids=str,
)  # fmt: skip
def test_a_state_that_no_game_has_goes_no_further(game: AnyGame, fields: dict[str, int | list[int]]) -> None:
    state = fresh(game)
    state.assign(fields)
    again = pickle.loads(pickle.dumps(state))
    for odd in (state, again):
        assert_refused(odd, odd.apply, 0, 0)
        assert_refused(odd, odd.imagine, 0, 7)
        assert_refused(odd, playout.play_out, odd, 7)
        assert_refused(odd, playout.imagine_and_play, odd, 0, 1, 7)
        assert_refused(odd, think, Tree(100), odd, 0, 10, 7)


@pytest.mark.compiled
@every_game
def test_a_state_that_was_never_made_does_nothing(game: AnyGame) -> None:
    state = fresh(game)
    kind: type[State] = type(state)
    dressed = kind.__new__(kind)
    dressed.assign(state.fields())
    for odd in (kind.__new__(kind), kind(), dressed):
        for name in guard.INTERFACE:
            with pytest.raises((TypeError, ValueError)):
                getattr(odd, name)(*[0] * len(guard.INTERFACE[name]))
    assert_refused(kind(), playout.deal_and_play, kind(), 1, 7)


@pytest.mark.compiled
def test_a_pickle_that_was_tampered_with_is_refused() -> None:
    for game in all_games().values():
        taken_apart: Any = fresh(game).__reduce__()
        restore, (kind, fields, *rest) = taken_apart
        for name, value in fields.items():
            is_list = isinstance(value, list)
            for bad in (value[1:], [*value, 0], [1 << 70, *value[1:]]) if is_list else (1 << 70, None, [1]):
                with pytest.raises((TypeError, ValueError, OverflowError)):
                    restore(kind, {**fields, name: bad}, *rest)
        with pytest.raises(TypeError):
            restore(dict, fields, *rest)


@pytest.mark.compiled
@every_game
def test_a_method_without_a_door_is_noticed(game: AnyGame) -> None:
    with pytest.raises(TypeError, match="without a door"):
        guard.fit(type(fresh(game)), {})


@every_game
def test_an_invalid_number_of_games_is_refused(game: AnyGame) -> None:
    state = fresh(game)
    for bad in (-1, 1 << 31, 1 << 70, *NO_NUMBERS):
        assert_refused(state, playout.deal_and_play, state, bad, 7)
        assert_refused(state, playout.imagine_and_play, state, 0, bad, 7)
        assert_refused(state, think, Tree(10), state, 0, bad, 7)
    for bad in (-1, 1 << 64, *NO_NUMBERS):
        assert_refused(state, playout.play_out, state, bad)
        assert_refused(state, state.deal, bad)
    for nothing in (None, 7, object(), Tree(3)):
        with pytest.raises(TypeError):
            playout.play_out(nothing, 7)  # type: ignore[arg-type]
    for nothing in (None, 7, state):
        with pytest.raises(TypeError):
            think(nothing, state, 0, 10, 7)  # type: ignore[arg-type]


@pytest.mark.parametrize("room", [0, -1, 1 << 25, 1 << 70, None, 2.0])
def test_an_impossible_tree_size_is_refused(room: int) -> None:
    with pytest.raises((TypeError, ValueError)):
        Tree(room)


@pytest.mark.compiled
def test_the_arrays_of_a_tree_are_private() -> None:
    names = {name for name in dir(Tree(1)) if name[:2] != "__"}
    methods, settings = {"clear", "weigh", "sums", "room", "size", "is_taken"}, set(vars(Tree)) & {
        "horizon", "care", "exploration", "is_matching", "is_clairvoyant",
    }  # fmt: skip
    assert names == methods | settings


@pytest.mark.compiled
def test_a_tree_is_for_one_thread_at_a_time() -> None:
    """Whoever comes second comes when the first is done, or is told so."""
    state = fresh(next(iter(all_games().values())))
    tree = Tree(1 << 12)

    def ponder(seed: int) -> bool:
        try:
            think(tree, state, 0, 2000, seed)
        except ValueError:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        done = list(threads.map(ponder, range(12)))
    assert any(done)
    assert not tree.is_taken


class Slotted(State):
    """With a pointer where a game has its body."""

    __slots__ = ("thing",)
    thing: object


def test_a_derived_class_is_not_copied_as_bytes() -> None:
    odd = Slotted()
    odd.thing = object()
    assert not hasattr(odd.copy(), "thing")
