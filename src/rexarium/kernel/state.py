# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, infer_types=True, annotation_typing=False
"""The state of any game: ints only, no names, no drawing, no history, no players, no clock.

A game's `rules` subclass it. Every method below the line `# The step interface` is C when compiled, never
raises and trusts its caller; the door that checks is `match.Match.submit`.
"""

from typing import ClassVar

from rexarium.kernel import bits, raw

FactInts = tuple[int, int, int, int]


class State:
    """What lies on the table, and what is asked of whom."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.facts: list[FactInts] = []
        self.is_telling = False
        self.body_start = getattr(State, "__basicsize__", 0)
        self.body_size = getattr(type(self), "__basicsize__", 0) - self.body_start
        self.seats = 0
        self.waiting = 0  # the set of seats that owe a move; when nobody does, the game is over
        self.committed = 0  # the set of seats whose move lies hidden until the last one is in
        self.legal = [0] * 5  # by seat, the set of moves it may make now; empty if it is asked nothing

    def copy(self) -> "State":
        """A state of its own that shares nothing with this one; it tells no facts."""
        twin = type(self)()
        twin.copy_from(self)
        return twin

    def fields(self) -> dict[str, int | list[int]]:
        """Every field with its ints: equal exactly if the states are."""
        return {
            name: getattr(self, name) for name in ("seats", "waiting", "committed", "legal", *self.FIELDS)
        }

    def assign(self, fields: dict[str, int | list[int]]) -> None:
        """Set the named fields."""
        for name, value in fields.items():
            setattr(self, name, list(value) if isinstance(value, list) else value)

    def assign_at(self, name: str, place: int, value: int) -> None:
        """Set one int of a field that has several."""
        values = list(getattr(self, name))
        values[place] = value
        setattr(self, name, values)

    def moves(self, seat: int) -> list[int]:
        """The moves this seat may make now, in ascending order."""
        mask = self.legal[seat]
        found = [0] * bits.count(mask)
        for place in range(len(found)):
            found[place] = bits.lowest(mask)
            mask &= mask - 1
        return found

    def take_facts(self) -> list[FactInts]:
        """The facts told since the last call."""
        told = self.facts
        self.facts = []
        return told

    def tell(self, fact: int, a: int, b: int, c: int) -> None:
        """Note a fact; rules call it only while `is_telling`."""
        self.facts.append((fact, a, b, c))

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
        """Deal anew all that is hidden from the seat, evenly among what it may believe; returns the next seed.

        With a seat number that nobody has, everything is hidden that a spectator cannot see.
        """
        return seed

    def deal(self, seed: int) -> int:
        """Deal a new game with the same box, rulings and seats by fast dice; returns the next seed."""
        return seed

    def default_move(self, seat: int) -> int:
        """The move that is made for a seat whose time is up."""
        return 0

    def score(self, seat: int) -> int:
        """The points of a seat as they stand."""
        return 0

    # Judgement, for bots: no rule, but what experience says

    def chapter(self) -> int:
        """How far the game has come; where a new chapter begins is a good moment to look who stands how."""
        return 0

    def outlook(self, seat: int) -> float:
        """How well a seat stands: e to this power is its weight when the prospects to win are shared out."""
        return 0.0

    def appeal(self, seat: int, move: int) -> int:
        """How good a legal move looks at a glance, knowing no more than the seat."""
        return 0

    def winners(self) -> int:
        """The set of seats that win the game as it stands."""
        return 0
