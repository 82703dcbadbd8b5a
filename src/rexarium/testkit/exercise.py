"""A quick run through everything the core can do, for tools that watch it: coverage, sanitizers, mutants.

`python -m rexarium.testkit.exercise` runs the casebook, replays the stored records, and tries the laws on every table of
every game (with a number n, on every nth table); it stops at the first failure. Run it in the
project's folder.
"""

import sys
from contextlib import suppress
from math import isfinite
from pathlib import Path

from rexarium.games import AnyGame, all_games
from rexarium.kernel.facts import SPECTATOR
from rexarium.kernel.game import Setup
from rexarium.kernel.state import State
from rexarium.match import Match, read_record_file
from rexarium.testkit.casebook import read_casebook_file, run_case
from rexarium.testkit.conformance import check_ends, check_position, check_time_outs
from rexarium.testkit.fingerprint import fingerprint
from rexarium.testkit.information import check_facts, check_imagined
from rexarium.testkit.walk import begin, drowsy, setups, stroll


def run_cases(root: Path) -> int:
    """Check that every case of the casebook holds; returns how many there are."""
    cases = [
        case for path in sorted((root / "casebook").rglob("*.case")) for case in read_casebook_file(path)
    ]
    for case in cases:
        result = run_case(case)
        assert not result.failure, f"{case.title}, line {result.line}: {result.failure}"
    return len(cases)


def replay_records(root: Path) -> int:
    """Check that every stored record replays; returns how many there are."""
    paths = sorted((root / "tests" / "records").glob("*.rex"))
    for path in paths:
        assert read_record_file(path).is_over, f"{path.name} does not end"
    return len(paths)


def check_judgement(match: Match) -> None:
    """The bots' judgement works at any time, in any state from which a game can continue."""
    state = match.state()
    assert state.is_in_bounds(), "a state of a game is taken for one that no game has"
    assert state.is_sound(), "a state of a game is taken for one that no game has"
    for seat in match.waiting():
        assert isfinite(state.outlook(seat)), f"the outlook of seat {seat + 1} is no number"
        for move in state.moves(seat):
            state.appeal(seat, move)
    assert state.chapter() >= 0, "a chapter before the beginning"


def check_examination(state: State) -> None:
    """A game can continue from a real state, and a state with a strange number in it can at least be examined safely."""
    for name, value in state.fields().items():
        for number in (*range(12), 255):
            odd = state.copy()
            with suppress(OverflowError, ValueError):  # it does not fit the field
                odd.assign({name: [number] * len(value) if isinstance(value, list) else number})
                if odd.is_in_bounds():
                    odd.is_sound()
        if isinstance(value, list):
            with suppress(IndexError, ValueError):
                setattr(state.copy(), name, value[1:])


def try_laws(game: AnyGame, setup: Setup) -> None:
    """Try the laws at some positions of some matches at one table."""
    fingerprint(game, setup, 1)
    check_ends(game, setup, seed=3)
    for match in stroll(game, setup, seed=2, step=45):
        check_position(game, match)
        check_time_outs(game, match)
        if not match.is_over:
            check_imagined(game, match.state(), match.ply % setup.seats, seed=match.ply, worlds=1)
    check_facts(game, begin(game, setup, 4).state(), SPECTATOR, seed=4, choose=drowsy)


def main(step: int = 1) -> None:
    """Run everything, with the laws on every nth table."""
    root = Path.cwd()
    sys.stdout.write(f"{run_cases(root)} cases hold\n{replay_records(root)} records replay\n")
    for game in all_games().values():
        for preset in game.presets[:2]:
            for match in stroll(game, game.setup(game.max_seats, preset=preset.id), seed=5, step=1):
                check_judgement(match)
                if match.ply % 30 == 0 or match.is_over:
                    check_examination(match.state())
        for name, setup in list(setups(game).items())[::step]:
            try_laws(game, setup)
            sys.stdout.write(f"{name} obeys the laws\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
