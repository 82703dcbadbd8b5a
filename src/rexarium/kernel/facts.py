"""What happened, in the past tense, and who may know it.

Rules tell facts as ints. A game declares each kind once, with the arguments that are secret and to whom;
the one function here turns ints into words for one seat and hides what that seat may not know.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from rexarium.kernel.state import FactInts

Value = int | str | tuple[str, ...] | None  # None is hidden
Namer = Callable[[int], Value]


class Secrecy(Enum):
    """Who may know an argument while the game lasts."""

    OPEN = "everybody"
    OWNER = "the seat of the fact alone"
    SEALED = "nobody, until the game is over"


class Uncovers(Enum):
    """Who learns something hidden from the fact itself; undo never goes back beyond that."""

    NOTHING = "nobody"
    TO_OTHERS = "all but the seat of the fact"
    TO_ALL = "everybody"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a kind of fact; `namer` is how its int becomes a word."""

    name: str
    namer: Namer
    secrecy: Secrecy = Secrecy.OPEN


@dataclass(frozen=True, slots=True)
class FactKind:
    """One row of a game's table of facts; if a fact has a seat, it is the first argument."""

    name: str
    arguments: tuple[Argument, ...]
    sentence: str  # for people; {name} stands for an argument
    rule: str
    uncovers: Uncovers = Uncovers.NOTHING
    hidden_sentence: str = ""  # said instead when an argument is hidden


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact as one seat is told it."""

    kind: FactKind
    values: dict[str, Value]

    def line(self) -> str:
        """The fact as cases and logs write it: `drew seat 1 number 2 cards hidden`."""
        return " ".join(
            [self.kind.name, *(f"{name} {say_value(value)}" for name, value in self.values.items())]
        )

    def sentence(self) -> str:
        """The fact as people say it."""
        is_hidden = any(value is None for value in self.values.values())
        text = self.kind.hidden_sentence if is_hidden and self.kind.hidden_sentence else self.kind.sentence
        return text.format(**{name: say_value(value) for name, value in self.values.items()})


def say_value(value: Value) -> str:
    """A value in words."""
    if value is None:
        return "hidden"
    if isinstance(value, tuple):
        return ", ".join(value) if value else "nothing"
    return str(value)


TRUTH = -1  # the eyes that see everything
SPECTATOR = 255  # the eyes of somebody who has no seat


def name_eyes(eyes: int, seats: int) -> str:
    """Whose eyes these are, at a table with this number of seats."""
    if eyes == TRUTH:
        return "truth"
    return f"seat {eyes + 1}" if eyes < seats else "spectator"


def tell(kinds: Sequence[FactKind], fact: FactInts, eyes: int) -> Fact:
    """A fact as these eyes may know it."""
    kind = kinds[fact[0]]
    owner = fact[1]
    values: dict[str, Value] = {}
    for argument, value in zip(kind.arguments, fact[1:], strict=False):
        shown = eyes == TRUTH or argument.secrecy is Secrecy.OPEN
        shown = shown or (argument.secrecy is Secrecy.OWNER and eyes == owner)
        values[argument.name] = argument.namer(value) if shown else None
    return Fact(kind, values)


def teaches(kinds: Sequence[FactKind], fact: FactInts, seat: int) -> bool:
    """Did the seat learn something from this fact that was hidden from it before?"""
    uncovers = kinds[fact[0]].uncovers
    return uncovers is Uncovers.TO_ALL or (uncovers is Uncovers.TO_OTHERS and fact[1] != seat)
