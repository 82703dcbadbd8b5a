# The C side of reals.py: the same steps in the same order. It is compiled with -ffp-contract=off, like everything here.
cdef extern from *:
    """
    #include <math.h>
    #include <stdint.h>
    #include <string.h>
    static inline double rex_exp(double x) {
        if (!(x <= 0.0)) return NAN;
        if (x <= -700.0) return 0.0;
        int power = (int)(x * 1.44269504088896338700e+00 - 0.5);
        double high = x - power * 6.93147180369123816490e-01;
        double low = power * 1.90821492927058770002e-10;
        double rest = high - low;
        double z = rest * rest;
        double c = rest - z * (1.66666666666666019037e-01 + z * (-2.77777777770155933842e-03 + z * (6.61375632143793436117e-05
            + z * (-1.65339022054652515390e-06 + z * 4.13813679705723846039e-08))));
        uint64_t bits = (uint64_t)(1023 + power) << 52;
        double scale;
        memcpy(&scale, &bits, 8);
        return (1.0 - ((low - (rest * c) / (2.0 - c)) - high)) * scale;
    }
    static inline double rex_log(double x) {
        if (!(x >= 1.0 && x < INFINITY)) return NAN;
        uint64_t bits;
        memcpy(&bits, &x, 8);
        int power = (int)(bits >> 52) - 1022;
        bits = (bits & 0xFFFFFFFFFFFFFULL) | 0x3FE0000000000000ULL;
        double part;
        memcpy(&part, &bits, 8);
        if (part < 0.70710678118654752440) { part *= 2.0; power -= 1; }
        double f = part - 1.0;
        double s = f / (2.0 + f);
        double z = s * s;
        double w = z * z;
        double even = w * (3.999999999940941908e-01 + w * (2.222219843214978396e-01 + w * 1.531383769920937332e-01));
        double odd = z * (6.666666666666735130e-01
            + w * (2.857142874366239149e-01 + w * (1.818357216161805012e-01 + w * 1.479819860511658591e-01)));
        double half = 0.5 * f * f;
        return power * 6.93147180369123816490e-01 - ((half - (s * (half + (even + odd)) + power * 1.90821492927058770002e-10)) - f);
    }
    """
    double rex_exp(double) noexcept nogil
    double rex_log(double) noexcept nogil

cdef inline double exp(double x) noexcept nogil:
    return rex_exp(x)

cdef inline double log(double x) noexcept nogil:
    return rex_log(x)
