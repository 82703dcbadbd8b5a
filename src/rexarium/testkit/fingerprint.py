"""Fingerprints of everything the core computes, for comparing two builds of it.

`python -m rexarium.testkit.fingerprint` prints them, one line per table; the compiled core and REXARIUM_PURE=1 must
print the same.
"""

import hashlib
from collections.abc import Iterator

from rexarium.games import AnyGame, all_games
from rexarium.kernel import bits, dice
from rexarium.kernel.game import Setup
from rexarium.kernel.state import State
from rexarium.search import playout
from rexarium.testkit.walk import all_eyes, begin, drowsy, setups, walk


def fingerprint(game: AnyGame, setup: Setup, matches: int) -> str:
    """One fingerprint of some matches at this table: states, facts, imagined worlds, deals, playouts, scores."""
    found = hashlib.sha256()
    for text in _trace(game, setup, matches):
        found.update(text.encode())
    return found.hexdigest()


def _trace(game: AnyGame, setup: Setup, matches: int) -> Iterator[str]:
    for seed in range(matches):
        match = begin(game, setup, seed)
        for ply in walk(match, seed, drowsy):
            state = match.state()
            yield repr(state.fields())
            yield repr([state.default_move(seat) for seat in match.waiting()])
            if ply % 7 == 0:
                yield from _imagined(setup, state, seed + ply)
        yield repr(match.opening)
        yield repr([ply.facts for ply in match.plies])
        yield from _result(match.state())
    yield from _late(begin(game, setup, 0).state())
    yield from _deals(begin(game, setup, 0).state())


def _imagined(setup: Setup, state: State, seed: int) -> Iterator[str]:
    for eyes in all_eyes(setup):
        world = state.copy()
        yield repr(world.imagine(eyes, dice.advance(seed)))
        yield repr(world.fields())


def _result(state: State) -> Iterator[str]:
    yield repr([state.score(seat) for seat in range(state.seats)])
    yield repr(state.winners())


def _late(state: State) -> Iterator[str]:
    """Time-outs to the end of the game, without telling facts."""
    while state.waiting:
        seat = bits.lowest(state.waiting)
        state.apply(seat, state.default_move(seat))
        yield repr(state.fields())


def _deals(state: State) -> Iterator[str]:
    seed = dice.WORD  # the largest word
    for _ in range(4):
        seed = state.deal(seed)
        yield repr(seed)
        yield repr(state.fields())
        end = state.copy()
        yield repr(playout.play_out(end, seed))
        yield repr(end.fields())
    yield repr(playout.deal_and_play(state, 3, seed))
    yield repr(playout.imagine_and_play(state, 0, 3, seed))
    yield repr(state.fields())


def main(matches: int = 2) -> None:
    """Print the fingerprint of every table of every game."""
    for game in all_games().values():
        for name, setup in setups(game).items():
            print(name, fingerprint(game, setup, matches))


if __name__ == "__main__":
    main()
