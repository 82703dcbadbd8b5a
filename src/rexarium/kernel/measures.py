"""The named things of a position in words: what cases check. Each game has names of its own; looking one up works the
same in all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rexarium.kernel.edition import Edition
from rexarium.kernel.state import State

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Measures(Generic[S]):
    """Every name of a game with the function that says it; a seat's names stand here without its number."""

    of_table: Mapping[str, Callable[[S], str]]
    of_seat: Mapping[str, Callable[[S, int], str]]
    of_box: Callable[[Edition], Mapping[str, str]]

    def find(self, edition: Edition, state: S, name: str) -> str | None:
        """A named thing in words, of a seat if the name ends with its number; None if there is no such name."""
        label, _, last = name.rpartition(" ")
        if label in self.of_seat and last in map(str, range(1, state.seats + 1)):
            return self.of_seat[label](state, int(last) - 1)
        if name in self.of_table:
            return self.of_table[name](state)
        return self.of_box(edition).get(name)

    def say_seats(self, state: S, labels: Sequence[str]) -> list[str]:
        """What each seat has, as the lines of a position that say these names."""
        lines = []
        for seat in range(state.seats):
            lines.append(f"seat {seat + 1}:")
            lines += [f"  {label}: {self.of_seat[label](state, seat)}" for label in labels]
        return lines
