"""Small turns of phrase that every game's words need."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from rexarium.kernel import bits
from rexarium.kernel.errors import BadText

LONGEST_NUMBER = 9  # digits
_SEAT = re.compile(r"^(?:seat )?([1-9])$")


def plain(text: str) -> str:
    """A text in lower case and with single spaces, because case and spacing mean nothing in what people write."""
    return " ".join(text.lower().split())


def name_seat(seat: int) -> int:
    """A seat's name, numbered from 1 for people."""
    return seat + 1


@lru_cache(maxsize=256)
def name_seats(mask: int) -> tuple[int, ...]:
    """The seats of a set, numbered from 1."""
    return tuple(name_seat(seat) for seat in bits.members(mask))


def name_number(number: int) -> int:
    """A number is its own name."""
    return number


def listed(names: Sequence[str]) -> str:
    """Names with commas; `none` if there is none."""
    return ", ".join(names) if names else "none"


def say_seats(seats: Sequence[int]) -> str:
    """Seats for people, in this order; `none` if there is none."""
    return " ".join(str(seat + 1) for seat in seats) or "none"


def read_seat(text: str, seats: int, line: int, error: type[BadText]) -> int:
    """A seat, counted from 0, from `seat 3` or `3`."""
    found = _SEAT.match(text.strip().lower())
    if not found or int(found[1]) > seats:
        raise error(f"'{text}' is no seat of this table: write 'seat 1' to 'seat {seats}'.", line)
    return int(found[1]) - 1


def read_name(
    names: Mapping[str, int], what: str, text: str, line: int, error: type[BadText], rule: str = ""
) -> int:
    """The int that a name stands for; `rule` says which names there are."""
    found = names.get(plain(text))
    if found is None:
        raise error(f"'{text}' is no {what}; there is {', '.join(names)}.", line, rule)
    return found


def number_in(text: str) -> int | None:
    """The number that a text is, in at most nine of the digits 0 to 9; None if it is anything else, such as "²" or "٣"."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None


def read_number(text: str, least: int, most: int, what: str, line: int, error: type[BadText]) -> int:
    """A number within its bounds."""
    number = number_in(text)
    if number is None or not least <= number <= most:
        raise error(f"{what} is a number from {least} to {most}, not '{text}'.", line)
    return number
