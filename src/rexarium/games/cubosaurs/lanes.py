"""Small numbers packed side by side into unsigned 64-bit ints, so that one step handles many kinds of cards at once.

A *bundle* of cards is two such ints, its halves. Each kind has a lane of 4 bits: kinds 0 to 15 in the first half,
the others in the second. Adding up lanes gives eight numbers of 8 bits each, called *bytes*.
Not compiled: the compiled rules use the C versions in `lanes.pxd`, and tests check that both agree.
"""

BYTES = range(8)


def half(kind: int) -> int:
    """Which half of a bundle has the lane of a kind: 0 or 1."""
    return kind >> 4


def one(kind: int) -> int:
    """One card of a kind, as a number to add to its half."""
    return 1 << 4 * (kind & 15)


def get(lanes: int, kind: int) -> int:
    """How many cards of a kind its half contains."""
    return lanes >> 4 * (kind & 15) & 15


def pairs(lanes: int) -> int:
    """Bytes: each even lane plus the odd lane after it."""
    return sum((get(lanes, 2 * n) + get(lanes, 2 * n + 1)) << 8 * n for n in BYTES)


def even(lanes: int) -> int:
    """Bytes: only the even lanes."""
    return sum(get(lanes, 2 * n) << 8 * n for n in BYTES)


def odd(lanes: int) -> int:
    """Bytes: only the odd lanes."""
    return sum(get(lanes, 2 * n + 1) << 8 * n for n in BYTES)


def byte(numbers: int, n: int) -> int:
    """One of the eight bytes."""
    return numbers >> 8 * n & 0xFF


def first(numbers: int, n: int) -> int:
    """The first n of the eight bytes, n < 8; the others become 0."""
    return numbers & (1 << 8 * n) - 1


def total(numbers: int) -> int:
    """The sum of the eight bytes; it must be below 256."""
    return sum(byte(numbers, n) for n in BYTES)


def all_of(number: int) -> int:
    """The same number in every byte."""
    return number * 0x0101010101010101


def at_least(numbers: int, others: int) -> int:
    """Bytes: 1 where the first number is at least the second, otherwise 0; all numbers are below 128."""
    return sum(1 << 8 * n for n in BYTES if byte(numbers, n) >= byte(others, n))


def most(numbers: int, others: int) -> int:
    """Bytes: the greater of each two numbers; all are below 128."""
    return sum(max(byte(numbers, n), byte(others, n)) << 8 * n for n in BYTES)
