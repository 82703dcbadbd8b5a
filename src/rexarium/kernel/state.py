# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
# cython: auto_pickle=False
"""The state of any game: ints only, no names, no drawing, no history, no players, no clock.

A game's `rules` subclass it. Every method below the line `# The step interface` is C when compiled, never raises and
trusts its caller. Python cannot call them directly: `guard` puts a door before each, which checks the arguments.
"""

from operator import index
from typing import ClassVar

from rexarium.kernel import bits, raw

FactInts = tuple[int, int, int, int]
INHERITABLE = 1 << 10  # Py_TPFLAGS_BASETYPE
BASE_FIELDS = ("seats", "waiting", "committed", "legal")


class State:
    """What lies on the table, and which seats have to answer what."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.facts: list[FactInts] = []
        self.is_telling = False
        self.body_start = getattr(State, "__basicsize__", 0)
        self.body_size = 0  # only a game's own class has a body, and it cannot be subclassed
        if not type(self).__flags__ & INHERITABLE:
            self.body_size = getattr(type(self), "__basicsize__", 0) - self.body_start
        self.seats = 0
        self.waiting = 0  # the set of seats that owe a move; when nobody does, the game is over
        self.committed = 0  # the set of seats whose move lies hidden until the last one is in
        self.legal = [0] * 5  # by seat, the set of moves it may make now; empty if it is asked nothing

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle and copy by fields, whatever C type holds them, and the same compiled or not."""
        return _restore, (type(self), self.fields(), bool(self.is_telling), list(self.facts))

    def copy(self) -> "State":
        """A copy that shares nothing with this state and tells no facts."""
        return self.twin()

    def twin(self) -> "State":
        """The same, for the core only."""
        twin = type(self)()
        if type(twin) is not type(self):
            raise TypeError("a copy of a state is of the same class")
        twin.copy_from(self)
        return twin

    def fields(self) -> dict[str, int | list[int]]:
        """Every field with its ints; two states are equal exactly if these are."""
        return {name: getattr(self, name) for name in (*BASE_FIELDS, *self.FIELDS)}

    def assign(self, fields: dict[str, int | list[int]]) -> None:
        """Set the named fields; if one of them cannot be set, none is."""
        before = self.twin()
        try:
            for name, value in fields.items():
                if name not in BASE_FIELDS and name not in self.FIELDS:
                    raise ValueError("a state has no such field")
                setattr(self, name, _like(getattr(self, name), value))
        except Exception:
            self.copy_from(before)
            raise

    def assign_at(self, name: str, place: int, value: int) -> None:
        """Set one int of a field that has several."""
        values = list(getattr(self, name))
        if not 0 <= place < len(values):
            raise ValueError("this field has no such place")
        values[place] = value
        self.assign({name: values})

    def moves(self, seat: int) -> list[int]:
        """The moves this seat may make now, in ascending order."""
        masks = list(self.legal)
        if not 0 <= seat < len(masks):
            raise ValueError("no table has such a seat")
        mask = masks[seat]
        found = [0] * bits.count(mask)
        for place in range(len(found)):
            found[place] = bits.lowest(mask)
            mask &= mask - 1
        return found

    def take_facts(self) -> list[FactInts]:
        """The facts told since the last call."""
        told = list(self.facts)
        self.facts = []
        return told

    def tell(self, fact: int, a: int, b: int, c: int) -> None:
        """Note a fact; rules call it only while `is_telling`."""
        self.facts.append((fact, a, b, c))

    # Whether the core can trust the fields, for `guard`

    def is_in_bounds(self) -> bool:
        """Do all fields keep every array access within bounds?"""
        return False

    def is_sound(self) -> bool:
        """With all fields in bounds, can a game go on from here?"""
        return False

    # The step interface

    def copy_from(self, other: "State") -> None:
        """Become equal to another state of the same class, without allocating."""
        self.seats = other.seats
        self.waiting = other.waiting
        self.committed = other.committed
        for seat in range(5):
            self.legal[seat] = other.legal[seat]
        raw.copy_body(self, other, self.body_start, self.body_size)

    def prompt(self, seat: int) -> int:
        """What kind of question this seat is asked; meaningful while it has a legal move."""
        return 0

    def apply(self, seat: int, move: int) -> None:
        """Make a legal move and go on to the next question."""

    def imagine(self, seat: int, seed: int) -> int:
        """Redeal everything that is hidden from the seat, evenly among what it may believe; returns the next seed. For
        a seat number that no seat has, everything is hidden that a spectator cannot see.
        """
        return seed

    def deal(self, seed: int) -> int:
        """Deal a new game with the same box, rulings and seats, using fast dice; returns the next seed."""
        return seed

    def default_move(self, seat: int) -> int:
        """The move that is made for a seat whose time is up."""
        return 0

    def score(self, seat: int) -> int:
        """The points of a seat as they stand."""
        return 0

    # Judgement, for bots: no rule, but what experience says

    def chapter(self) -> int:
        """How far the game has come; the start of a chapter is a good moment to judge the position."""
        return 0

    def outlook(self, seat: int) -> float:
        """How well a seat stands: e to this power is its weight when the chances of winning are shared out."""
        return 0.0

    def appeal(self, seat: int, move: int) -> int:
        """How good a legal move looks at a glance, using only what the seat knows."""
        return 0

    def winners(self) -> int:
        """The set of seats that win the game as it stands."""
        return 0


def _restore(
    kind: type[State], fields: dict[str, int | list[int]], is_telling: bool, facts: list[FactInts]
) -> State:
    """The state that `State.__reduce__` took apart."""
    state = kind()
    if not isinstance(state, State):
        raise TypeError("this is not the state of a game")
    state.assign(fields)
    state.is_telling = is_telling
    state.facts.extend(facts)
    return state


def _like(old: int | list[int], new: object) -> int | list[int]:
    """The new value of a field, if it has the shape of the old one."""
    if not isinstance(old, list):
        return index(new)  # type: ignore[arg-type]
    if not isinstance(new, list | tuple):
        raise TypeError("this field is a list")
    if len(new) != len(old):
        raise ValueError(f"this field has {len(old)} places")
    return [index(value) for value in new]
