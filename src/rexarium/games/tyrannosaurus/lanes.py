"""Four small numbers, one for each seat, side by side in one unsigned 32-bit int: a lane of 8 bits each.

So one step serves all seats at once. A flag is 0 or 1 in every lane.
Not compiled: the compiled rules take the C versions in `lanes.pxd`, which the tests hold to these.
"""

SEATS = range(4)


def at(seat: int, number: int) -> int:
    """The number in the lane of one seat, 0 in the others; added to other lanes it may be negative."""
    return number << 8 * seat


def all_of(number: int) -> int:
    """The number in every lane."""
    return number * 0x01010101


def get(lanes: int, seat: int) -> int:
    """The number of one seat."""
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
    """The numbers of the four seats in their lanes."""
    return sum(at(seat, numbers[seat]) for seat in SEATS)


def unpack(lanes: int) -> list[int]:
    """The numbers of the four seats, one by one."""
    return [get(lanes, seat) for seat in SEATS]
