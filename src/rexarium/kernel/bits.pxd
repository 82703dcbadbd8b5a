# The C side of bits.py, inlined into every compiled module that cimports it.
cdef extern from *:
    """
    #if defined(__BMI2__)
    #include <immintrin.h>
    #endif
    #if defined(__GNUC__) || defined(__clang__)
    static inline int rex_rarely(int truth) { return __builtin_expect(truth, 0); }
    static inline int rex_count(unsigned long long m) { return __builtin_popcountll(m); }
    static inline int rex_lowest(unsigned long long m) { return __builtin_ctzll(m); }
    #else
    static inline int rex_rarely(int truth) { return truth; }
    static inline int rex_count(unsigned long long m) { int n = 0; for (; m; m &= m - 1) n++; return n; }
    static inline int rex_lowest(unsigned long long m) { int n = 0; for (; !(m & 1); m >>= 1) n++; return n; }
    #endif
    static inline int rex_nth(unsigned long long m, int n) {
    #if defined(__BMI2__)
        return rex_lowest(_pdep_u64(1ULL << n, m));
    #else
        for (; n > 0; n--) m &= m - 1;
        return rex_lowest(m);
    #endif
    }
    """
    int rex_rarely(int) noexcept nogil
    int rex_count(unsigned long long) noexcept nogil
    int rex_lowest(unsigned long long) noexcept nogil
    int rex_nth(unsigned long long, int) noexcept nogil

cdef inline unsigned long long bit(int n) noexcept nogil:
    return (<unsigned long long>1) << n

cdef inline bint has(unsigned long long mask, int n) noexcept nogil:
    return (mask >> n) & 1

cdef inline int count(unsigned long long mask) noexcept nogil:
    return rex_count(mask)

cdef inline int choose(bint is_first, int first, int second) noexcept nogil:
    return second ^ ((first ^ second) & -is_first)

cdef inline int lowest(unsigned long long mask) noexcept nogil:
    return rex_lowest(mask)

cdef inline int nth(unsigned long long mask, int n) noexcept nogil:
    return rex_nth(mask, n)

cdef inline bint rarely(bint truth) noexcept nogil:
    return rex_rarely(truth)
