"""The numbers of continuations from fixed positions: if a rule changes, so does a number.

`python -m rexarium.testkit.perft` rewrites tests/perft/<game>.txt for every game.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from rexarium.games import AnyGame, all_games
from rexarium.kernel import bits
from rexarium.kernel.game import Setup
from rexarium.kernel.state import State
from rexarium.testkit.walk import begin, drowsy, setups, walk

FOLDER = Path("tests/perft")
COMMAND = "./rex python -m rexarium.testkit.perft"
MOST = 6000  # a position is counted down to the last depth with no more continuations than this
DEEPEST = 8


def perft(state: State, depth: int) -> int:
    """The number of sequences of this many moves; a game that ends earlier counts once."""
    if depth == 0 or state.waiting == 0:
        return 1
    return sum(perft(after, depth - 1) for after in _next(state))


def _next(state: State) -> Iterator[State]:
    """The positions after the next seat's moves; of several that choose at once, the first, because their order means
    nothing."""
    seat = bits.lowest(state.waiting)
    for move in state.moves(seat):
        after = state.copy()
        after.apply(seat, move)
        yield after


def counts(state: State) -> list[int]:
    """The counts from depth 1 on, for as long as they stay cheap."""
    found: list[int] = []
    while len(found) < DEEPEST and (not found or found[-1] <= MOST):
        found.append(perft(state, len(found) + 1))
    return found


def perft_table(game: AnyGame) -> str:
    """All counts of a game as text, one line per position."""
    lines = [f"# {game.title}: ways to go on from a position, by depth. Made by: {COMMAND}"]
    for name, setup in setups(game).items():
        lines += _table_lines(game, name, setup)
    return "\n".join([*lines, ""])


def _table_lines(game: AnyGame, name: str, setup: Setup) -> Iterator[str]:
    match = begin(game, setup, f"perft {name}")
    for ply in walk(match, 1, drowsy):
        if ply % 25 == 0 and not match.is_over:
            yield f"{name} ply {ply}: {' '.join(map(str, counts(match.state())))}"


def main() -> None:
    """Write the table of every game."""
    for game in all_games().values():
        path = FOLDER / f"{game.id}.txt"
        path.write_text(perft_table(game), encoding="utf-8")
        sys.stdout.write(f"wrote {path}\n")


if __name__ == "__main__":
    main()
