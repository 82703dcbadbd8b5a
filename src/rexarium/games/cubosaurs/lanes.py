"""Small numbers side by side in unsigned 64-bit ints: so one step serves many kinds of cards at once.

A *bundle* of cards is two such ints, its halves. They have a lane of 4 bits for each kind: the first half for the kinds
0 to 15, the second for the others. What comes of adding lanes up is eight numbers of 8 bits, *bytes*.
Not compiled: the compiled rules take the C versions in `lanes.pxd`, which the tests hold to these.
"""

BYTES = range(8)


def half(kind: int) -> int:
    """The half of a bundle that has the lane of a kind: 0 or 1."""
    return kind >> 4


def one(kind: int) -> int:
    """One card of a kind, in the half of its lane."""
    return 1 << 4 * (kind & 15)


def get(lanes: int, kind: int) -> int:
    """How many cards of a kind, in the half of its lane."""
    return lanes >> 4 * (kind & 15) & 15


def pairs(lanes: int) -> int:
    """Bytes: the sums of each even lane and the next one."""
    return sum((get(lanes, 2 * n) + get(lanes, 2 * n + 1)) << 8 * n for n in BYTES)


def even(lanes: int) -> int:
    """Bytes: the even lanes alone."""
    return sum(get(lanes, 2 * n) << 8 * n for n in BYTES)


def odd(lanes: int) -> int:
    """Bytes: the odd lanes alone."""
    return sum(get(lanes, 2 * n + 1) << 8 * n for n in BYTES)


def byte(numbers: int, n: int) -> int:
    """One of eight bytes."""
    return numbers >> 8 * n & 0xFF


def first(numbers: int, n: int) -> int:
    """The first n of eight bytes, n < 8; the others are 0."""
    return numbers & (1 << 8 * n) - 1


def total(numbers: int) -> int:
    """The sum of eight bytes, which is below 256."""
    return sum(byte(numbers, n) for n in BYTES)


def all_of(number: int) -> int:
    """The number in every byte."""
    return number * 0x0101010101010101


def at_least(numbers: int, others: int) -> int:
    """Bytes, 1 or 0: which numbers, all below 128, are not less than their others."""
    return sum(1 << 8 * n for n in BYTES if byte(numbers, n) >= byte(others, n))


def most(numbers: int, others: int) -> int:
    """Bytes: the greater ones of each two numbers, all below 128."""
    return sum(max(byte(numbers, n), byte(others, n)) << 8 * n for n in BYTES)
