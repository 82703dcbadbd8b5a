"""Our side: tables of T-Rex, positions in mid-game, and the loops that are measured."""

from collections.abc import Callable
from random import Random

from bench.measure import Rates, rate_of
from rexarium.games import find_game
from rexarium.kernel import bits, dice
from rexarium.kernel.chance import Chance
from rexarium.kernel.state import State
from rexarium.search import playout

GAMES = 256  # dealt and played by one call, as the C program does between two looks at its clock
POSITIONS = 512  # the C program's number too
WORLDS = 16  # imagined from one position by one call; why so many: docs/benchmarks.md
COPIES = 1 << 16


def table(seats: int) -> State:
    """A dealt table of T-Rex: standard edition, the rulings that the C program has."""
    game = find_game("trex")
    rulings = {"flip_with_one": "on", "shower_is_extra_loss": "off"}
    setup = game.setup(seats, rulings=rulings)
    return game.start(setup, game.deal(setup, Chance.of("bench")))


def play_some(state: State, seed: int, most: int | None = None) -> int:
    """The core's random play over again in Python, move by move; returns how many were made."""
    made = 0
    while state.waiting and made != most:
        seat = bits.lowest(state.waiting)
        legal = state.legal[seat]
        seed = dice.advance(seed)
        state.apply(seat, bits.nth(legal, dice.below(seed, bits.count(legal))))
        made += 1
    return made


def mid_game(state: State, seed: int) -> State:
    """A new deal after half the moves of a random game, as the C program makes them."""
    whole = state.copy()
    seed = whole.deal(seed)
    half = whole.copy()
    play_some(half, seed, playout.play_out(whole, seed) // 2)
    return half


def seeds() -> Callable[[], int]:
    """A new seed for every call of the core."""
    source = Random(20240229)
    return lambda: source.getrandbits(64)


class Playing:
    """Deals and random games with the loop inside the core."""

    def __init__(self, seats: int) -> None:
        self.state = table(seats)
        self.seed = seeds()

    def batch(self) -> float:
        return playout.deal_and_play(self.state, GAMES, self.seed())

    def __call__(self, seconds: float) -> Rates:
        return {"moves": rate_of(self.batch, seconds)}

    def moves_per_game(self) -> float:
        return playout.deal_and_play(self.state, 20 * GAMES, 1) / (20 * GAMES)


class Imagining:
    """Worlds imagined by the seat to move in mid-game, each played to its end inside the core."""

    def __init__(self, seats: int, positions: int | None = None) -> None:
        state, seed = table(seats), seeds()
        roots = [mid_game(state, seed()) for _ in range(positions or POSITIONS)]
        self.roots = [(root, bits.lowest(root.waiting)) for root in roots]
        self.seed = seeds()
        self.at = 0
        self.playouts = self.moves = 0

    def batch(self) -> float:
        root, seat = self.roots[self.at]
        self.at = (self.at + 1) % len(self.roots)
        moves = playout.imagine_and_play(root, seat, WORLDS, self.seed())
        self.playouts += WORLDS
        self.moves += moves
        return moves

    def __call__(self, seconds: float) -> Rates:
        playouts, moves = self.playouts, self.moves
        rate = rate_of(self.batch, seconds)
        return {"imagined": rate, "playouts": rate * (self.playouts - playouts) / (self.moves - moves)}


class Copying:
    """One state copied onto another inside the core, and a new one made from Python."""

    def __init__(self, seats: int) -> None:
        self.state = mid_game(table(seats), 1)

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
