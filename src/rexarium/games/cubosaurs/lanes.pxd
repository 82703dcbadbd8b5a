# The C side of lanes.py: the same numbers by arithmetic on all lanes at once.
cdef extern from *:
    """
    #define REX_BYTES 0x0101010101010101ULL
    static inline unsigned long long rex_one(unsigned int kind) { return 1ULL << (4 * kind & 63); }
    static inline int rex_get(unsigned long long lanes, unsigned int kind) { return (int)(lanes >> (4 * kind & 63) & 15); }
    static inline unsigned long long rex_odd(unsigned long long lanes) { return lanes >> 4 & 15 * REX_BYTES; }
    static inline unsigned long long rex_pairs(unsigned long long lanes) {
        return (lanes & 15 * REX_BYTES) + rex_odd(lanes);
    }
    static inline int rex_total(unsigned long long numbers) { return (int)(numbers * REX_BYTES >> 56); }
    static inline unsigned long long rex_at_least(unsigned long long numbers, unsigned long long others) {
        return ((numbers | 128 * REX_BYTES) - others) >> 7 & REX_BYTES;
    }
    static inline unsigned long long rex_most(unsigned long long numbers, unsigned long long others) {
        return others ^ ((numbers ^ others) & 255 * rex_at_least(numbers, others));
    }
    """
    unsigned long long rex_one(unsigned int) noexcept nogil
    int rex_get(unsigned long long, unsigned int) noexcept nogil
    unsigned long long rex_odd(unsigned long long) noexcept nogil
    unsigned long long rex_pairs(unsigned long long) noexcept nogil
    int rex_total(unsigned long long) noexcept nogil
    unsigned long long rex_at_least(unsigned long long, unsigned long long) noexcept nogil
    unsigned long long rex_most(unsigned long long, unsigned long long) noexcept nogil

cdef inline size_t half(unsigned int kind) noexcept nogil:
    return kind >> 4

cdef inline unsigned long long one(unsigned int kind) noexcept nogil:
    return rex_one(kind)

cdef inline int get(unsigned long long lanes, unsigned int kind) noexcept nogil:
    return rex_get(lanes, kind)

cdef inline unsigned long long pairs(unsigned long long lanes) noexcept nogil:
    return rex_pairs(lanes)

cdef inline unsigned long long even(unsigned long long lanes) noexcept nogil:
    return lanes & 15 * <unsigned long long>0x0101010101010101

cdef inline unsigned long long odd(unsigned long long lanes) noexcept nogil:
    return rex_odd(lanes)

cdef inline int byte(unsigned long long numbers, int n) noexcept nogil:
    return (numbers >> (8 * n)) & 0xFF

cdef inline unsigned long long first(unsigned long long numbers, int n) noexcept nogil:
    return numbers & (((<unsigned long long>1) << (8 * n)) - 1)

cdef inline int total(unsigned long long numbers) noexcept nogil:
    return rex_total(numbers)

cdef inline unsigned long long all_of(int number) noexcept nogil:
    return number * <unsigned long long>0x0101010101010101

cdef inline unsigned long long at_least(unsigned long long numbers, unsigned long long others) noexcept nogil:
    return rex_at_least(numbers, others)

cdef inline unsigned long long most(unsigned long long numbers, unsigned long long others) noexcept nogil:
    return rex_most(numbers, others)
