"""Fast random numbers for thinking and playouts: a seed goes in, the next seed comes out.

Not for deals at a table: those come from `kernel.chance`, which no player can predict.
Not compiled: the compiled core takes the C versions in `dice.pxd`, which the tests hold to these.
"""

WORD = 0xFFFFFFFFFFFFFFFF


def advance(seed: int) -> int:
    """The seed after this one (a Weyl sequence: it visits all 2**64 values)."""
    return (seed + 0x9E3779B97F4A7C15) & WORD


def branch(seed: int) -> int:
    """A seed far away from this one: their sequences do not overlap."""
    return _mix(seed ^ 0xD1B54A32D192ED03)


def below(seed: int, n: int) -> int:
    """A number from 0 to n - 1 drawn by this seed; the bias is under n / 2**32."""
    return ((_mix(seed) >> 32) * n) >> 32


def _mix(seed: int) -> int:
    z = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    return (z ^ (z >> 27)) * 0x94D049BB133111EB & WORD
