"""Everything in the compiled core that Python can reach, called with everything it does not expect.

`python -m rexarium.testkit.hostility` plays random games of every kind. Now and then it calls everything it finds
there with hostile arguments, writes nonsense into fields and carries on with that, and tampers with pickled states. Each
call must work or be refused with an error of a known type, and a refusal must leave the state unchanged. A memory error
would stop the process, so it runs in a separate one, and under AddressSanitizer too (`testkit.asan`). With a number n
it does n times as much.

There is no list of methods here: they are found in the classes and modules, so new ones are tried too. Uncompiled, only the
methods that every game has are called, because only those are checked there.
"""

import copy
import pickle
import sys
from array import array
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getmembers
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import rexarium
from rexarium.games import AnyGame, all_games
from rexarium.kernel import guard
from rexarium.kernel.errors import RexariumError
from rexarium.kernel.state import State
from rexarium.search import playout, thinking
from rexarium.search.tree import Tree
from rexarium.testkit.walk import begin, walk

REFUSALS = (
    TypeError,
    ValueError,
    OverflowError,
    LookupError,
    AttributeError,
    NotImplementedError,
    RexariumError,
)
NUMBERS = (
    *range(-2, 9),
    17,
    40,
    63,
    64,
    127,
    128,
    200,
    255,
    256,
    65535,
    1 << 31,
    (1 << 32) - 1,
    (1 << 63),
    (1 << 64) - 1,
)
HUGE = (1 << 64, -(1 << 63), -(1 << 64), 10**40, -(10**40))
OTHERS: tuple[object, ...] = (
    None,
    True,
    1.5,
    float("nan"),
    "",
    "seat",
    b"\x01",
    [],
    [1, 2],
    (),
    {},
    {"seats": 99},
    object(),
    int,
    print,
)
LONG_RUNS = frozenset({"copy_many", "deal_and_play", "imagine_and_play", "think", "appraise", "Tree"})
INNER = frozenset({"__init__", "__reduce__", "__setstate__", "__setstate_cython__", "__reduce_cython__"})


class Slotted(State):
    """A derived class as somebody else might write it, with a pointer in its body."""

    __slots__ = ("thing",)

    def __init__(self) -> None:
        super().__init__()
        self.thing = [self.seats]


def compiled_modules() -> list[ModuleType]:
    """Every compiled module, if there is a compiler."""
    root = Path(rexarium.__file__).parent
    names = [
        ".".join(("rexarium", *path.relative_to(root).with_suffix("").parts))
        for path in sorted(root.rglob("*.py"))
        if path.read_text(encoding="utf-8").startswith("# cython:")
    ]
    return [import_module(name) for name in names]


