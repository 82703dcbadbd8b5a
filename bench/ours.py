"""Our side: mid-game positions and the measured loops, the same for every game."""

from collections.abc import Callable
from math import sqrt
from random import Random
from statistics import fmean, stdev

from bench.measure import Rates, rate_of
from rexarium.kernel import bits, dice
from rexarium.kernel.state import State
from rexarium.search import playout
from rexarium.search.thinking import think
from rexarium.search.tree import Tree

GAMES = 256  # dealt and played by one call; the C programs play 256 or 512 between two looks at the clock
POSITIONS = 512  # as in the C programs
MOVES = 1500  # approximate total in the worlds that one call imagines from a position; docs/benchmarks.md says why
COPIES = 1 << 16


def play_some(state: State, seed: int, most: int | None = None) -> int:
    """Repeat the core's random play move by move in Python; returns the number of moves."""
    made = 0
    while state.waiting and made != most:
        seat = bits.lowest(state.waiting)
        legal = state.legal[seat]
        seed = dice.advance(seed)
        state.apply(seat, bits.nth(legal, dice.below(seed, bits.count(legal))))
        made += 1
    return made


def mid_game(state: State, seed: int) -> State:
    """A new deal after half the moves of a random game, as in the C programs."""
    whole = state.copy()
    seed = whole.deal(seed)
    half = whole.copy()
    play_some(half, seed, playout.play_out(whole, seed) // 2)
    return half


def seeds() -> Callable[[], int]:
    """A source of new seeds, one for every call of the core."""
    source = Random(20240229)
    return lambda: source.getrandbits(64)


class Playing:
    """Deals and random games with the loop inside the core."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seed = seeds()
        self.lengths: list[float] = []  # the average length of a game, by batch

    def batch(self) -> float:
        moves = playout.deal_and_play(self.state, GAMES, self.seed())
        self.lengths.append(moves / GAMES)
        return moves

    def __call__(self, seconds: float) -> Rates:
        return {"moves": rate_of(self.batch, seconds)}

    def moves_per_game(self) -> float:
        return fmean(self.lengths)

    def noise(self, other_games: float) -> float:
        """The standard error of the difference from the average length of this many games played elsewhere."""
        of_one_game = stdev(self.lengths) * sqrt(GAMES)
        return of_one_game * sqrt(1 / (GAMES * len(self.lengths)) + 1 / other_games)


class Imagining:
    """Worlds imagined by the seat to move in mid-game, each played to the end inside the core."""

    def __init__(self, state: State, positions: int | None = None) -> None:
        self.seed = seeds()
        roots = [mid_game(state, self.seed()) for _ in range(positions or POSITIONS)]
        self.roots = [(root, bits.lowest(root.waiting)) for root in roots]
        self.worlds = max(1, round(MOVES * len(self.roots) / self.play(worlds=1)))
        self.playouts = self.moves = 0

    def play(self, worlds: int) -> int:
        """Play this many worlds from every position, one call for each position; returns the number of moves."""
        imagine_and_play, seed = playout.imagine_and_play, self.seed
        return sum([imagine_and_play(root, seat, worlds, seed()) for root, seat in self.roots])

    def batch(self) -> float:
        moves = self.play(self.worlds)
        self.playouts += self.worlds * len(self.roots)
        self.moves += moves
        return moves

    def __call__(self, seconds: float) -> Rates:
        playouts, moves = self.playouts, self.moves
        rate = rate_of(self.batch, seconds)
        return {"imagined": rate, "playouts": rate * (self.playouts - playouts) / (self.moves - moves)}


class Searching:
    """Plain information-set search in mid-game positions with a choice: an empty tree and a number of simulations, each
    in its own world and played out at random to the end of the game."""

    ROOM = 1 << 16  # edges, more than enough

    def __init__(self, state: State, simulations: int, positions: int | None = None) -> None:
        self.seed = seeds()
        self.roots: list[tuple[State, int]] = []
        while len(self.roots) < (positions or POSITIONS):
            root = mid_game(state, self.seed())
            seat = bits.lowest(root.waiting)
            if bits.count(root.legal[seat]) > 1:
                self.roots.append((root, seat))
        self.simulations = simulations
        self.tree = Tree(self.ROOM)
        self.tree.horizon = 1 << 16  # longer than any game
        self.at = 0

    def batch(self) -> float:
        self.at = (self.at + 1) % len(self.roots)
        root, seat = self.roots[self.at]
        self.tree.clear()
        think(self.tree, root, seat, self.simulations, self.seed())
        return self.simulations

    def __call__(self, seconds: float) -> Rates:
        return {"simulations": rate_of(self.batch, seconds)}


class Copying:
    """One state copied onto another inside the core, and a new copy made from Python."""

    def __init__(self, state: State) -> None:
        self.state = mid_game(state, 1)

    def batch(self) -> float:
        playout.copy_many(self.state, COPIES)
        return COPIES

    def batch_from_python(self) -> float:
        copy = self.state.copy
        for _ in range(1000):
            copy()
        return 1000

    def __call__(self, seconds: float) -> Rates:
        return {
            "copies": rate_of(self.batch, seconds / 4),
            "python copies": rate_of(self.batch_from_python, seconds / 4),
        }
