"""Exponential and logarithm by plain arithmetic, rounded the same way on every machine.

IEEE 754 fixes how a sum, a product, a quotient and a square root are rounded, but not these two: a mathematical library may
round its last bit one way on a processor with fused multiply-add and another way on one without, and seeded bots would then
play different games. So the core uses neither from a library. The polynomials are those of fdlibm.

Not compiled: the compiled core takes `reals.pxd`, which repeats this line by line.
"""

import math

LOG_2_HIGH = 6.93147180369123816490e-01  # its last bits are zero, so that a multiple of it is exact
LOG_2_LOW = 1.90821492927058770002e-10
INVERSE_LOG_2 = 1.44269504088896338700e00
ROOT_HALF = 0.70710678118654752440
LEAST = -700.0  # e to less than this is taken for 0


def exp(x: float) -> float:
    """E to the power of a number that is not above zero; NaN for any other, which nobody asks for."""
    if not x <= 0.0:
        return math.nan
    if x <= LEAST:
        return 0.0
    power = int(x * INVERSE_LOG_2 - 0.5)
    high = x - power * LOG_2_HIGH
    low = power * LOG_2_LOW
    rest = high - low
    z = rest * rest
    c = rest - z * (
        1.66666666666666019037e-01
        + z
        * (
            -2.77777777770155933842e-03
            + z
            * (
                6.61375632143793436117e-05
                + z * (-1.65339022054652515390e-06 + z * 4.13813679705723846039e-08)
            )
        )
    )
    return math.ldexp(1.0 - ((low - (rest * c) / (2.0 - c)) - high), power)


def log(x: float) -> float:
    """The natural logarithm of a number of at least one; NaN for any other, which nobody asks for."""
    if not 1.0 <= x < math.inf:
        return math.nan
    part, power = math.frexp(x)
    if part < ROOT_HALF:
        part *= 2.0
        power -= 1
    f = part - 1.0
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01))
    odd = z * (
        6.666666666666735130e-01
        + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01))
    )
    half = 0.5 * f * f
    return power * LOG_2_HIGH - ((half - (s * (half + (even + odd)) + power * LOG_2_LOW)) - f)
