"""Sets of small numbers kept in one unsigned 64-bit int.

Not compiled: the compiled core takes the C versions in `bits.pxd`, which the tests hold to these.
"""


def bit(n: int) -> int:
    """The set that holds only n."""
    return 1 << n


def has(mask: int, n: int) -> bool:
    """Is n in the set?"""
    return mask >> n & 1 == 1


def count(mask: int) -> int:
    """How many numbers are in the set."""
    return mask.bit_count()


def choose(is_first: bool, first: int, second: int) -> int:
    """One of two numbers. Compiled, it has no branch, because in random play the processor would mispredict it."""
    return first if is_first else second


def rarely(truth: bool) -> bool:
    """The same condition; compiled, it is marked as unlikely."""
    return truth


def lowest(mask: int) -> int:
    """The smallest number of the set, which is not empty."""
    return (mask & -mask).bit_length() - 1


def nth(mask: int, n: int) -> int:
    """The n-th smallest number of the set, counted from 0; the set has more than n."""
    for _ in range(n):
        mask &= mask - 1
    return lowest(mask)


def members(mask: int) -> list[int]:
    """The numbers of the set, smallest first."""
    found: list[int] = []
    offset = 0
    while mask:
        found += _MEMBERS[offset][mask & 255]
        mask >>= 8
        offset += 1
    return found


_MEMBERS = [
    [[place * 8 + n for n in range(8) if byte >> n & 1] for byte in range(256)] for place in range(8)
]  # by byte of a set and its value


def mask_of(numbers: list[int]) -> int:
    """The set of these numbers."""
    mask = 0
    for n in numbers:
        mask |= 1 << n
    return mask
