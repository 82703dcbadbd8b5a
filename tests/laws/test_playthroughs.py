"""Law 6: whole games and counts as text, so that a change of play shows in a diff."""

from pathlib import Path

import pytest

from rexarium.games import AnyGame
from rexarium.testkit import perft, playthrough
from rexarium.testkit.walk import begin
from tests.laws.registry import GAMES, every_game

ROOT = Path(__file__).parents[2]
NAMES = [name for game in GAMES.values() for name in playthrough.names(game)]


@pytest.mark.mutation
@pytest.mark.parametrize("name", NAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    path = ROOT / playthrough.FOLDER / f"{name}.txt"
    assert path.exists(), f"{path.name} is missing; make it with: {playthrough.COMMAND}"
    was, is_now = path.read_text(encoding="utf-8").splitlines(), playthrough.play_through(name).splitlines()
    for number, (old, new) in enumerate(zip(was, is_now, strict=False), start=1):
        assert new == old, f"line {number}; if it is meant to be so: {playthrough.COMMAND} {name}"
    assert len(was) == len(is_now)


def test_no_playthrough_is_left_over() -> None:
    stray = {path.stem for path in (ROOT / playthrough.FOLDER).iterdir()} - set(NAMES)
    assert not stray, f"nobody reads {stray}"


@every_game
def test_the_ways_to_go_on_are_as_many_as_they_were(game: AnyGame) -> None:
    path = ROOT / perft.FOLDER / f"{game.id}.txt"
    assert path.exists(), f"{path.name} is missing; make it with: {perft.COMMAND}"
    was, is_now = path.read_text(encoding="utf-8").splitlines(), perft.perft_table(game).splitlines()
    differing = [f"{old}\n  now {new}" for old, new in zip(was, is_now, strict=False) if old != new]
    assert not differing, f"if it is meant to be so: {perft.COMMAND}\n" + "\n".join(differing)
    assert len(was) == len(is_now)


@every_game
def test_perft_counts_what_a_hand_would_count(game: AnyGame) -> None:
    """Depth 1 is the legal moves; depth 2 is theirs in turn."""
    state = begin(game, game.setup(game.min_seats), 3).state()
    first = min(seat for seat in range(state.seats) if state.moves(seat))
    moves = state.moves(first)
    assert perft.perft(state, 0) == 1
    assert perft.perft(state, 1) == len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.apply(first, move)
        total += next(len(after.moves(seat)) for seat in range(state.seats) if after.moves(seat))
    assert perft.perft(state, 2) == total
