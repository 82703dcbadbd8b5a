"""Law 6: whole games and counts as text, so that a change of play shows in a diff."""

import re
from pathlib import Path

import pytest

from rexarium.games import AnyGame
from rexarium.kernel.facts import SPECTATOR
from rexarium.testkit import perft, playthrough
from rexarium.testkit.information import plain
from rexarium.testkit.walk import all_eyes, begin
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


@every_game
def test_a_playthrough_says_in_words_what_each_seat_and_a_spectator_see(game: AnyGame) -> None:
    """At its beginning every field of every view is named, with its value and those who see it."""
    name = playthrough.names(game)[0]
    start = (ROOT / playthrough.FOLDER / f"{name}.txt").read_text(encoding="utf-8").partition("\nply ")[2]
    lines = [line.partition(" see: ") for line in start.partition("\nply ")[0].splitlines()]
    setup = game.setup(game.min_seats, preset=name.split("-", 2)[2].rpartition("-")[0])
    state = begin(game, setup, name).state()
    for eyes in all_eyes(setup):
        who = {"all", "spectator" if eyes == SPECTATOR else str(eyes + 1)}
        seen = [what for seers, _, what in lines if who & set(seers.split())]
        for field, value in plain(game.view(state, eyes)).items():
            found = [line for line in seen if re.match(rf"{field}[ :]", line)]
            assert found or value == {}, f"eyes {eyes} are not said to see {field}"
            if isinstance(value, str):
                assert found == [f"{field}: {value}"]


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
