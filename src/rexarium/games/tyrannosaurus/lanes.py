"""Four small numbers, one for each seat, packed into one unsigned 32-bit int: a lane of 8 bits each.

This way one step serves all seats at once. Flags are lanes that are 0 or 1.
Not compiled: the compiled rules use the C versions in `lanes.pxd`, and tests check that both agree.
"""

SEATS = range(4)


def at(seat: int, number: int) -> int:
    """The number in one seat's lane, 0 in the others; it may be negative if it is added to other lanes."""
    return number << 8 * seat


def all_of(number: int) -> int:
    """The same number in every lane."""
    return number * 0x01010101


def get(lanes: int, seat: int) -> int:
    """One seat's number."""
    return lanes >> 8 * seat & 0xFF


def equal(lanes: int, number: int) -> int:
    """Flags: the seats with this number."""
    return sum(at(seat, 1) for seat in SEATS if get(lanes, seat) == number)


def positive(lanes: int) -> int:
    """Flags: the seats with more than 0."""
    return sum(at(seat, 1) for seat in SEATS if get(lanes, seat) > 0)


def seats(flags: int) -> int:
    """The flagged seats as a set."""
    return sum(1 << seat for seat in SEATS if get(flags, seat) == 1)


def pack(numbers: list[int]) -> int:
    """Pack the numbers of the four seats into lanes."""
    return sum(at(seat, numbers[seat]) for seat in SEATS)


def unpack(lanes: int) -> list[int]:
    """Unpack the numbers of the four seats."""
    return [get(lanes, seat) for seat in SEATS]