def functions() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every function and class that these modules define."""
    for module in compiled_modules():
        for name, value in vars(module).items():
            if callable(value) and getattr(value, "__module__", "") == module.__name__ and name != "fit":
                yield name, value


def methods(thing: object) -> list[str]:
    """The names of everything callable on a state or a tree."""
    if not rexarium.is_compiled():
        return [
            name
            for name in (*guard.INTERFACE, "assign", "assign_at", "moves", "copy")
            if hasattr(thing, name)
        ]
    return [name for name, _ in getmembers(type(thing), callable) if name[:2] != "__" or name in INNER]


class Attacker:
    """One run through a game, from one seed."""

    def __init__(self, game: AnyGame, seed: int) -> None:
        self.game = game
        self.dice = Random(f"{game.id} {seed}")
        self.tries = 0
        self.refused = 0

    def argument(self, near: list[object]) -> object:
        """An argument: often almost right, often completely wrong."""
        kind = self.dice.randrange(10)
        if kind < 6:
            return self.dice.choice(NUMBERS)
        if kind < 7:
            return self.dice.choice(HUGE)
        return self.dice.choice(OTHERS) if kind < 9 else self.dice.choice(near)

    def attempt(self, call: Callable[..., object], *arguments: object) -> bool:
        """Try a call; any error of an unknown type is a failure. Returns whether the call worked."""
        self.tries += 1
        try:
            call(*arguments)
        except REFUSALS:
            self.refused += 1
            return False
        return True

    def call_methods(self, state: State, times: int) -> None:
        """Call every method of a state a number of times; a refused call must have changed nothing."""
        near: list[object] = [state, type(state).__new__(type(state)), Tree(2), Slotted()]
        before = state.fields()
        for name in methods(state):
            for _ in range(times):
                twin = state.copy()
                arguments = [self.argument(near) for _ in range(self.dice.randrange(4))]
                if name == "assign":
                    arguments = [{self.field(state): self.argument(near) for _ in range(3)}]
                if not self.attempt(getattr(twin, name), *arguments):
                    assert twin.fields() == before, f"{name}{arguments} is refused, but has changed the state"
        assert state.fields() == before, "what befalls a copy befalls the state"

    def field(self, state: State) -> str:
        """The name of some field."""
        return self.dice.choice([*state.fields(), "facts", "is_telling", "nonsense"])

    def scribble(self, state: State) -> None:
        """Write nonsense into a field or two, in one of several ways."""
        for _ in range(self.dice.randrange(1, 4)):
            name = self.field(state)
            value: object = self.argument([state])
            old = getattr(state, name, None)
            if isinstance(old, list) and old and self.dice.randrange(4):
                value = list(old)
                for _ in range(self.dice.randrange(1, 4)):
                    value[self.dice.randrange(len(value))] = self.dice.choice(NUMBERS)
            way = self.dice.randrange(5)
            if way == 0:
                self.attempt(setattr, state, name, value)
            elif way == 1:
                self.attempt(state.assign, {name: value})
            elif way == 2:
                self.attempt(self.call_by_name, getattr(type(state), name, None), "__set__", state, value)
            elif way == 3:
                self.attempt(state.assign_at, name, self.dice.choice(NUMBERS), self.dice.choice(NUMBERS))
            else:
                self.attempt(delattr, state, name)

    def use(self, state: State) -> None:
        """Use a state in every ordinary way, whatever is in it."""
        tree = Tree(self.dice.choice((1, 2, 60)))
        tree.horizon, tree.care = self.dice.choice((0, 1, 300)), self.dice.choice((0, 1, 3))
        tree.is_matching = self.dice.random() < 0.5
        tree.is_clairvoyant = self.dice.random() < 0.5
        tree.exploration = self.dice.choice((0.7, -1.0, 1.0, float("nan"), float("inf")))
        seat, seed = self.dice.randrange(-1, 6), self.dice.randrange(1 << 64)
        self.attempt(thinking.think, tree, state, seat, 30, seed)
        self.attempt(thinking.appraise, tree, state, 5, seed)
        self.attempt(playout.imagine_and_play, state, seat, 2, seed)
        self.attempt(playout.deal_and_play, state, 2, seed)
        self.attempt(playout.copy_many, state, 3)
        self.attempt(copy.copy, state)
        self.attempt(copy.deepcopy, state)
        self.attempt(self.travel, state)
        for name in methods(state):
            for numbers in ((), (seat,), (seat, 0), (0,), (1, 1), (seat, 3, 1)):
                if name not in INNER:
                    self.attempt(getattr(state.copy(), name), *numbers)
        twin = state.copy()
        self.attempt(playout.play_out, twin, seed)
        self.play_by_hand(state.copy())

    def play_by_hand(self, state: State) -> None:
        """Make a few moves while telling facts."""
        state.is_telling = True
        for _ in range(20):
            seats = [seat for seat in range(5) if state.legal[seat] and state.waiting >> seat & 1]
            if not seats:
                return
            seat = self.dice.choice(seats)
            if not self.attempt(state.apply, seat, self.dice.choice(state.moves(seat))):
                return
            state.take_facts()

    def travel(self, state: State) -> None:
        """Pickle and unpickle a state."""
        pickle.loads(pickle.dumps(state, self.dice.randrange(6)))

    def tamper(self, state: State) -> None:
        """Unpickle a tampered pickle."""
        taken_apart: Any = state.__reduce__()
        restore, parts = taken_apart[0], list(taken_apart[1])
        fields = dict(parts[1])
        name = self.dice.choice(list(fields))
        value: object = self.argument([state])
        if isinstance(fields[name], list):
            old = list(fields[name])
            value = self.dice.choice(([*old, 0], old[1:], old * 1000, [], [*old[1:], value], value))
        fields[name] = value
        parts[1] = fields
        if self.dice.randrange(5) == 0:
            parts[self.dice.randrange(4)] = self.argument([state])
        made: list[object] = []
        self.attempt(lambda: made.append(restore(*parts)))
        for twin in made:
            assert isinstance(twin, State)
            self.use(twin)

    def call_functions(self, state: State) -> None:
        """Call every function of the compiled modules, and every class."""
        tree = Tree(8)
        near = [
            state,
            state.copy(),
            type(state).__new__(type(state)),
            tree,
            Tree.__new__(Tree),
            Slotted(),
            State(),
        ]
        for name, function in functions():
            for _ in range(6):
                arguments = [self.argument(near) for _ in range(self.dice.randrange(6))]
                if name in LONG_RUNS:
                    arguments = [min(value, 40) if isinstance(value, int) else value for value in arguments]
                self.attempt(function, *arguments)

    def call_trees(self) -> None:
        """Search with trees and with other objects, with nonsense in every setting."""
        for tree in (Tree(3), Tree.__new__(Tree)):
            for name in (*methods(tree), "sums"):
                for _ in range(4):
                    arguments = [min(self.dice.choice(NUMBERS), 1000) for _ in range(self.dice.randrange(3))]
                    self.attempt(self.call_by_name, tree, name, *arguments)
            for name in dir(tree):
                for value in (array("i", [10**6]), self.argument([tree])):
                    if name[:2] != "__":
                        self.attempt(setattr, tree, name, value)
            self.attempt(copy.copy, tree)
            self.attempt(pickle.dumps, tree)

    def call_by_name(self, thing: object, name: str, *arguments: object) -> None:
        """Call a method, or whatever else has that name."""
        getattr(thing, name)(*arguments)

    def derive(self) -> None:
        """A derived class keeps its own attributes to itself."""
        odd = Slotted()
        self.attempt(copy.copy, odd)
        twin = odd.copy()
        assert isinstance(twin, Slotted)
        assert twin.thing is not odd.thing
        self.use(odd)

    def run(self, rounds: int) -> None:
        """Attack a game at every ninth ply."""
        is_compiled = rexarium.is_compiled()
        setup = self.game.setup(self.game.max_seats, preset=self.dice.choice(self.game.presets).id)
        match = begin(self.game, setup, self.dice.randrange(1000))
        for ply in walk(match, self.dice.randrange(1000)):
            if ply % 9 and not match.is_over:
                continue
            state = match.state()
            self.call_methods(state, rounds)
            for _ in range(10 * rounds if is_compiled else 0):
                victim = state.copy()
                self.scribble(victim)
                self.use(victim)
                self.tamper(state)
        if is_compiled:
            self.call_functions(state)
            self.call_trees()
            self.derive()
            self.use(type(state)())
            unmade = type(state).__new__(type(state))
            self.use(unmade)
            self.attempt(unmade.assign, state.fields())
            self.use(unmade)
            self.play_by_hand(unmade)


def main(rounds: int = 10) -> None:
    """Attack every game."""
    for game in all_games().values():
        attacker = Attacker(game, rounds)
        attacker.run(rounds)
        assert attacker.refused > 100, "nothing is refused"
        sys.stdout.write(f"{game.id}: of {attacker.tries} hostile calls {attacker.refused} were refused\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
