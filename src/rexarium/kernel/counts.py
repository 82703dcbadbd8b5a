"""What of a finished game is worth counting. Each game says it; whoever plays many games adds it up."""

from collections.abc import Mapping
from dataclasses import dataclass

_PLACES = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class Count:
    """What one seat did in a finished game; without a seat, what the table as a whole did.

    `groups` say with whom it is compared (`dinosaur`: `triceratops`), `numbers` what is counted (`trees`: 5). A
    truth value becomes a share of the games, any other number an average.
    """

    groups: Mapping[str, str]
    numbers: Mapping[str, float]
    seat: int | None = None


def name_place(distance: int) -> str:
    """A seat by its distance from the one that begins."""
    return _PLACES[distance]
