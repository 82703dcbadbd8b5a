"""Thinking about a decision: worlds imagined from what a seat knows, searched, and weighed move by move."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

from rexarium.kernel import dice
from rexarium.kernel.state import State
from rexarium.kernel.thought import Thought
from rexarium.search.thinking import think
from rexarium.search.tree import Tree

ROOM = 1 << 18  # edges of a tree at the most
GROWTH = 5  # edges that a simulation may add: one a seat, where all choose at once
SLICE = 256  # simulations between two looks at the clock
Z = 1.96  # for an interval of 95 %
Run = Callable[[Tree, int], object]  # fills a tree from a seed


@dataclass(frozen=True, slots=True)
class Prospect:
    """What the search thinks of one move."""

    move: int
    visits: int
    chance: float  # estimated chance to win the game; a win shared by two counts half
    error: float  # half the width of a 95 % interval, as far as the search itself is right


class Thinker:
    """Memory to think in: one tree for each thread, made when needed and reused."""

    def __init__(self, thought: Thought, threads: int = 1) -> None:
        self.thought = thought
        self._threads = threads
        self._trees: list[Tree] = []

    def _take_room(self, simulations: int) -> None:
        """Trees with room for a number of simulations each."""
        room = min(ROOM, 1 + GROWTH * simulations)
        if not self._trees or self._trees[0].room < room:
            self._trees = [self._make_tree(room) for _ in range(self._threads)]

    def _make_tree(self, room: int) -> Tree:
        tree = Tree(room)
        tree.horizon = self.thought.horizon
        tree.care = self.thought.care
        tree.exploration = self.thought.exploration
        tree.is_matching = self.thought.is_matching
        tree.is_clairvoyant = self.thought.is_clairvoyant
        return tree

    def ponder(self, world: State, seat: int, seed: int) -> list[Prospect]:
        """All moves of the seat after a number of simulations, the most visited first; the same on any machine."""
        share = -(-self.thought.simulations // self._threads)
        self._take_room(share)
        return self._ponder(world, seat, seed, lambda tree, start: think(tree, world, seat, share, start))

    def ponder_for(self, world: State, seat: int, seed: int, seconds: float) -> list[Prospect]:
        """The same for a number of seconds, at least one slice; how far it gets depends on the machine."""
        self._take_room(ROOM)
        end = time.monotonic() + seconds

        def run(tree: Tree, start: int) -> None:
            is_time_left = True
            while is_time_left:
                start = think(tree, world, seat, SLICE, start)
                is_time_left = time.monotonic() < end

        return self._ponder(world, seat, seed, run)

    def _ponder(self, world: State, seat: int, seed: int, run: Run) -> list[Prospect]:
        seeds = []
        for tree in self._trees:
            tree.clear()
            seed = dice.advance(seed)
            seeds.append(dice.branch(seed))
        if len(self._trees) == 1:
            run(self._trees[0], seeds[0])
        else:
            with ThreadPoolExecutor(len(self._trees)) as threads:
                list(threads.map(run, self._trees, seeds))
        return _weigh(self._trees, seat)


def _weigh(trees: Sequence[Tree], seat: int) -> list[Prospect]:
    """What all trees together say of each move."""
    sums: dict[int, tuple[int, float, float]] = {}
    for tree in trees:
        for move, visits, total, squares in tree.weigh(seat):
            before = sums.get(move, (0, 0.0, 0.0))
            sums[move] = (before[0] + visits, before[1] + total, before[2] + squares)
    found = [_prospect(move, *sums[move]) for move in sorted(sums) if sums[move][0]]
    return sorted(found, key=lambda prospect: -prospect.visits)


def _prospect(move: int, visits: int, total: float, squares: float) -> Prospect:
    mean = total / visits
    variance = max(0.0, squares / visits - mean * mean)
    return Prospect(move, visits, mean, Z * sqrt(variance / visits) if visits > 1 else 1.0)
