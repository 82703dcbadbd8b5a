"""What is worth counting in a finished game. Each game says it; the lab adds it up over many games."""

from collections.abc import Mapping
from dataclasses import dataclass

_PLACES = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class Count:
    """What one seat did in a finished game; without a seat, what the table as a whole did.

    `groups` are what seats are compared by (`dinosaur`: `triceratops`), `numbers` what is counted (`trees`: 5). A
    truth value becomes a share of the games, any other number an average.
    """

    groups: Mapping[str, str]
    numbers: Mapping[str, float]
    seat: int | None = None


def name_place(distance: int) -> str:
    """A seat by its distance from the one that begins."""
    return _PLACES[distance]
