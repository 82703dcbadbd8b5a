# The C side of dice.py: the same numbers, without the masks that wrapping makes needless.
cdef extern from *:
    """
    static inline unsigned long long rex_advance(unsigned long long s) { return s + 0x9E3779B97F4A7C15ULL; }
    static inline unsigned long long rex_mix(unsigned long long s) {
        unsigned long long z = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9ULL;
        return (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    }
    static inline unsigned long long rex_branch(unsigned long long s) { return rex_mix(s ^ 0xD1B54A32D192ED03ULL); }
    static inline unsigned int rex_below(unsigned long long s, unsigned int n) {
        return (unsigned int)(((rex_mix(s) >> 32) * n) >> 32);
    }
    """
    unsigned long long rex_advance(unsigned long long) noexcept nogil
    unsigned long long rex_branch(unsigned long long) noexcept nogil
    unsigned int rex_below(unsigned long long, unsigned int) noexcept nogil

cdef inline unsigned long long advance(unsigned long long seed) noexcept nogil:
    return rex_advance(seed)

cdef inline unsigned long long branch(unsigned long long seed) noexcept nogil:
    return rex_branch(seed)

cdef inline int below(unsigned long long seed, int n) noexcept nogil:
    return <int>rex_below(seed, n)
